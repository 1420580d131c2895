//! The lint against secrets in form mode: words in a field's name, wire name, title and description.

/// Words that name a secret. A list of several has to stand in this order, side by side.
const SECRETS: &[&[&str]] = &[
    &["password"],
    &["passwords"],
    &["passwd"],
    &["pwd"],
    &["passphrase"],
    &["passcode"],
    &["pass", "word"],
    &["pass", "phrase"],
    &["pass", "code"],
    &["secret"],
    &["secrets"],
    &["token"],
    &["tokens"],
    &["jwt"],
    &["bearer"],
    &["credential"],
    &["credentials"],
    &["creds"],
    &["apikey"],
    &["apikeys"],
    &["api", "key"],
    &["api", "keys"],
    &["access", "key"],
    &["access", "keys"],
    &["private", "key"],
    &["private", "keys"],
    &["privatekey"],
    &["signing", "key"],
    &["encryption", "key"],
    &["ssh", "key"],
    &["master", "key"],
    &["license", "key"],
    &["card", "number"],
    &["card", "numbers"],
    &["card", "no"],
    &["cardnumber"],
    &["credit", "card"],
    &["creditcard"],
    &["debit", "card"],
    &["cvv"],
    &["cvc"],
    &["pin"],
    &["pins"],
    &["pincode"],
    &["otp"],
    &["totp"],
    &["one", "time", "code"],
    &["verification", "code"],
    &["security", "code"],
    &["recovery", "code"],
    &["recovery", "phrase"],
    &["seed", "phrase"],
    &["mnemonic"],
    &["session", "cookie"],
    &["ssn"],
    &["social", "security"],
];

/// Words that, beside `token` or `tokens`, tell that tokens are counted and not shown.
const COUNTED: &[&str] = &[
    "max", "min", "maximum", "minimum", "count", "counts", "limit", "budget", "usage", "number",
];

/// The words of `text` that name a secret; `None` when there are none.
///
/// A lint, not a proof: whole words only, so `tokenizer`, `pinned`, `keyboard` and `secretary` pass.
pub(crate) fn named_in(text: &str) -> Option<String> {
    let words = words(text);
    SECRETS
        .iter()
        .find(|secret| occurs(secret, &words))
        .map(|secret| secret.join(" "))
}

fn occurs(secret: &[&str], words: &[String]) -> bool {
    words.windows(secret.len()).enumerate().any(|(at, window)| {
        let same = window
            .iter()
            .zip(secret)
            .all(|(word, wanted)| word == wanted);
        same && !(matches!(secret, ["token" | "tokens"]) && counted(words, at))
    })
}

fn counted(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let second_before = at
        .checked_sub(2)
        .and_then(|before| words.get(before))
        .filter(|_| before.is_some_and(|word| word == "of"));
    let after = at.checked_add(1).and_then(|after| words.get(after));
    [before, second_before, after]
        .into_iter()
        .flatten()
        .any(|word| COUNTED.contains(&word.as_str()))
}

/// The words of an identifier or a text, in lower case: split at everything that is no letter, between letters and
/// digits, and at the humps of `camelCase` (`APIKey` is `api` and `key`).
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut previous = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next_is_lower = letters.peek().is_some_and(|next| next.is_lowercase());
        let hump = letter.is_uppercase()
            && (previous.is_lowercase() || (previous.is_uppercase() && next_is_lower));
        if !word.is_empty() && (!letter.is_alphabetic() || hump) {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphabetic() {
            word.extend(letter.to_lowercase());
        }
        previous = letter;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_in_every_spelling() {
        for text in [
            "password",
            "db_password",
            "newPassword",
            "PASSWORD",
            "passwd",
            "api_key",
            "apiKey",
            "APIKey",
            "api-key",
            "apikey",
            "Your API key",
            "access_token",
            "token2",
            "card_number",
            "creditCardNumber",
            "pin",
            "PIN",
            "pin_code",
            "cvv2",
            "private key",
            "credential",
            "credentials",
            "passphrase",
            "otp",
            "one-time code",
            "client_secret",
            "Token, please",
            "pass_word",
        ] {
            assert!(named_in(text).is_some(), "{text}");
        }
    }

    #[test]
    fn words_that_only_begin_or_end_like_a_secret_pass() {
        for text in [
            "tokenizer",
            "pinned",
            "keyboard",
            "secretary",
            "spinning",
            "key",
            "primary_key",
            "passport",
            "passenger",
            "bypass",
            "compass",
            "card",
            "cardinal",
            "number",
            "opinion",
            "shopping",
            "otpauth_label",
            "max_tokens",
            "Number of tokens",
            "token_count",
            "discard numbers",
            "Api keyboards",
            "",
        ] {
            assert_eq!(named_in(text), None, "{text}");
        }
    }
}
