//! A crate that others depend on in place of askback, and a macro of its own that declares with it.

pub use askback as asking;
pub use rmcp;

/// A form with one question, of any type.
#[macro_export]
macro_rules! one_question {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $field:ident: $ty:ty = $default:expr }) => {
        $(#[$meta])*
        #[derive($crate::asking::Form)]
        #[form(crate = $crate::asking)]
        $vis struct $name {
            #[form(default = $default)]
            pub $field: $ty,
        }
    };
}
