//! What is known beforehand to stay shut is found out before anything is asked.

use super::*;

const FORM: Item = Item {
    key: "details",
    what: What::Question(asked_as::<Reason>),
    when: false,
    until: false,
    mentions: &[],
};

const GATE: Item = Item {
    key: "confirmed",
    what: What::Question(asked_as::<Confirmed<'_>>),
    when: false,
    until: false,
    mentions: &[],
};

const DECIDED: Item = Item {
    what: What::Question(asked_as::<Answer<Confirmed<'_>>>),
    ..GATE
};

fn asked_as<'call, T: Asked<'call>>() -> AskedAs {
    AskedAs {
        kind: T::KIND,
        decides: T::DECIDES,
    }
}

const fn planned(plan: &'static [Item]) -> Handler {
    Handler { plan, ..HANDLER }
}

async fn call(world: &World, site: Site, handler: &Handler, retry: Retry<'_>) -> Came {
    let body = async |ask: &mut Ask<'_>| world.delete_rows(ask).await;
    world
        .run(site, retry, Delivery::Suspend, handler, body)
        .await
}

/// A world in which the gate was declined three times.
async fn worn() -> World {
    let world = World::new();
    for _ in 0..3 {
        let state = world.at_the_gate().await;
        let no = json!({ "confirmed": { "action": "decline" } });
        assert_eq!(
            world.call(retry(&state, no)).await,
            Came::Stopped("declined")
        );
    }
    world
}

#[tokio::test]
async fn a_closed_gate_is_found_out_before_the_forms_above_it() {
    for (plan, came) in [
        (&[FORM, GATE][..], Came::Stopped("gate closed")),
        (&[GATE, FORM], Came::Stopped("gate closed")),
    ] {
        let world = worn().await;
        let site = || world.site("me", &json!({}));
        let handler = planned(plan);
        assert_eq!(call(&world, site(), &handler, Retry::default()).await, came);
        let other = world.site("you", &json!({}));
        let asked = call(&world, other, &handler, Retry::default()).await;
        assert_eq!(asked.keys(), ["details"], "another principal");
        world.later(600);
        let asked = call(&world, site(), &handler, Retry::default()).await;
        assert_eq!(asked.keys(), ["details"], "ten minutes later");
    }
}

#[tokio::test]
async fn a_gate_that_may_not_be_asked_or_need_not_be_passed_is_not_looked_ahead_to() {
    for gate in [Item { when: true, ..GATE }, DECIDED] {
        let world = worn().await;
        let handler = Handler {
            plan: Vec::leak(vec![FORM, gate]),
            ..HANDLER
        };
        let site = world.site("me", &json!({}));
        let asked = call(&world, site, &handler, Retry::default()).await;
        assert_eq!(asked.keys(), ["details"]);
    }
}

#[tokio::test]
async fn a_gate_that_was_accepted_is_behind() {
    let world = World::new();
    let body = async |ask: &mut Ask<'_>| {
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        let Reason { reason } = ask.form("details", "Why?").await?;
        world.truncate(confirmed);
        Ok(reason)
    };
    let handler = planned(&[GATE, FORM]);
    let site = || world.site("me", &json!({}));
    let go = async |retry: Retry<'_>| {
        world
            .run(site(), retry, Delivery::Suspend, &handler, body)
            .await
    };
    let gate = go(Retry::default()).await;
    world.later(5);
    let form = go(retry(&gate.state(), yes())).await;
    assert_eq!(form.keys(), ["details"]);
    for _ in 0..3 {
        let state = world.at_the_gate().await;
        let no = json!({ "confirmed": { "action": "decline" } });
        world.call(retry(&state, no)).await;
    }
    let again = go(retry(&form.state(), json!({}))).await;
    assert_eq!(again.keys(), ["details"], "the confirmation was given");
    let details = json!({ "details": accept(json!({ "reason": "old" })) });
    assert_eq!(
        go(retry(&again.state(), details)).await,
        Came::Done("old".into())
    );
}

#[tokio::test]
async fn a_connection_that_opens_no_gate_is_found_out_too() {
    let world = World::new();
    let mut site = world.site("me", &json!({}));
    site.no_gates = Some("nobody checks who answers");
    let handler = planned(&[FORM, GATE]);
    let came = call(&world, site, &handler, Retry::default()).await;
    assert_eq!(came, Came::Stopped("gate unguarded"));
}

#[tokio::test]
async fn what_cannot_be_asked_at_all_is_said_first() {
    let mut world = worn().await;
    world.modes = Modes::URL;
    let site = world.site("me", &json!({}));
    let came = call(&world, site, &planned(&[FORM, GATE]), Retry::default()).await;
    assert_eq!(came, Came::Stopped("unsupported"));
}
