//! URL mode, where "accepted" is not "finished".

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};

use askback::clock::{Clock, ManualClock};
use askback::{Answer, Askback, Confirmed, Consent, Principal, interactive};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::person::ERAS;
use crate::talk::{agree, decline, modern, talk, while_time_passes, yes};

#[derive(Debug, Serialize, Deserialize)]
struct LinkId(String);

impl std::fmt::Display for LinkId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Default)]
struct Links {
    started: AtomicU32,
}

impl Links {
    async fn start(&self, _: &Principal) -> Result<LinkId, std::io::Error> {
        let number = self.started.fetch_add(1, SeqCst);
        Ok(LinkId(format!("{number} b/../?c")))
    }
}

/// Who has connected their account.
#[derive(Default)]
struct Tokens {
    has: AtomicBool,
    looks: AtomicU32,
    /// After so many looks it is finished.
    after: AtomicU32,
}

impl Tokens {
    async fn has(&self, _: &Principal) -> Result<bool, std::io::Error> {
        let looks = self.looks.fetch_add(1, SeqCst) + 1;
        let after = self.after.load(SeqCst);
        Ok(self.has.load(SeqCst) || (after > 0 && looks >= after))
    }
}

#[derive(Default)]
struct Diary {
    synced: AtomicU32,
}

impl Diary {
    async fn sync(&self, _: &Principal) -> Result<String, std::io::Error> {
        self.synced.fetch_add(1, SeqCst);
        Ok("synchronised".to_owned())
    }
}

#[derive(Clone, Default)]
struct Calendar {
    links: Arc<Links>,
    tokens: Arc<Tokens>,
    calendar: Arc<Diary>,
}

#[tool_router]
impl Calendar {
    #[interactive]
    #[tool]
    async fn sync_calendar(
        &self,
        user: Principal,
        #[step(self.links.start(&user).await?)] link: LinkId,
        #[ask(url = "https://app.example.com/connect/{link}", message = "Connect your calendar account",
              until = self.tokens.has(&user).await?)]
        _connected: Consent,
    ) -> Result<String, askback::Error> {
        Ok(self.calendar.sync(&user).await?)
    }

    /// The person may go on without an account; what they decide stands before the confirmation.
    #[interactive]
    #[tool]
    async fn share_calendar(
        &self,
        user: Principal,
        #[ask(
            url = "https://app.example.com/connect?for={ask.ticket}#here",
            message = "Connect your calendar account",
            until = self.tokens.has(&user).await?,
            wait = 0
        )]
        connected: Answer<Consent>,
        #[ask("Share your calendar?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        self.calendar.sync(&user).await?;
        Ok(match connected {
            Answer::Accept(_) => "shared, connected",
            Answer::Decline => "shared, not connected",
            _ => "shared, never asked",
        }
        .to_owned())
    }
}

#[tool_handler]
impl ServerHandler for Calendar {}

/// A process of a deployment, with its clock.
fn process(clock: &Arc<ManualClock>) -> Askback {
    let clock = Arc::clone(clock) as Arc<dyn Clock>;
    let builder = Askback::builder().key([7; 32]).audience("calendar");
    builder.clock(clock).build().unwrap()
}

const CONNECT: &str = "Connect your calendar";

#[tokio::test]
async fn who_is_connected_already_is_not_asked() {
    for era in ERAS {
        let (calendar, clock) = (Calendar::default(), Arc::default());
        calendar.tokens.has.store(true, SeqCst);
        let served = process(&clock).wrap(calendar.clone());
        let talk = talk(served, era, &clock, "sync_calendar", vec![]).await;
        assert_eq!(talk.text(), ("synchronised", false), "{era:?}");
        assert!(talk.asked.is_empty(), "{era:?} {talk:?}");
    }
}

#[tokio::test]
async fn a_visit_that_is_finished_while_the_call_waits_goes_on() {
    for era in ERAS {
        let (calendar, clock) = (Calendar::default(), Arc::default());
        calendar.tokens.after.store(8, SeqCst);
        let served = process(&clock).wrap(calendar.clone());
        let answers = vec![(CONNECT, agree())];
        let talk = talk(served, era, &clock, "sync_calendar", answers).await;
        assert_eq!(talk.text(), ("synchronised", false), "{era:?}");
        assert_eq!(talk.messages(), ["Connect your calendar account"]);
        let url = "https://app.example.com/connect/0%20b%2F..%2F%3Fc";
        assert_eq!(talk.asked[0]["url"], url, "{era:?}");
        assert_eq!(calendar.links.started.load(SeqCst), 1, "{era:?}");
    }
}

#[tokio::test]
async fn a_visit_that_is_never_finished_is_asked_for_three_times() {
    for era in ERAS {
        let (calendar, clock) = (Calendar::default(), Arc::default());
        let served = process(&clock).wrap(calendar.clone());
        let answers = vec![(CONNECT, agree()), (CONNECT, agree()), (CONNECT, agree())];
        let talk = talk(served, era, &clock, "sync_calendar", answers).await;
        let [first, second, third] = talk.messages()[..] else {
            panic!("{era:?} {talk:?}");
        };
        assert_eq!(first, "Connect your calendar account");
        for again in [second, third] {
            assert!(again.starts_with(first), "{again}");
            assert!(again.contains("not finished yet"), "{again}");
        }
        let (text, is_error) = talk.text();
        assert!(is_error, "{talk:?}");
        assert!(text.contains("`connected`") && text.contains("Calling again continues"));
        assert_eq!(calendar.calendar.synced.load(SeqCst), 0, "{era:?}");

        // And calling again does.
        calendar.tokens.has.store(true, SeqCst);
        let served = process(&clock).wrap(calendar.clone());
        let talk = crate::talk::talk(served, era, &clock, "sync_calendar", vec![]).await;
        assert_eq!(talk.text(), ("synchronised", false), "{era:?}");
    }
}

