//! What a type says of its question, without a bound: a type that cannot be asked for is reported where it
//! is asked for, once.

use std::marker::PhantomData;

use super::asked::{Asked, Optional, QuestionKind};
use super::table::AskedAs;

/// Stands for a type that is looked up by method resolution: the most references first.
pub struct Probe<T>(pub PhantomData<T>);

/// The type can be asked for.
pub trait Known {
    /// What it says.
    fn asked_as(&self) -> AskedAs;
}

impl<'call, T: Asked<'call>> Known for &&Probe<T> {
    fn asked_as(&self) -> AskedAs {
        AskedAs {
            kind: T::KIND,
            decides: T::DECIDES,
        }
    }
}

/// The type is an `Option` of one that can.
pub trait KnownInside {
    /// What it says.
    fn asked_as(&self) -> AskedAs;
}

impl<'call, T: Optional<Inner: Asked<'call>>> KnownInside for &Probe<T> {
    fn asked_as(&self) -> AskedAs {
        AskedAs {
            kind: T::Inner::KIND,
            decides: T::Inner::DECIDES,
        }
    }
}

/// Neither; the compiler has said so elsewhere.
pub trait Unknown {
    /// Anything.
    fn asked_as(&self) -> AskedAs {
        AskedAs {
            kind: QuestionKind::Form,
            decides: false,
        }
    }
}

impl<T> Unknown for Probe<T> {}

/// The [`AskedAs`] of a type.
#[doc(hidden)]
#[macro_export]
macro_rules! __askback_asked_as {
    ($ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::{Known as _, KnownInside as _, Unknown as _};
        (&&&$crate::__private::Probe::<$ty>(::core::marker::PhantomData)).asked_as()
    }};
}

#[cfg(test)]
mod tests {
    use super::super::{Confirmed, Consent};
    use super::*;
    use crate::Answer;

    #[test]
    fn kinds_are_found_through_options_and_answers() {
        use QuestionKind::{Form, Gate, Url};
        for (found, kind, decides) in [
            (__askback_asked_as!(Confirmed), Gate, false),
            (__askback_asked_as!(Answer<Confirmed>), Gate, true),
            (__askback_asked_as!(Option<Confirmed>), Gate, false),
            (__askback_asked_as!(Consent), Url, false),
            (__askback_asked_as!(Option<Answer<Consent>>), Url, true),
            (__askback_asked_as!(u8), Form, false),
        ] {
            assert_eq!(found, AskedAs { kind, decides });
        }
    }
}
