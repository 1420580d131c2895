//! Nothing that is logged shows a value or a token.

use askback::Principal;
use askback::registry::Outcome;
use serde_json::json;

use super::desk::{BOTH, Office, failed, pending};
use super::operations::note;

#[tokio::test]
async fn debug_shows_names_alone() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let ada = Principal::new("issuer", "hunter2", "cli").unwrap();
        let call = || {
            let call = office.registry.call("note", json!({ "secret": "hunter2" }));
            call.modes(askback::Modes::FORM)
                .principal(ada.clone())
                .bind("hunter2")
        };
        assert_eq!(
            format!("{:?}", call()),
            "Call { name: \"note\", resumes: false, .. }"
        );
        let outcome = call().invoke().await;
        let shown = format!("{outcome:?}");
        let asked = pending(outcome);
        assert_eq!(
            shown,
            "Pending(Pending { key: \"details\", mode: Form, .. })"
        );
        let token = asked.continuation().to_owned();
        let resumed = call().resume(&token).accept(json!({ "reason": "hunter2" }));
        let shown = format!("{resumed:?}");
        assert!(
            !shown.contains("hunter2") && !shown.contains(&token),
            "{shown}"
        );
        let invalid = asked
            .clone()
            .accept(json!({ "reason": "no", "hunter2": "x" }));
        let failure = failed(invalid.invoke().await);
        assert_eq!(
            format!("{failure:?}"),
            "Failure { code: InvalidAnswer, question: Some(\"details\"), .. }"
        );
        let outcome = asked.accept(json!({ "reason": "hunter2" })).invoke().await;
        assert!(matches!(outcome, Outcome::Finished(_)));
        assert_eq!(format!("{outcome:?}"), "Finished(..)");
        assert_eq!(format!("{:?}", office.registry), "{\"note\"}");
    }
}
