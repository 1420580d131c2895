use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use crate::form::decode::tests::{Letter, One, one, read};
use crate::form::{
    ChoiceOption, FieldSchema, Form as _, Format, Kind, Policy, Rule, Schema, check,
};

#[test]
fn integers_keep_to_their_width() {
    assert_eq!(one::<u8>(json!(255)), Ok(255));
    assert_eq!(one::<u8>(json!(256)), Err("maximum"));
    assert_eq!(one::<u8>(json!(-1)), Err("minimum"));
    assert_eq!(one::<u8>(json!(1.5)), Err("type"));
    assert_eq!(one::<u8>(json!(true)), Err("type"));
    assert_eq!(one::<i8>(json!(-128.0)), Ok(-128));
    assert_eq!(
        one::<i64>(json!(9_007_199_254_740_991_i64)),
        Ok(9_007_199_254_740_991)
    );
    assert_eq!(one::<i64>(json!(9_007_199_254_740_992_i64)), Err("maximum"));
    assert_eq!(one::<u64>(json!(u64::MAX)), Err("maximum"));
    assert_eq!(one::<i64>(json!(-1e300)), Err("minimum"));
    assert_eq!(one::<isize>(json!(-7)), Ok(-7));
    assert_eq!(one::<usize>(json!(7)), Ok(7));
}

#[test]
fn a_wider_range_is_exact_to_the_end_of_the_type() {
    let schema = |minimum, maximum| {
        Schema::new(vec![FieldSchema::new(
            "x",
            Kind::Integer { minimum, maximum },
        )])
    };
    let all = schema(Some(i64::MIN.into()), Some(u64::MAX.into()));
    let value = |value: Value| json!({"x": value});
    let unsigned = |v: Value| {
        read::<u64>(Some(&value(v)), &all, Policy::Strict).map_err(|errors| errors.to_string())
    };
    let signed = |v: Value| {
        read::<i64>(Some(&value(v)), &all, Policy::Strict).map_err(|errors| errors.to_string())
    };
    assert_eq!(unsigned(json!(u64::MAX)), Ok(u64::MAX));
    assert_eq!(
        unsigned(json!(-1)),
        Err("x: This has to be at least 0.".to_owned())
    );
    assert_eq!(signed(json!(i64::MIN)), Ok(i64::MIN));
    assert_eq!(
        signed(json!(u64::MAX)),
        Err("x: This has to be at most 9223372036854775807.".to_owned())
    );
}

#[test]
fn floats() {
    assert_eq!(one::<f64>(json!(1)), Ok(1.0));
    assert_eq!(one::<f64>(json!(-0.0)), Ok(0.0));
    assert_eq!(one::<f64>(json!("1")), Err("type"));
    assert_eq!(one::<f32>(json!(0.1)), Ok(0.1));
    assert_eq!(one::<f32>(json!(1e39)), Err("maximum"));
    assert_eq!(one::<f32>(json!(-1e39)), Err("minimum"));
}

#[test]
fn strings_and_characters() {
    assert_eq!(one::<String>(json!("x".repeat(4096))), Ok("x".repeat(4096)));
    assert_eq!(one::<String>(json!("é".repeat(4097))), Err("maxLength"));
    assert_eq!(one::<Box<str>>(json!("a")).as_deref(), Ok("a"));
    assert_eq!(one::<std::sync::Arc<str>>(json!("a")).as_deref(), Ok("a"));
    assert_eq!(
        one::<std::borrow::Cow<'static, str>>(json!("a")).as_deref(),
        Ok("a")
    );
    assert_eq!(one::<char>(json!("é")), Ok('é'));
    assert_eq!(one::<char>(json!("")), Err("minLength"));
    assert_eq!(one::<char>(json!("ab")), Err("maxLength"));
    assert_eq!(one::<bool>(json!(1)), Err("type"));
    assert_eq!(one::<bool>(json!(false)), Ok(false));
}

