//! One update, checked.

use std::borrow::Cow;

use super::ProgressFault;

/// The most bytes of a message.
const MESSAGE_LIMIT: usize = 1_024;

/// A snapshot of how far a call is, checked: what a listener is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    pub(crate) completed: f64,
    pub(crate) total: Option<f64>,
    pub(crate) message: Option<String>,
}

impl Update {
    /// How much is done: finite, not negative, and no less than before.
    #[must_use]
    pub const fn completed(&self) -> f64 {
        self.completed
    }

    /// How much there is in all, where that is known: finite, and no less than what is done.
    #[must_use]
    pub const fn total(&self) -> Option<f64> {
        self.total
    }

    /// What is being done, at most 1,024 bytes. It is the operation's text, and may have any characters.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Checks all that does not depend on what was reported before.
    pub(super) fn new(
        completed: impl Amount,
        total: impl Total,
        message: impl ProgressMessage,
    ) -> Result<Self, ProgressFault> {
        let (completed, total) = (completed.amount(), total.total());
        let message = message.message();
        if !completed.is_finite() {
            return Err(ProgressFault::NotFinite);
        }
        if completed < 0.0 {
            return Err(ProgressFault::Negative);
        }
        match total {
            Some(total) if !total.is_finite() => return Err(ProgressFault::TotalNotFinite),
            Some(total) if total < completed => return Err(ProgressFault::TotalTooSmall),
            _ => {}
        }
        if message
            .as_ref()
            .is_some_and(|message| message.len() > MESSAGE_LIMIT)
        {
            return Err(ProgressFault::MessageTooLong);
        }
        Ok(Self {
            completed,
            total,
            message: message.map(Cow::into_owned),
        })
    }

    /// A little more than was `told`, whatever is done; `None` when there is no greater number.
    pub(super) fn sign(told: f64, step: f64, message: &'static str) -> Option<Self> {
        let completed = (told + step).max(told.next_up());
        completed.is_finite().then(|| Self {
            completed,
            total: None,
            message: Some(message.to_owned()),
        })
    }

    /// The same, with no less done than was `told`.
    pub(super) fn at_least(mut self, told: f64) -> Self {
        if self.completed < told {
            self.completed = told;
            // A total below it would be none.
            self.total = self.total.filter(|total| *total >= told);
        }
        self
    }

    /// Checks that it goes on from what was reported before.
    pub(super) fn after(self, completed: f64) -> Result<Self, ProgressFault> {
        if self.completed < completed {
            Err(ProgressFault::Decreasing)
        } else {
            Ok(self)
        }
    }
}

/// A number that progress is counted in: any integer or float. Integers beyond 2^53 are rounded.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number to count progress in",
    label = "an integer or a float is expected here"
)]
pub trait Amount: sealed::SealedAmount {}

/// How much there is in all: any integer or float, or `None`. An `Option` has to be one of `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no total of progress",
    label = "a number or `None` is expected here",
    note = "an `Option` has to be an `Option<f64>`: `total.map(|total| total as f64)`"
)]
pub trait Total: sealed::SealedTotal {}

/// What an update says: a text, or `None`. An `Option` has to be one of `&str`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no message of progress",
    label = "a text or `None` is expected here",
    note = "an `Option` has to be an `Option<&str>`: `message.as_deref()`"
)]
pub trait ProgressMessage: sealed::SealedMessage {}

#[diagnostic::do_not_recommend]
impl<T: sealed::SealedAmount> Amount for T {}
#[diagnostic::do_not_recommend]
impl<T: sealed::SealedTotal> Total for T {}
#[diagnostic::do_not_recommend]
impl<T: sealed::SealedMessage> ProgressMessage for T {}

mod sealed {
    use std::borrow::Cow;

    pub trait SealedAmount {
        fn amount(self) -> f64;
    }

    pub trait SealedTotal {
        fn total(self) -> Option<f64>;
    }

    pub trait SealedMessage {
        fn message<'a>(self) -> Option<Cow<'a, str>>
        where
            Self: 'a;
    }

    macro_rules! numbers {
        ($($number:ty)+) => {$(
            impl SealedAmount for $number {
                fn amount(self) -> f64 {
                    self as f64
                }
            }

            impl SealedTotal for $number {
                fn total(self) -> Option<f64> {
                    Some(self as f64)
                }
            }
        )+};
    }

    numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

    // One `Option` alone, so that `None` needs no type.
    impl SealedTotal for Option<f64> {
        fn total(self) -> Option<f64> {
            self
        }
    }

    macro_rules! texts {
        ($([$($life:lifetime)?] $text:ty: $own:pat => $message:expr;)+) => {$(
            impl<$($life)?> SealedMessage for $text {
                fn message<'a>(self) -> Option<Cow<'a, str>>
                where
                    Self: 'a,
                {
                    let $own = self;
                    $message
                }
            }
        )+};
    }

    texts! {
        ['t] &'t str: text => Some(Cow::Borrowed(text));
        ['t] &'t String: text => Some(Cow::Borrowed(text.as_str()));
        [] String: text => Some(Cow::Owned(text));
        ['t] Cow<'t, str>: text => Some(text);
        ['t] Option<&'t str>: text => text.map(Cow::Borrowed);
    }
}
