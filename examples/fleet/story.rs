//! One conversation, told.

use anyhow::{Context as _, bail, ensure};
use serde_json::json;

use crate::client::{Answer, Call, Client, Prompt, Reply};
use crate::journal::{Event, Journal};
use crate::processes::{COUNT, Processes};

/// How often an outcome may be looked up by a replay; each ledger says so for itself.
const RECOVERIES: usize = 16;

/// Tells legs as they are sent.
struct Teller {
    client: Client,
    call: Call,
    leg: usize,
}

impl Teller {
    async fn send(&mut self, what: &str, answer: Option<&Answer>) -> Reply {
        println!("\n→ process {}: {what}", self.leg % COUNT + 1);
        let reply = self.client.send(self.leg, &self.call, answer).await;
        self.leg += 1;
        println!("← {}", describe(&reply));
        reply
    }

    async fn asked(&mut self, what: &str, answer: Option<&Answer>) -> anyhow::Result<Prompt> {
        match self.send(what, answer).await {
            Reply::Asks(prompt) => Ok(prompt),
            other => bail!("this should have asked, and did not: {}", describe(&other)),
        }
    }
}

/// The token in full would be the person's alone.
fn describe(reply: &Reply) -> String {
    match reply {
        Reply::Asks(Prompt {
            token,
            key,
            message,
        }) => {
            let begin: String = token.chars().take(6).collect();
            let length = token.len();
            format!("asks `{key}`: {message}\n  token {begin}…, {length} characters")
        }
        Reply::Result(text) => format!("result: {text}"),
        Reply::Failed(text) => format!("error result: {text}"),
        Reply::Error { code, message, .. } => format!("error {code}: {message}"),
        Reply::Lost(why) => format!("nothing: {why}"),
    }
}

/// Tells one conversation over three processes, and what becomes of whoever comes again.
pub(crate) async fn tell(processes: &Processes, journal: &Journal) -> anyhow::Result<()> {
    for place in 0..COUNT {
        let pid = processes.pid(place).context("a process has ended")?;
        let address = processes.addresses.of(place);
        println!("process {}: {address}, process id {pid}", place + 1);
    }
    let mut teller = Teller {
        client: Client::new(processes.addresses.clone())?,
        call: Call {
            person: "ada".to_owned(),
            tool: "delete_rows",
            arguments: json!({ "order": "2026-0117", "table": "users" }),
        },
        leg: 0,
    };
    let prompt = teller
        .asked("tools/call delete_rows, table `users`", None)
        .await?;
    let content = json!({ "reason": "the table moved" });
    let details = accept(prompt, "details", content.clone());
    let gate = teller
        .asked("the same call, the token, and the reason", Some(&details))
        .await?;
    let confirmed = accept(gate.clone(), "confirmed", json!({ "confirm": true }));
    let done = teller
        .send("the same call, the token, and yes", Some(&confirmed))
        .await;
    ensure!(
        matches!(done, Reply::Result(_)),
        "this should have been the result"
    );

    println!("\nWhoever comes again gets the same, and nothing runs twice.");
    let again = teller
        .asked(
            "the first answer again, as after a lost reply",
            Some(&details),
        )
        .await?;
    ensure!(again == gate, "this should have been the same prompt");
    let mut other = details.clone();
    other.response = json!({ "action": "accept", "content": { "reason": "something else" } });
    let fork = teller
        .send("another answer to the first question", Some(&other))
        .await;
    ensure!(
        matches!(fork, Reply::Error { .. }),
        "this should have been refused"
    );
    let looked_up = teller
        .send("the last answer again: it is looked up", Some(&confirmed))
        .await;
    ensure!(
        matches!(looked_up, Reply::Result(_)),
        "this should have been the outcome"
    );
    for _ in 1..RECOVERIES {
        teller
            .client
            .send(teller.leg, &teller.call, Some(&confirmed))
            .await;
        teller.leg += 1;
    }
    let what = format!("the last answer, for the {}th time", RECOVERIES + 1);
    let ran = teller.send(&what, Some(&confirmed)).await;
    ensure!(
        matches!(ran, Reply::Error { .. }),
        "this should have been refused"
    );
    teller.call.tool = "look_up";
    let outcome = teller.send("tools/call look_up, by the order", None).await;
    ensure!(
        matches!(outcome, Reply::Result(_)),
        "this should have been the outcome"
    );

    let events = journal.read()?;
    let effects = events
        .iter()
        .filter(|event| matches!(event, Event::Effect(_)))
        .count();
    println!("\nIn the journal, outside of the ledger: {effects} deletion.");
    ensure!(effects == 1, "there should have been one");
    Ok(())
}

fn accept(prompt: Prompt, key: &'static str, content: serde_json::Value) -> Answer {
    Answer {
        token: prompt.token,
        key,
        response: json!({ "action": "accept", "content": content }),
    }
}
