//! The scripts: one for each transition, each with all that it needs.

use std::sync::LazyLock;

/// One script, and the hash that the server knows it by.
pub(super) struct Script {
    /// Its text.
    pub(super) source: &'static str,
    hash: LazyLock<String>,
}

impl Script {
    /// The SHA-1 of its text, in hexadecimal: what EVALSHA takes.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }
}

macro_rules! scripts {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $($(#[$doc])* pub(super) static $name: Script = {
            const SOURCE: &str = concat!(
                include_str!("script/record.lua"),
                include_str!("script/shard.lua"),
                include_str!($file),
            );
            Script {
                source: SOURCE,
                hash: LazyLock::new(|| redis::Script::new(SOURCE).get_hash().to_owned()),
            }
        };)*
    };
}

scripts! {
    /// A call begins that may ask.
    START = "script/start.lua";
    /// A token came back.
    CLAIM = "script/claim.lua";
    /// Whoever holds a chain says how it goes on.
    WRITE = "script/write.lua";
    /// Ends a lifetime, a page at a time.
    END = "script/end.lua";
    /// How much there is.
    HELD = "script/held.lua";
}

/// What each key is called behind the shard's hash tag, in the order of the scripts' `KEYS`.
const KEYS: [&str; 6] = ["records", "bodies", "due", "owners", "counts", "ended"];

/// The keys of a shard. What stands in braces decides where Redis Cluster and sharding proxies keep them: together.
pub(super) fn keys(namespace: &str, shard: usize) -> [String; 6] {
    KEYS.map(|key| format!("{{{namespace}:{shard}}}:{key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_sha1_of_the_text_and_differ() {
        let hashes = [&START, &CLAIM, &WRITE, &END, &HELD].map(Script::hash);
        for (at, hash) in hashes.iter().enumerate() {
            assert_eq!(hash.len(), 40);
            assert!(!hashes[..at].contains(hash));
        }
    }

    #[test]
    fn all_keys_of_a_shard_have_its_hash_tag() {
        let keys = keys("askback", 3);
        assert_eq!(keys[0], "{askback:3}:records");
        assert!(keys.iter().all(|key| key.starts_with("{askback:3}:")));
    }
}
