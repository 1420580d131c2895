//! Tests of the canonical form.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::*;

fn parsed(text: &str) -> Value {
    parse_raw(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn form(text: &str) -> String {
    String::from_utf8(to_vec(&parsed(text))).unwrap()
}

#[test]
fn numbers_are_written_by_their_exact_value() {
    // (spelling, form)
    let table = [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e99999", "0"),
        ("1", "1"),
        ("1.0", "1"),
        ("10e-1", "1"),
        ("1E0", "1"),
        ("100e-2", "1"),
        ("-1.50", "-1.5"),
        ("19.95", "19.95"),
        ("1995e-2", "19.95"),
        ("1e2", "100"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("123e-9", "1.23e-7"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("12e21", "1.2e+22"),
        ("9007199254740992", "9007199254740992"),
        ("9007199254740993", "9007199254740993"),
        ("-9007199254740993", "-9007199254740993"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"),
    ];
    for (spelling, expected) in table {
        assert_eq!(form(spelling), expected, "{spelling}");
        // A form is its own form.
        assert_eq!(form(expected), expected, "{spelling}");
    }
}

/// The samples of RFC 8785, appendix B, that are numbers in JSON.
#[test]
fn doubles_are_written_as_in_the_rfc() {
    let table: [(u64, &str); 19] = [
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0xc340_0000_0000_0000, "-9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
        (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    ];
    for (bits, expected) in table {
        let value = json!(f64::from_bits(bits));
        assert_eq!(
            String::from_utf8(to_vec(&value)).unwrap(),
            expected,
            "{bits:x}"
        );
    }
}

/// RFC 8785, section 3.2.3: the sample whose order differs from that of UTF-8.
#[test]
fn keys_are_in_the_order_of_utf_16() {
    let sample = r#"{
        "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis"
    }"#;
    let expected = concat!(
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",",
        "\"\u{f6}\":\"Latin Small Letter O With Diaeresis\",\"\u{20ac}\":\"Euro Sign\",",
        "\"\u{1f600}\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
    );
    assert_eq!(form(sample), expected);
}

#[test]
fn the_short_cut_through_key_order_agrees_with_utf_16() {
    let keys = [
        "",
        "a",
        "ab",
        "b",
        "a\u{7f}",
        "a\u{80}",
        "\u{e9}",
        "\u{d7ff}",
        "\u{e000}",
        "\u{ffff}",
        "\u{10000}",
        "\u{10ffff}",
        "a\u{e000}",
        "a\u{10000}",
        "\u{10000}a",
        "\u{10000}\u{e000}",
        "\u{1f600}",
        "\u{1f601}",
    ];
    for one in keys {
        for other in keys {
            let expected = one.encode_utf16().cmp(other.encode_utf16());
            assert_eq!(utf16_order(one, other), expected, "{one:?} {other:?}");
        }
    }
}

/// RFC 8785, section 3.2.2.2.
#[test]
fn strings_are_escaped_as_little_as_possible() {
    let every_control: String = (0..0x20_u8).map(char::from).collect();
    let expected = concat!(
        r"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f",
        r"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"
    );
    assert_eq!(
        to_vec(&json!(every_control)),
        format!("\"{expected}\"").into_bytes()
    );
    assert_eq!(
        form(r#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/""#),
        r#""€$\u000f\nA'B\"\\\\\"/""#
    );
    assert_eq!(
        to_vec(&json!("\u{7f}\u{80}\u{2028}é😀")),
        "\"\u{7f}\u{80}\u{2028}é😀\"".as_bytes()
    );
}

#[test]
fn a_form_is_json_of_the_same_value() {
    let text = r#"{"b":[1,2.5,{"y":null,"x":[]}],"a":"\u0001\"\\","c":{},"é":true,"d":false}"#;
    assert_eq!(
        form(text),
        r#"{"a":"\u0001\"\\","b":[1,2.5,{"x":[],"y":null}],"c":{},"d":false,"é":true}"#
    );
    assert!(equal(&parsed(&form(text)), &parsed(text)));
}

#[test]
fn a_digest_is_that_of_the_form() {
    for text in [
        "null",
        "{}",
        r#"{"b":1,"a":[true,"x"]}"#,
        &format!("{:?}", "long".repeat(500)),
    ] {
        let value = parsed(text);
        assert_eq!(
            digest(&value).as_slice(),
            Sha256::digest(to_vec(&value)).as_slice()
        );
    }
    // Pieces of every length around the size of the block in which they are gathered.
    for length in 0..600 {
        let value = json!(["x".repeat(length), "y".repeat(length), 1]);
        assert_eq!(
            digest(&value).as_slice(),
            Sha256::digest(to_vec(&value)).as_slice(),
            "{length}"
        );
    }
}

/// Groups of spellings: those of one group are one value, those of different groups are not.
#[test]
fn one_digest_for_one_value_and_no_more() {
    let groups: [&[&str]; 14] = [
        &["{}", " { } "],
        &["[]"],
        &["null"],
        &["0", "-0", "-0.0", "0e5", "0.000"],
        &["false"],
        &[r#""""#],
        &[r#""0""#],
        &["1", "1.0", "10e-1", "0.1e1", "1e0", "1E+0"],
        &[
            "9007199254740992",
            "9007199254740992.0",
            "9.007199254740992e15",
        ],
        &["9007199254740993"],
        &["9007199254740994"],
        &[
            r#"{"a":1,"b":{"x":1,"y":2}}"#,
            r#"{ "b":{"y":2,"x":1}, "a":1 }"#,
            r#"{"\u0061":1.0,"b":{"x":1,"y":2e0}}"#,
        ],
        &[r#"{"a":1,"b":{"x":2,"y":1}}"#],
        &[r#"{"a":[1,2]}"#],
    ];
    let values: Vec<(usize, Value)> = groups
        .iter()
        .enumerate()
        .flat_map(|(group, spellings)| spellings.iter().map(move |text| (group, parsed(text))))
        .collect();
    for (group, value) in &values {
        for (other_group, other) in &values {
            let same = group == other_group;
            assert_eq!(digest(value) == digest(other), same, "{value} {other}");
            assert_eq!(equal(value, other), same, "{value} {other}");
        }
    }
}

#[test]
fn absent_is_an_empty_object_and_exclusion_is_at_the_top_only() {
    let object = |text: &str| match parsed(text) {
        Value::Object(members) => members,
        other => panic!("{other}"),
    };
    assert_eq!(digest_object(None), digest_object(Some(&Map::new())));
    assert_eq!(digest_object(None), digest(&json!({})));
    let without = ["_meta", "requestState"];
    let digest_of = |text: &str| digest_object_without(Some(&object(text)), &without);
    assert_eq!(
        digest_of(r#"{"a":1,"_meta":{"n":1},"requestState":"x"}"#),
        digest(&json!({"a": 1}))
    );
    assert_eq!(digest_of(r#"{"_meta":1}"#), digest_object(None));
    assert_ne!(
        digest_of(r#"{"a":{"_meta":1}}"#),
        digest_of(r#"{"a":{"_meta":2}}"#)
    );
    assert_ne!(
        digest_object(Some(&object(r#"{"_meta":1}"#))),
        digest_object(None)
    );
}

#[test]
fn raw_text_is_refused_for_what_is_wrong_with_it() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let table = [
        ("", ParseProblem::Syntax),
        ("{", ParseProblem::Syntax),
        ("[1,]", ParseProblem::Syntax),
        ("01", ParseProblem::Syntax),
        ("NaN", ParseProblem::Syntax),
        ("1 2", ParseProblem::Syntax),
        (r#""\ud800""#, ParseProblem::Syntax),
        (r#"{"a":1,"a":1}"#, ParseProblem::DuplicateKey),
        (
            r#"{"a":1,"b":{"c":1,"\u0063":2}}"#,
            ParseProblem::DuplicateKey,
        ),
        (r#"[{"a":1,"b":2,"a":3}]"#, ParseProblem::DuplicateKey),
        (
            r#"{"$serde_json::private::Number":"1"}"#,
            ParseProblem::ReservedKey,
        ),
        (
            r#"{"$serde_json::private::Number":"\u0031"}"#,
            ParseProblem::ReservedKey,
        ),
        (
            r#"{"$serde_json::private::Number":1}"#,
            ParseProblem::ReservedKey,
        ),
        (
            r#"{"a":1,"$serde_json::private::Number":"1"}"#,
            ParseProblem::ReservedKey,
        ),
        (
            r#"{"$serde_json::private::Number":{"a":1}}"#,
            ParseProblem::ReservedKey,
        ),
        (&deep(128), ParseProblem::Depth),
        (&deep(100_000), ParseProblem::Depth),
        (&" ".repeat(MAX_BYTES + 1), ParseProblem::Size),
    ];
    for (text, expected) in table {
        let problem = parse_raw(text).map_err(|error| error.problem);
        assert_eq!(
            problem,
            Err(expected),
            "{}",
            text.chars().take(60).collect::<String>()
        );
    }
    assert!(parse_raw(&deep(127)).is_ok());
    assert!(parse_raw(&(" ".repeat(MAX_BYTES - 1) + "1")).is_ok());
}

/// With `arbitrary_precision` somewhere in the build `1e400` is held, without it is refused; it is never infinity, and
/// never another number.
#[test]
fn numbers_beyond_a_double_are_held_exactly_or_refused() {
    match parse_raw("1e400") {
        Ok(value) => {
            assert_eq!(to_vec(&value), b"1e+400");
            assert_eq!(digest(&value), digest(&parsed("10e399")));
            assert_ne!(digest(&value), digest(&parsed("1e401")));
        }
        Err(error) => assert_eq!(error.problem, ParseProblem::Number),
    }
    match parse_raw("[1e99999999999999999999]") {
        Ok(value) => assert_eq!(to_vec(&value), b"[1e99999999999999999999]"),
        Err(error) => assert_eq!(error.problem, ParseProblem::Number),
    }
}

#[test]
fn errors_say_where_and_quote_nothing() {
    let error = parse_raw("{\"secret\":1,\n \"secret\":2}").unwrap_err();
    assert_eq!((error.line, error.problem), (2, ParseProblem::DuplicateKey));
    assert!(!error.to_string().contains("secret"), "{error}");
    let long = parse_raw(&"x".repeat(MAX_BYTES + 1)).unwrap_err();
    assert_eq!(
        long.to_string(),
        "the JSON text is longer than 1 MiB; send less"
    );
}
