//! The rules of interaction contracts that no other test here is about: each test is named after its rule.

use std::time::Duration;

use askback::ledger::Limits;
use askback::registry::{FailureCode, OperationFuture};
use askback::{Ask, Confirmed, Consent, Form, Mode, Modes, message};
use serde_json::{Map, Value, json};

use super::desk::{BOTH, Desk, Kept, Office, failed, finished, pending};
use super::operations::{Details, Ticket, many, note, purge, visit, yes};

fn modes<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let all = [Mode::Form, Mode::Url, Mode::Sampling, Mode::Roots];
        let supported = all.map(|mode| ask.supports(mode));
        Ok(json!(supported))
    })
}

#[tokio::test]
async fn a_plain_call_supports_no_mode_and_each_is_declared_on_its_own() {
    for kept in BOTH {
        let office = Office::new(kept).op("modes", modes);
        let plain = office.registry.call("modes", Map::new()).invoke().await;
        assert_eq!(finished(plain), json!([false, false, false, false]));
        for (declared, supported) in [
            (Modes::FORM, json!([true, false, false, false])),
            (Modes::URL, json!([false, true, false, false])),
            (Modes::FORM | Modes::URL, json!([true, true, false, false])),
            // A registry carries forms and visits.
            (
                Modes::SAMPLING | Modes::ROOTS,
                json!([false, false, false, false]),
            ),
        ] {
            let call = office.call("modes").modes(declared);
            assert_eq!(finished(call.invoke().await), supported);
        }
    }
}

fn link<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        if !ask.supports(Mode::Form) {
            return Ok(json!("https://app.example.com/purge"));
        }
        let Details { reason, .. } = ask.form("details", "Why?").await?;
        Ok(json!(reason))
    })
}

#[tokio::test]
async fn a_handler_may_give_a_link_of_its_own_instead_of_asking() {
    let office = Office::new(Kept::Ledger).op("link", link);
    let outcome = office.registry.call("link", Map::new()).invoke().await;
    assert_eq!(finished(outcome), "https://app.example.com/purge");
}

fn nameless<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Details { reason, .. } = ask.form("", "").await?;
        Ok(json!(reason))
    })
}

#[tokio::test]
async fn a_zero_prompt_is_invalid() {
    for kept in BOTH {
        let office = Office::new(kept).op("nameless", nameless);
        let failure = failed(office.call("nameless").invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidOutcome, "{failure}");
    }
}

fn carries_null<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let compute = async {
            desk.note("computed");
            Ok::<_, askback::Error>(Value::Null)
        };
        let nothing: Value = ask.step("nothing", compute).await?;
        let Ticket { id } = ask.form("ticket", "Ticket?").await?;
        Ok(json!([nothing, id]))
    })
}

#[tokio::test]
async fn explicit_null_is_a_state_like_any_other() {
    for kept in BOTH {
        let office = Office::new(kept).op("carries_null", carries_null);
        let asked = pending(office.call("carries_null").invoke().await);
        let outcome = asked.accept(json!({ "id": "T" })).invoke().await;
        assert_eq!(finished(outcome), json!([null, "T"]));
        assert_eq!(office.desk().noted(), ["computed"]);
    }
}

#[tokio::test]
async fn the_public_form_is_detached_and_has_no_state_in_it() {
    for kept in BOTH {
        let office = Office::new(kept).op("carries_null", carries_null);
        let asked = pending(office.call("carries_null").invoke().await);
        let mut schema = asked.schema().unwrap();
        assert!(!schema.to_string().contains("nothing"), "{schema}");
        schema["properties"] = json!({});
        assert_eq!(asked.schema().unwrap()["required"], json!(["id"]));
        let failure = failed(asked.clone().accept(json!({})).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidAnswer);
    }
}

