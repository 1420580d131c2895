//! What a name becomes as a name in Python.

/// The keywords of Python 3.7 and later. The soft ones (`match`, `case`, `type`, `_`) are good names.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// What FastMCP 4.2 calls a field in the type that it makes from a form (`_sanitize_name` in its `json_schema_type`).
pub(super) fn attribute(name: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ascii: String = name
        .chars()
        .map(|c| if word(c) { c } else { '_' })
        .collect();
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let mut attribute = String::with_capacity(ascii.len());
    for c in (if begins { "" } else { "field_" })
        .chars()
        .chain(ascii.chars())
    {
        if c != '_' || !attribute.ends_with('_') {
            attribute.push(c);
        }
    }
    if !name.ends_with('_') {
        attribute.truncate(attribute.trim_end_matches('_').len());
    }
    if KEYWORDS.contains(&attribute.as_str()) {
        attribute.push('_');
    }
    attribute
}

#[cfg(test)]
mod tests {
    use super::attribute;

    /// As FastMCP 4.2.3 made them.
    #[test]
    fn names_become_what_fastmcp_makes_of_them() {
        for (name, made) in [
            ("class", "class_"),
            ("None", "None_"),
            ("nonlocal", "nonlocal_"),
            ("due-date", "due_date"),
            ("due.date", "due_date"),
            ("a b", "a_b"),
            ("2nd", "field_2nd"),
            ("9", "field_9"),
            ("__note", "_note"),
            ("a__b", "a_b"),
            ("a__", "a_"),
            ("__", "_"),
            ("-", "field"),
            ("größe", "gr_e"),
            ("ünder", "field_nder"),
            ("日付", "field"),
            ("__proto__", "_proto_"),
        ] {
            assert_eq!(attribute(name), made, "{name}");
        }
        for same in [
            "plain", "match", "case", "type", "_", "_note", "note_", "dueDate", "ID", "Class",
            "self", "model_x", "a1_b",
        ] {
            assert_eq!(attribute(same), same);
        }
    }
}
