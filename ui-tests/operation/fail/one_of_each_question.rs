//! A mistake of each kind in what asks: each gives one error, and all are told in one compile.

use askback::{Answer, Ask, Confirmed, Consent, Form, operation};

#[derive(Debug, Form)]
struct Details {
    reason: String,
}

type Done = Result<String, askback::Error>;

// Parameters.

#[operation]
async fn parameters(
    #[ask("Why?")] details: Details,
    #[ask("Why?")] _: Details, //~
    #[ask("Why?")] Details { reason }: Details, //~
    #[step(1)] _: u64, //~
    #[step(1)] größe: u64, //~
    #[step(1)] __askback_x: u64, //~
    #[step(1)] #[ask("Go?")] confirmed: Confirmed, //~
    #[cfg(unix)] #[step(1)] one: u64, //~
    #[ask("Go?")] lasting: Confirmed<'static>, //~
    #[ask("Why?")] of_any_type: impl Form, //~
    #[step] without_expression: u64, //~
    #[ask] without_message: Details, //~
    #[step(struct)] no_expression: u64, //~
    #[state(Draft)] state_with_value: &mut u8, //~
    ask: &mut Ask,
    more: &mut Ask, //~
) -> Done {
    Ok(String::new())
}

// Keys.

#[operation]
async fn keys(
    #[ask("Why?", wen = true)] misspelt: Details, //~
    #[ask("Why?", colour = "red")] unknown: Details, //~
    #[ask("Why?", titel = "x")] of_others_misspelt: Details, //~
    #[ask(msg = "Why?")] msg: Details, //~
    #[ask("Why?", title = "x")] title: Details, //~
    #[ask("Why?", if = true)] of_others: Option<Details>, //~
    #[ask("Why?", key = "reason")] key: Details, //~
    #[ask("Why?", options = ["x"])] options: Details, //~
    #[ask("Why?", validate = true)] validate: Details, //~
    #[ask("Why?", timeout = 3)] timeout: Details, //~
    #[ask("Go?", confirm = true)] confirm: Details, //~
    #[ask("Go?", cover = 1)] cover: Confirmed, //~
    #[ask("Why?", choices = 1)] choices: Details, //~
    #[ask("Why?", choices(reason: ["x"]))] colon: Details, //~
    #[ask("Why?", choices())] no_choices: Details, //~
    #[ask("Why?", default(reason = "x", reason = "y"))] field_twice: Details, //~
    #[ask("Go?", label = "y", label = "z")] twice: Confirmed, //~
    #[ask("Go?", plain = 1)] flag: Confirmed, //~
    #[ask("Go?", covers = 1, "late")] late: Confirmed, //~
    #[ask("Go?", label)] no_value: Confirmed, //~
    #[ask("Go?", typed("go"))] parenthesised: Confirmed, //~
    #[ask("Go?", sensitive = "an animal")] no_form: Confirmed, //~
    #[ask("Why?", sensitive = 1)] no_text: Details, //~
    #[ask("Why?", sensitive = "")] blank: Details, //~
    #[ask("Why?", when = struct)] no_expression: Option<Details>, //~
) -> Done {
    Ok(String::new())
}

// Messages.

#[operation]
async fn messages(
    #[step(1.5)] price: f64,
    #[ask("  ")] blank: Details, //~
    #[ask("{price:>9}")] aligned: Details, //~
    #[ask(String::from("Why?"), price)] values: Details, //~
    #[ask("Your password?")] secret: Details, //~
    #[ask(when = true)] missing: Details, //~
    #[ask(message = "Why?")] named: Details, //~
    #[ask("Why?", message = "Why, again?")] twice: Details, //~
    #[ask("Is it {ask.ticket}?")] ticket: Details, //~
    #[ask("long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long x")] long: Details, //~
) -> Done {
    Ok(String::new())
}

// Gates.

#[operation(non_destructive)]
async fn gates(
    #[ask("Go?", plain, typed = "go")] typed: Confirmed, //~
    #[ask("Go?", label = "yes", plain)] label: Answer<Confirmed>, //~
    #[ask("Go?", typed = "")] blank: Confirmed, //~
    #[ask("Why?")] without_when: Option<Details>, //~
) -> Done {
    Ok(String::new())
}

// Visits.

#[operation]
async fn visits(
    #[step(1)] id: u64,
    #[ask(url = "http://example.com/", message = "Go there")] scheme: Consent, //~
    #[ask(url = "https://{id}.example.com/", message = "Go there")] host: Consent, //~
    #[ask(url = "https://example.com/{id:?}", message = "Go there")] spec: Consent, //~
    #[ask(url = "https://example.com/")] message: Consent, //~
    #[ask("Go there")] url: Consent, //~
    #[ask(url = "https://example.com/{ask.ticket}?t={ask.ticket}", message = "Go there")] twice: Consent, //~
    #[ask(url = "https://example.com/{ask.tikcet}", message = "Go there")] other: Consent, //~
    #[ask("Why?", until = true)] until_on_a_form: Details, //~
    #[ask(url = "https://example.com/", message = "Go", wait = 3)] wait_alone: Consent, //~
    #[ask(url = "https://example.com/", message = "Go", until = true, wait = 301)] too_long: Consent, //~
    #[ask(url = "https://example.com/", message = "Go", check = Ok::<(), &str>(()))] check: Consent, //~
) -> Done {
    Ok(String::new())
}

// What only types can tell.

#[operation]
async fn when_without_option(#[ask("Why?", when = true)] _always: Details) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn typed_form(#[ask("Why?", typed = "yes")] _details: Details) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn no_verdict(#[ask("Why?", check = details.reason.is_empty())] details: Details) -> Done { //~
    Ok(details.reason)
}

fn main() {}