#[derive(Form)]
struct Contact {
    #[form(format = "email")]
    mail: String,
    #[form(format = "uri")]
    page: String,
    #[form(format = "date")]
    day: String,
    #[form(format = "date-time")]
    at: String,
    #[form(default = 7)]
    days: Option<u8>,
}

fn contact<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Contact {
            mail,
            page,
            day,
            at,
            days,
        } = ask.form("contact", "Who?").await?;
        Ok(json!([mail, page, day, at, days]))
    })
}

#[tokio::test]
async fn formats_are_asserted() {
    let good = json!({
        "mail": "ada@example.com", "page": "https://example.com", "day": "2028-02-29", "at": "2026-07-28T12:00:00Z"
    });
    for kept in BOTH {
        for (field, wrong) in [
            ("mail", "ada"),
            ("page", "example.com"),
            ("day", "2027-02-29"),
            ("at", "2026-07-28 12:00"),
        ] {
            let office = Office::new(kept).op("contact", contact);
            let asked = pending(office.call("contact").invoke().await);
            let mut answer = good.clone();
            answer[field] = json!(wrong);
            let failure = failed(asked.accept(answer).invoke().await);
            let error = failure.errors().iter().next().unwrap();
            assert_eq!((error.field(), error.rule().as_str()), (field, "format"));
        }
    }
}

#[tokio::test]
async fn defaults_are_carried_and_never_inserted() {
    let good = json!({
        "mail": "ada@example.com", "page": "https://example.com", "day": "2028-02-29", "at": "2026-07-28T12:00:00Z"
    });
    for kept in BOTH {
        let office = Office::new(kept).op("contact", contact);
        let asked = pending(office.call("contact").invoke().await);
        assert_eq!(asked.schema().unwrap()["properties"]["days"]["default"], 7);
        let outcome = finished(asked.accept(good.clone()).invoke().await);
        assert_eq!(outcome[4], Value::Null);
    }
}

fn goes<'a>(_: &'a Desk, arguments: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let url = arguments["url"].as_str().unwrap_or_default().to_owned();
        let _: Consent = ask.url("go", url, "Go there").await?;
        Ok(json!("gone"))
    })
}

#[tokio::test]
async fn a_url_is_absolute_https_without_user_info_loopback_included() {
    let office = Office::new(Kept::Ledger).op("goes", goes);
    let call = |url: &str| {
        let call = office.registry.call("goes", json!({ "url": url }));
        call.modes(Modes::URL)
    };
    for url in [
        "",
        "/page",
        "http://example.com",
        "http://localhost:8080",
        "http://127.0.0.1",
        "https://ada@example.com",
        "https://ada:x@example.com",
        "https://",
        "javascript:alert(1)",
        "file:///etc/passwd",
        &format!("https://example.com/{}", "w".repeat(2_048)),
    ] {
        let failure = failed(call(url).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidOutcome, "{url}");
    }
    let asked = pending(call("https://example.com/x").invoke().await);
    assert_eq!(asked.url(), Some("https://example.com/x"));
}

#[tokio::test]
async fn decline_and_cancel_have_no_content() {
    // A host cannot send any: there is nowhere to put it.
    for kept in BOTH {
        let office = Office::new(kept).op("visit", visit);
        let asked = pending(office.call("visit").invoke().await);
        assert_eq!(finished(asked.decline().invoke().await), json!(false));
    }
}

#[tokio::test]
async fn the_operation_is_called_again_with_its_own_arguments_alone() {
    for kept in BOTH {
        let office = Office::new(kept).op("purge", purge);
        let call = |days: u64| {
            let call = office.registry.call("purge", json!({ "days": days }));
            call.modes(Modes::FORM)
        };
        let asked = pending(call(30).invoke().await);
        let other = call(31).resume(asked.continuation());
        let failure = failed(other.accept(json!({ "id": "T" })).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidContinuation);
    }
}

