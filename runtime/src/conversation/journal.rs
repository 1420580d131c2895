//! The journal of one chain: what was asked, answered and computed. It is what a token carries.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::answer::Action;
use crate::question::Fingerprint;

/// Everything that one conversation has to remember between rounds.
#[derive(Serialize, Deserialize, Default)]
pub(crate) struct Journal {
    /// Rounds that went out so far.
    #[serde(rename = "r")]
    pub(crate) round: u32,
    #[serde(rename = "q", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) questions: BTreeMap<String, Record>,
    #[serde(rename = "s", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) steps: BTreeMap<String, Step>,
}

/// One question, and how far it is.
#[derive(Serialize, Deserialize)]
pub(crate) struct Record {
    #[serde(rename = "f")]
    fingerprint: Digest,
    /// Invalid answers so far.
    #[serde(rename = "n", default, skip_serializing_if = "is_zero")]
    pub(crate) attempts: u32,
    /// Whether it was answered sooner than a person could have.
    #[serde(rename = "i", default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) by_itself: bool,
    #[serde(rename = "p")]
    pub(crate) progress: Progress,
}

/// Where a question stands.
#[derive(Serialize, Deserialize)]
pub(crate) enum Progress {
    /// It went out, at this time (Unix milliseconds), and may be answered.
    #[serde(rename = "p")]
    Pending(u64),
    /// It was accepted with this content, which nobody has verified yet. Never replaced either, but by a new question.
    #[serde(rename = "v")]
    Arrived(Value),
    /// It was accepted with this content. Never replaced.
    #[serde(rename = "a")]
    Accepted(Value),
    /// It was declined.
    #[serde(rename = "d")]
    Declined(()),
    /// It was cancelled.
    #[serde(rename = "c")]
    Cancelled(()),
    /// The client could not be asked, and the handler has been told so.
    #[serde(rename = "u")]
    Unavailable(()),
}

impl Progress {
    pub(crate) fn refused(action: Action) -> Self {
        match action {
            Action::Cancel => Self::Cancelled(()),
            Action::Accept | Action::Decline => Self::Declined(()),
        }
    }
}

/// A computed value, and a digest of the answers that stood above it: if those change, it is computed anew.
#[derive(Serialize, Deserialize)]
pub(crate) struct Step {
    #[serde(rename = "u")]
    above: Digest,
    #[serde(rename = "v")]
    pub(crate) value: Value,
}

impl Record {
    pub(crate) fn pending(fingerprint: Fingerprint, attempts: u32, now: u64) -> Self {
        Self {
            fingerprint: Digest(fingerprint),
            attempts,
            by_itself: false,
            progress: Progress::Pending(now),
        }
    }

    pub(crate) fn is_of(&self, fingerprint: &Fingerprint) -> bool {
        self.fingerprint.0 == *fingerprint
    }
}

impl Step {
    pub(crate) fn new(above: [u8; 32], value: Value) -> Self {
        Self {
            above: Digest(above),
            value,
        }
    }

    pub(crate) fn stands_below(&self, above: &[u8; 32]) -> bool {
        self.above.0 == *above
    }
}

impl Journal {
    /// The record of this very question.
    pub(crate) fn record(&self, key: &str, fingerprint: &Fingerprint) -> Option<&Record> {
        self.questions
            .get(key)
            .filter(|record| record.is_of(fingerprint))
    }

    pub(crate) fn is_pending(&self, key: &str) -> bool {
        matches!(
            self.questions.get(key),
            Some(Record {
                progress: Progress::Pending(_),
                ..
            })
        )
    }

    /// No question but this one waits for an answer any more.
    pub(crate) fn wait_for(&mut self, only: &str) {
        self.questions
            .retain(|key, record| key == only || !matches!(record.progress, Progress::Pending(_)));
    }

    /// The content of an accepted answer.
    pub(crate) fn accepted(&self, key: &str) -> Option<&Value> {
        match &self.questions.get(key)?.progress {
            Progress::Accepted(content) => Some(content),
            _ => None,
        }
    }

    /// The content of an answer that has come and is not verified.
    pub(crate) fn arrived(&self, key: &str) -> Option<&Value> {
        match &self.questions.get(key)?.progress {
            Progress::Arrived(content) => Some(content),
            _ => None,
        }
    }

