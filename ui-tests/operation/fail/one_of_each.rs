//! A mistake of each kind: each gives one error, and all are told in one compile.

use askback::{Ask, Confirmed, Consent, Form, Recovery, operation};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::tool;

#[derive(Debug, Form)]
struct Details {
    reason: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    days: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Lent<'a> {
    name: &'a str,
}

#[derive(serde::Deserialize)]
struct WithoutSchema {
    days: u32,
}

struct Db;
struct Cache;
struct Scoped<'a>(&'a str);
struct Count(std::cell::Cell<u8>);
struct NoForm;
struct Unwritable;
struct Untold;
struct Server;

impl From<askback::Pause> for Untold {
    fn from(_: askback::Pause) -> Self {
        Self
    }
}

type Done = Result<String, askback::Error>;

// The function.

#[operation]
fn not_async(#[ask("Why?")] details: Details) -> Done { //~
    Ok(details.reason)
}

#[operation]
const async fn constant(#[ask("Why?")] details: Details) -> Done { //~
    Ok(details.reason)
}

#[operation]
async unsafe fn not_safe(#[ask("Why?")] details: Details) -> Done { //~
    Ok(details.reason)
}

#[operation]
async extern "C" fn foreign(#[ask("Why?")] details: Details) -> Done { //~
    Ok(details.reason)
}

#[operation]
async fn generic<T: Default>(#[ask("Why?")] details: Details) -> Done { //~
    Ok(details.reason)
}

#[operation]
async fn without_a_body(#[ask("Go?")] ok: Confirmed) -> Done; //~

#[operation]
const NUMBER: u64 = 1; //~

impl Server {
    #[operation]
    async fn method(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }
}

#[operation]
async fn lending<'a>(name: &'a str) -> Result<&'a str, askback::Error> { //~
    Ok(name)
}

// What stands above and below.

#[operation]
#[tool] //~
async fn above_tool(#[ask("Why?")] details: Details) -> Done {
    Ok(details.reason)
}

#[tool]
#[operation]
async fn below_tool(#[ask("Why?")] details: Details) -> Done { //~
    Ok(details.reason)
}

#[operation]
#[askback::interactive] //~
async fn above_interactive(#[ask("Why?")] details: Details) -> Done {
    Ok(details.reason)
}

#[operation]
#[operation(once)] //~
async fn twice(#[ask("Why?")] details: Details) -> Done {
    Ok(details.reason)
}

// Its keys.

#[operation(
    tll = 60, //~
    rounds = 0, //~
    once = true, //~
    read_only, //~
    description = "x", //~
    ttl = 86_401, //~
    ttl = 60, //~
    "text", //~
    guidance = "", //~
    name = "a b", //~
    unsealed, //~
    timeout = 5, //~
    state = Db, //~
    frobnicate, //~
    recover = found(), //~
)]
async fn keys() -> Done {
    Ok(String::new())
}

#[operation(
    nmae = "x", //~
    tiemout = 5, //~
    guidance, //~
    name = 1, //~
    recover = struct, //~
    once("x"), //~
)]
async fn more_keys() -> Done {
    Ok(String::new())
}

#[operation(
    guidance = 1, //~
    ttl = 10, //~
)]
async fn no_text() -> Done {
    Ok(String::new())
}

#[operation]
async fn löschen() -> Done { //~
    Ok(String::new())
}

// Its parameters.

#[operation]
async fn two_arguments(args: Args, more: String) -> Done { //~
    Ok(format!("{more} {}", args.days))
}

#[operation]
async fn extracted(Parameters(Args { days }): Parameters<Args>) -> Done { //~
    Ok(days.to_string())
}

#[operation]
async fn any_arguments(args: impl serde::de::DeserializeOwned) -> Done { //~
    drop(args);
    Ok(String::new())
}

#[operation]
async fn lent<'a>(args: Lent<'a>) -> Done { //~
    Ok(args.name.to_owned())
}

#[operation]
async fn two_states(_db: &Db, _cache: &Cache) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn state_to_change(_db: &mut Db) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn state_with_attribute(#[state] _db: &mut Db) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn scoped<'a>(state: &Scoped<'a>) -> Done { //~
    Ok(state.0.to_owned())
}

// Its plan.

#[operation]
async fn plan(
    _db: &Db,
    #[step(later.reason.len())] length: usize, //~
    #[step(itself + 1)] itself: u64, //~
    #[step(usize::from(ask.supports(askback::Mode::Form)))] early: usize, //~
    #[ask("Why?")] later: Details,
    #[ask("Again?")] _later: Details, //~
    #[ask("Your password?")] secret: Details, //~
    #[ask("Why?", lable = "x")] misspelt: Details, //~
    #[ask("Why?", when = true, when = false)] twice: Option<Details>, //~
    #[ask("Go?")] consent: Consent, //~
    #[ask("Go?", typed = "")] typed: Confirmed, //~
    #[ask("Maybe?")] maybe: Option<Details>, //~
    #[ask("Go?", plain)] plain: Confirmed, //~
    #[step] nothing: u8, //~
    ask: &mut Ask,
) -> Done {
    Ok(String::new())
}

// What only types can tell.

#[operation]
async fn no_form(#[ask("What?")] _what: NoForm) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn not_kept(#[step(NoForm)] _step: NoForm) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn unreadable(_args: NoForm) -> Done { //~
    Ok(String::new())
}

#[operation]
async fn undescribed(args: WithoutSchema) -> Done { //~
    Ok(args.days.to_string())
}

#[operation]
async fn not_shared(count: &Count) -> Done { //~
    Ok(count.0.get().to_string())
}

#[operation]
async fn no_result(#[ask("Why?")] details: Details) -> String { //~
    details.reason
}

#[operation]
async fn unwritable(#[ask("Why?")] _details: Details) -> Result<Unwritable, askback::Error> { //~
    Ok(Unwritable)
}

#[operation]
async fn no_pause(#[ask("Why?")] details: Details) -> Result<String, std::num::ParseIntError> { //~
    Ok(details.reason)
}

#[operation]
async fn untold(#[ask("Why?")] details: Details) -> Result<String, Untold> { //~
    Ok(details.reason)
}

#[operation(recover = of_another_result)] //~
async fn recovers(_db: &Db, #[ask("Why?")] details: Details) -> Done {
    Ok(details.reason)
}

async fn of_another_result(_: &Db, _: &Recovery<'_>) -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation(recover = of_another_result_without_a_state)] //~
async fn recovers_without_a_state(#[ask("Why?")] details: Details) -> Done {
    Ok(details.reason)
}

async fn of_another_result_without_a_state(_: &Recovery<'_>) -> Result<u8, askback::Error> {
    Ok(1)
}

#[operation]
async fn of_another_state(_cache: &Cache, #[ask("Why?")] details: Details) -> Done {
    Ok(details.reason)
}

fn registered(registry: &mut askback::Registry<Db>) {
    registry.register(of_another_state); //~
}

#[operation]
async fn in_the_body(#[ask("Why?")] details: Details) -> Done {
    details.reason.missing(); //~
    Ok(details.reason)
}

fn main() {}
