//! The examples run unchanged in every era: the same questions in the same order, and the same result.
#![allow(clippy::unwrap_used, reason = "what must not happen in a test ends it")]

#[path = "../../booking.rs"]
#[allow(
    dead_code,
    reason = "the example runs as it stands; only `main` is not called"
)]
mod booking;
#[path = "../../connect.rs"]
#[allow(
    dead_code,
    reason = "the example runs as it stands; only `main` is not called"
)]
mod connect;
#[path = "../../deploy.rs"]
#[allow(
    dead_code,
    reason = "the example runs as it stands; only `main` is not called"
)]
mod deploy;
mod told;
#[path = "../../wizard.rs"]
#[allow(
    dead_code,
    reason = "the example runs as it stands; only `main` is not called"
)]
mod wizard;

use askback_examples::{Ask, Era, Refusal, Script, Wire};
use serde_json::json;
use told::{FORMS, TWO, call, first_page, told};

#[tokio::test]
async fn booking_goes_from_answer_to_answer() {
    let told = told(FORMS, booking::example, None).await;
    let messages = [
        "When do you fly from Vienna to Innsbruck?",
        "Which flight?",
        "Who flies?",
        "Book AB34 for 120 euros?",
    ];
    assert_eq!(told.messages(), messages);
    assert_eq!(
        told.rounds,
        [["trip"], ["pick"], ["passport"], ["confirmed"]]
    );
    assert_eq!(told.text(), "booking 1: AB34, P1234567");
}

#[tokio::test]
async fn booking_asks_for_no_passport_at_home() {
    let script = Script::new()
        .form("trip", json!({ "day": "2026-11-02", "seats": 1 }))
        .form("pick", json!({ "flight": "AB12" }))
        .yes("confirmed");
    let told = told(FORMS, || booking::example().script(script.clone()), None).await;
    assert_eq!(told.rounds, [["trip"], ["pick"], ["confirmed"]]);
    assert_eq!(told.text(), "booking 1: AB12, no passport");
}

#[tokio::test]
async fn booking_stops_where_the_person_refuses() {
    for (key, read) in [("trip", 1), ("pick", 2), ("passport", 3), ("confirmed", 4)] {
        for refuse in [Refusal::decline, Refusal::cancel] {
            let told = told(TWO, booking::example, Some(refuse(Some(key)))).await;
            assert_eq!(told.result.is_error, Some(true));
            assert_eq!(told.questions.len(), read);
            assert!(told.text().contains(&format!("`{key}`")), "{}", told.text());
        }
    }
}

#[tokio::test]
async fn the_wizard_asks_once_for_each_column_and_backs_up_once() {
    let told = told(FORMS, wizard::example, None).await;
    let messages = [
        "How is `name` masked?",
        "How is `mail` masked?",
        "How is `phone` masked?",
        "Mask 3 columns of `customers`?",
    ];
    assert_eq!(told.messages(), messages);
    let columns = ["column_00", "column_01", "column_02"];
    assert_eq!(told.rounds, [columns.as_slice(), &["apply"]]);
    let report = json!({ "masked": ["name: Hash", "mail: Hash", "phone: Blank"], "backup": 1 });
    assert_eq!(told.result.structured_content, Some(report));
}

#[tokio::test]
async fn the_wizard_asks_what_the_data_has() {
    let visits = || wizard::example().arg("table", "visits").unwrap();
    let told_visits = told(FORMS, visits, None).await;
    assert_eq!(
        told_visits.rounds,
        [["column_00", "column_01"].as_slice(), &["apply"]]
    );

    let nothing = || wizard::example().arg("table", "nothing").unwrap();
    let told_nothing = told(FORMS, nothing, None).await;
    assert_eq!(told_nothing.questions, []);
    assert_eq!(told_nothing.result.is_error, Some(true));
}

