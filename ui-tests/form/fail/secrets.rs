// Case shape-secret-field-denied.
use askback::Form;

#[derive(Form)]
struct Secrets {
    api_key: String,
    password: Option<String>,
    #[form(rename = "accessToken")]
    access: String,
    #[form(title = "Card number")]
    number: String,
    /// The PIN of your card
    digits: String,
    #[form(sensitive = "")]
    secret: String,
    #[form(sensitive)]
    passphrase: String,
}

fn main() {}
