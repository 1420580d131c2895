//! A room is booked: rules that await, use `self`, share a round with a neighbour and stand before a gate.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use askback::clock::{Clock, ManualClock};
use askback::{Answer, Askback, Confirmed, Consent, Form, interactive};
use askback_tests::wire::{Wire, keys, retry, state};
use rmcp::model::GetPromptResult;
use rmcp::{
    ErrorData, ServerHandler, prompt, prompt_handler, prompt_router, tool, tool_handler,
    tool_router,
};
use serde_json::{Value, json};

use crate::person::{ERAS, Era};
use crate::talk::{Talk, accept, agree, decline, talk, while_time_passes, yes};

#[derive(Form)]
struct Room {
    room: String,
}

#[derive(Form)]
struct Note {
    note: String,
}

/// Why a room is none; not `std::error::Error`, and not `Clone`.
enum Taken {
    Now,
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Now => f.write_str("this room is taken"),
        }
    }
}

/// A confirmation under another name.
type Approval<'call> = Confirmed<'call>;

#[derive(Clone, Default)]
struct Rooms {
    checks: Arc<AtomicU32>,
    booked: Arc<AtomicU32>,
}

impl Rooms {
    /// `free…` is free, and `fire…` breaks the search for it.
    async fn is_free(&self, room: &str) -> Result<Result<(), Taken>, std::io::Error> {
        self.checks.fetch_add(1, SeqCst);
        tokio::task::yield_now().await;
        match room {
            fire if fire.starts_with("fire") => Err(std::io::Error::other("the desk is on fire")),
            free if free.starts_with("free") => Ok(Ok(())),
            _ => Ok(Err(Taken::Now)),
        }
    }

    fn book(&self, room: &str, _: Confirmed<'_>) -> String {
        self.booked.fetch_add(1, SeqCst);
        format!("{room} booked")
    }
}

#[tool_router]
impl Rooms {
    #[interactive]
    #[tool]
    async fn book_room(
        &self,
        #[ask("Which room?", check = self.is_free(&wanted.room).await?)] wanted: Room,
        #[ask("Anything to note?", check = if note.note == "no" { Err("say more") } else { Ok(()) })]
        note: Answer<Note>,
        #[ask("Book {}?", wanted.room)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        let note = note.accepted().map(|it| it.note);
        let booked = self.book(&wanted.room, confirmed);
        Ok(format!("{booked}, {note:?}"))
    }

    /// The rule sees a neighbour's answer from a round before, and is asked for only on a condition.
    #[interactive]
    #[tool]
    async fn move_room(
        &self,
        #[ask("From where?")] from: Room,
        #[ask(
            "And where to?",
            when = from.room != "stay",
            check = if to.room == from.room { Err("that is where you are".to_owned()) } else { Ok(()) }
        )]
        to: Option<Room>,
    ) -> Result<String, askback::Error> {
        Ok(format!("{} to {:?}", from.room, to.map(|to| to.room)))
    }

    /// Its gate hides behind a name, so that the plan does not see it.
    #[interactive]
    #[tool]
    async fn hidden_gate(
        &self,
        #[ask("Which room?", check = self.is_free(&wanted.room).await?)] wanted: Room,
        #[ask("Book it?")] approval: Approval<'_>,
    ) -> Result<String, askback::Error> {
        Ok(self.book(&wanted.room, approval))
    }

    /// Without state: whatever is answered is checked when it comes.
    #[interactive(unsealed)]
    #[tool]
    async fn look_up(
        &self,
        #[ask("Which room?", check = self.is_free(&wanted.room).await?)] wanted: Room,
    ) -> Result<String, askback::Error> {
        Ok(wanted.room)
    }
}

