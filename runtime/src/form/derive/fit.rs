//! What fits a field type: the parameter of a `check`, the type of a `default`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// A field type that holds a `V`, always or perhaps: itself, what is inside an `Option`, a text's `str`, a list's slice.
#[diagnostic::on_unimplemented(
    message = "this `check` takes a `{V}`, which is not what the field holds",
    label = "takes a `{V}`, but the field is of type `{Self}`",
    note = "write it as `fn(&T) -> Result<(), impl Display>`, with the field's type for `T`, or what is in its `Option`"
)]
pub trait Holds<V: ?Sized> {
    /// The value, if it is there.
    fn held(&self) -> Option<&V>;
}

impl<V> Holds<V> for V {
    fn held(&self) -> Option<&V> {
        Some(self)
    }
}

impl<V> Holds<V> for Option<V> {
    fn held(&self) -> Option<&V> {
        self.as_ref()
    }
}

impl<C> Holds<[C]> for Vec<C> {
    fn held(&self) -> Option<&[C]> {
        Some(self)
    }
}

impl<C> Holds<[C]> for Option<Vec<C>> {
    fn held(&self) -> Option<&[C]> {
        self.as_deref()
    }
}

/// A field type that takes a `V` as its default.
#[diagnostic::on_unimplemented(
    message = "a `default` of type `{V}` does not fit a field of type `{Self}`",
    label = "of type `{V}`, but the field is of type `{Self}`",
    note = "give a value of the field's type, or of the type in its `Option`"
)]
pub trait Takes<V> {}

impl<V> Takes<V> for V {}

impl<V> Takes<V> for Option<V> {}

macro_rules! texts {
    ($($text:ty),+) => {$(
        impl Holds<str> for $text {
            fn held(&self) -> Option<&str> {
                Some(self)
            }
        }

        impl Holds<str> for Option<$text> {
            fn held(&self) -> Option<&str> {
                self.as_deref()
            }
        }

        impl Takes<&'static str> for $text {}

        impl Takes<&'static str> for Option<$text> {}
    )+};
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>);

impl<C, const N: usize> Takes<[C; N]> for Vec<C> {}
impl<C, const N: usize> Takes<[C; N]> for Option<Vec<C>> {}
impl<C, const N: usize> Takes<[C; N]> for BTreeSet<C> {}
impl<C, const N: usize> Takes<[C; N]> for Option<BTreeSet<C>> {}
impl<C, S, const N: usize> Takes<[C; N]> for HashSet<C, S> {}
impl<C, S, const N: usize> Takes<[C; N]> for Option<HashSet<C, S>> {}
