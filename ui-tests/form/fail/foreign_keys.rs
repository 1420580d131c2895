// Cases con-pattern-not-silently-dropped, con-exclusive-and-multipleof, con-min-greater-than-max (the keys of other
// libraries), ren-skip-field, ren-flatten-collides-or-is-refused, ren-custom-decoder-keeps-optionality.
use askback::Form;

#[derive(Form)]
struct Foreign {
    #[form(pattern = "^[a-z]+$")]
    slug: String,
    #[form(exclusive_min = 0)]
    a: f64,
    #[form(multiple_of = 5)]
    b: i32,
    #[form(min = 5, max = 1)]
    n: i32,
    #[form(min_length = 4, max_length = 2)]
    s: String,
    #[form(min_items = 1)]
    l: Vec<Team>,
    #[form(skip)]
    cache: Option<u8>,
    #[form(flatten)]
    flat: u8,
    #[form(with = "hex")]
    k: Option<String>,
    #[form(required)]
    r: bool,
}

#[derive(askback::Choice)]
enum Team {
    Ops,
}

fn main() {}
