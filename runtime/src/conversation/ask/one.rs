//! One question, asked as the body goes.

use std::borrow::{Borrow, Cow};
use std::future::IntoFuture;

use serde::Serialize;
use serde_json::Value;

use super::super::asked::{Gate, Receipt};
use super::super::asking::{Asking, GivenSchema, HasSchema, OwnSchema, Untyped};
use super::super::keys::FilledIn;
use super::super::stop::Pause;
use super::verified::Seeing;
use super::{Ask, Awaited};
use crate::form::{ChoiceOption, DefaultValue};

/// One question, to be awaited. Its methods are the keys of `#[ask]`.
///
/// `S` says where its schema is from: its type, or [`AskOne::schema`].
#[must_use = "a question does nothing until it is awaited"]
pub struct AskOne<'a, 'call, T, S = OwnSchema> {
    ask: &'a mut Ask<'call>,
    asking: Asking<T, S>,
    pub(super) seeing: Seeing<'a>,
    // Known from the start, so that a type that cannot be asked for is reported there and not once more where it is awaited.
    receive: fn(Receipt<'_, 'call>) -> Option<T>,
}

impl<'a, 'call, T, S> AskOne<'a, 'call, T, S> {
    pub(super) fn new(
        ask: &'a mut Ask<'call>,
        asking: Asking<T>,
        receive: fn(Receipt<'_, 'call>) -> Option<T>,
    ) -> Self {
        Self {
            ask,
            asking: asking.with_schema_from(),
            seeing: Seeing::default(),
            receive,
        }
    }
}

impl<'a, 'call, T: Untyped, S> AskOne<'a, 'call, T, S> {
    /// The schema of a form that is known only at run time. The answer is a `serde_json::Map<String, Value>` of the fields
    /// that were answered, or an [`Answer`](crate::Answer) of it, checked against exactly this schema: all field errors at
    /// once, nothing coerced, no default filled in.
    ///
    /// The profile is the protocol's flat grammar: see [`Schema::from_json`](crate::form::Schema::from_json). A schema that
    /// leaves it is not asked, and the call ends with every violation and its path. So does one with a field that says that
    /// it is a secret, unless the question says with [`sensitive`](Self::sensitive) why it is none. At most 64 KiB, 256 fields,
    /// 512 choices a field.
    ///
    /// ```
    /// use askback::{Ask, Pause};
    /// use serde_json::{Map, Value, json};
    ///
    /// async fn settings(ask: &mut Ask<'_>) -> Result<i64, Pause> {
    ///     // As it comes from a plugin, or a table.
    ///     let schema = json!({
    ///         "type": "object",
    ///         "properties": { "retries": { "type": "integer", "minimum": 0, "maximum": 9 } },
    ///         "required": ["retries"],
    ///     });
    ///     let answer: Map<String, Value> = ask.form("settings", "Which settings?").schema(schema).await?;
    ///     Ok(answer["retries"].as_i64().unwrap_or_default())
    /// }
    /// ```
    pub fn schema(self, json: impl Borrow<Value>) -> AskOne<'a, 'call, T, GivenSchema> {
        AskOne {
            ask: self.ask,
            asking: self.asking.schema(json),
            seeing: self.seeing,
            receive: self.receive,
        }
    }
}

impl<T: FilledIn, S> AskOne<'_, '_, T, S> {
    /// The choices of an open field (`#[form(choices)]`): values, or values and titles. `field` is its name in the struct or on
    /// the wire.
    ///
    /// The call ends without asking when the field is not open, when it is given no choice, more than 512, two of one value, a title
    /// over 256 characters, or fewer than have to be chosen, and when an open field is given none at all.
    ///
    /// ```
    /// # use askback::{Ask, Form, Pause};
    /// #[derive(Form)]
    /// struct Pick {
    ///     #[form(choices)]
    ///     offer: String,
    /// }
    ///
    /// async fn pick(offers: &[(String, u32)], ask: &mut Ask<'_>) -> Result<String, Pause> {
    ///     let choices = offers.iter().map(|(id, price)| (id.clone(), format!("{id} for {price}")));
    ///     let pick: Pick = ask.form("pick", "Which flight?").choices("offer", choices).await?;
    ///     Ok(pick.offer)
    /// }
    /// ```
    pub fn choices<C: Into<ChoiceOption>>(
        mut self,
        field: impl Into<Cow<'static, str>>,
        choices: impl IntoIterator<Item = C>,
    ) -> Self {
        self.asking = self.asking.choices(field, choices);
        self
    }

    /// A field's default: what the person sees first. It is never filled in for them. `field` is its name in the struct or on
    /// the wire; the call ends without asking when there is no such field, or when the value does not fit it.
    pub fn default(
        mut self,
        field: impl Into<Cow<'static, str>>,
        value: impl Into<DefaultValue>,
    ) -> Self {
        self.asking = self.asking.default(field, value);
        self
    }

    /// Why this form asks for no secret, although its message, or a field of its run-time schema, names one.
    ///
    /// Form mode must not collect credentials (MCP 2026-07-28, client/elicitation, "Security Considerations"), so that a form
    /// that names one is not asked. It is a lint on words: literals, `message!` and run-time schemas are looked at, a
    /// `String` is not, since what in it is data cannot be told.
    ///
    /// ```
    /// # use askback::{Ask, Form, Pause};
    /// # #[derive(Form)] struct Policy { days: u32 }
    /// async fn policy(ask: &mut Ask<'_>) -> Result<Policy, Pause> {
    ///     let policy = ask.form("policy", "After how many days does a password expire?");
    ///     policy.sensitive("asks for a number of days").await
    /// }
    /// ```
    pub fn sensitive(mut self, reason: &'static str) -> Self {
        self.asking = self.asking.sensitive(reason);
        self
    }
}

impl<T, S> AskOne<'_, '_, T, S> {
    /// Binds a value that is not shown: an answer counts only while the value is the same. May be called more than once.
    ///
    /// The call ends without asking when the value cannot be written as JSON.
    pub fn covers(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        self.asking = self.asking.covers(value);
        self
    }
}

impl<T: Gate, S> AskOne<'_, '_, T, S> {
    /// The person types this text, which is compared on the server. 1 to 64 visible characters, neither the first nor the
    /// last of them a space; the call ends without asking when it is another.
    pub fn typed(mut self, text: impl std::fmt::Display) -> Self {
        self.asking = self.asking.typed(text);
        self
    }

    /// No yes/no field: the gate opens on accept alone. Only for tools that are read-only or not destructive, and say so to
    /// `#[tool]`; elsewhere the call ends without asking.
    pub fn plain(mut self) -> Self {
        self.asking = self.asking.plain();
        self
    }

    /// The label of the field: 256 characters, what is longer is cut, and says so.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.asking = self.asking.label(label);
        self
    }
}

impl<'a, 'call: 'a, T: Send + 'a, S: HasSchema + 'a> IntoFuture for AskOne<'a, 'call, T, S> {
    type Output = Result<T, Pause>;
    type IntoFuture = Awaited<'a, T>;

    fn into_future(self) -> Self::IntoFuture {
        let Self {
            ask,
            asking,
            mut seeing,
            receive,
        } = self;
        Box::pin(async move {
            // Nothing of the question is run any more once the call has stopped.
            ask.conversation.go_on()?;
            ask.conversation.take_back_dropped();
            let key = asking.key().to_owned();
            let asking = seeing.before(asking).await;
            ask.put(asking).await?;
            seeing.see_to(ask, &key).await?;
            ask.take_with(&key, receive).await
        })
    }
}
