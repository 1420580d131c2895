// What other libraries call otherwise, or have and a field has not.
use askback::Field;

#[derive(Field)]
#[field(pattern = "^[a-z]+$")]
struct Slug(String);

#[derive(Field)]
#[field(validate = check)]
struct Checked(String);

fn main() {}
