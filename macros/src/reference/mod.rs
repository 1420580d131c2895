//! The guide's pages about the keys, executed: what they say of a key is what the macros do.

mod places;
mod table;

use std::collections::BTreeSet;

use places::{Place, all};
use table::{Row, words};

/// The keys with this and that in them, and with what these need.
fn fed(place: &Place, rows: &[(&Row, &str)], kind: &str) -> Vec<String> {
    let mut keys: Vec<String> = rows
        .iter()
        .map(|(_, sample)| (*sample).to_owned())
        .collect();
    for (key, sample) in rows.iter().flat_map(|(row, _)| place.beside(row)) {
        if !rows.iter().any(|(row, _)| row.key == key) && !keys.contains(&sample) {
            keys.push(sample);
        }
    }
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    (place.errors)(&keys, kind)
}

/// Every two rows, with every two of their samples.
fn pairs(place: &Place, mut see: impl FnMut((&Row, &str), (&Row, &str))) {
    for (at, one) in place.rows.iter().enumerate() {
        for other in place.rows.iter().skip(at + 1) {
            for sample in &one.samples {
                for second in &other.samples {
                    see((one, sample), (other, second));
                }
            }
        }
    }
}

#[test]
fn the_tables_have_the_keys_that_the_macros_know() {
    for place in all() {
        let keys: Vec<&str> = place
            .rows
            .iter()
            .filter(|row| row.place != "parameter")
            .map(|row| row.key.as_str())
            .collect();
        assert_eq!(keys, place.vocabulary.keys, "{}", place.name);
        for row in &place.rows {
            assert!(!row.samples.is_empty() && !row.absent.is_empty(), "{row:?}");
            let (_, container) = place.vocabulary.place.rsplit_once(' ').unwrap_or_default();
            let said = words(&row.place).any(|word| word == container);
            assert!(
                said || place.vocabulary.attribute == "ask" || row.place == "parameter",
                "{row:?}"
            );
        }
    }
}

/// Where the documentation of the macros lists keys, it lists all of them.
#[test]
fn the_documentation_lists_the_same_keys() {
    let docs = [
        include_str!("../../../runtime/src/derives.rs"),
        include_str!("../../../runtime/src/lib.rs"),
        include_str!("../../../runtime/src/operation.rs"),
    ]
    .concat()
    .replace("\n///", "");
    for place in all() {
        let keys: Vec<String> = place
            .vocabulary
            .keys
            .iter()
            .map(|key| format!("`{key}`"))
            .collect();
        assert!(docs.contains(&keys.join(", ")), "{keys:?}");
    }
}

#[test]
fn every_value_that_a_table_shows_is_taken() {
    for place in all() {
        for row in &place.rows {
            for kind in place.kinds_of(row) {
                for sample in &row.samples {
                    let errors = fed(&place, &[(row, sample)], kind);
                    assert_eq!(errors, Vec::<String>::new(), "{sample} on {kind:?}");
                }
            }
        }
    }
}

#[test]
fn what_excludes_each_other_is_reported() {
    for place in all() {
        for row in &place.rows {
            for other in &row.excludes {
                assert!(
                    place.row(other).excludes.contains(&row.key),
                    "`{}` excludes `{other}`, which does not say so",
                    row.key
                );
            }
        }
        pairs(&place, |one, other| {
            if one.0.excludes.contains(&other.0.key) {
                for (_, kind) in place.kinds {
                    let errors = fed(&place, &[one, other], kind);
                    assert!(
                        !errors.is_empty(),
                        "{} beside {} on {kind:?}",
                        one.1,
                        other.1
                    );
                }
            }
        });
    }
}

#[test]
fn what_does_not_exclude_each_other_goes_together() {
    for place in all() {
        pairs(&place, |one, other| {
            if one.0.excludes.contains(&other.0.key) {
                return;
            }
            let kinds: BTreeSet<&str> = place.kinds_of(one.0).into_iter().collect();
            for kind in place
                .kinds_of(other.0)
                .iter()
                .filter(|kind| kinds.contains(*kind))
            {
                let errors = fed(&place, &[one, other], kind);
                assert_eq!(
                    errors,
                    Vec::<String>::new(),
                    "{} beside {} on {kind:?}",
                    one.1,
                    other.1
                );
            }
        });
    }
}

#[test]
fn what_has_to_stand_beside_a_key_is_missed() {
    for place in all() {
        for row in place.rows.iter().filter(|row| row.beside.is_some()) {
            for kind in place.kinds_of(row) {
                let errors = (place.errors)(&[&row.samples[0]], kind);
                assert!(!errors.is_empty(), "{} alone on {kind:?}", row.samples[0]);
            }
        }
    }
}

#[test]
fn a_flag_takes_no_value_and_all_others_need_one() {
    for place in all() {
        for row in place.rows.iter().filter(|row| row.place != "parameter") {
            let flag = row.samples.iter().all(|sample| *sample == row.key);
            // There a word alone is a value that is shown.
            if !flag && place.vocabulary.attribute == "ask" {
                continue;
            }
            let wrong = match flag {
                true => format!("{} = true", row.key),
                false => row.key.clone(),
            };
            for kind in place.kinds_of(row) {
                let errors = fed(&place, &[(row, &wrong)], kind);
                assert!(!errors.is_empty(), "{wrong} on {kind:?}");
            }
        }
    }
}

#[test]
fn a_key_stands_once() {
    for place in all() {
        for row in place.rows.iter().filter(|row| row.place != "parameter") {
            let twice = [
                (row, row.samples[0].as_str()),
                (row, row.samples[0].as_str()),
            ];
            for kind in place.kinds_of(row) {
                let errors = fed(&place, &twice, kind);
                assert!(
                    errors.len() == 1 && errors[0].contains("twice"),
                    "{}: {errors:?}",
                    row.key
                );
            }
        }
    }
}

#[test]
fn all_rules_and_formats_are_shown() {
    for place in all() {
        let shown = |key: &str, value: &str| {
            place
                .rows
                .iter()
                .filter(|row| row.key == key)
                .all(|row| row.samples.contains(&format!("{key} = \"{value}\"")))
        };
        for (rule, _) in crate::rename::RULES {
            assert!(shown("rename_all", rule), "{rule}");
        }
        for (format, _) in crate::format::FORMATS {
            assert!(shown("format", format), "{format}");
        }
    }
}
