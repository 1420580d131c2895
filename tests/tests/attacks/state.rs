//! What a state is good for: this principal, this request, this server, this long.

use askback_tests::wire::{Wire, refused, retry, state, text};
use serde_json::{Value, json};

use crate::vault::{KEY, OtherVault, Site, at_the_gate, table, yes};

/// The confirmation of `users`, presented otherwise than it was sealed for.
async fn presented(
    tool: &str,
    arguments: Value,
    forge: impl FnOnce(String) -> String,
) -> (Value, usize) {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let state = forge(at_the_gate(&mut wire).await);
    let came = wire.call(tool, arguments, retry(&state, yes())).await;
    (came, site.effects.count())
}

#[tokio::test]
async fn a_state_is_for_these_arguments_alone() {
    for arguments in [
        json!({ "table": "orders" }),
        json!({ "table": "users", "id": 1 }),
        json!({ "table": "Users" }),
        json!({ "table": "users", "_meta": {} }),
        json!({ "table": "users", "requestState": "x" }),
    ] {
        let (came, effects) = presented("delete_rows", arguments, |state| state).await;
        refused(&came, -32602);
        assert_eq!(effects, 0);
    }
    let (came, effects) = presented("purge_rows", table(), |state| state).await;
    refused(&came, -32602);
    assert_eq!(effects, 0, "another tool");
}

#[tokio::test]
async fn two_numbers_that_are_one_double_are_two() {
    let (one, other) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
    assert_eq!(one as f64, other as f64);
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let arguments = |id: u64| json!({ "table": "users", "id": id });
    let asked = wire.call("drop_table", arguments(one), json!({})).await;
    let state = askback_tests::wire::state(&asked);
    refused(
        &wire
            .call("drop_table", arguments(other), retry(&state, yes()))
            .await,
        -32602,
    );
    assert_eq!(site.effects.count(), 0);
    assert_eq!(
        text(
            &wire
                .call("drop_table", arguments(one), retry(&state, yes()))
                .await
        ),
        "dropped"
    );
}

#[tokio::test]
async fn arguments_may_be_written_otherwise() {
    let site = Site::new();
    let mut wire = Wire::to(site.served.clone());
    let asked = wire
        .call(
            "drop_table",
            json!({ "table": "users", "id": 100 }),
            json!({}),
        )
        .await;
    let state = askback_tests::wire::state(&asked);
    let same = serde_json::from_str(r#"{ "id": 100, "table": "\u0075sers" }"#).unwrap();
    assert_eq!(
        text(&wire.call("drop_table", same, retry(&state, yes())).await),
        "dropped"
    );
}

#[tokio::test]
async fn a_state_that_was_touched_does_not_open() {
    let forgeries: [fn(String) -> String; 8] = [
        |state| format!("{state}-TAMPERED"),
        |state| state[..state.len() - 1].to_owned(),
        |state| state[1..].to_owned(),
        |_| String::new(),
        |state| format!("{state}="),
        |state| format!(" {state}"),
        |state| flip(&state, state.len() / 2),
        |_| "A".repeat(5 << 20),
    ];
    for forge in forgeries {
        let (came, effects) = presented("delete_rows", table(), forge).await;
        refused(&came, -32602);
        assert_eq!(came["error"]["message"], "Invalid or expired request state");
        assert_eq!(effects, 0);
    }
}

fn flip(state: &str, at: usize) -> String {
    let mut bytes = state.as_bytes().to_vec();
    bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn a_state_ends_with_its_deadline() {
    for (seconds, opens) in [(599, true), (600, false), (10_000, false)] {
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = at_the_gate(&mut wire).await;
        site.later(seconds);
        let came = wire
            .call("delete_rows", table(), retry(&state, yes()))
            .await;
        if opens {
            assert_eq!(text(&came), "users deleted: the table moved");
        } else {
            refused(&came, -32602);
        }
        assert_eq!(site.effects.count(), usize::from(opens));
    }
}

#[tokio::test]
async fn a_state_is_for_its_principal_alone() {
    let site = Site::new().told_who();
    let mut ada = Wire::to(site.served.clone()).as_who("ada");
    let mut bob = Wire::to(site.served.clone()).as_who("bob");
    let state = at_the_gate(&mut ada).await;
    refused(
        &bob.call("delete_rows", table(), retry(&state, yes())).await,
        -32602,
    );
    assert_eq!(site.effects.count(), 0);
    assert_eq!(
        text(&ada.call("delete_rows", table(), retry(&state, yes())).await),
        "users deleted: the table moved"
    );
}

#[tokio::test]
async fn a_state_is_for_its_deployment_alone() {
    let (here, there) = (
        Site::new(),
        Site::with(|builder| builder.key(KEY).audience("another vault")),
    );
    let state = at_the_gate(&mut Wire::to(here.served.clone())).await;
    let came = Wire::to(there.served.clone())
        .call("delete_rows", table(), retry(&state, yes()))
        .await;
    refused(&came, -32602);
    assert_eq!(there.effects.count(), 0);
}

#[tokio::test]
async fn a_key_that_was_dropped_opens_nothing_and_one_that_was_kept_does() {
    let (old, new) = ([1; 32], [2; 32]);
    let before = Site::with(|builder| builder.key(old).audience("vault"));
    let state = at_the_gate(&mut Wire::to(before.served.clone())).await;
    for (rotated, opens) in [
        (
            Site::with(|builder| builder.key(new).key(old).audience("vault")),
            true,
        ),
        (
            Site::with(|builder| builder.key(new).audience("vault")),
            false,
        ),
    ] {
        let came = Wire::to(rotated.served.clone())
            .call("delete_rows", table(), retry(&state, yes()))
            .await;
        if opens {
            assert_eq!(text(&came), "users deleted: the table moved");
        } else {
            refused(&came, -32602);
        }
        assert_eq!(rotated.effects.count(), usize::from(opens));
    }
}

#[tokio::test]
async fn what_else_steers_the_effect_is_bound() {
    let tenant = |name: &'static str| {
        Site::with(|builder| builder.key(KEY).audience("vault").bind(move |_| name))
    };
    let (red, blue) = (tenant("red"), tenant("blue"));
    let state = at_the_gate(&mut Wire::to(red.served.clone())).await;
    refused(
        &Wire::to(blue.served.clone())
            .call("delete_rows", table(), retry(&state, yes()))
            .await,
        -32602,
    );
    assert_eq!(blue.effects.count(), 0);
}

#[tokio::test]
async fn servers_wrapped_in_one_process_do_not_take_each_others_states() {
    let (here, there) = (Site::new(), OtherVault::default());
    let vault = here.served.get_ref().clone();
    let mut wire = Wire::to(askback::wrap(vault.clone()));
    let state = state(&wire.call("drop_table", table(), json!({})).await);
    let mut other = Wire::to(askback::wrap(there.clone()));
    refused(
        &other
            .call("drop_table", table(), retry(&state, yes()))
            .await,
        -32602,
    );
    assert_eq!(there.effects.count(), 0);
    let mut reconnected = Wire::to(askback::wrap(vault));
    let came = reconnected
        .call("drop_table", table(), retry(&state, yes()))
        .await;
    assert_eq!(text(&came), "dropped", "one of the same type does");
}