#[prompt_router]
impl Rooms {
    #[interactive]
    #[prompt]
    async fn report(
        &self,
        #[ask(
            url = "https://example.com/",
            message = "Connect?",
            until = false,
            wait = 0
        )]
        _connected: Consent,
    ) -> Result<GetPromptResult, ErrorData> {
        Ok(GetPromptResult::new(Vec::new()))
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Rooms {}

async fn book(rooms: &Rooms, era: Era, tool: &str, answers: Vec<(&'static str, Value)>) -> Talk {
    let clock = Arc::default();
    talk(served(rooms, &clock), era, &clock, tool, answers).await
}

fn served(rooms: &Rooms, clock: &Arc<ManualClock>) -> impl ServerHandler + use<> {
    let clock = Arc::clone(clock) as Arc<dyn Clock>;
    let builder = Askback::builder().key([7; 32]).audience("rooms");
    builder.clock(clock).build().unwrap().wrap(rooms.clone())
}

fn room(room: &str) -> Value {
    accept(json!({ "room": room }))
}

#[tokio::test]
async fn a_rule_that_fails_then_passes() {
    for era in ERAS {
        let rooms = Rooms::default();
        let answers = vec![
            ("Which", room("taken")),
            ("Anything", decline()),
            ("this room is taken", room("free 1")),
            ("Book free 1?", yes()),
        ];
        let talk = book(&rooms, era, "book_room", answers).await;
        assert_eq!(talk.text(), ("free 1 booked, None", false), "{era:?}");
        let again = &talk.asked[2];
        assert_eq!(
            again["message"],
            "Which room?\n\nPlease correct:\n- this room is taken"
        );
        let default = &again["requestedSchema"]["properties"]["room"]["default"];
        assert_eq!(default, "taken", "what was filled in is shown again");
        assert_eq!(rooms.checks.load(SeqCst), 2, "{era:?}");
    }
}

#[tokio::test]
async fn two_rules_of_one_round() {
    for era in ERAS {
        let rooms = Rooms::default();
        let note = |text: &str| accept(json!({ "note": text }));
        let answers = vec![
            ("Which", room("taken")),
            ("Anything", note("no")),
            ("this room is taken", room("free 1")),
            ("say more", note("quiet")),
            ("Book free 1?", yes()),
        ];
        let talk = book(&rooms, era, "book_room", answers).await;
        assert_eq!(talk.text(), ("free 1 booked, Some(\"quiet\")", false));
        assert_eq!(talk.asked.len(), 5, "{era:?} {talk:?}");
    }
}

#[tokio::test]
async fn a_rule_that_fails_three_times_ends_the_call() {
    for era in ERAS {
        let rooms = Rooms::default();
        let answers = vec![
            ("Which", room("taken")),
            ("Anything", decline()),
            ("this room is taken", room("taken too")),
            ("this room is taken", room("taken as well")),
        ];
        let talk = book(&rooms, era, "book_room", answers).await;
        let error = &talk.response["error"];
        assert_eq!(error["code"], -32602, "{era:?} {talk:?}");
        assert_eq!(
            error["data"]["errors"],
            json!({ "wanted": [{ "field": "", "rule": "check", "message": "this room is taken" }] })
        );
        assert_eq!(rooms.booked.load(SeqCst), 0);
    }
}

#[tokio::test]
async fn a_rule_that_breaks_ends_the_call_and_the_answer_is_checked_anew() {
    for era in ERAS {
        let rooms = Rooms::default();
        let answers = vec![("Which", room("fire")), ("Anything", decline())];
        let talk = book(&rooms, era, "book_room", answers).await;
        assert_eq!(talk.text(), ("the desk is on fire", true), "{era:?}");
        assert_eq!(rooms.booked.load(SeqCst), 0);
    }
}

#[tokio::test]
async fn a_rule_sees_what_stands_above_and_is_not_asked_for_what_was_not() {
    for era in ERAS {
        let rooms = Rooms::default();
        let answers = vec![
            ("From", room("here")),
            ("where to", room("here")),
            ("that is where you are", room("there")),
        ];
        let talk = book(&rooms, era, "move_room", answers).await;
        assert_eq!(talk.text(), ("here to Some(\"there\")", false), "{era:?}");
        let talk = book(&rooms, era, "move_room", vec![("From", room("stay"))]).await;
        assert_eq!(talk.text(), ("stay to None", false), "{era:?}");
    }
}

#[tokio::test]
async fn a_gate_that_the_plan_does_not_see_stays_closed() {
    for era in ERAS {
        let rooms = Rooms::default();
        let answers = vec![("Which", room("free")), ("Book", yes())];
        let talk = book(&rooms, era, "hidden_gate", answers).await;
        let error = &talk.response["error"];
        assert_eq!(error["code"], -32603, "{era:?} {talk:?}");
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("`wanted`") && message.contains("`Confirmed`"),
            "{message}"
        );
        assert_eq!((talk.asked.len(), rooms.booked.load(SeqCst)), (0, 0));
    }
}

#[tokio::test]
async fn without_state_an_answer_is_checked_when_it_comes() {
    for era in ERAS {
        let rooms = Rooms::default();
        if let Era::Handshake = era {
            let answers = vec![("Which", room("taken")), ("is taken", room("free"))];
            let talk = book(&rooms, era, "look_up", answers).await;
            assert_eq!(talk.text(), ("free", false));
            continue;
        }
        let mut wire = Wire::to(served(&rooms, &Arc::default()));
        for (answer, asks) in [("taken", true), ("free", false)] {
            let responses = json!({ "inputResponses": { "wanted": room(answer) } });
            let came = wire.call("look_up", json!({}), responses).await;
            assert_eq!(came["result"]["inputRequests"].is_object(), asks, "{came}");
        }
    }
}

/// A call that has got as far as the gate: the state before the rule, and the one at the gate.
async fn at_the_gate(wire: &mut Wire) -> (String, String) {
    let first = wire.call("book_room", json!({}), json!({})).await;
    let answers = json!({ "wanted": room("free 1"), "note": decline() });
    let before = state(&first);
    let gate = wire
        .call("book_room", json!({}), retry(&before, answers))
        .await;
    assert_eq!(keys(&gate), ["confirmed"]);
    (before, state(&gate))
}

#[tokio::test]
async fn no_gate_opens_on_an_answer_that_has_not_passed() {
    let rooms = Rooms::default();
    let mut wire = Wire::to(served(&rooms, &Arc::default()));
    let (before, at_gate) = at_the_gate(&mut wire).await;

    // Everything at once, in the state from before the rule.
    for (wanted, asked) in [("taken", "wanted"), ("free 2", "confirmed")] {
        let all = json!({ "wanted": room(wanted), "note": decline(), "confirmed": yes() });
        let came = wire.call("book_room", json!({}), retry(&before, all)).await;
        assert_eq!(keys(&came), [asked], "{wanted}");
        // In what comes of it the gate's answer counts for what is shown, never for another room.
        let none = wire
            .call("book_room", json!({}), retry(&state(&came), json!({})))
            .await;
        assert_eq!(keys(&none), [asked]);
    }
    // Another answer along with the gate's: the one that passed is never replaced.
    let both = json!({ "wanted": room("taken"), "confirmed": yes() });
    let done = wire
        .call("book_room", json!({}), retry(&at_gate, both))
        .await;
    assert_eq!(
        askback_tests::wire::text(&done),
        "free 1 booked, None",
        "{done}"
    );
    assert_eq!(rooms.booked.load(SeqCst), 1);
}

#[tokio::test]
async fn a_prompt_whose_visit_is_never_finished_says_so() {
    let (rooms, clock) = (Rooms::default(), Arc::default());
    let capabilities = json!({ "elicitation": { "form": {}, "url": {} } });
    let mut wire = Wire::to(served(&rooms, &clock)).declaring(capabilities);
    let mut params = json!({ "name": "report" });
    for attempt in 0..4 {
        let request = wire.request("prompts/get", params.clone());
        let came = while_time_passes(&clock, request).await;
        if attempt < 3 {
            assert_eq!(keys(&came), ["connected"], "{attempt}");
            params["requestState"] = json!(state(&came));
            params["inputResponses"] = json!({ "connected": agree() });
        } else {
            assert_eq!(came["error"]["code"], -32602, "{came}");
            assert_eq!(came["error"]["data"], json!({ "reason": "unfinished" }));
        }
    }
}