#[test]
fn lists_and_sets_of_choices() {
    assert_eq!(
        one::<Vec<Letter>>(json!(["c", "a"])),
        Ok(vec![Letter::C, Letter::A])
    );
    assert_eq!(
        one::<Vec<Letter>>(json!(["a", "a", "a", "a"])),
        Err("maxItems")
    );
    assert_eq!(
        one::<BTreeSet<Letter>>(json!(["c", "a", "c"])),
        Ok(BTreeSet::from([Letter::A, Letter::C]))
    );
    assert_eq!(
        one::<HashSet<Letter>>(json!(["b", "b"])),
        Ok(HashSet::from([Letter::B]))
    );
    assert_eq!(one::<Vec<Letter>>(json!({"a": "a"})), Err("type"));
    assert_eq!(one::<Option<Letter>>(json!(null)), Ok(None));
    assert_eq!(one::<Letter>(json!("A")), Err("enum"));
    assert_eq!(one::<Letter>(json!(["a"])), Err("type"));
    let absent = |schema: &Schema| check(Some(&json!({})), schema, Policy::Strict).is_ok();
    assert!(absent(One::<Vec<Letter>>::schema()));
    assert!(absent(One::<HashSet<Letter>>::schema()));
    assert!(!absent(One::<Letter>::schema()));
}

#[test]
fn formats_of_plain_strings() {
    let field = |format| Schema::new(vec![FieldSchema::new("x", Kind::formatted(format))]);
    for (format, good, bad) in [
        (Format::Email, "ana@example.com", "ana"),
        (Format::Uri, "https://example.com/#a", "/a"),
        (Format::Date, "2026-02-28", "28.02.2026"),
        (Format::DateTime, "2026-02-28T00:00:00Z", "2026-02-28"),
    ] {
        assert_eq!(
            read::<String>(Some(&json!({"x": good})), &field(format), Policy::Strict).as_deref(),
            Ok(good)
        );
        let errors =
            read::<String>(Some(&json!({"x": bad})), &field(format), Policy::Strict).unwrap_err();
        assert_eq!(errors.iter().next().unwrap().rule(), Rule::Format);
    }
}

#[test]
fn long_lists_against_many_choices() {
    let values: Vec<String> = (0..512).map(|n| format!("v{n}")).collect();
    let options = crate::form::Options::new(values.iter().map(ChoiceOption::from).collect(), false);
    let schema = Schema::new(vec![FieldSchema::new(
        "x",
        Kind::Multi {
            options,
            min_items: None,
            max_items: None,
        },
    )]);
    let all: Vec<&String> = values.iter().cycle().take(10_000).collect();
    assert!(check(Some(&json!({"x": all})), &schema, Policy::Strict).is_ok());
    let mut wrong = all;
    let strange = "w".to_owned();
    wrong.push(&strange);
    assert!(check(Some(&json!({"x": wrong})), &schema, Policy::Strict).is_err());
}

#[cfg(feature = "jiff")]
#[test]
fn dates_and_instants_of_jiff() {
    use jiff::{Timestamp, civil::Date};
    assert_eq!(
        one::<Date>(json!("2026-02-28")),
        Ok(Date::constant(2026, 2, 28))
    );
    assert_eq!(one::<Date>(json!("2026-02-30")), Err("format"));
    assert_eq!(one::<Date>(json!(20260228)), Err("type"));
    let instant: Timestamp = "2026-07-28T08:00:00Z".parse().unwrap();
    assert_eq!(
        one::<Timestamp>(json!("2026-07-28T10:00:00+02:00")),
        Ok(instant)
    );
    assert_eq!(
        one::<Timestamp>(json!("2026-07-28T10:00:00")),
        Err("format")
    );
    // A date-time by RFC 3339, yet later than a timestamp can be.
    assert_eq!(
        one::<Timestamp>(json!("9999-12-31T23:59:59-23:59")),
        Err("format")
    );
    assert_eq!(
        One::<Timestamp>::schema().to_json()["properties"]["x"],
        json!({"type": "string", "format": "date-time"})
    );
}

