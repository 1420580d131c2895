use askback::Field;

#[derive(Field)]
struct Inner((u8, u8));

#[derive(Field)]
#[field(length = 1.., title = "T")]
struct Keys(String);

#[derive(Field)]
#[field(length = 1..)]
struct Misfit(u8);

#[derive(Field)]
#[field(range = ..=300)]
struct Bounds(u8);

#[derive(Field)]
#[field(pattern = "x")]
struct Pattern(String);

#[derive(Field)]
#[field(check = rule)]
struct Checked(String);

fn rule(_: &u8) -> Result<(), String> {
    Ok(())
}

fn main() {}
