// What other libraries call otherwise, or have and a form has not.
use askback::Form;

#[derive(Form)]
struct Named {
    #[form(label = "Reason")]
    a: String,
    #[form(desc = "Why")]
    b: String,
    #[form(values = ["x", "y"])]
    c: String,
    #[form(validate = check)]
    d: String,
    #[form(secret)]
    e: String,
    #[form(name = "other")]
    f: String,
}

fn main() {}
