// Case con-on-wrong-type.
use askback::Form;

type Count = u8;

#[derive(Form)]
struct Misfits {
    #[form(length = 2..)]
    n: i32,
    #[form(range = 1..)]
    s: String,
    #[form(format = "email")]
    b: bool,
    #[form(items = 1..)]
    alias: Option<Count>,
    #[form(length = 1..)]
    letter: char,
    #[form(format = "date")]
    day: jiff::civil::Date,
    #[form(length = 1..)]
    list: Vec<Team>,
    #[form(range = 1..)]
    choice: Team,
}

#[derive(askback::Choice)]
enum Team {
    Ops,
}

fn main() {}
