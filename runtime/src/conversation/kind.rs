//! The kind of question that a type stands for, without a bound: a type that cannot be asked for is reported where it
//! is asked for, once.

use std::marker::PhantomData;

use super::asked::{Asked, Optional, QuestionKind};

/// Stands for a type whose kind is looked up by method resolution: the most references first.
pub struct Probe<T>(pub PhantomData<T>);

/// The type can be asked for.
pub trait Known {
    /// Its kind.
    fn kind(&self) -> QuestionKind;
}

impl<'call, T: Asked<'call>> Known for &&Probe<T> {
    fn kind(&self) -> QuestionKind {
        T::KIND
    }
}

/// The type is an `Option` of one that can.
pub trait KnownInside {
    /// Its kind.
    fn kind(&self) -> QuestionKind;
}

impl<'call, T: Optional<Inner: Asked<'call>>> KnownInside for &Probe<T> {
    fn kind(&self) -> QuestionKind {
        T::Inner::KIND
    }
}

/// Neither; the compiler has said so elsewhere.
pub trait Unknown {
    /// Any kind.
    fn kind(&self) -> QuestionKind {
        QuestionKind::Form
    }
}

impl<T> Unknown for Probe<T> {}

/// The [`QuestionKind`] of a type.
#[doc(hidden)]
#[macro_export]
macro_rules! __askback_kind {
    ($ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::{Known as _, KnownInside as _, Unknown as _};
        (&&&$crate::__private::Probe::<$ty>(::core::marker::PhantomData)).kind()
    }};
}

#[cfg(test)]
mod tests {
    use super::super::{Confirmed, Consent};
    use super::*;
    use crate::Answer;

    #[test]
    fn kinds_are_found_through_options_and_answers() {
        assert_eq!(__askback_kind!(Confirmed), QuestionKind::Gate);
        assert_eq!(__askback_kind!(Answer<Confirmed>), QuestionKind::Gate);
        assert_eq!(__askback_kind!(Option<Confirmed>), QuestionKind::Gate);
        assert_eq!(__askback_kind!(Consent), QuestionKind::Url);
        assert_eq!(__askback_kind!(Option<Answer<Consent>>), QuestionKind::Url);
        assert_eq!(__askback_kind!(u8), QuestionKind::Form);
    }
}