#[tokio::test]
async fn the_wizard_stops_where_the_person_refuses() {
    for (key, read) in [("column_00", 3), ("column_02", 3), ("apply", 4)] {
        for refuse in [Refusal::decline, Refusal::cancel] {
            let told = told(TWO, wizard::example, Some(refuse(Some(key)))).await;
            assert_eq!(told.result.is_error, Some(true));
            assert_eq!(told.questions.len(), read);
            assert!(told.text().contains(&format!("`{key}`")), "{}", told.text());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn deploying_goes_on_without_notes() {
    let with_notes = told(FORMS, deploy::example, None).await;
    let messages = [
        "Anything to note for `web`?",
        "Type `web` to deploy it to production",
    ];
    assert_eq!(with_notes.messages(), messages);
    assert_eq!(with_notes.rounds, [["notes"], ["confirmed"]]);
    let deployed = json!({ "to": "production", "note": "a faster start page", "steps": 4 });
    assert_eq!(with_notes.result.structured_content, Some(deployed));

    for refuse in [Refusal::decline, Refusal::cancel] {
        let without = told(FORMS, deploy::example, Some(refuse(Some("notes")))).await;
        assert_eq!(without.questions, with_notes.questions);
        let deployed = json!({ "to": "production", "note": null, "steps": 4 });
        assert_eq!(without.result.structured_content, Some(deployed));
    }
}

#[tokio::test(start_paused = true)]
async fn deploying_to_staging_has_no_confirmation() {
    let staging = || deploy::example().arg("env", "staging").unwrap();
    let told = told(FORMS, staging, None).await;
    assert_eq!(told.rounds, [["notes"]]);
    let deployed = json!({ "to": "staging", "note": "a faster start page", "steps": 4 });
    assert_eq!(told.result.structured_content, Some(deployed));
}

#[tokio::test(start_paused = true)]
async fn deploying_to_production_needs_the_text_typed() {
    for refuse in [Refusal::cancel, Refusal::decline] {
        let told = told(TWO, deploy::example, Some(refuse(Some("confirmed")))).await;
        assert_eq!(told.result.is_error, Some(true));
        assert!(told.text().contains("`confirmed`"), "{}", told.text());
    }

    let script = Script::new()
        .form("notes", json!({ "note": "a faster start page" }))
        .types("confirmed", "wep")
        .types("confirmed", "web");
    let mended = told(FORMS, || deploy::example().script(script.clone()), None).await;
    assert_eq!(mended.rounds, [["notes"], ["confirmed"], ["confirmed"]]);
    assert!(mended.messages()[2].contains("This is not the text that was asked for."));
    assert_eq!(mended.result.is_error, Some(false));
}

/// In real time, since updates are throttled by it.
#[tokio::test]
async fn deploying_tells_how_far_it_is() {
    let staging = || deploy::example().arg("env", "staging").unwrap();
    let (modern, handshake) = tokio::join!(
        call(staging(), None, Era::Modern),
        call(staging(), None, Era::Handshake)
    );
    for told in [modern, handshake] {
        let first = told.progress.first().map(String::as_str);
        assert_eq!(first, Some("0 of 4: build"));
    }
}

/// The URL carries a handle of its own each time.
#[tokio::test]
async fn connecting_goes_on_when_the_page_was_finished() {
    let told = told(TWO, || connect::visited_by("ada").unwrap(), None).await;
    assert_eq!(told.messages(), ["Connect your calendar account"]);
    let url = "https://app.example.com/connect/{ask.ticket}";
    assert_eq!(told.questions[0].ask, Ask::Visit(url.into()));
    assert_eq!(told.pages, ["your calendar account is connected"]);
    assert_eq!(told.text(), "the calendar is synchronised");
}

#[tokio::test]
async fn connecting_is_only_for_who_was_asked() {
    let said = first_page(connect::visited_by("eve").unwrap()).await;
    assert_eq!(said, "this link was made for somebody else");
}

#[tokio::test]
async fn connecting_goes_nowhere_when_the_person_refuses() {
    for refuse in [Refusal::decline, Refusal::cancel] {
        let refusal = Some(refuse(Some("connected")));
        let told = told(TWO, || connect::visited_by("ada").unwrap(), refusal).await;
        assert_eq!(told.questions.len(), 1);
        assert_eq!(told.pages, [""; 0]);
        assert_eq!(told.result.is_error, Some(true));
    }
}

/// A decline within two seconds would be marked as one of a client that answers by itself.
#[tokio::test]
async fn the_script_takes_the_time_that_a_person_takes() {
    let declined = async |era| {
        let (example, wire) = (booking::example(), Wire::new(std::io::sink()));
        let person = example.scripted(Some(Refusal::decline(None)), &wire);
        let result = example.call(person, era, wire).await.unwrap();
        result.content[0].as_text().unwrap().text.clone()
    };
    let (modern, handshake) = tokio::join!(declined(Era::Modern), declined(Era::Handshake));
    for text in [modern, handshake] {
        assert!(text.contains("declined the question `trip`"), "{text}");
        assert!(!text.contains("by itself"), "{text}");
    }
}

/// Readable at one sitting.
#[test]
fn each_example_has_at_most_120_lines() {
    for source in [
        include_str!("../../booking.rs"),
        include_str!("../../connect.rs"),
        include_str!("../../deploy.rs"),
        include_str!("../../wizard.rs"),
    ] {
        assert!(source.lines().count() <= 120);
    }
}