#[tokio::test]
async fn a_token_is_a_pure_reference() {
    let office = Office::new(Kept::Ledger).op("carries_null", carries_null);
    let one = pending(office.call("carries_null").invoke().await);
    let other = pending(office.call("carries_null").invoke().await);
    let is_url_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    for token in [one.continuation(), other.continuation()] {
        assert_eq!(token.len(), 43);
        assert!(token.chars().all(is_url_safe));
    }
    assert_ne!(one.continuation(), other.continuation());
}

#[tokio::test]
async fn later_prompts_never_extend_the_lifetime() {
    for kept in BOTH {
        let office = Office::with(kept, |builder| builder.ttl(Duration::from_secs(60)));
        let office = office.op("many", many);
        let call = office.registry.call("many", json!({ "days": 2 }));
        let first = pending(call.modes(Modes::FORM).invoke().await);
        assert_eq!(first.expiry(), 1_800_000_060_000);
        office.clock.advance(Duration::from_secs(50));
        let second = pending(first.accept(json!({ "id": "a" })).invoke().await);
        assert_eq!(second.expiry(), 1_800_000_060_000);
        office.clock.advance(Duration::from_secs(10));
        let failure = failed(second.accept(json!({ "id": "b" })).invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidContinuation);
    }
}

#[tokio::test]
async fn a_call_that_is_over_gives_its_room_back() {
    let mut limits = Limits::default();
    limits.chains_per_owner = 1;
    let office = Office::limited(Kept::Ledger, limits, |builder| builder).op("note", note);
    for _ in 0..3 {
        let asked = pending(office.call("note").invoke().await);
        assert_eq!(
            failed(office.call("note").invoke().await).code(),
            FailureCode::Busy
        );
        let done = asked.accept(json!({ "reason": "moved" })).invoke().await;
        assert!(done.finished().is_some());
    }
    // What nobody answers gives it back when it has expired, without anybody looking after it.
    let asked = pending(office.call("note").invoke().await);
    office.clock.set(asked.expiry() + 60_001);
    assert!(office.call("note").invoke().await.pending().is_some());
}

#[tokio::test]
async fn a_call_that_declares_no_input_reserves_nothing() {
    let mut limits = Limits::default();
    limits.chains = 0;
    let office = Office::limited(Kept::Ledger, limits, |builder| builder).op("modes", modes);
    let plain = office.registry.call("modes", Map::new()).invoke().await;
    assert!(plain.finished().is_some());
    let failure = failed(office.call("modes").invoke().await);
    assert_eq!(failure.code(), FailureCode::Busy);
}

fn shows<'a>(_: &'a Desk, arguments: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let name = arguments["name"].as_str().unwrap_or_default();
        let sure: Confirmed = ask.confirm("sure", message!("Delete `{name}`?")).await?;
        drop(sure);
        Ok(json!("deleted"))
    })
}

#[tokio::test]
async fn a_confirmation_is_for_what_was_shown() {
    for kept in BOTH {
        let office = Office::new(kept).op("shows", shows);
        let call = office
            .registry
            .call("shows", json!({ "name": "a`b\u{202e}c" }));
        let asked = pending(call.modes(Modes::FORM).invoke().await);
        assert!(!asked.message().contains('\u{202e}'), "{}", asked.message());
        office.wait();
        let field = asked.fields()[0].name().to_owned();
        assert_eq!(
            finished(asked.accept(yes(&field)).invoke().await),
            "deleted"
        );
    }
}

#[tokio::test]
async fn final_bodies_are_never_kept() {
    let office = Office::new(Kept::Ledger).op("note", note);
    let asked = pending(office.call("note").invoke().await);
    let answer = || asked.clone().accept(json!({ "reason": "moved" }));
    assert!(answer().invoke().await.finished().is_some());
    // It is called again, to look the outcome up: this one notes that it was.
    assert!(answer().invoke().await.finished().is_some());
    assert_eq!(office.desk().noted(), ["moved None", "moved None"]);
}
