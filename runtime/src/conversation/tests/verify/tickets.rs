//! `{ask.ticket}`: made when a question goes out, and for whom.

use super::*;
use crate::conversation::Ticket;
use crate::question::TICKET_LENGTH;

const URL: &str = "https://example.com/connect?t={ask.ticket}";

fn world() -> World {
    let mut world = World::new();
    world.modes = Modes::FORM | Mode::Url.into();
    world
}

/// One request, by this principal; gives the URLs that it sends people to.
async fn asked(world: &World, who: &str, retry: Retry<'_>, url: &str) -> (Vec<String>, String) {
    let site = world.site(who, &json!({}));
    let host = &world.askback.host;
    let open = host.open(&HANDLER, site, retry, Delivery::Suspend);
    let scope = ();
    let mut ask = Ask::new(open.await.ok().unwrap(), &scope);
    let returned: Result<Consent, Pause> = ask.url("connect", url, "Connect?").await;
    let ending = ask.conversation.finish(returned.is_err()).await;
    let Ending::Asked {
        questions, state, ..
    } = ending
    else {
        panic!("it asks");
    };
    let urls = questions.into_iter().map(|it| match it.content {
        Content::Url(url) => url,
        _ => panic!("a visit"),
    });
    (urls.collect(), state.unwrap())
}

fn handle(url: &str) -> &str {
    let handle = url.strip_prefix("https://example.com/connect?t=").unwrap();
    assert_eq!(handle.len(), TICKET_LENGTH);
    handle
}

#[tokio::test]
async fn a_ticket_is_of_who_was_asked_and_made_anew_for_every_question() {
    let world = world();
    let mut handles = Vec::new();
    for who in ["ada", "eve"] {
        let (urls, state) = asked(&world, who, Retry::default(), URL).await;
        handles.push((who, handle(&urls[0]).to_owned()));
        // Nobody has answered: the same question, with another ticket.
        let (urls, _) = asked(&world, who, retry(&state, json!({})), URL).await;
        handles.push((who, handle(&urls[0]).to_owned()));
    }
    let different: std::collections::BTreeSet<_> = handles.iter().map(|it| &it.1).collect();
    assert_eq!(different.len(), 4);
    for (who, handle) in &handles {
        let ticket = world.askback.ticket(handle).unwrap();
        assert_eq!(ticket.principal().subject(), Some(*who));
        assert_eq!(ticket.key(), "connect");
        assert!(world.askback.ticket(handle).is_none(), "once");
    }
}

#[tokio::test]
async fn an_answer_counts_whatever_ticket_its_question_had() {
    let world = world();
    let (_, state) = asked(&world, "me", Retry::default(), URL).await;
    let body = async |ask: &mut Ask<'_>| {
        let _: Consent = ask.url("connect", URL, "Connect?").await?;
        Ok("connected".to_owned())
    };
    let agreed = json!({ "connect": { "action": "accept" } });
    let came = world.comes(retry(&state, agreed), body).await;
    assert_eq!(came, Came::Done("connected".into()));
}

#[tokio::test]
async fn a_ticket_is_good_as_long_as_its_conversation() {
    let world = world();
    let (urls, state) = asked(&world, "me", Retry::default(), URL).await;
    world.later(400);
    // The deadline is the first question's.
    let (later, _) = asked(&world, "me", retry(&state, json!({})), URL).await;
    world.later(199);
    assert!(world.askback.ticket(handle(&urls[0])).is_some());
    world.later(1);
    assert!(world.askback.ticket(handle(&later[0])).is_none());
}

#[tokio::test]
async fn without_room_for_a_ticket_the_call_is_busy_and_goes_on_later() {
    let world = world();
    let body = async |ask: &mut Ask<'_>| {
        let Reason { reason } = ask.form("details", "Why?").await?;
        let _: Consent = ask.url("connect", URL, "Connect?").await?;
        Ok(reason)
    };
    let first = world.asks(Retry::default(), body).await;
    let mut urls = Vec::new();
    for _ in 0..1_024 {
        urls.extend(asked(&world, "me", Retry::default(), URL).await.0);
    }
    let answer = json!({ "details": accept(json!({ "reason": "old" })) });
    let came = world.comes(retry(&first.state, answer.clone()), body).await;
    assert_eq!(came, Came::Stopped("busy"));
    // Another principal has room of their own, and this one has again as soon as one is used.
    asked(&world, "eve", Retry::default(), URL).await;
    assert!(world.askback.ticket(handle(&urls[7])).is_some());
    let again = world.asks(retry(&first.state, answer), body).await;
    assert_eq!(again.messages, ["Connect?"]);
}

#[tokio::test]
async fn a_url_of_the_call_is_looked_at_with_its_ticket() {
    let world = world();
    let too_long = format!("https://example.com/{}{{ask.ticket}}", "x".repeat(2_010));
    for url in [
        "https://{ask.ticket}.example.com/",
        "https://example.com/{ask.ticket}/{ask.ticket}",
        "https://example.com/{ask.tikcet}",
        "http://example.com/{ask.ticket}",
        &too_long,
    ] {
        let came = world
            .comes(Retry::default(), async |ask| {
                let _: Consent = ask.url("connect", url, "Connect?").await?;
                Ok(String::new())
            })
            .await;
        assert_eq!(came, Came::Stopped("unaskable"), "{url}");
    }
    let none: Option<Ticket> = world.askback.ticket("AAAAAAAAAAAAAAAAAAAAAA");
    assert!(none.is_none());
}
