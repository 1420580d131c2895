//! The four string formats, asserted.
//!
//! Dates are read strictly here and made by `jiff`, which knows the calendar; its own parser takes far more spellings
//! than RFC 3339 has.

use email_address::{EmailAddress, Options};
use iri_string::types::UriStr;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
use jiff::{Timestamp, ToSpan as _};

use super::{Fault, Format, Rule};

/// Whether `text` is of the format.
pub(crate) fn matches(format: Format, text: &str) -> bool {
    match format {
        Format::Email => email(text).is_some(),
        Format::Uri => is_uri(text),
        Format::Date => date(text).is_some(),
        Format::DateTime => moment(text).is_some(),
    }
}

/// What to say when it is not.
pub(crate) fn fault(format: Format) -> Fault {
    Fault::new(
        Rule::Format,
        match format {
            Format::Email => "This has to be an e-mail address such as ana@example.com.",
            Format::Uri => "This has to be a complete URL such as https://example.com/page.",
            Format::Date => "This has to be a date such as 2026-02-28.",
            Format::DateTime => {
                "This has to be a date and time with offset such as 2026-02-28T14:30:00+01:00."
            }
        },
    )
}

/// A mailbox (RFC 5321 section 4.1.2), as the e-mail crate has it; without a display name.
pub(crate) fn email(text: &str) -> Option<EmailAddress> {
    EmailAddress::parse_with_options(text, Options::default().without_display_text()).ok()
}

/// A URI with a scheme (RFC 3986 section 3).
pub(crate) fn is_uri(text: &str) -> bool {
    UriStr::new(text).is_ok()
}

/// A `full-date` (RFC 3339 section 5.6).
pub(crate) fn date(text: &str) -> Option<Date> {
    match text.as_bytes() {
        &[y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] => {
            let year = i16::from(two(y0, y1)?) * 100 + i16::from(two(y2, y3)?);
            Date::new(year, two(m0, m1)?, two(d0, d1)?).ok()
        }
        _ => None,
    }
}

/// A `date-time` (RFC 3339 section 5.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The local date and time; second 59 in a leap second.
    pub(crate) local: DateTime,
    /// The offset from UTC.
    pub(crate) offset: Offset,
    /// Whether it lies in a leap second, 23:59:60 UTC at the end of a month (RFC 3339 section 5.7).
    pub(crate) leap: bool,
}

impl Moment {
    /// The instant; `None` when it is outside what a timestamp can hold.
    pub(crate) fn instant(self) -> Option<Timestamp> {
        self.offset.to_timestamp(self.local).ok()
    }
}

/// Reads a `date-time`: upper or lower case `t` and `z`, any number of decimals (those beyond nanoseconds are dropped), an
/// offset with a colon, which has to be there.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let date = date(text.get(..10)?)?;
    let (clock, rest) = text.get(10..)?.split_at_checked(9)?;
    let &[b'T' | b't', h0, h1, b':', m0, m1, b':', s0, s1] = clock.as_bytes() else {
        return None;
    };
    let (nanos, rest) = decimals(rest)?;
    let offset = offset(rest)?;
    let second = two(s0, s1)?;
    let leap = second == 60;
    let time = Time::new(
        two(h0, h1)?,
        two(m0, m1)?,
        if leap { 59 } else { second },
        nanos,
    )
    .ok()?;
    let moment = Moment {
        local: date.to_datetime(time),
        offset,
        leap,
    };
    if leap && !ends_month(moment.instant()?) {
        return None;
    }
    Some(moment)
}

fn ends_month(instant: Timestamp) -> bool {
    let utc = Offset::UTC.to_datetime(instant);
    let next = utc.checked_add(1.second());
    (utc.hour(), utc.minute()) == (23, 59) && next.is_ok_and(|next| next.day() == 1)
}

fn decimals(rest: &str) -> Option<(i32, &str)> {
    let Some(rest) = rest.strip_prefix('.') else {
        return Some((0, rest));
    };
    let end = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at_checked(end)?;
    if digits.is_empty() {
        return None;
    }
    let kept = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
    Some((
        kept.fold(0, |nanos, digit| nanos * 10 + i32::from(digit - b'0')),
        rest,
    ))
}

