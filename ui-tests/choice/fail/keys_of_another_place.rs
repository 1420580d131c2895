// Keys of a variant on the enum, of the enum on a variant, and of the field that has the choice.
use askback::Choice;

#[derive(Choice)]
#[choice(title = "Severity", rename = "x", default = "Low")]
enum Severity {
    #[choice(rename_all = "lowercase")]
    Low,
    #[choice(default)]
    Middle,
    #[choice(skip)]
    High,
    #[choice(label = "Highest")]
    Highest,
}

fn main() {}
