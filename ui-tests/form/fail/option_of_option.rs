// Case gen-macro-rules-type-group-option: the second `Option` comes from a macro.
use askback::Form;

type Maybe<T> = Option<T>;

#[derive(Form)]
struct Twice {
    a: Option<Option<String>>,
    b: Maybe<Maybe<u8>>,
}

macro_rules! make {
    ($type:ty) => {
        #[derive(Form)]
        struct Grouped {
            a: $type,
            b: Option<$type>,
        }
    };
}

make!(Option<String>);

fn main() {}
