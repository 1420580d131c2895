//! Wire names: the eight rules of serde, applied to fields and to variants.

use syn::{Ident, ext::IdentExt};

/// A rule of `rename_all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The rules as they are written.
pub(crate) const RULES: [(&str, Rule); 8] = [
    ("lowercase", Rule::Lower),
    ("UPPERCASE", Rule::Upper),
    ("PascalCase", Rule::Pascal),
    ("camelCase", Rule::Camel),
    ("snake_case", Rule::Snake),
    ("SCREAMING_SNAKE_CASE", Rule::ScreamingSnake),
    ("kebab-case", Rule::Kebab),
    ("SCREAMING-KEBAB-CASE", Rule::ScreamingKebab),
];

impl Rule {
    /// The rule with this spelling.
    pub(crate) fn named(name: &str) -> Option<Self> {
        RULES
            .iter()
            .find(|(spelling, _)| *spelling == name)
            .map(|(_, rule)| *rule)
    }

    /// The wire name of a field, which is written in `snake_case`.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => lower_first(&pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The wire value of a variant, which is written in `PascalCase`.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lower_first(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// The name of an identifier, without `r#`.
pub(crate) fn bare(ident: &Ident) -> String {
    ident.unraw().to_string()
}

fn pascal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut start = true;
    for letter in name.chars() {
        if letter == '_' {
            start = true;
        } else if start {
            out.push(letter.to_ascii_uppercase());
            start = false;
        } else {
            out.push(letter);
        }
    }
    out
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        let mut out = String::from(first.to_ascii_lowercase());
        out.push_str(letters.as_str());
        out
    })
}

fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_give_serdes_names() {
        let cases = [
            ("lowercase", "very_tasty", "verytasty"),
            ("UPPERCASE", "VERY_TASTY", "VERYTASTY"),
            ("PascalCase", "VeryTasty", "VeryTasty"),
            ("camelCase", "veryTasty", "veryTasty"),
            ("snake_case", "very_tasty", "very_tasty"),
            ("SCREAMING_SNAKE_CASE", "VERY_TASTY", "VERY_TASTY"),
            ("kebab-case", "very-tasty", "very-tasty"),
            ("SCREAMING-KEBAB-CASE", "VERY-TASTY", "VERY-TASTY"),
        ];
        for (name, field, variant) in cases {
            let rule = Rule::named(name).unwrap();
            assert_eq!(rule.field("very_tasty"), field, "{name}");
            assert_eq!(rule.variant("VeryTasty"), variant, "{name}");
        }
        assert_eq!(Rule::named("CamelCase"), None);
    }

    #[test]
    fn raw_identifiers_lose_their_mark() {
        assert_eq!(
            bare(&Ident::new_raw("type", proc_macro2::Span::call_site())),
            "type"
        );
    }
}