#[cfg(feature = "chrono")]
#[test]
fn dates_and_instants_of_chrono() {
    use chrono::{DateTime, FixedOffset, NaiveDate, Timelike as _, Utc};
    assert_eq!(
        one::<NaiveDate>(json!("2026-02-28")),
        Ok(NaiveDate::from_ymd_opt(2026, 2, 28).unwrap())
    );
    assert_eq!(one::<NaiveDate>(json!("2026-2-3")), Err("format"));
    let there = one::<DateTime<FixedOffset>>(json!("2026-07-28T10:00:00.25+02:00")).unwrap();
    assert_eq!(there.to_rfc3339(), "2026-07-28T10:00:00.250+02:00");
    assert_eq!(
        one::<DateTime<Utc>>(json!("2026-07-28T10:00:00+02:00"))
            .unwrap()
            .to_rfc3339(),
        "2026-07-28T08:00:00+00:00"
    );
    let leap = one::<DateTime<Utc>>(json!("2016-12-31T23:59:60.5Z")).unwrap();
    assert_eq!((leap.second(), leap.nanosecond()), (59, 1_500_000_000));
    assert!(one::<DateTime<Utc>>(json!("0000-01-01T00:00:00+23:59")).is_ok());
    assert_eq!(
        One::<NaiveDate>::schema().to_json()["properties"]["x"],
        json!({"type": "string", "format": "date"})
    );
}

#[cfg(feature = "url")]
#[test]
fn urls() {
    use url::Url;
    assert_eq!(
        one::<Url>(json!("https://www.example.org"))
            .unwrap()
            .as_str(),
        "https://www.example.org/"
    );
    for bad in [
        "not a url",
        "example.org/path",
        "https://exa mple.org/",
        " https://example.org",
        "https://",
        "http://[::1",
    ] {
        assert_eq!(one::<Url>(json!(bad)), Err("format"), "{bad}");
    }
    assert_eq!(
        One::<Url>::schema().to_json()["properties"]["x"],
        json!({"type": "string", "format": "uri"})
    );
}

#[cfg(feature = "email")]
#[test]
fn email_addresses() {
    use email_address::EmailAddress;
    assert_eq!(
        one::<EmailAddress>(json!("ana@example.com"))
            .unwrap()
            .as_str(),
        "ana@example.com"
    );
    assert_eq!(
        one::<EmailAddress>(json!("Ana <ana@example.com>")),
        Err("format")
    );
    assert_eq!(
        One::<EmailAddress>::schema().to_json()["properties"]["x"],
        json!({"type": "string", "format": "email"})
    );
}

/// Every type against texts that look almost right: each is read or refused, and none stops the process.
#[test]
fn almost_right_texts_never_panic() {
    let seeds = [
        "2026-02-28",
        "2026-07-28T10:00:00.5+02:00",
        "2016-12-31T23:59:60Z",
        "ana@example.com",
        "\"a b\"@[127.0.0.1]",
        "https://user@example.org:80/a?b#c",
        "a",
        "",
        "Name <a@b>",
        "@",
        "a@[",
        "[]@[]",
        "<",
        "a@b<c>",
        "<>@",
        "\"@\"",
    ];
    let parts = [
        "", "\u{0}", "é", "🐲", "@", "[", "]", "\"", "<", ">", "\\", "-", ":", ".", "+", "%", " ",
        "9", "T", "\u{202e}",
    ];
    let schemas = [Format::Email, Format::Uri, Format::Date, Format::DateTime]
        .map(|format| Schema::new(vec![FieldSchema::new("x", Kind::formatted(format))]));
    let mut read = 0;
    for seed in seeds {
        let cuts: Vec<usize> = seed
            .char_indices()
            .map(|(at, _)| at)
            .chain([seed.len()])
            .collect();
        for &from in &cuts {
            for &to in cuts.iter().filter(|&&to| from <= to && to <= from + 2) {
                for part in parts {
                    let content = json!({"x": format!("{}{part}{}", &seed[..from], &seed[to..])});
                    read += schemas
                        .iter()
                        .filter(|schema| check(Some(&content), schema, Policy::Strict).is_ok())
                        .count();
                    #[cfg(feature = "email")]
                    let _ = one::<email_address::EmailAddress>(content["x"].clone());
                    #[cfg(feature = "url")]
                    let _ = one::<url::Url>(content["x"].clone());
                    #[cfg(feature = "chrono")]
                    let _ = one::<chrono::DateTime<chrono::Utc>>(content["x"].clone());
                    #[cfg(feature = "jiff")]
                    let _ = one::<jiff::Timestamp>(content["x"].clone());
                }
            }
        }
    }
    assert!(read > 100, "{read}");
}
