// Cases ren-field-collision, ren-field-collision-after-rename-all, ren-unknown-rule-lists-values.
use askback::Form;

#[derive(Form)]
struct Twice {
    a: String,
    #[form(rename = "a")]
    b: String,
}

#[derive(Form)]
#[form(rename_all = "lowercase")]
struct AfterRules {
    ab: String,
    a_b: String,
    #[form(rename = "ab")]
    c: String,
    #[serde(rename = "a_b")]
    d: String,
}

#[derive(Form)]
#[form(rename_all = "CamelCase")]
struct Rule {
    a: String,
    #[form(rename = "")]
    b: String,
}

#[derive(Form)]
#[serde(rename_all = "sideways")]
struct OtherRule {
    a: String,
}

fn main() {}
