//! What a script says.

use redis::Value;

use super::super::{
    Body, Claimed, Closing, Full, Grant, Guard, Held, Started, StoreError, Verdict, Written,
};

/// What a script said, read from the front.
pub(super) struct Reply {
    word: Vec<u8>,
    rest: std::vec::IntoIter<Value>,
}

/// A transition that has to be made again: the script swept as much as one may, and there is more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Again;

fn unknown() -> StoreError {
    StoreError::new(
        "Redis said something that this version does not know; do all processes run one version?",
    )
}

impl Reply {
    pub(super) fn new(value: Value) -> Result<Self, StoreError> {
        let Value::Array(parts) = value else {
            return Err(unknown());
        };
        let mut rest = parts.into_iter();
        match rest.next() {
            Some(Value::BulkString(word)) => Ok(Self { word, rest }),
            _ => Err(unknown()),
        }
    }

    fn next_word(&mut self) -> Result<Vec<u8>, StoreError> {
        match self.rest.next() {
            Some(Value::BulkString(word)) => Ok(word),
            _ => Err(unknown()),
        }
    }

    fn number<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        match self.rest.next() {
            Some(Value::Int(number)) => T::try_from(number).map_err(|_| unknown()),
            _ => Err(unknown()),
        }
    }

    fn body(&mut self) -> Result<Option<Body>, StoreError> {
        match self.rest.next() {
            Some(Value::BulkString(body)) => Ok(Some(body.into())),
            Some(Value::Nil) => Ok(None),
            _ => Err(unknown()),
        }
    }

    fn grant(&mut self) -> Result<Grant, StoreError> {
        Ok(Grant {
            fence: self.number()?,
            lease_end: self.number()?,
        })
    }

    fn full(&mut self) -> Result<Result<Full, Again>, StoreError> {
        Ok(Ok(match self.next_word()?.as_slice() {
            b"owner" => Full::Owner,
            b"chains" => Full::Chains,
            b"bytes" => Full::Bytes,
            b"again" => return Ok(Err(Again)),
            _ => return Err(unknown()),
        }))
    }

    pub(super) fn started(mut self) -> Result<Result<Started, Again>, StoreError> {
        Ok(Ok(match self.word.as_slice() {
            b"granted" => Started::Granted(self.grant()?),
            b"full" => return Ok(self.full()?.map(Started::Full)),
            b"ended" => Started::Ended,
            b"taken" => Started::Taken,
            _ => return Err(unknown()),
        }))
    }

    pub(super) fn claimed(mut self) -> Result<Claimed, StoreError> {
        let verdict = match self.word.as_slice() {
            b"claimed" => Verdict::Claimed {
                grant: self.grant()?,
                round: self.number()?,
                attempts: self.number()?,
                expiry: self.number()?,
            },
            b"recovering" => Verdict::Recovering {
                grant: self.grant()?,
                round: self.number()?,
            },
            b"replayed" => Verdict::Replayed {
                round: self.number()?,
                expiry: self.number()?,
            },
            b"closed" => Verdict::Closed(match self.next_word()?.as_slice() {
                b"declined" => Closing::Declined,
                b"attempts" => Closing::Attempts,
                _ => return Err(unknown()),
            }),
            b"already_ran" => Verdict::AlreadyRan,
            b"busy" => Verdict::Busy,
            b"conflict" => Verdict::Conflict,
            b"invalid" => Verdict::Invalid,
            _ => return Err(unknown()),
        };
        let state = match verdict.needs_state() {
            true => self.body()?,
            false => None,
        };
        let shown = match verdict.needs_shown() {
            Some(_) => self.body()?,
            None => None,
        };
        Ok(Claimed {
            verdict,
            state,
            shown,
        })
    }

    pub(super) fn written(mut self) -> Result<Result<Written, Again>, StoreError> {
        Ok(Ok(match self.word.as_slice() {
            b"renewed" => Written::Renewed {
                lease_end: self.number()?,
            },
            b"prompted" => Written::Prompted {
                round: self.number()?,
                expiry: self.number()?,
            },
            b"refused" => Written::Refused(match self.next_word()?.as_slice() {
                b"prompts" => Guard::Prompts,
                b"deadline" => Guard::Deadline,
                b"lifetime" => Guard::Lifetime,
                b"size" => Guard::Size,
                _ => return Err(unknown()),
            }),
            b"accepted" => Written::Accepted,
            b"full" => return Ok(self.full()?.map(Written::Full)),
            b"released" => Written::Released,
            b"rejected" => Written::Rejected {
                attempts: self.number()?,
            },
            b"exhausted" => Written::Exhausted,
            b"finished" => Written::Finished,
            b"failed" => Written::Failed,
            b"declined" => Written::Declined,
            b"lost" => Written::Lost,
            _ => return Err(unknown()),
        }))
    }

    /// Where the next page begins; `None` when that was the last one.
    pub(super) fn next_page(mut self) -> Result<Option<Vec<u8>>, StoreError> {
        let cursor = self.next_word()?;
        Ok((cursor != b"0").then_some(cursor))
    }

    pub(super) fn held(mut self) -> Result<Held, StoreError> {
        Ok(Held {
            chains: self.number()?,
            open_chains: self.number()?,
            bytes: self.number()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(parts: Vec<Value>) -> Reply {
        Reply::new(Value::Array(parts)).unwrap()
    }

    fn word(word: &str) -> Value {
        Value::BulkString(word.into())
    }

    #[test]
    fn a_reply_that_is_none_is_an_error() {
        for value in [Value::Nil, Value::Okay, Value::Array(Vec::new())] {
            assert!(Reply::new(value).is_err());
        }
        assert!(reply(vec![word("surprised")]).started().is_err());
        assert!(reply(vec![word("surprised")]).claimed().is_err());
        assert!(reply(vec![word("surprised")]).written().is_err());
        // Too short, of another type, below zero.
        assert!(
            reply(vec![word("granted"), Value::Int(1)])
                .started()
                .is_err()
        );
        let negative = vec![word("renewed"), Value::Int(-1)];
        assert!(reply(negative).written().is_err());
        let large = vec![word("rejected"), Value::Int(1 << 20)];
        assert!(reply(large).written().is_err());
    }

    #[test]
    fn a_verdict_comes_with_its_bodies() {
        let parts = vec![
            word("replayed"),
            Value::Int(2),
            Value::Int(7),
            word("shown"),
        ];
        let claimed = Claimed {
            verdict: Verdict::Replayed {
                round: 2,
                expiry: 7,
            },
            state: None,
            shown: Some(Body::from(b"shown".to_vec())),
        };
        assert_eq!(reply(parts).claimed().unwrap(), claimed);
        let parts = vec![word("closed"), word("attempts"), Value::Nil];
        let claimed = reply(parts).claimed().unwrap();
        assert_eq!(
            (claimed.verdict, claimed.state),
            (Verdict::Closed(Closing::Attempts), None)
        );
    }

    #[test]
    fn a_full_shard_may_ask_to_be_asked_again() {
        let full = |what| reply(vec![word("full"), word(what)]);
        assert_eq!(full("again").started().unwrap(), Err(Again));
        assert_eq!(full("again").written().unwrap(), Err(Again));
        assert_eq!(
            full("owner").started().unwrap(),
            Ok(Started::Full(Full::Owner))
        );
        assert!(full("what").started().is_err());
    }
}