#[tokio::test]
async fn a_visit_is_declined() {
    for era in ERAS {
        let (calendar, clock) = (Calendar::default(), Arc::default());
        let served = process(&clock).wrap(calendar.clone());
        let answers = vec![(CONNECT, decline())];
        let talk = talk(served, era, &clock, "sync_calendar", answers).await;
        let (text, is_error) = talk.text();
        assert!(is_error && text.contains("declined"), "{era:?} {text}");
        assert_eq!(calendar.calendar.synced.load(SeqCst), 0);
    }
}

#[tokio::test]
async fn a_handler_that_decides_sees_the_decline_though_it_is_finished_later() {
    for era in ERAS {
        let (calendar, clock) = (Calendar::default(), Arc::default());
        // Not before the question, but ever after.
        calendar.tokens.after.store(2, SeqCst);
        let served = process(&clock).wrap(calendar.clone());
        let answers = vec![(CONNECT, decline()), ("Share", yes())];
        let talk = talk(served, era, &clock, "share_calendar", answers).await;
        assert_eq!(talk.text(), ("shared, not connected", false), "{era:?}");
    }
}

#[tokio::test]
async fn the_rounds_of_a_call_may_reach_two_processes() {
    let (calendar, clock) = (Calendar::default(), Arc::default());
    let mut again = json!(null);
    for _ in 0..2 {
        let served = process(&clock).wrap(calendar.clone());
        let asked = modern(served, "share_calendar", again, vec![]).await;
        let state = asked.state.unwrap();
        // Accepted in the process that did not ask, and not finished: the attempts go along.
        again = askback_tests::wire::retry(&state, json!({ "connected": agree() }));
    }
    let served = process(&clock).wrap(calendar.clone());
    let asked = modern(served, "share_calendar", again.clone(), vec![]).await;
    assert!(
        asked.messages()[0].contains("not finished yet"),
        "{asked:?}"
    );
    let state = asked.state.unwrap();
    again = askback_tests::wire::retry(&state, json!({ "connected": agree() }));
    let served = process(&clock).wrap(calendar.clone());
    let ended = modern(served, "share_calendar", again.clone(), vec![]).await;
    assert!(ended.text().0.contains("Calling again continues"));

    calendar.tokens.has.store(true, SeqCst);
    let served = process(&clock).wrap(calendar.clone());
    let gate = modern(served, "share_calendar", again, vec![]).await;
    assert_eq!(gate.messages(), ["Share your calendar?"]);
    // The third process: the gate covers the consent, whichever process saw it finished.
    calendar.tokens.has.store(false, SeqCst);
    let again = askback_tests::wire::retry(&gate.state.unwrap(), json!({ "confirmed": yes() }));
    let served = process(&clock).wrap(calendar.clone());
    let done = modern(served, "share_calendar", again, vec![]).await;
    assert_eq!(done.text(), ("shared, connected", false));
    assert_eq!(calendar.calendar.synced.load(SeqCst), 1);
}

#[tokio::test]
async fn the_page_learns_from_its_ticket_who_was_asked() {
    for era in ERAS {
        let (calendar, clock) = (Calendar::default(), Arc::default());
        let askback = process(&clock);
        let answers = vec![(CONNECT, agree()), (CONNECT, decline()), ("Share", yes())];
        let served = askback.wrap(calendar.clone());
        let talk = talk(served, era, &clock, "share_calendar", answers).await;
        assert_eq!(talk.text(), ("shared, not connected", false), "{era:?}");
        let handles: Vec<&str> = talk.asked[..2]
            .iter()
            .map(|asked| {
                let url = asked["url"].as_str().unwrap();
                let rest = url.strip_prefix("https://app.example.com/connect?for=");
                rest.unwrap().strip_suffix("#here").unwrap()
            })
            .collect();
        assert_ne!(handles[0], handles[1], "made anew for every question");
        for handle in handles {
            assert!(process(&clock).ticket(handle).is_none(), "another process");
            let ticket = askback.ticket(handle).unwrap();
            assert!(ticket.principal().is_local());
            assert_eq!(
                (ticket.method(), ticket.name(), ticket.key()),
                ("tools/call", "share_calendar", "connected")
            );
            assert!(askback.ticket(handle).is_none(), "once");
        }
    }
}

#[tokio::test]
async fn a_request_that_is_cancelled_is_held_open_no_longer() {
    let (calendar, clock) = (Calendar::default(), Arc::default());
    let mut peer =
        askback_tests::peer::Peer::connect(process(&clock).wrap(calendar.clone()), "2025-11-25")
            .await;
    let call = peer.call("sync_calendar").await;
    let question = peer.question().await;
    peer.answer(&question, agree()).await;
    let looked = |times| {
        let tokens = Arc::clone(&calendar.tokens);
        async move {
            while tokens.looks.load(SeqCst) < times {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
    };
    looked(2).await;
    peer.cancel(call).await;
    // The server answers something else, which it gets round to only after the cancellation.
    let other = peer.request("tools/list", json!({})).await;
    peer.response(other).await;
    while_time_passes(&clock, async {
        for _ in 0..20 {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    })
    .await;
    assert_eq!(calendar.tokens.looks.load(SeqCst), 2);
    assert_eq!(calendar.calendar.synced.load(SeqCst), 0);
}
