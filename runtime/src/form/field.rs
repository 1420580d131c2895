//! What a form, a field and a choice are, as traits.

use serde_json::Value;

use super::{ChoiceOption, Fault, FieldSchema, Kind, Reader, Schema};

/// A form: a struct whose fields the person fills in. Implemented by `#[derive(Form)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "this type cannot be asked for",
    note = "write `#[derive(askback::Form)]` above a struct with named fields; a single value is a form with one field"
)]
pub trait Form: Sized + Send + 'static {
    /// The fields by the names that the struct has for them, for checks at compile time.
    #[doc(hidden)]
    const MEMBERS: &'static [Member] = &[];

    /// The form's schema, built once. Its fields stand in declaration order, with open choices still open.
    fn schema() -> &'static Schema;

    /// Reads the answer, field by field; `None` when at least one field was wrong, and then `reader` holds every fault.
    ///
    /// The reader's schema is [`Form::schema`] or one made from it; field number `n` is the `n`th declared field.
    fn decode(reader: &mut Reader<'_>) -> Option<Self>;
}

/// A field of a form's struct.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The name in the struct.
    pub name: &'static str,
    /// The name on the wire.
    pub wire: &'static str,
    /// Whether its choices are given by the call.
    pub open: bool,
}

/// A type that a form's field may have.
///
/// Implemented for strings, `char`, `bool`, integers up to 64 bits, floats, every [`Choice`], `Vec`, `BTreeSet` and
/// `HashSet` of a choice, `Option` of any of these, and dates, URLs and e-mail addresses behind their features. A
/// newtype gets it by `#[derive(Field)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form field type",
    label = "not representable as one flat form field",
    note = "a form is flat: write the fields of a nested struct into the form itself, or ask for them in a form of their own",
    note = "maps, tuples, free lists and JSON values have no form field: use one field for each value, or a `Vec` of an enum that derives `Choice`",
    note = "integers go up to 64 bits; a date-time needs an offset: use `chrono::DateTime<Utc>` or `jiff::Timestamp`, not `NaiveDateTime`",
    note = "an enum becomes a field by `#[derive(askback::Choice)]`, a newtype by `#[derive(askback::Field)]`; dates, URLs and e-mail addresses need the features `jiff`, `chrono`, `url`, `email`"
)]
pub trait Field: Sized + Send + 'static {
    /// [`Present`], or [`Optional`] for `Option<_>`.
    type Presence: Presence;

    /// What the type is on the wire, for checks at compile time.
    const SHAPE: Shape;
    /// The wire values of a choice, or of a list of it, for checks at compile time; empty for other types.
    const CHOICES: &'static [&'static str] = &[];
    /// How long a text of the type is, or how many items a list of it has, for checks at compile time.
    #[doc(hidden)]
    const COUNTS: Counts = Counts::ANY;

    /// The wire kind, with the bounds that the type itself has.
    fn kind() -> Kind;

    /// Reads a value that is there and not `null`. `field` holds the effective bounds and choices.
    ///
    /// # Errors
    /// The first rule that the value breaks. The sentence in it never quotes the value.
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault>;

    /// What an absent value means; `None` when the field has to be there.
    fn absent() -> Option<Self> {
        None
    }
}

/// A type whose choices are given at run time: `String`, `Option<String>` or a list of `String`, under `#[form(choices)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have choices given at run time",
    label = "`choices` does not fit this type",
    note = "use `String`, `Option<String>` or `Vec<String>`, or an enum that derives `Choice` when the choices are known now"
)]
pub trait Open: Sized + Send + 'static {
    /// [`Present`], or [`Optional`] for `Option<_>`.
    type Presence: Presence;

    /// [`Shape::Single`] or [`Shape::Multi`].
    const SHAPE: Shape;

    /// The wire kind, still without choices.
    fn kind() -> Kind;

    /// Reads a value that is there and not `null`, against the choices in `field`.
    ///
    /// # Errors
    /// The first rule that the value breaks; `enum` for every value as long as no choices were given.
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault>;

    /// What an absent value means; `None` when the field has to be there.
    fn absent() -> Option<Self> {
        None
    }
}

