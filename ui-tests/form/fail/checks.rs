use askback::Form;

fn takes_number(_: &u8) -> Result<(), String> {
    Ok(())
}

fn takes_value(_: u8) -> Result<(), String> {
    Ok(())
}

fn not_shown(_: &u8) -> Result<(), ()> {
    Ok(())
}

#[derive(Form)]
#[form(check = takes_number)]
struct Checks {
    #[form(check = takes_number)]
    text: String,
    #[form(check = takes_value)]
    value: u8,
    #[form(check = not_shown)]
    shown: u8,
}

#[derive(Form)]
struct NoPath {
    #[form(check = |_: &u8| Ok::<_, String>(()))]
    closure: u8,
    #[form(check)]
    nothing: u8,
}

fn main() {}
