//! What a question's parameter may be: a form, an answer to decide about, a confirmation, a consent.

use serde_json::Value;

use super::gate::{Confirmed, Grant};
use crate::answer::Answer;
use crate::form::{FieldErrors, Form, Member, Policy, Schema, decode};

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionKind {
    /// A form.
    Form,
    /// A confirmation.
    Gate,
    /// A visit to a URL.
    Url,
}

/// A type that the person can be asked for: a [`Form`], [`Confirmed`], [`Consent`], or an [`Answer`] of one of them.
///
/// It is implemented by this crate alone; derive `Form` for a type of your own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be asked for",
    label = "the person cannot be asked for this",
    note = "ask for a struct with `#[derive(askback::Form)]`, for `Answer<_>` of one, for `Confirmed` or for `Consent`",
    note = "a form known only as a schema is answered with a `serde_json::Map`: take `ask: &mut Ask`, and call `ask.form(…).schema(json)`"
)]
pub trait Asked<'call>: Sized + Send {
    /// What kind of question it is.
    const KIND: QuestionKind;
    /// Whether the handler sees a decline (`Answer<_>`), or the call ends with it.
    #[doc(hidden)]
    const DECIDES: bool = false;
    /// The form's fields.
    #[doc(hidden)]
    const MEMBERS: &'static [Member] = &[];

    /// The form's schema.
    #[doc(hidden)]
    fn schema() -> Option<&'static Schema> {
        None
    }

    /// Whether the content of an accepted form is valid.
    #[doc(hidden)]
    fn check(_: Option<&Value>, _: &Schema, _: Policy) -> Result<(), FieldErrors> {
        Ok(())
    }

    /// The value that the handler gets. `None` where a receipt says less than the type needs.
    #[doc(hidden)]
    fn receive(receipt: Receipt<'_, 'call>) -> Option<Self>;
}

/// What the runtime knows of a question that is settled. Only the runtime makes one.
#[doc(hidden)]
pub struct Receipt<'a, 'call> {
    pub(crate) settled: Settled<'a, 'call>,
}

pub(crate) enum Settled<'a, 'call> {
    Form {
        content: Option<&'a Value>,
        schema: &'a Schema,
        policy: Policy,
    },
    Open(Grant<'call>),
    Consented,
    Declined,
    Cancelled,
    Unavailable,
}

#[diagnostic::do_not_recommend]
impl<T: Form> Asked<'_> for T {
    const KIND: QuestionKind = QuestionKind::Form;
    const MEMBERS: &'static [Member] = <T as Form>::MEMBERS;

