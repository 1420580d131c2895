use askback::Form;

#[derive(Form)]
struct Lists {
    texts: Vec<String>,
    numbers: Option<Vec<u8>>,
    lists: Vec<Vec<Team>>,
}

#[derive(askback::Choice)]
enum Team {
    Ops,
}

fn main() {}