    /// An answer that has come is verified: from now on it counts.
    pub(crate) fn verified(&mut self, key: &str) {
        if let Some(record) = self.questions.get_mut(key)
            && let Progress::Arrived(content) = &mut record.progress
        {
            record.progress = Progress::Accepted(content.take());
            record.attempts = 0;
        }
    }

    /// An answer that has come is none: the question is open again.
    pub(crate) fn refuted(&mut self, key: &str, now: u64) {
        if let Some(record) = self.questions.get_mut(key)
            && let Progress::Arrived(_) = record.progress
        {
            record.progress = Progress::Pending(now);
            record.by_itself = false;
        }
    }

    /// As it goes into a token.
    pub(crate) fn encode(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    /// From a token that has been opened.
    pub(crate) fn decode(body: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(body)
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// 32 bytes, as base64url in JSON.
pub(super) struct Digest(pub(super) [u8; 32]);

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64.encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let bytes = BASE64
            .decode(text.as_bytes())
            .ok()
            .and_then(|bytes| bytes.try_into().ok());
        bytes
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("not a digest"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_journal_survives_its_encoding() {
        let mut journal = Journal {
            round: 2,
            ..Journal::default()
        };
        journal
            .questions
            .insert("a".into(), Record::pending([1; 32], 2, 77));
        let mut accepted = Record::pending([2; 32], 0, 0);
        accepted.progress = Progress::Accepted(json!({ "n": 9_007_199_254_740_993_u64 }));
        journal.questions.insert("b".into(), accepted);
        let mut declined = Record::pending([3; 32], 0, 0);
        declined.progress = Progress::refused(Action::Decline);
        declined.by_itself = true;
        journal.questions.insert("c".into(), declined);
        let mut arrived = Record::pending([4; 32], 1, 0);
        arrived.progress = Progress::Arrived(json!({ "n": 1 }));
        journal.questions.insert("d".into(), arrived);
        let mut unavailable = Record::pending([5; 32], 0, 0);
        unavailable.progress = Progress::Unavailable(());
        journal.questions.insert("e".into(), unavailable);
        journal
            .steps
            .insert("rows".into(), Step::new([9; 32], json!(5)));

        let mut back = Journal::decode(&journal.encode().unwrap()).unwrap();

        assert_eq!(back.round, 2);
        assert!(back.is_pending("a") && !back.is_pending("b"));
        let record = back.record("a", &[1; 32]).unwrap();
        assert_eq!(record.attempts, 2);
        assert!(matches!(record.progress, Progress::Pending(77)));
        assert!(
            back.record("a", &[0; 32]).is_none(),
            "another question under the same key"
        );
        match &back.record("b", &[2; 32]).unwrap().progress {
            Progress::Accepted(content) => {
                assert_eq!(content.to_string(), r#"{"n":9007199254740993}"#)
            }
            _ => panic!("accepted"),
        }
        let declined = back.record("c", &[3; 32]).unwrap();
        assert!(matches!(declined.progress, Progress::Declined(())));
        assert!(declined.by_itself && !record.by_itself);
        assert!(matches!(
            back.record("e", &[5; 32]).unwrap().progress,
            Progress::Unavailable(())
        ));
        assert!(!back.is_pending("d") && back.accepted("d").is_none());
        assert_eq!(back.record("d", &[4; 32]).unwrap().attempts, 1);
        assert_eq!(back.arrived("d"), Some(&json!({ "n": 1 })));
        back.verified("d");
        assert_eq!(back.accepted("d"), Some(&json!({ "n": 1 })));
        back.refuted("d", 5);
        assert!(
            back.accepted("d").is_some(),
            "what counts is never opened again"
        );
        assert!(
            back.steps["rows"].stands_below(&[9; 32]) && !back.steps["rows"].stands_below(&[8; 32])
        );
    }

    #[test]
    fn what_is_no_journal_is_an_error() {
        for body in [
            &b""[..],
            b"{}",
            b"[]",
            b"null",
            br#"{"r":0,"q":{"a":{"f":"x","p":1}}}"#,
            br#"{"r":-1}"#,
        ] {
            assert!(Journal::decode(body).is_err(), "{body:?}");
        }
    }
}