    fn schema() -> Option<&'static Schema> {
        Some(<T as Form>::schema())
    }

    fn check(content: Option<&Value>, schema: &Schema, policy: Policy) -> Result<(), FieldErrors> {
        decode::<T>(content, schema, policy).map(drop)
    }

    fn receive(receipt: Receipt<'_, '_>) -> Option<Self> {
        match receipt.settled {
            Settled::Form {
                content,
                schema,
                policy,
            } => decode::<T>(content, schema, policy).ok(),
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl<'call, G> Asked<'call> for Confirmed<'call, G> {
    const KIND: QuestionKind = QuestionKind::Gate;

    fn receive(receipt: Receipt<'_, 'call>) -> Option<Self> {
        match receipt.settled {
            Settled::Open(grant) => Some(grant.confirm()),
            _ => None,
        }
    }
}

/// The person agreed to visit a URL.
///
/// By itself it says nothing about what they did there. With `until = expr` the application says whether what the visit is for
/// is finished, and the handler goes on only then:
///
/// | when | what happens |
/// | --- | --- |
/// | `until` is true before the question is put | it is not asked, whatever the client can be asked; the `Consent` is given all the same |
/// | the person agrees | `until` is asked every second while the request is held open, for `wait` seconds |
/// | it is not true by then | the person is asked again, with "not finished yet" in the message |
/// | that was the last of as many accepts as there are [`attempts`](crate::Builder::attempts) | the call ends: for a tool a result with `isError`, for prompts and resources −32602 with `"reason": "unfinished"`; the text says that calling again continues |
/// | another question of the same round has to be asked | nothing is held open; `until` is asked again when that is answered |
/// | the person declines or cancels, or the client cannot be asked | as for any question, and it stays so in later rounds, even if `until` turns true |
///
/// A consent that the person gave stays given when `until` turns false later. Nobody gave one that was not asked for: if `until`
/// turns false before the last round, the person is asked then. In the handshake era the same happens while the call
/// waits. A request that is cancelled is held open no longer.
///
/// `until` may await and see `self` and what stands above, and is evaluated often: keep it cheap. It says that *somebody*
/// finished; that it was who was asked is for the page to check, with a ticket: see
/// [`Askback::ticket`](crate::Askback::ticket).
///
/// ```
/// use askback::{Consent, Principal, interactive};
/// use rmcp::{tool, tool_router};
///
/// struct Calendar;
///
/// # impl Calendar { async fn is_connected(&self, _: &Principal) -> Result<bool, std::io::Error> { Ok(true) } }
/// #[tool_router]
/// impl Calendar {
///     #[interactive]
///     #[tool]
///     async fn sync(
///         &self,
///         user: Principal,
///         #[ask(
///             url = "https://app.example.com/connect/{ask.ticket}",
///             message = "Connect your calendar account",
///             until = self.is_connected(&user).await?,
///             wait = 30
///         )]
///         _connected: Consent,
///     ) -> Result<String, askback::Error> {
///         drop(user);
///         Ok("synchronised".to_owned())
///     }
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consent {
    _private: (),
}

#[diagnostic::do_not_recommend]
impl Asked<'_> for Consent {
    const KIND: QuestionKind = QuestionKind::Url;

    fn receive(receipt: Receipt<'_, '_>) -> Option<Self> {
        matches!(receipt.settled, Settled::Consented).then_some(Self { _private: () })
    }
}

#[diagnostic::do_not_recommend]
impl<'call, T: Asked<'call>> Asked<'call> for Answer<T> {
    const KIND: QuestionKind = T::KIND;
    const DECIDES: bool = true;
    const MEMBERS: &'static [Member] = T::MEMBERS;

    fn schema() -> Option<&'static Schema> {
        T::schema()
    }

    fn check(content: Option<&Value>, schema: &Schema, policy: Policy) -> Result<(), FieldErrors> {
        T::check(content, schema, policy)
    }

    fn receive(receipt: Receipt<'_, 'call>) -> Option<Self> {
        match receipt.settled {
            Settled::Declined => Some(Self::Decline),
            Settled::Cancelled => Some(Self::Cancel),
            Settled::Unavailable => Some(Self::Unavailable),
            _ => T::receive(receipt).map(Self::Accept),
        }
    }
}

/// A type that stands for a confirmation: only such a question takes `typed`, `plain` and `label`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a confirmation",
    label = "this belongs to a confirmation",
    note = "make it `Confirmed` or `Answer<Confirmed>`; a form or a visit has none of `typed`, `plain` and `label`"
)]
pub trait Gate {}

impl<G> Gate for Confirmed<'_, G> {}
impl<T: Gate> Gate for Answer<T> {}

/// An optional question, for `when`.
#[diagnostic::on_unimplemented(
    message = "`when` needs an `Option`, not `{Self}`",
    label = "wrap this in `Option`: `None` means that it was not asked"
)]
pub trait Optional {
    /// What is asked for when it is asked.
    type Inner;

    /// The answer to a question that was asked.
    #[doc(hidden)]
    fn asked(inner: Self::Inner) -> Self;

    /// What stands for a question that was not.
    #[doc(hidden)]
    fn not_asked() -> Self;
}

impl<T> Optional for Option<T> {
    type Inner = T;

    fn asked(inner: T) -> Self {
        Some(inner)
    }

    fn not_asked() -> Self {
        None
    }
}
