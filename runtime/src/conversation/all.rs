//! Several questions in one round.

use std::future::IntoFuture;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ask::{Ask, Awaited};
use super::asked::{Asked, QuestionKind};
use super::asking::{Asking, AskingInput, GivenSchema, Ready, Untyped};
use super::stop::{Pause, Stop};
use crate::form::Policy;
use crate::question::Unaskable;

/// Several questions, to be awaited together: see [`Ask::all`], [`Ask::forms`] and [`Ask::input`].
#[must_use = "questions do nothing until they are awaited"]
pub struct AskAll<'a, 'call, P> {
    pub(super) ask: &'a mut Ask<'call>,
    pub(super) parts: P,
}

impl<T> AskAll<'_, '_, AskingInput<T>> {
    /// Binds a value that is not in the request: an answer counts only while the value is the same. The call ends without
    /// asking when the value cannot be written as JSON.
    pub fn covers(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        self.parts = self.parts.covers(value);
        self
    }
}

/// Questions of one round: one, a `Vec`, a tuple of up to eight, or `()`. Gates are not among them: a gate travels alone.
pub trait Parts<'call>: Sized + Send {
    /// The answers, in the same order.
    type Answers: Send;
    /// What the answers are found by.
    #[doc(hidden)]
    type Keys: Send;

    /// The questions, without their types.
    #[doc(hidden)]
    fn ready(self, round: &mut Round) -> Self::Keys;

    /// The answers.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    #[doc(hidden)]
    fn take(ask: &mut Ask<'call>, keys: Self::Keys) -> Result<Self::Answers, Pause>;
}

/// The questions of a round being put together.
#[doc(hidden)]
pub struct Round {
    policy: Policy,
    questions: Vec<Result<Ready, (String, Unaskable)>>,
}

impl Round {
    fn add<T, S>(&mut self, asking: Asking<T, S>) -> String {
        let key = asking.key().to_owned();
        self.questions.push(Asking::ready(asking, self.policy));
        key
    }
}

impl<'call, T: Asked<'call>> Parts<'call> for Asking<T> {
    type Answers = T;
    type Keys = String;

    fn ready(self, round: &mut Round) -> String {
        const {
            assert!(
                !matches!(T::KIND, QuestionKind::Gate),
                "a gate travels alone: use `ask.confirm`"
            )
        };
        round.add(self)
    }

    fn take(ask: &mut Ask<'call>, key: String) -> Result<T, Pause> {
        ask.receive_with(&key, T::receive)
    }
}

impl<'call, T: Untyped> Parts<'call> for Asking<T, GivenSchema> {
    type Answers = T;
    type Keys = String;

    fn ready(self, round: &mut Round) -> String {
        round.add(self)
    }

    fn take(ask: &mut Ask<'call>, key: String) -> Result<T, Pause> {
        ask.receive_with(&key, T::receive)
    }
}

impl<'call, T: DeserializeOwned + Send> Parts<'call> for AskingInput<T> {
    type Answers = T;
    type Keys = String;

    fn ready(self, round: &mut Round) -> String {
        let key = self.key().to_owned();
        round.questions.push(AskingInput::ready(self));
        key
    }

    fn take(ask: &mut Ask<'call>, key: String) -> Result<T, Pause> {
        ask.receive_input(&key)
    }
}

impl<'call, P: Parts<'call>> Parts<'call> for Vec<P> {
    type Answers = Vec<P::Answers>;
    type Keys = Vec<P::Keys>;

    fn ready(self, round: &mut Round) -> Self::Keys {
        self.into_iter().map(|part| part.ready(round)).collect()
    }

    fn take(ask: &mut Ask<'call>, keys: Self::Keys) -> Result<Self::Answers, Pause> {
        keys.into_iter().map(|key| P::take(ask, key)).collect()
    }
}

impl<'call> Parts<'call> for () {
    type Answers = ();
    type Keys = ();

    fn ready(self, _: &mut Round) {}

    fn take(_: &mut Ask<'call>, (): ()) -> Result<(), Pause> {
        Ok(())
    }
}

macro_rules! tuples {
    ($($part:ident $at:tt),+) => {
        impl<'call, $($part: Parts<'call>),+> Parts<'call> for ($($part,)+) {
            type Answers = ($($part::Answers,)+);
            type Keys = ($($part::Keys,)+);

            fn ready(self, round: &mut Round) -> Self::Keys {
                ($(self.$at.ready(round),)+)
            }

            fn take(ask: &mut Ask<'call>, keys: Self::Keys) -> Result<Self::Answers, Pause> {
                Ok(($($part::take(ask, keys.$at)?,)+))
            }
        }
    };
}

tuples!(A 0);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
tuples!(A 0, B 1, C 2, D 3, E 4);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

impl<'a, 'call: 'a, P: Parts<'call> + 'a> IntoFuture for AskAll<'a, 'call, P> {
    type Output = Result<P::Answers, Pause>;
    type IntoFuture = Awaited<'a, P::Answers>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { ask, parts } = self;
        Box::pin(async move {
            let mut round = Round {
                policy: ask.conversation.terms.policy,
                questions: Vec::new(),
            };
            let keys = parts.ready(&mut round);
            ask.conversation.take_back_dropped();
            for question in round.questions {
                match question {
                    Ok(ready) => ask.conversation.put(ready).await?,
                    Err((key, why)) => {
                        return Err(ask.conversation.stop(Stop::Unaskable { key, why }));
                    }
                }
            }
            ask.conversation.settle().await?;
            P::take(ask, keys)
        })
    }
}
