// Case diag-unknown-attribute-key.
use askback::Form;

#[derive(Form)]
#[form(renameall = "camelCase", title = "T")]
struct Unknown {
    #[form(minimun = 1)]
    a: u8,
    #[form(lenght = 1..=2, titel = "T")]
    b: String,
    #[form(colour = "red")]
    c: String,
    #[form(title = "T", title = "U")]
    d: String,
    #[form("title")]
    e: String,
    #[form]
    f: String,
    #[form(title)]
    g: String,
    #[form(title("T"))]
    h: String,
    #[form(choices = true)]
    i: String,
    #[form(title = 1, description = " ")]
    j: String,
    #[form(my::key = 1)]
    k: String,
}

fn main() {}
