//! Operations made by a macro of the author's.

use askback::{Form, Operation, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    table: String,
}

macro_rules! operations {
    ($($name:ident($state:ty, $args:ty, $question:literal, $when:expr) -> $output:ty;)*) => {$(
        /// Made.
        #[operation(guidance = "Call")]
        async fn $name(
            _db: &$state,
            args: $args,
            #[step($when)] when: bool,
            #[ask($question, when = when)] details: Option<Details>,
        ) -> $output {
            Ok(format!("{} {:?}", args.table, details.map(|details| details.reason)))
        }
    )*};
}

operations! {
    first(Db, Args, "Why?", 1 > 0) -> Result<String, askback::Error>;
    second(Db, Args, "Why not?", false) -> Result<String, String>;
}

fn main() {
    let (first, second): (&dyn Operation<Db>, &dyn Operation<Db>) = (&self::first, &self::second);
    assert_eq!((first.name(), second.name()), ("first", "second"));
    assert_eq!(first.description(), Some("Made."));
}