fn offset(text: &str) -> Option<Offset> {
    match text.as_bytes() {
        b"Z" | b"z" => Some(Offset::UTC),
        &[sign @ (b'+' | b'-'), h0, h1, b':', m0, m1] => {
            let (hours, minutes) = (two(h0, h1)?, two(m0, m1)?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let seconds = i32::from(hours) * 3600 + i32::from(minutes) * 60;
            Offset::from_seconds(if sign == b'-' { -seconds } else { seconds }).ok()
        }
        _ => None,
    }
}

fn two(tens: u8, ones: u8) -> Option<i8> {
    if tens.is_ascii_digit() && ones.is_ascii_digit() {
        i8::try_from((tens - b'0') * 10 + (ones - b'0')).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for good in ["2026-02-28", "2024-02-29", "0000-01-01", "9999-12-31"] {
            assert!(date(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "2026-02-30",
            "2026-02-29",
            "2026-2-3",
            "2026-00-01",
            "2026-13-01",
            "2026-01-00",
            "+2026-02-28",
            "20260228",
            "2026-02-28Z",
            " 2026-02-28",
            "2026-02-28\n",
            "2026/02/28",
            "२०२६-02-28",
            "-001-02-28",
        ] {
            assert!(date(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn date_times() {
        for (good, utc) in [
            ("2026-07-28T10:00:00Z", "2026-07-28T10:00:00Z"),
            ("2026-07-28t10:00:00z", "2026-07-28T10:00:00Z"),
            ("2026-07-28T10:00:00+02:00", "2026-07-28T08:00:00Z"),
            ("2026-07-28T10:00:00-00:00", "2026-07-28T10:00:00Z"),
            ("2026-07-28T10:00:00.5Z", "2026-07-28T10:00:00.5Z"),
            (
                "2026-07-28T10:00:00.1234567899999Z",
                "2026-07-28T10:00:00.123456789Z",
            ),
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
            ("2016-12-31T15:59:60.25-08:00", "2016-12-31T23:59:59.25Z"),
        ] {
            assert_eq!(
                moment(good)
                    .and_then(Moment::instant)
                    .map(|at| at.to_string())
                    .as_deref(),
                Some(utc),
                "{good}"
            );
        }
        for bad in [
            "",
            "2026-07-28",
            "2026-07-28T10:00:00",
            "2026-07-28T10:00Z",
            "2026-07-28T10:00:00+0200",
            "2026-07-28T10:00:00+02",
            "2026-07-28 10:00:00Z",
            "2026-07-28T24:00:00Z",
            "2026-07-28T10:60:00Z",
            "2026-07-28T10:00:60Z",
            "2016-12-31T22:59:60Z",
            "2016-12-30T23:59:60Z",
            "2016-12-31T23:59:60+01:00",
            "2026-07-28T10:00:61Z",
            "2026-07-28T10:00:00.Z",
            "2026-07-28T10:00:00+24:00",
            "2026-07-28T10:00:00+02:60",
            "2026-07-28T10:00:00Z ",
            "2026-07-28T10:00:00Z[UTC]",
            "2026-07-28T10:00:00,5Z",
            "2026-07-28T1o:00:00Z",
            "2026-02-30T10:00:00Z",
            "2026-07-28TÀ0:00:00Z",
            "2026-07-2ÀT10:00:00Z",
            "2026-07-28T10:00:00À",
        ] {
            assert!(moment(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn uris() {
        for good in [
            "https://www.example.org",
            "https://example.org/a?b=c#d",
            "mailto:ana@example.org",
            "urn:isbn:1",
        ] {
            assert!(is_uri(good), "{good}");
        }
        for bad in [
            "",
            "example.org/path",
            "/path",
            "//example.org",
            "not a url",
            "https://exa mple.org",
            "http://[::1",
            "é:x",
            "https://example.org/é",
            "https://example.org/%zz",
        ] {
            assert!(!is_uri(bad), "{bad}");
        }
    }

    #[test]
    fn emails() {
        for good in [
            "ana@example.com",
            "a+b@x.example",
            "\"a b\"@example.com",
            "ana@[127.0.0.1]",
        ] {
            assert!(email(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "bob at example.com",
            "Bob <bob@example.com>",
            "bob@",
            "@example.com",
            "a@b@c",
            "bob@example.com\n",
            "bob@exa mple.com",
        ] {
            assert!(email(bad).is_none(), "{bad}");
        }
    }
}
