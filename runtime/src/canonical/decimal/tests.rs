//! Tests of exact decimals.

use super::*;

fn text(spelling: &str) -> String {
    Decimal::parse(spelling).canonical_text().into_owned()
}

#[test]
fn one_value_has_one_representation() {
    let groups: [&[&str]; 9] = [
        &["0", "-0", "0.0", "0e400", "-0e-99999999999999999999999"],
        &[
            "1e400",
            "10e399",
            "0.1e401",
            "1000e397",
            "1.000e+400",
            "1E400",
            "1e0000400",
        ],
        &["1e-400", "0.1e-399", "10e-401"],
        &["100", "1e2", "1.0e2", "0.1e3", "100.000"],
        &[
            "340282366920938463463374607431768211455",
            "34028236692093846346337460743176821145500e-2",
        ],
        &["340282366920938463463374607431768211456"],
        &["0.1", "1e-1", "0.10"],
        &["0.10000000000000000000000000000000000000000001"],
        &["-1e400"],
    ];
    for (index, group) in groups.iter().enumerate() {
        for (other_index, other_group) in groups.iter().enumerate() {
            for one in *group {
                for other in *other_group {
                    let (one_value, other_value) = (Decimal::parse(one), Decimal::parse(other));
                    assert_eq!(
                        one_value == other_value,
                        index == other_index,
                        "{one} {other}"
                    );
                    assert_eq!(
                        text(one) == text(other),
                        index == other_index,
                        "{one} {other}"
                    );
                    assert_eq!(
                        one_value.cmp(&other_value) == Ordering::Equal,
                        index == other_index,
                        "{one} {other}"
                    );
                }
            }
        }
    }
}

#[test]
fn whole_is_a_matter_of_value() {
    for spelling in [
        "3",
        "3.0",
        "1e2",
        "-0",
        "1.5e1",
        "1e400",
        "1e99999999999999999999",
        "-1e40",
    ] {
        assert!(Decimal::parse(spelling).is_integer(), "{spelling}");
    }
    for spelling in [
        "0.5",
        "1e-1",
        "1.25e1",
        "1e-400",
        "1e-99999999999999999999",
        "123456789012345678901234567890.5",
    ] {
        assert!(!Decimal::parse(spelling).is_integer(), "{spelling}");
    }
}

#[test]
fn order_is_by_value() {
    let ascending = [
        "-1e99999999999999999999",
        "-1e400",
        "-170141183460469231731687303715884105729",
        "-170141183460469231731687303715884105728.5",
        "-170141183460469231731687303715884105728",
        "-9007199254740993.5",
        "-9007199254740993",
        "-100",
        "-99.99",
        "-1",
        "-0.5",
        "-1e-400",
        "-1e-99999999999999999999",
        "0",
        "1e-99999999999999999999",
        "1e-400",
        "0.05",
        "0.5",
        "1",
        "1.5",
        "9.99",
        "10",
        "100",
        "100.1",
        "9007199254740992",
        "9007199254740992.5",
        "9007199254740993",
        "170141183460469231731687303715884105727",
        "170141183460469231731687303715884105727.1",
        "170141183460469231731687303715884105728",
        "1e400",
        "1e99999999999999999999",
    ];
    for (index, one) in ascending.iter().enumerate() {
        for (other_index, other) in ascending.iter().enumerate() {
            let order = Decimal::parse(one).cmp(&Decimal::parse(other));
            assert_eq!(order, index.cmp(&other_index), "{one} {other}");
        }
    }
    assert_eq!(
        Decimal::parse("-170141183460469231731687303715884105728")
            .cmp(&Decimal::Integer(i128::MIN)),
        Ordering::Equal
    );
}

#[test]
fn small_numbers_need_no_text() {
    assert_eq!(Decimal::of(&Number::from(-5_i64)), Decimal::Integer(-5));
    assert_eq!(
        Decimal::of(&Number::from(u64::MAX)),
        Decimal::Integer(u64::MAX.into())
    );
    assert_eq!(
        Decimal::of(&Number::from_f64(3.0).unwrap()),
        Decimal::Integer(3)
    );
    assert_eq!(
        Decimal::of(&Number::from_f64(-0.0).unwrap()),
        Decimal::Integer(0)
    );
    let half = Decimal::of(&Number::from_f64(0.5).unwrap());
    assert_eq!(half, Decimal::parse("5e-1"));
}

#[test]
fn exponents_at_the_edge_of_64_bits_stay_apart() {
    let edge = [
        "1e9223372036854775807",
        "1e9223372036854775806",
        "1e9223372036854775808",
        "1e-9223372036854775808",
        "1e-9223372036854775807",
        "1e-9223372036854775809",
        "1.5e-9223372036854775808",
        "15e-9223372036854775808",
        "15e9223372036854775806",
        "1.5e9223372036854775806",
    ];
    let texts: std::collections::HashSet<String> =
        edge.iter().map(|spelling| text(spelling)).collect();
    assert_eq!(texts.len(), edge.len());
}

#[test]
fn memory_follows_the_text_and_not_the_exponent() {
    assert_eq!(text("1e9000000000000000000"), "1e+9000000000000000000");
    assert_eq!(
        text("-25e-9000000000000000000"),
        "-2.5e-8999999999999999999"
    );
    let long = "1".repeat(100_000);
    assert_eq!(text(&long).len(), "1.e+99999".len() + 99_999);
    assert_eq!(text(&format!("1{}", "0".repeat(100_000))), "1e+100000");
}

#[test]
fn what_is_no_number_panics_nowhere() {
    for spelling in [
        "",
        "-",
        "e",
        "é",
        "1é",
        "é1",
        "1e",
        "1e+",
        "1e-",
        "NaN",
        "--1",
        "1.2.3",
        ".",
        "1e1e1",
        "\u{1f600}e5",
        "+1",
        "1_000",
    ] {
        let value = Decimal::parse(spelling);
        let _ = (
            value.is_integer(),
            value.canonical_text(),
            value.cmp(&Decimal::Integer(1)),
        );
    }
}
