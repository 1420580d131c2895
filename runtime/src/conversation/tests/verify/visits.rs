//! `until`: what a visit is for, and whether that is finished.

use std::sync::atomic::AtomicBool;

use super::*;

/// A server that sends people somewhere.
struct Links {
    world: World,
    finished: AtomicBool,
    /// How often it was looked.
    looks: AtomicU32,
}

impl Links {
    fn new() -> Self {
        let mut world = World::new();
        world.modes = Modes::FORM | Mode::Url.into();
        Self {
            world,
            finished: AtomicBool::new(false),
            looks: AtomicU32::new(0),
        }
    }

    fn finish(&self, finished: bool) {
        self.finished.store(finished, SeqCst);
    }

    async fn look(&self) -> bool {
        self.looks.fetch_add(1, SeqCst);
        self.finished.load(SeqCst)
    }

    /// A visit, then a gate.
    async fn connect(&self, ask: &mut Ask<'_>) -> Result<String, Pause> {
        let _: Consent = ask
            .url("connect", "https://example.com/connect", "Connect?")
            .until(|| self.look())
            .wait(Duration::from_secs(3))
            .await?;
        let confirmed: Confirmed<'_> = ask.confirm("confirmed", "Sure?").await?;
        self.world.truncate(confirmed);
        Ok("connected".to_owned())
    }

    /// The same, and the handler decides.
    async fn perhaps(&self, ask: &mut Ask<'_>) -> Result<String, Pause> {
        let connected: Answer<Consent> = ask
            .url("connect", "https://example.com/connect", "Connect?")
            .until(|| self.look())
            .wait(Duration::ZERO)
            .await?;
        let confirmed: Confirmed<'_> = ask.confirm("confirmed", "Sure?").await?;
        self.world.truncate(confirmed);
        Ok(format!("{connected:?}"))
    }

    /// Moves the clock on, second by second, until the request is answered.
    async fn while_time_passes<T>(&self, request: impl Future<Output = T>) -> T {
        tokio::select! {
            biased;
            answered = request => answered,
            () = async {
                loop {
                    tokio::task::yield_now().await;
                    self.world.later(1);
                }
            } => unreachable!(),
        }
    }
}

fn agreed() -> Value {
    json!({ "connect": { "action": "accept" } })
}

#[tokio::test]
async fn what_is_finished_beforehand_is_not_asked() {
    let links = Links::new();
    links.finish(true);
    let body = async |ask: &mut Ask<'_>| links.connect(ask).await;
    let gate = links.world.asks(Retry::default(), body).await;
    assert_eq!(gate.messages, ["Sure?"]);
    links.world.later(5);
    let came = links.world.comes(retry(&gate.state, yes()), body).await;
    assert_eq!(came, Came::Done("connected".into()));

    let answers = vec![yes()["confirmed"].clone()];
    let (came, asked) = links.world.in_place(answers, body).await;
    assert_eq!(came, Came::Done("connected".into()));
    assert_eq!(asked, ["Sure?"]);
    assert_eq!(links.world.effects(), 2);
}

#[tokio::test]
async fn what_nobody_was_asked_for_is_asked_when_it_is_finished_no_more() {
    let links = Links::new();
    links.finish(true);
    let body = async |ask: &mut Ask<'_>| links.connect(ask).await;
    let gate = links.world.asks(Retry::default(), body).await;
    links.finish(false);
    let visit = links.world.asks(retry(&gate.state, yes()), body).await;
    assert_eq!(visit.messages, ["Connect?"]);
    assert_eq!(links.world.effects(), 0);
}

#[tokio::test]
async fn what_is_finished_beforehand_needs_no_client_that_can_be_sent_anywhere() {
    let mut links = Links::new();
    links.world.modes = Modes::FORM;
    let body = async |ask: &mut Ask<'_>| links.connect(ask).await;
    let came = links.world.comes(Retry::default(), body).await;
    assert_eq!(came, Came::Stopped("unsupported"));
    links.finish(true);
    let gate = links.world.asks(Retry::default(), body).await;
    assert_eq!(gate.messages, ["Sure?"]);
}

