// Case ren-variant-collision.
use askback::Choice;

#[derive(Choice)]
enum Twice {
    #[choice(rename = "x")]
    A,
    #[choice(rename = "x")]
    B,
}

#[derive(Choice)]
#[choice(rename_all = "Snake", titel = "T", legacy = true)]
enum Keys {
    #[choice(value = "a")]
    A,
    #[choice(tittle = "B")]
    B,
    #[serde(skip)]
    C,
    #[choice(title = "", description = "x")]
    D,
}

#[derive(Choice)]
#[serde(untagged)]
enum Untagged {
    A,
}

fn main() {}
