//! Words that say that a field asks for a secret.
//!
//! Form mode must not collect credentials, URL mode must (MCP 2026-07-28, client/elicitation, "Security Considerations").
//! This is a lint on names, titles and descriptions in English, and no proof: what a person types into an innocent field
//! is not seen here.

use super::FieldSchema;

/// Words that say it alone.
const WORDS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "secret",
    "secrets",
    "token",
    "credential",
    "credentials",
    "apikey",
    "cvv",
    "cvc",
    "otp",
];

/// Parts that say it inside a longer word.
const PARTS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "accesstoken",
    "authtoken",
];

/// Neighbouring words that say it together; the last one also in the plural.
const PHRASES: &[(&str, &[&str])] = &[
    ("api key", &["api", "key"]),
    ("access key", &["access", "key"]),
    ("private key", &["private", "key"]),
    ("encryption key", &["encryption", "key"]),
    ("access token", &["access", "token"]),
    ("card number", &["card", "number"]),
    ("security code", &["security", "code"]),
    ("verification code", &["verification", "code"]),
    ("recovery code", &["recovery", "code"]),
    ("one time code", &["one", "time", "code"]),
    ("pin code", &["pin", "code"]),
    ("pin number", &["pin", "number"]),
];

/// The word or phrase by which `text` asks for a secret, if it does. Names are taken apart at underscores, hyphens and
/// changes of case.
pub fn find(text: &str) -> Option<&'static str> {
    let words = words(text);
    let alone = |word: &String| {
        let whole = WORDS.iter().find(|known| word == *known);
        whole
            .or_else(|| PARTS.iter().find(|part| word.contains(**part)))
            .copied()
    };
    let together = || {
        PHRASES
            .iter()
            .find(|(_, phrase)| {
                words
                    .windows(phrase.len())
                    .any(|window| matches(window, phrase))
            })
            .map(|p| p.0)
    };
    words.iter().find_map(alone).or_else(together)
}

/// The word or phrase by which the name, title or description of a field asks for a secret, if one does.
pub fn in_field(field: &FieldSchema) -> Option<&'static str> {
    find(field.name())
        .or_else(|| field.title().and_then(find))
        .or_else(|| field.description().and_then(find))
}

/// As [`find`], for the compiler, which reads prose: words are not taken apart at changes of case.
pub(crate) const fn said(text: &str) -> Option<&'static str> {
    let mut at = 0;
    while at < WORDS.len() {
        if says(text.as_bytes(), WORDS[at].as_bytes(), false) {
            return Some(WORDS[at]);
        }
        at += 1;
    }
    at = 0;
    while at < PHRASES.len() {
        if says(text.as_bytes(), PHRASES[at].0.as_bytes(), true) {
            return Some(PHRASES[at].0);
        }
        at += 1;
    }
    None
}

/// Whether `text` has these words side by side; a space stands for anything but letters.
const fn says(text: &[u8], phrase: &[u8], or_plural: bool) -> bool {
    let mut start = 0;
    while start < text.len() {
        if start == 0 || !letter(text, start - 1) {
            let (mut at, mut matched) = (start, 0);
            while matched < phrase.len() && at < text.len() {
                if phrase[matched] == b' ' && !letter(text, at) {
                    while at < text.len() && !letter(text, at) {
                        at += 1;
                    }
                } else if text[at].to_ascii_lowercase() == phrase[matched] {
                    at += 1;
                } else {
                    break;
                }
                matched += 1;
            }
            if matched == phrase.len() {
                let plural = or_plural && at < text.len() && text[at].eq_ignore_ascii_case(&b's');
                if !letter(text, at) || (plural && !letter(text, at + 1)) {
                    return true;
                }
            }
        }
        start += 1;
    }
    false
}

/// Whether a letter stands there; all that is not ASCII counts as one.
const fn letter(text: &[u8], at: usize) -> bool {
    at < text.len() && (text[at].is_ascii_alphabetic() || !text[at].is_ascii())
}

fn matches(window: &[String], phrase: &[&str]) -> bool {
    let last = phrase.len().saturating_sub(1);
    window
        .iter()
        .zip(phrase)
        .enumerate()
        .all(|(index, (word, wanted))| {
            word == wanted || (index == last && word.strip_suffix('s') == Some(*wanted))
        })
}

/// The words of a name or sentence, in lower case; digits and punctuation part them.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // `apiKey` parts before `K`, `APIKey` before `K` too.
        let hump = letter.is_uppercase()
            && (before.is_lowercase()
                || (before.is_uppercase()
                    && letters.peek().is_some_and(|next| next.is_lowercase())));
        if hump || !letter.is_alphabetic() {
            words.push(String::new());
        }
        if letter.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_in_every_spelling() {
        for (text, found) in [
            ("password", "password"),
            ("Password2", "password"),
            ("userPassword", "password"),
            ("new_password", "password"),
            ("yourpassword", "password"),
            ("api_key", "api key"),
            ("apiKey", "api key"),
            ("APIKey", "api key"),
            ("API keys", "api key"),
            ("apikey", "apikey"),
            ("Your API-Key, please", "api key"),
            ("auth_token", "token"),
            ("Access Token", "token"),
            ("card_number", "card number"),
            ("Number on the card, or card number", "card number"),
            ("The client's secret", "secret"),
            ("CVV", "cvv"),
            ("one-time code", "one time code"),
            ("privateKey", "private key"),
        ] {
            assert_eq!(find(text), Some(found), "{text}");
        }
    }

    #[test]
    fn the_compiler_finds_them_in_prose() {
        for (text, found) in [
            ("password", "password"),
            ("Your Password2", "password"),
            ("new_password", "password"),
            ("The API\n key", "api key"),
            ("API-keys", "api key"),
            ("your token.", "token"),
            ("(card number)", "card number"),
            ("one-time code", "one time code"),
        ] {
            assert_eq!(said(text), Some(found), "{text}");
        }
        for text in [
            "",
            "tokenizer",
            "max tokens",
            "bypassword",
            "passwörd",
            "api",
            "api ",
            "key api",
            "secretary",
        ] {
            assert_eq!(said(text), None, "{text}");
        }
    }

    #[test]
    fn innocent_words_pass() {
        for text in [
            "",
            "name",
            "max_tokens",
            "tokenizer",
            "secretary",
            "key",
            "sort_key",
            "compass words",
            "pin this version?",
            "postcode",
            "number of cards",
            "reason",
            "card",
            "Kreditkarte",
            "foreign_key",
            "passport",
            "bypass",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn name_title_and_description_are_looked_at() {
        let field = |name: &'static str| FieldSchema::new(name, crate::form::Kind::text());
        assert_eq!(in_field(&field("token")), Some("token"));
        assert_eq!(in_field(&field("a").with_title("Token")), Some("token"));
        assert_eq!(
            in_field(&field("a").with_description("Your API key")),
            Some("api key")
        );
        assert_eq!(
            in_field(&field("a").with_title("B").with_description("C")),
            None
        );
    }
}
