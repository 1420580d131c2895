//! An example: a server, the call that is made to it, and what the scripted person answers.

use std::sync::Arc;

use anyhow::{bail, ensure};
use rmcp::{ServerHandler, model::CallToolResult};
use serde_json::Value;

use crate::{
    browser::{Browser, Pages},
    exchange::exchange,
    options::{Era, Mode, Options, USAGE},
    person::Person,
    script::{Refusal, Script},
    scripted::Scripted,
    terminal::Terminal,
    wire::Wire,
};

/// A server, the call that is made to it, and what the scripted person answers.
pub struct Example<S> {
    server: S,
    tool: &'static str,
    arguments: Value,
    script: Script,
    pages: Option<Pages>,
}

/// Calls the tool as the command line says: [`Example::run`] without more.
///
/// # Errors
///
/// Those of [`Example::run`].
pub async fn run(
    server: impl ServerHandler,
    tool: &'static str,
    arguments: Value,
    script: Script,
) -> anyhow::Result<()> {
    Example::new(server, tool, arguments, script).run().await
}

impl<S: ServerHandler> Example<S> {
    /// A call of the server's tool with these arguments, an object.
    #[must_use]
    pub fn new(server: S, tool: &'static str, arguments: Value, script: Script) -> Self {
        Self {
            server,
            tool,
            arguments,
            script,
            pages: None,
        }
    }

    /// Plays the pages that the person visits: gets a URL, and gives what the page says. May block.
    #[must_use]
    pub fn pages(mut self, pages: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        self.pages = Some(Arc::new(pages));
        self
    }

    /// Another script.
    #[must_use]
    pub fn script(mut self, script: Script) -> Self {
        self.script = script;
        self
    }

    /// Another text for one of the arguments.
    ///
    /// # Errors
    ///
    /// The call has no such argument.
    pub fn arg(mut self, name: &str, text: &str) -> anyhow::Result<Self> {
        let Some(value) = self.arguments.get_mut(name) else {
            let names = self.arguments.as_object().into_iter().flatten();
            let names: Vec<_> = names.map(|(name, _)| name.as_str()).collect();
            bail!(
                "`{}` is not called with `{name}` here, but with {}",
                self.tool,
                names.join(", ")
            );
        };
        *value = text.into();
        Ok(self)
    }

    /// Calls the tool as the command line says: asks the person at the terminal, or the script with `--scripted`. Prints
    /// the legs.
    ///
    /// # Errors
    ///
    /// A command line that is not understood; no terminal; a call that fails; with `--scripted` also a call that does
    /// not end as the script means it to: well, or with an error result where the script refuses what the call needs.
    pub async fn run(self) -> anyhow::Result<()> {
        let options = Options::read(std::env::args_os().skip(1))?;
        let mut example = self;
        for (name, text) in &options.arguments {
            example = example.arg(name, text)?;
        }
        let wire = Wire::stdout();
        let refusal = match options.mode {
            Mode::Terminal => {
                let person = Terminal::new()?.browser(example.browser(&wire));
                example.call(person, options.era, wire).await?;
                return Ok(());
            }
            Mode::Scripted(refusal) => refusal,
            Mode::Help => {
                println!("{USAGE}");
                return Ok(());
            }
        };
        let ends_well = example.script.ends_well(refusal.as_ref())?;
        let person = example.scripted(refusal, &wire);
        let result = example.call(person, options.era, wire).await?;
        let failed = result.is_error == Some(true);
        ensure!(
            !failed || !ends_well,
            "the script refuses nothing that the call needs, and the call still failed"
        );
        ensure!(
            failed || ends_well,
            "the script refuses what the call needs, and the call still went through"
        );
        Ok(())
    }

    /// A person who answers from the script, and refuses this, if anything. What they read is printed to the wire.
    pub fn scripted(&self, refusal: Option<Refusal>, wire: &Wire) -> Scripted {
        let person = self.script.clone().person(refusal);
        let person = person.browser(self.browser(wire));
        person.reading_from(wire.clone())
    }

    /// Calls the tool, puts its questions before this person, and prints the legs.
    ///
    /// # Errors
    ///
    /// Those of [`exchange`].
    pub async fn call(
        self,
        person: impl Person,
        era: Era,
        wire: Wire,
    ) -> anyhow::Result<CallToolResult> {
        let person = Box::new(person);
        exchange(self.server, self.tool, self.arguments, person, era, wire).await
    }

    fn browser(&self, wire: &Wire) -> Option<Browser> {
        let pages = self.pages.clone()?;
        Some(Browser::new(pages, wire.clone()))
    }
}