#[tokio::test]
async fn after_an_accept_it_is_looked_every_second() {
    let links = Links::new();
    let body = async |ask: &mut Ask<'_>| links.connect(ask).await;
    let first = links.world.asks(Retry::default(), body).await;
    let request = links.world.asks(retry(&first.state, agreed()), body);
    let person = async {
        // Before the question, after the accept, and a second later.
        while links.looks.load(SeqCst) < 4 {
            links.world.later(1);
            tokio::task::yield_now().await;
        }
        links.finish(true);
        loop {
            links.world.later(1);
            tokio::task::yield_now().await;
        }
    };
    let gate = tokio::select! { biased; asked = request => asked, () = person => unreachable!() };
    assert_eq!(gate.messages, ["Sure?"]);
    assert_eq!(links.looks.load(SeqCst), 5);
}

#[tokio::test]
async fn what_is_not_finished_in_time_is_asked_again_and_ends_after_three_accepts() {
    let links = Links::new();
    let body = async |ask: &mut Ask<'_>| links.connect(ask).await;
    let mut state = links.world.asks(Retry::default(), body).await.state;
    for _ in 0..2 {
        let request = links.world.asks(retry(&state, agreed()), body);
        let again = links.while_time_passes(request).await;
        assert_eq!(
            again.messages,
            ["Connect?\n\nThis is not finished yet. Finish it there, then accept again."]
        );
        state = again.state;
    }
    let looks = links.looks.load(SeqCst);
    let request = links.world.comes(retry(&state, agreed()), body);
    assert_eq!(
        links.while_time_passes(request).await,
        Came::Stopped("unfinished")
    );
    assert_eq!(
        links.looks.load(SeqCst) - looks,
        5,
        "before the question, and at 0, 1, 2 and 3 seconds"
    );

    let answers = vec![agreed()["connect"].clone(); 3];
    let request = links.world.in_place(answers, body);
    let (came, asked) = links.while_time_passes(request).await;
    assert_eq!(came, Came::Stopped("unfinished"));
    assert_eq!(asked.len(), 3);
    assert!(asked[2].contains("not finished yet"), "{asked:?}");
    assert_eq!(links.world.effects(), 0);
}

#[tokio::test]
async fn a_cancelled_request_is_not_held_open() {
    for era in ["modern", "handshake"] {
        let links = Links::new();
        let body = async |ask: &mut Ask<'_>| links.connect(ask).await;
        let first = links.world.asks(Retry::default(), body).await;
        let request = async {
            match era {
                "modern" => links.world.comes(retry(&first.state, agreed()), body).await,
                _ => {
                    let answers = vec![agreed()["connect"].clone()];
                    links.world.in_place(answers, body).await.0
                }
            }
        };
        let cancel = async {
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            links.world.cancelled.store(true);
            std::future::pending::<()>().await;
        };
        // The clock stands still.
        let came = tokio::select! { biased; came = request => came, () = cancel => unreachable!() };
        assert_eq!(came, Came::Stopped("request cancelled"), "{era}");
    }
}

#[tokio::test]
async fn a_refusal_stays_whatever_happens_later() {
    for (answer, seen) in [("decline", "Decline"), ("cancel", "Cancel")] {
        let links = Links::new();
        let body = async |ask: &mut Ask<'_>| links.perhaps(ask).await;
        let first = links.world.asks(Retry::default(), body).await;
        links.world.later(5);
        let refused = json!({ "connect": { "action": answer } });
        // Finished at the same time: what the person said counts.
        links.finish(true);
        let gate = links.world.asks(retry(&first.state, refused), body).await;
        assert_eq!(gate.messages, ["Sure?"]);
        links.world.later(5);
        let came = links.world.comes(retry(&gate.state, yes()), body).await;
        assert_eq!(came, Came::Done(seen.into()), "the gate covered it");
    }
}

#[tokio::test]
async fn a_client_that_could_not_be_asked_stays_so() {
    let mut links = Links::new();
    links.world.modes = Modes::FORM;
    let body = async |ask: &mut Ask<'_>| links.perhaps(ask).await;
    let gate = links.world.asks(Retry::default(), body).await;
    assert_eq!(gate.messages, ["Sure?"]);
    links.world.later(5);
    links.finish(true);
    let came = links.world.comes(retry(&gate.state, yes()), body).await;
    assert_eq!(came, Came::Done("Unavailable".into()));
}

#[tokio::test]
async fn a_gate_below_is_the_same_however_it_came_to_be_finished() {
    let links = Links::new();
    links.finish(true);
    let body = async |ask: &mut Ask<'_>| links.perhaps(ask).await;
    let gate = links.world.asks(Retry::default(), body).await;
    links.world.later(5);
    // It turns: the visit has to be made, and the gate waits.
    links.finish(false);
    let again = links.world.asks(retry(&gate.state, yes()), body).await;
    assert_eq!(again.messages, ["Connect?"]);
    assert_eq!(links.world.effects(), 0);
    // The gate is still the one that is pending, and takes its answer together with the accept.
    links.world.later(5);
    links.finish(true);
    let mut both = yes();
    both["connect"] = agreed()["connect"].clone();
    let came = links.world.comes(retry(&again.state, both), body).await;
    assert!(matches!(came, Came::Done(_)), "{came:?}");
    assert_eq!(links.world.effects(), 1);
}

