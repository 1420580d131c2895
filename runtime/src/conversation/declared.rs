//! Questions and steps declared in a signature, as the expansion of `#[interactive]` handles them.
//!
//! Everything that a parameter's type decides comes through one sync call a parameter. What that call returns has no
//! bounds, so that a wrong type is one error, however often it is needed.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ask::Ask;
use super::asked::{Asked, Optional, Receipt};
use super::asking::{Asking, spec};
use super::stop::Pause;

/// A value that is computed once and carried between rounds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be carried between rounds",
    label = "a step's value goes with the conversation as JSON",
    note = "derive `serde::Serialize` and `serde::Deserialize` for it, or make it a precondition of type `()`, which runs in every round"
)]
pub trait Carried: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> Carried for T {}

/// Where the answer to a declared question comes out.
pub struct Slot<'call, T> {
    key: &'static str,
    receive: fn(Receipt<'_, 'call>) -> Option<T>,
    not_asked: Option<fn() -> T>,
}

impl<T> Slot<'_, T> {
    /// The answer's value when the question is not asked; `None` when it has to be.
    pub(super) fn not_asked(&self) -> Option<T> {
        self.not_asked.map(|value| value())
    }
}

/// A question for a `T`.
pub fn declare<'call, T: Asked<'call>>(key: &'static str) -> (Asking<T>, Slot<'call, T>) {
    let slot = Slot {
        key,
        receive: T::receive,
        not_asked: None,
    };
    (spec(key), slot)
}

/// A question that is asked only when `asked`; `O` is an `Option`.
pub fn declare_when<'call, O>(
    key: &'static str,
    asked: bool,
) -> (Option<Asking<O::Inner>>, Slot<'call, O>)
where
    O: Optional,
    O::Inner: Asked<'call>,
{
    let slot = Slot {
        key,
        receive: |receipt| O::Inner::receive(receipt).map(O::asked),
        not_asked: if asked { None } else { Some(O::not_asked) },
    };
    (asked.then(|| spec(key)), slot)
}

/// A step whose value is a `T`.
pub struct Carry<T> {
    key: &'static str,
    recall: fn(&mut Ask<'_>, &str) -> Result<Option<T>, Pause>,
    keep: fn(&mut Ask<'_>, &str, &T) -> Result<(), Pause>,
}

/// A step whose value is a `T`.
pub fn carry<T: Carried>(key: &'static str) -> Carry<T> {
    Carry {
        key,
        // Under whatever name, `()` is a precondition: it is computed in every round.
        recall: |ask, key| Ok(ask.recall(key)?.filter(|_| !is_unit::<T>())),
        keep: |ask, key, value| ask.keep(key, value),
    }
}

/// Whether a step of this type is a precondition.
#[must_use]
pub fn is_unit<T>() -> bool {
    std::any::type_name::<T>() == std::any::type_name::<()>()
}

impl<T> Carry<T> {
    /// The value from an earlier round, if what stands above it is still the same.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call has stopped.
    pub fn recall(&self, ask: &mut Ask<'_>) -> Result<Option<T>, Pause> {
        (self.recall)(ask, self.key)
    }

    /// Keeps the value for later rounds.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the value cannot be written as JSON.
    pub fn keep(&self, ask: &mut Ask<'_>, value: &T) -> Result<(), Pause> {
        (self.keep)(ask, self.key, value)
    }
}

impl<'call> Ask<'call> {
    /// The answer to a declared question that was put, or the value that says that it was not asked.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    #[doc(hidden)]
    pub async fn redeem<T>(&mut self, slot: Slot<'call, T>) -> Result<T, Pause> {
        match slot.not_asked() {
            Some(value) => Ok(value),
            None => self.take_with(slot.key, slot.receive).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Checked = ();

    #[test]
    fn a_unit_is_one_under_any_name() {
        assert!(is_unit::<Checked>());
        assert!(!is_unit::<((),)>());
        assert!(!is_unit::<u8>());
    }
}
