//! Form mode collects no secrets: what names one is not asked.

use askback::testing::Era;
use serde_json::{Value, json};

use crate::plugins::plugins;

#[tokio::test]
async fn forms_that_name_a_secret_are_not_asked() {
    let secret = json!({ "type": "object", "properties": { "n": { "type": "integer", "title": "Days a password lives" } } });
    for era in Era::ALL {
        let person = plugins(secret.clone()).era(era);
        for (tool, word) in [("literal", "password"), ("literal_in_all", "api key")] {
            let end = person.call(tool, Value::Null).await.expect_failed();
            assert!(
                end.text().contains(&format!("its message says \"{word}\"")),
                "{end:?}"
            );
        }
        let end = person.call("fields", Value::Null).await.expect_failed();
        assert!(
            end.text()
                .contains("/properties/n: asks for a secret (`password`)"),
            "{end:?}"
        );

        let asked = person
            .call("harmless", Value::Null)
            .await
            .expect_form("fields");
        assert_eq!(
            asked.answer(json!({ "n": 90 })).await.finish().text(),
            r#"{"n":90}"#
        );
        let asked = person.call("data", Value::Null).await.expect_form("name");
        let asked = asked
            .answer(json!({ "name": "ha" }))
            .await
            .expect_form("other");
        let asked = asked
            .answer(json!({ "name": "sh" }))
            .await
            .expect_gate("sure");
        assert_eq!(asked.accept().await.finish().text(), "hash");
    }
}
