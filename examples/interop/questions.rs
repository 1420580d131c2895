//! Forms: one after the other, together, with choices of the call, one that may be declined.

use askback::{Answer, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

use crate::server::{Interop, Run};

#[derive(Form)]
struct Name {
    #[form(length = 3..=40, check = not_root)]
    name: String,
}

/// A rule that no schema can say: clients hear of it only from the server.
fn not_root(name: &str) -> Result<(), &'static str> {
    match name {
        "root" => Err("is taken"),
        _ => Ok(()),
    }
}

#[derive(Form)]
struct Count {
    #[form(range = 1..=9)]
    count: u8,
}

#[derive(Form)]
struct Left {
    left: String,
}

#[derive(Form)]
struct Right {
    right: String,
}

#[derive(Form)]
struct Pick {
    #[form(choices)]
    one: String,
    #[form(choices)]
    many: Vec<String>,
}

#[derive(Form)]
struct Notes {
    text: String,
}

#[tool_router(router = questions, vis = "pub(crate)")]
impl Interop {
    /// Asks in three rounds, the last of which confirms.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn rounds(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[step(self.step(&run)?)] _steps: usize,
        #[ask("What is the name for {run}?")] named: Name,
        #[ask("How many for {}?", named.name)] counted: Count,
        #[ask("Make {} of {}?", counted.count, named.name)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed);
        self.effects.add(&run)?;
        Ok(format!("made {} of {}", counted.count, named.name))
    }

    /// Counts how often the step of `rounds` is computed.
    fn step(&self, run: &str) -> std::io::Result<usize> {
        let steps = format!("{run}/step");
        self.effects.add(&steps)?;
        self.effects.count(&steps)
    }

    /// Asks two questions in one round.
    #[interactive]
    #[tool]
    async fn together(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Left of {run}")] left: Left,
        #[ask("Right of {run}")] right: Right,
    ) -> Result<String, askback::Error> {
        Ok(format!("{}/{}", left.left, right.right))
    }

    /// Asks with choices that only the call knows.
    #[interactive]
    #[tool]
    async fn choose(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Which of {run}?", choices(one = choices(&run), many = choices(&run)))] pick: Pick,
    ) -> Result<String, askback::Error> {
        Ok(format!("one {}, many {}", pick.one, pick.many.join(" ")))
    }

    /// Asks for what may be declined.
    #[interactive]
    #[tool]
    async fn optional(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Notes for {run}?")] notes: Answer<Notes>,
    ) -> Result<String, askback::Error> {
        Ok(match notes {
            Answer::Accept(notes) => format!("notes: {}", notes.text),
            Answer::Decline => "declined".to_owned(),
            Answer::Cancel => "cancelled".to_owned(),
            Answer::Unavailable => "unavailable".to_owned(),
        })
    }
}

/// `a` to `c`, with titles that say whose they are.
fn choices(run: &str) -> [(&'static str, String); 3] {
    ["a", "b", "c"].map(|it| (it, format!("{} of {run}", it.to_uppercase())))
}
