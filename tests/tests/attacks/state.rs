//! What a state is good for: this principal, this request, this server, this long.

use std::time::Duration;

use askback::testing::Era;
use askback_tests::wire::{Wire, refused, retry, state, text};
use serde_json::json;

use crate::vault::{KEY, OtherVault, Site, ada, at_the_gate, effects, gate, table, yes};

#[tokio::test]
async fn a_state_is_for_these_arguments_alone() {
    for era in Era::ALL {
        let person = ada(era);
        let gate = gate(&person).await;
        for arguments in [
            json!({ "table": "orders" }),
            json!({ "table": "users", "id": 1 }),
            json!({ "table": "Users" }),
            json!({ "table": "users", "_meta": {} }),
            json!({ "table": "users", "requestState": "x" }),
        ] {
            let came = gate.attack_open().with_arguments(arguments).await;
            came.expect_refused();
        }
        gate.attack_open().to("purge_rows").await.expect_refused();
        assert_eq!(effects(&person), 0, "{era}");
        gate.accept().await.finish();
        assert_eq!(effects(&person), 1, "{era}");
    }
}

#[tokio::test]
async fn two_numbers_that_are_one_double_are_two() {
    let (one, other) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
    assert_eq!(one as f64, other as f64);
    let arguments = |id: u64| json!({ "table": "users", "id": id });
    let person = ada(Era::Modern);
    let asked = person.call("drop_table", arguments(one)).await;
    let gate = asked.expect_gate("confirmed");
    let came = gate.attack_open().with_arguments(arguments(other)).await;
    came.expect_error(-32_602);
    assert_eq!(effects(&person), 0);
    assert_eq!(gate.accept().await.finish().text(), "dropped");
}

#[tokio::test]
async fn arguments_may_be_written_otherwise() {
    let person = ada(Era::Modern);
    let asked = person
        .call("drop_table", json!({ "table": "users", "id": 100 }))
        .await;
    let gate = asked.expect_gate("confirmed");
    let same = serde_json::from_str(r#"{ "id": 100, "table": "\u0075sers" }"#).unwrap();
    let came = gate.attack_open().with_arguments(same).await;
    assert_eq!(came.finish().text(), "dropped");
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
        let site = Site::new();
        let mut wire = Wire::to(site.served.clone());
        let state = forge(at_the_gate(&mut wire).await);
        let came = wire
            .call("delete_rows", table(), retry(&state, yes()))
            .await;
        refused(&came, -32602);
        assert_eq!(came["error"]["message"], "Invalid or expired request state");
        assert_eq!(site.effects.count(), 0);
    }
}

fn flip(state: &str, at: usize) -> String {
    let mut bytes = state.as_bytes().to_vec();
    bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn a_state_ends_with_its_deadline() {
    for era in Era::ALL {
        // The form took 5 s of the 600 s; in the handshake era each question has its own.
        let limit = if era == Era::Modern { 595 } else { 600 };
        for (seconds, opens) in [(limit - 1, true), (limit, false), (10_000, false)] {
            let person = ada(era);
            let gate = gate(&person).await.after(Duration::from_secs(seconds));
            let came = gate.accept().await;
            if opens {
                assert_eq!(came.finish().text(), "users deleted: the table moved");
            } else {
                came.expect_refused();
            }
            assert_eq!(effects(&person), usize::from(opens), "{era} {seconds}");
        }
    }
}

#[tokio::test]
async fn a_state_is_for_its_principal_alone() {
    for era in Era::ALL {
        let person = ada(era);
        let gate = gate(&person).await;
        gate.attack_open().by("bob").await.expect_refused();
        assert_eq!(effects(&person), 0, "{era}");
        let done = gate.accept().await.finish();
        assert_eq!(done.text(), "users deleted: the table moved");
    }
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
