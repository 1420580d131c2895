//! The kind that a field has once its attributes are counted in.

use super::Bound;
use crate::form::schema::MAX_TEXT_LENGTH;
use crate::form::{Format, Kind, Options};

/// `kind` with the bounds and the format of attributes. Bounds of the type are kept where they are tighter.
pub fn narrow(kind: Kind, min: Option<Bound>, max: Option<Bound>, given: Option<Format>) -> Kind {
    match kind {
        Kind::Text {
            min_length,
            max_length,
            format,
        } => Kind::Text {
            min_length: tighter(min_length, min.map(Bound::count), u32::max),
            // The greatest length of any text is a limit for want of one: a longer one may be given.
            max_length: tighter(
                max_length.filter(|&max| max != MAX_TEXT_LENGTH),
                max.map(Bound::count),
                u32::min,
            )
            .or(max_length),
            format: given.or(format),
        },
        Kind::Integer { minimum, maximum } => Kind::Integer {
            minimum: tighter(minimum, min.map(Bound::integer), i128::max),
            maximum: tighter(maximum, max.map(Bound::integer), i128::min),
        },
        Kind::Number { minimum, maximum } => Kind::Number {
            minimum: tighter(minimum, min.map(Bound::number), f64::max),
            maximum: tighter(maximum, max.map(Bound::number), f64::min),
        },
        Kind::Multi {
            options,
            min_items,
            max_items,
        } => Kind::Multi {
            min_items: tighter(min_items, min.map(Bound::count), u32::max),
            // So is the number of choices: of a list, more may be taken.
            max_items: tighter(
                max_items.filter(|&max| !is_all(max, &options)),
                max.map(Bound::count),
                u32::min,
            )
            .or(max_items),
            options,
        },
        other => other,
    }
}

fn is_all(max: u32, options: &Options) -> bool {
    u32::try_from(options.len()) == Ok(max)
}

fn tighter<N>(own: Option<N>, given: Option<N>, choose: fn(N, N) -> N) -> Option<N> {
    match (own, given) {
        (Some(own), Some(given)) => Some(choose(own, given)),
        (own, given) => own.or(given),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::ChoiceOption;

    fn whole(value: i128) -> Option<Bound> {
        Some(Bound::whole(value))
    }

    #[test]
    fn a_text_without_a_length_may_be_given_a_longer_one() {
        let long = narrow(Kind::text(), None, whole(10_000), None);
        assert_eq!(
            long,
            Kind::Text {
                min_length: None,
                max_length: Some(10_000),
                format: None
            }
        );
        let open = narrow(Kind::text(), whole(3), None, Some(Format::Email));
        let expected = Kind::Text {
            min_length: Some(3),
            max_length: Some(MAX_TEXT_LENGTH),
            format: Some(Format::Email),
        };
        assert_eq!(open, expected);
    }

    #[test]
    fn the_tighter_bound_counts() {
        let own = Kind::Text {
            min_length: Some(3),
            max_length: Some(9),
            format: None,
        };
        let expected = Kind::Text {
            min_length: Some(3),
            max_length: Some(9),
            format: None,
        };
        assert_eq!(narrow(own, whole(1), whole(20), None), expected);
        let own = Kind::Integer {
            minimum: Some(0),
            maximum: Some(255),
        };
        let expected = Kind::Integer {
            minimum: Some(5),
            maximum: Some(255),
        };
        assert_eq!(narrow(own, whole(5), whole(300), None), expected);
        let own = Kind::Number {
            minimum: Some(0.5),
            maximum: None,
        };
        let narrowed = narrow(
            own,
            Some(Bound::fraction(0.25)),
            Some(Bound::fraction(1.5)),
            None,
        );
        assert_eq!(
            narrowed,
            Kind::Number {
                minimum: Some(0.5),
                maximum: Some(1.5)
            }
        );
    }

    #[test]
    fn a_list_keeps_its_own_limits() {
        static OPTIONS: &[ChoiceOption] = &[ChoiceOption::fixed("a"), ChoiceOption::fixed("b")];
        let list = |min_items, max_items| Kind::Multi {
            options: Options::fixed(OPTIONS, false),
            min_items,
            max_items,
        };
        assert_eq!(
            narrow(list(None, Some(2)), whole(1), whole(3), None),
            list(Some(1), Some(3))
        );
        assert_eq!(
            narrow(list(Some(1), Some(1)), None, whole(3), None),
            list(Some(1), Some(1))
        );
    }

    #[test]
    fn a_yes_or_no_has_no_bounds() {
        assert_eq!(narrow(Kind::Boolean, whole(1), None, None), Kind::Boolean);
    }
}
