//! Questions asked as the body goes that say nowhere what they ask for, and closures that cannot be awaited.
use askback::{Ask, Confirmed, Consent, Form, Pause};

#[derive(Form)]
struct Why {
    reason: String,
}

async fn nobody_takes_it(ask: &mut Ask<'_>) -> Result<(), Pause> {
    ask.confirm("sure", "Do it?").await?;
    Ok(())
}

async fn anything_takes_it(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let sure = ask.confirm("sure", "Do it?").typed("yes").await?;
    drop(sure);
    Ok(())
}

async fn a_form(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let why = ask.form("why", "Why?").await?;
    drop(why);
    Ok(())
}

async fn a_visit(ask: &mut Ask<'_>) -> Result<(), Pause> {
    ask.url("visit", "https://example.com/", "There").await?;
    Ok(())
}

async fn many(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let whys = ask.forms([("why", "Why?")]).await?;
    drop(whys);
    Ok(())
}

async fn a_rule_that_is_not_awaited(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Why = ask.form("why", "Why?").check(|_| Ok::<(), &str>(())).await?;
    Ok(())
}

async fn a_rule_that_fails_itself(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Why = ask.form("why", "Why?").check(|_| async { Ok::<Result<(), String>, String>(Ok(())) }).await?;
    Ok(())
}

async fn an_end_that_is_not_awaited(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Consent = ask.url("visit", "https://example.com/", "There").until(|| true).await?;
    Ok(())
}

async fn a_rule_about_a_gate(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Confirmed<'_> = ask.confirm("sure", "Sure?").check(|_| async { Ok::<(), String>(()) }).await?;
    Ok(())
}

fn main() {}
