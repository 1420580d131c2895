use askback::Form;

const LEAST: u8 = 9;
const MOST: u8 = 3;

#[derive(Form)]
struct Bounds {
    #[form(range = 0..=300)]
    a: u8,
    #[form(range = -1..)]
    b: Option<u32>,
    #[form(range = ..=9_007_199_254_740_992)]
    c: u64,
    #[form(range = ..=u64::MAX)]
    d: u64,
    #[form(range = 0.5..)]
    e: i32,
    #[form(range = ..=1e39)]
    f: f32,
    #[form(range = f64::NAN..)]
    g: f64,
    #[form(range = ..=f64::INFINITY)]
    h: f64,
    #[form(range = LEAST..=MOST)]
    i: u8,
    #[form(length = LEAST..=MOST)]
    j: String,
    #[form(items = 3..)]
    k: Vec<Team>,
    #[form(length = ..=-(LEAST as i8))]
    l: String,
}

#[derive(askback::Choice)]
enum Team {
    Ops,
    Web,
}

fn main() {}
