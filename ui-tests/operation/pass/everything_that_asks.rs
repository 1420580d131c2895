//! Everything that a signature may ask and compute, and asking as the body goes.

use askback::{Answer, Ask, Confirmed, Consent, Form, Operation, Principal, operation};

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Purge;

struct Db;

impl Db {
    async fn may(&self, _: &Principal) -> Result<(), std::io::Error> {
        Ok(())
    }

    async fn offers(&self) -> Vec<String> {
        vec!["a".to_owned()]
    }

    async fn has(&self, _: &str) -> bool {
        true
    }

    async fn is_free(&self, pick: &Pick) -> Result<(), &'static str> {
        if pick.offer.is_empty() { Err("taken") } else { Ok(()) }
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    table: String,
    many: bool,
}

fn purge(_: Confirmed<'_, Purge>) {}

/// Everything.
#[operation(non_destructive)]
async fn everything(
    user: Principal,
    db: &Db,
    Args { table, many }: Args,
    #[step(db.may(&user).await?)] _: (),
    #[step(db.offers().await)] offers: Vec<String>,
    #[ask("Which of {}?", offers.len(), choices(offer = offers.iter()), check = db.is_free(&pick).await)] pick: Pick,
    #[ask("Anything on `{table}`?", default(reason = pick.offer.clone()))] notes: Answer<Details>,
    #[ask(
        url = "https://example.com/{table}?t={ask.ticket}",
        message = "Look at `{table}`",
        until = db.has(&table).await,
        wait = 0,
        when = many
    )]
    _visit: Option<Consent>,
    #[ask("Type `{table}`", typed = table, label = "Name", covers = (many, offers.len()))] typed: Confirmed<Purge>,
    #[ask("Tell the others?", plain)] plain: Answer<Confirmed>,
    ask: &mut Ask,
) -> Result<String, askback::Error> {
    purge(typed);
    let told = matches!(plain, Answer::Accept(_));
    let step: u8 = ask.step("later", async { Ok::<u8, askback::Error>(1) }).await?;
    let more: Details = ask.form("more", askback::message!("More on {step}?")).await?;
    let sure: Confirmed = ask.confirm("sure", "Sure?").await?;
    drop(sure);
    let notes = notes.accepted().map(|notes| notes.reason);
    Ok(format!("{table} {told} {notes:?} {} {} {}", pick.offer, more.reason, ask.idempotency_key("x")))
}

fn main() {
    let operation: &dyn Operation<Db> = &everything;
    assert_eq!(operation.input_schema()["required"], serde_json::json!(["table", "many"]));
    let plan = everything::plan();
    assert_eq!(plan.rounds().len(), 4);
    assert_eq!(plan.rounds()[2].questions()[0].covers(), ["pick", "notes", "visit"]);
}
