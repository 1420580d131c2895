//! Which keys an attribute knows, and what to say about the others.

use darling::{FromMeta, ast::NestedMeta};
use quote::ToTokens;
use syn::{Attribute, Ident, Meta};

use crate::{faults::Faults, messages};

/// The keys of one attribute in one place (on a container, on a field, on a variant).
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// The attribute: `form`, `choice`, `field`.
    pub(crate) attribute: &'static str,
    /// Where it stands, for messages.
    pub(crate) place: &'static str,
    /// The keys.
    pub(crate) keys: &'static [&'static str],
    /// Keys that others use for something that is called otherwise here, or that cannot be had, and what to do.
    pub(crate) foreign: &'static [(&'static str, &'static str)],
}

impl Vocabulary {
    /// The known keys of all attributes of this name, each at most once; a fault for everything else.
    pub(crate) fn read(&self, attrs: &[Attribute], faults: &mut Faults) -> Vec<NestedMeta> {
        let mut kept = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for attr in attrs
            .iter()
            .filter(|attr| attr.path().is_ident(self.attribute))
        {
            for item in self.items(attr, faults) {
                if let Some(name) = self.known(&item, faults) {
                    if seen.contains(&name) {
                        faults.on(&item, messages::twice(&name));
                    } else {
                        seen.push(name);
                        kept.push(item);
                    }
                }
            }
        }
        kept
    }

    fn items(&self, attr: &Attribute, faults: &mut Faults) -> Vec<NestedMeta> {
        let Meta::List(list) = &attr.meta else {
            faults.on(&attr.meta, messages::attribute_without_keys(self.attribute));
            return Vec::new();
        };
        match NestedMeta::parse_meta_list(list.tokens.clone()) {
            Ok(items) => items,
            Err(fault) => {
                faults.add(fault);
                Vec::new()
            }
        }
    }

    fn known(&self, item: &NestedMeta, faults: &mut Faults) -> Option<String> {
        let meta = match item {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::Lit(literal) => {
                faults.on(literal, messages::literal_for_key(self.attribute));
                return None;
            }
            NestedMeta::NameValueInvalidExpr(pair) => {
                faults.on(pair, messages::no_expression(&pair.path.to_token_stream()));
                return None;
            }
        };
        let Some(key) = plain_ident(meta) else {
            faults.on(
                meta.path(),
                messages::unknown_key(
                    self,
                    &meta.path().to_token_stream().to_string().replace(' ', ""),
                ),
            );
            return None;
        };
        let name = key.to_string();
        if !self.keys.contains(&name.as_str()) {
            faults.on(key, self.refusal(&name));
            return None;
        }
        if let Meta::List(_) = meta {
            faults.on(meta, messages::parenthesised(&name));
            return None;
        }
        Some(name)
    }

    /// The keys that pass, in their receiver.
    pub(crate) fn receive<T: FromMeta + Default>(
        &self,
        attrs: &[Attribute],
        faults: &mut Faults,
    ) -> T {
        match T::from_list(&self.read(attrs, faults)) {
            Ok(keys) => keys,
            Err(fault) => {
                faults.add(fault);
                T::default()
            }
        }
    }

    /// The keys that a receiver does not take: none, as the tests of the receivers say.
    #[cfg(test)]
    pub(crate) fn untaken<T: FromMeta>(&self) -> Vec<&'static str> {
        let takes = |key: &str| {
            let items = NestedMeta::parse_meta_list(key.parse().unwrap()).unwrap();
            T::from_list(&items).is_ok()
        };
        self.keys
            .iter()
            .copied()
            .filter(|key| !takes(key))
            .collect()
    }

    /// What to say of a word that is none of the keys.
    pub(crate) fn refusal(&self, key: &str) -> String {
        match self.foreign.iter().find(|(other, _)| *other == key) {
            Some((_, remedy)) => messages::foreign_key(key, remedy),
            None => messages::unknown_key(self, key),
        }
    }

    /// The word that `key` most likely meant, and what to do about it if it is not one of ours.
    pub(crate) fn nearest(&self, key: &str) -> Option<(&'static str, Option<&'static str>)> {
        let own = self.keys.iter().map(|own| (*own, None));
        let foreign = self
            .foreign
            .iter()
            .map(|(other, remedy)| (*other, Some(*remedy)));
        most_alike(key, own.chain(foreign).map(|near| (near.0, near)))
    }
}

/// The value that `given` most likely meant; case, `-` and `_` do not matter.
pub(crate) fn nearest_value<'a>(
    values: impl IntoIterator<Item = &'a str>,
    given: &str,
) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let values = values.into_iter().map(|value| (plain(value), value));
    most_alike(&plain(given), values)
}

/// What goes with the word that is most like `given`, if one is like it at all.
fn most_alike<T>(given: &str, words: impl Iterator<Item = (impl AsRef<str>, T)>) -> Option<T> {
    words
        .filter_map(|(word, what)| Some((likeness(word.as_ref(), given)?, what)))
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, what)| what)
}

/// How much two words are alike, if one may have been written for the other: much is the same, or one letter is
/// another, missing, too much or in its neighbour's place.
fn likeness(word: &str, given: &str) -> Option<f64> {
    let likeness = strsim::jaro_winkler(word, given);
    let slip = given.chars().count() > 2 && strsim::osa_distance(word, given) == 1;
    (likeness > 0.8 || slip).then_some(likeness)
}

fn plain_ident(meta: &Meta) -> Option<&Ident> {
    let path = meta.path();
    match (
        path.leading_colon,
        path.segments.len(),
        path.segments.first(),
    ) {
        (None, 1, Some(segment)) => Some(&segment.ident),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: Vocabulary = Vocabulary {
        attribute: "form",
        place: "a field",
        keys: &["length", "range", "items"],
        foreign: &[("pattern", "do it otherwise")],
    };

    fn read(attr: Attribute) -> (Vec<NestedMeta>, Vec<String>) {
        let mut faults = Faults::default();
        let kept = SAMPLE.read(&[attr], &mut faults);
        (kept, faults.messages())
    }

    #[test]
    fn known_keys_are_kept_and_all_others_reported_at_once() {
        let (kept, messages) = read(
            syn::parse_quote!(#[form(length = 1..=2, lenght = 3, pattern = "x", "y", range(1), length)]),
        );
        assert_eq!(kept.len(), 1);
        assert_eq!(messages.len(), 5, "{messages:?}");
        assert!(
            messages.iter().any(|message| message.contains("`length`?")),
            "{messages:?}"
        );
        assert!(
            messages
                .iter()
                .any(|message| message.contains("do it otherwise"))
        );
    }

    #[test]
    fn a_word_far_from_every_key_gets_no_suggestion() {
        assert_eq!(SAMPLE.nearest("zzz"), None);
        assert_eq!(SAMPLE.nearest("itms"), Some(("items", None)));
        assert_eq!(SAMPLE.nearest("rnage"), Some(("range", None)));
        assert_eq!(
            SAMPLE.nearest("patern"),
            Some(("pattern", Some("do it otherwise")))
        );
    }

    #[test]
    fn an_attribute_without_parentheses_is_reported() {
        assert_eq!(read(syn::parse_quote!(#[form])).1.len(), 1);
        assert_eq!(read(syn::parse_quote!(#[form = "x"])).1.len(), 1);
    }
}
