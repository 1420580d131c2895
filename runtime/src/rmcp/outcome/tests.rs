//! The guide's table of ends says what goes over the wire.

use super::*;
use crate::question::Unaskable;

const GUIDE: &str = include_str!("../../../guide/errors.md");

/// The rows of the table that begin so, and what stands in their second and third cell.
fn row(begins: &str) -> (&'static str, &'static str) {
    let rows = GUIDE.lines().filter_map(|line| line.strip_prefix("| "));
    let mut rows = rows.filter(|row| row.starts_with(begins));
    let row = rows
        .next()
        .unwrap_or_else(|| panic!("no row begins `{begins}`"));
    assert_eq!(rows.next(), None, "{begins}");
    let cells: Vec<&str> = row.split(" | ").collect();
    (cells[1], cells[2])
}

fn key() -> String {
    "details".to_owned()
}

/// How a row of the guide begins, and what it is about.
type Told = (&'static str, fn() -> Stop);

#[test]
fn the_guide_has_the_codes() {
    let table: &[Told] = &[
        ("a question was **declined**", || Stop::Declined {
            key: key(),
            by_itself: false,
        }),
        ("declined **within 2 seconds**", || Stop::Declined {
            key: key(),
            by_itself: true,
        }),
        ("a question was **cancelled**", || Stop::Cancelled {
            key: key(),
        }),
        ("a confirmation declined three", || Stop::GateClosed {
            key: key(),
            seconds: 9,
        }),
        ("the client **cannot be asked**", || Stop::Unsupported {
            modes: Modes::FORM,
            methods: Vec::new(),
        }),
        ("a question failed on its way", || Stop::LegFailed {
            key: key(),
            why: LegFailure::Timeout { seconds: 600 },
        }),
        ("a confirmation without a guard", || Stop::GateUnguarded {
            key: key(),
            why: "unguarded",
        }),
        ("a visit agreed to three times", || Stop::Unfinished {
            key: key(),
        }),
        ("a question that must not be", || Stop::Unaskable {
            key: key(),
            why: Unaskable::TypedText,
        }),
        ("three invalid answers", || Stop::Invalid(Vec::new())),
        ("the state is altered", || Stop::BadState),
        ("the answers do not fit", || Stop::StateTooLarge),
        ("an answer was accepted before", || Stop::AlreadyRan),
        ("the question was answered otherwise", || Stop::Conflict),
        ("too many rounds", || Stop::InteractionLimit { rounds: 9 }),
        ("too much under way", || Stop::Busy),
    ];
    for (begins, stop) in table {
        let (tools, others) = row(begins);
        let code = error(stop(), None).code.0;
        assert_eq!(
            others,
            format!("\u{2212}{}", code.unsigned_abs()),
            "{begins}"
        );
        match tool(stop(), None) {
            Ok(result) => {
                assert_eq!(result.is_error, Some(true), "{begins}");
                assert!(tools.starts_with("`isError`"), "{begins}");
            }
            Err(error) => assert_eq!((tools, error.code.0), (others, code), "{begins}"),
        }
    }
    let swallowed = swallowed(&Stop::Cancelled { key: key() }).code.0;
    assert_eq!(
        row("a handler swallowed"),
        ("\u{2212}32603", "\u{2212}32603")
    );
    assert_eq!(swallowed, -32_603);
}