#[tokio::test]
async fn an_accept_that_was_verified_stays_though_it_turns() {
    let links = Links::new();
    let body = async |ask: &mut Ask<'_>| links.perhaps(ask).await;
    let first = links.world.asks(Retry::default(), body).await;
    links.finish(true);
    let gate = links.world.asks(retry(&first.state, agreed()), body).await;
    assert_eq!(gate.messages, ["Sure?"]);
    links.finish(false);
    links.world.later(5);
    let came = links.world.comes(retry(&gate.state, yes()), body).await;
    assert!(
        matches!(&came, Came::Done(how) if how.starts_with("Accept")),
        "{came:?}"
    );
}

/// A visit and a form in one round, as the plan has it.
async fn together(links: &Links, ask: &mut Ask<'_>) -> Result<String, Pause> {
    let asking = url::<Consent>("connect", "https://example.com/", "Connect?");
    let finished = links.look().await;
    ask.put(until(asking, finished, Some(3))).await?;
    ask.put(form::<Reason>("details", "Why?")).await?;
    while ask.visited("connect").await? {
        let finished = links.look().await;
        ask.look("connect", finished).await?;
    }
    let _: Consent = ask.take("connect").await?;
    let Reason { reason } = ask.take("details").await?;
    Ok(reason)
}

#[tokio::test]
async fn an_accept_is_kept_while_a_neighbour_is_asked_and_looked_at_later() {
    let links = Links::new();
    let body = async |ask: &mut Ask<'_>| together(&links, ask).await;
    let first = links.world.asks(Retry::default(), body).await;
    assert_eq!(first.messages, ["Connect?", "Why?"]);
    // Nothing is held open: the request ends with the form in any case. The clock stands still.
    let form = links.world.asks(retry(&first.state, agreed()), body).await;
    assert_eq!(form.messages, ["Why?"]);
    // The accept is in the state, unverified: the form's answer alone does not end it.
    let reason = json!({ "details": accept(json!({ "reason": "old" })) });
    let request = links.world.asks(retry(&form.state, reason.clone()), body);
    let again = links.while_time_passes(request).await;
    assert_eq!(again.messages.len(), 1, "{:?}", again.messages);
    assert!(again.messages[0].contains("not finished yet"));
    // With another it does.
    links.finish(true);
    let came = links.world.comes(retry(&form.state, reason), body).await;
    assert_eq!(came, Came::Done("old".into()));
}

#[tokio::test]
async fn time_that_is_set_back_does_not_hold_a_request_for_longer() {
    let links = Links::new();
    let body = async |ask: &mut Ask<'_>| {
        let visit = ask.url("connect", "https://example.com/", "Connect?");
        let looked = visit.wait(Duration::from_secs(3)).until(async || {
            links.world.clock.set(START);
            links.look().await
        });
        let _: Consent = looked.await?;
        Ok(String::new())
    };
    let first = links.world.asks(Retry::default(), body).await;
    let request = links.world.asks(retry(&first.state, agreed()), body);
    let again = links.while_time_passes(request).await;
    assert!(again.messages[0].contains("not finished yet"));
    assert_eq!(links.looks.load(SeqCst), 2 + 4);
}

#[tokio::test]
async fn a_connection_that_is_held_open_is_kept_awake() {
    let links = Links::new();
    let body = async |ask: &mut Ask<'_>| {
        let visit = ask.url("connect", "https://example.com/", "Connect?");
        // Longer than any request is held open.
        let visit = visit.until(|| links.look()).wait(Duration::from_secs(900));
        let _: Consent = visit.await?;
        Ok(String::new())
    };
    let answers = vec![agreed()["connect"].clone(), json!({ "action": "decline" })];
    let request = links.world.in_place(answers, body);
    let (came, heard) = links.while_time_passes(request).await;
    assert_eq!(came, Came::Stopped("declined by itself"));
    let pings = heard.iter().filter(|heard| *heard == "ping").count();
    assert_eq!((pings, heard.len()), (5, 7), "{heard:?}");
    assert_eq!(links.looks.load(SeqCst), 1 + 301);
}