/// One of a closed set of values. Implemented by `#[derive(Choice)]`, which implements [`Field`] as well.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice",
    label = "a list in a form holds choices only",
    note = "derive `Choice` on an enum of unit variants and use it here; for values known only at run time put `#[form(choices)]` on a `Vec<String>`"
)]
pub trait Choice: Sized + Send + 'static {
    /// The wire values, in declaration order, for checks at compile time; empty means that they are not known then.
    const VALUES: &'static [&'static str] = &[];
    /// Whether titles go out as `enumNames`, which old clients know, instead of `oneOf`.
    const LEGACY: bool = false;

    /// The options, in declaration order; never empty, values unique.
    fn options() -> &'static [ChoiceOption];

    /// The member with this wire value; `None` when there is none. Compared byte for byte.
    fn from_value(value: &str) -> Option<Self>;

    /// The wire value.
    fn value(&self) -> &'static str;

    /// What the person reads: the title, or the wire value where there are none. For messages about what was chosen.
    ///
    /// ```
    /// use askback::{Choice, message};
    ///
    /// #[derive(Choice)]
    /// enum Severity {
    ///     /// Low: can wait
    ///     CanWait,
    /// }
    ///
    /// let question = message!("Report it as `{}`?", Severity::CanWait.title());
    /// assert_eq!(question.text(), "Report it as `Low: can wait`?");
    /// ```
    fn title(&self) -> &'static str {
        let value = self.value();
        Self::options()
            .iter()
            .find(|option| option.value() == value)
            .map_or(value, ChoiceOption::label)
    }
}

/// The wire shape of a field type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A string that takes `length` and `format`.
    Text,
    /// A string whose form the type itself fixes (a date, a URL, a `char`).
    Formatted,
    /// An integer within the type's own bounds.
    Integer {
        /// Least value of the type.
        min: i128,
        /// Greatest value of the type.
        max: i128,
    },
    /// A number that may have a fraction.
    Number {
        /// Greatest finite magnitude of the type.
        max: f64,
    },
    /// True or false.
    Boolean,
    /// One option of a choice.
    Single,
    /// Several options of a choice.
    Multi,
    /// That of a type that did not compile, about which nothing more is said.
    Rejected,
}

/// The least and the greatest number of characters or items that a type takes.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    /// The least.
    pub min: u32,
    /// The greatest.
    pub max: u32,
}

impl Counts {
    /// Without bounds.
    pub const ANY: Self = Self {
        min: 0,
        max: u32::MAX,
    };
}

/// Greatest integer that every JSON peer reads exactly: 2^53 − 1 (RFC 8259 section 6).
pub(crate) const SAFE_INTEGER: i128 = (1 << 53) - 1;

impl Shape {
    /// The bounds that an integer of this shape has on the wire when the author gives none: those of its type, and never
    /// beyond ±(2^53 − 1), which is what every JSON peer reads exactly. `None` for other shapes.
    pub const fn wire_bounds(self) -> Option<(i128, i128)> {
        match self {
            Self::Integer { min, max } => Some((
                if min < -SAFE_INTEGER {
                    -SAFE_INTEGER
                } else {
                    min
                },
                if max > SAFE_INTEGER {
                    SAFE_INTEGER
                } else {
                    max
                },
            )),
            _ => None,
        }
    }
}

/// Whether a field may be absent: [`Present`] or [`Optional`].
pub trait Presence {
    /// True for [`Optional`].
    const OPTIONAL: bool;
}

/// A field that has to be in the answer (a list without a minimum excepted: absent is empty).
#[derive(Debug, Clone, Copy)]
pub struct Present;

/// An `Option`: may be absent.
#[derive(Debug, Clone, Copy)]
pub struct Optional;

impl Presence for Present {
    const OPTIONAL: bool = false;
}

impl Presence for Optional {
    const OPTIONAL: bool = true;
}

/// Presences that may stand inside an `Option`: only [`Present`].
#[diagnostic::on_unimplemented(
    message = "an `Option` of an `Option` has no meaning in a form",
    label = "`Option` stands here twice",
    note = "a field is in the answer or it is not: write `Option<T>` once; where `T` is a type parameter, bound it as `T: Field<Presence = askback::form::Present>`"
)]
pub trait InOption {}

impl InOption for Present {}
