use askback::Form;

#[derive(Form)]
struct Given {
    #[form(choices)]
    open: u8,
    #[form(choices, length = 1.., default = "x")]
    both: String,
    #[form(format = "uuid")]
    unknown: String,
    #[form(format = "DateTime")]
    misspelt: String,
}

fn main() {}
