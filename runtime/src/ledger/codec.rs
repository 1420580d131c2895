//! A record as bytes, for stores outside this process.

use std::fmt;

use super::record::{Lease, Prompt, Record, State};
use super::{AnswerHash, Attempt, BindingHash, Closing, Lifetime, Owner, Terms, TokenHash};

/// What the first byte says. Another layout would be another version.
const VERSION: u8 = 1;

/// Bytes that are no record of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MalformedRecord;

impl fmt::Display for MalformedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these bytes are no record that this version knows; was the store written by another one?")
    }
}

impl std::error::Error for MalformedRecord {}

impl Record {
    /// The record as bytes: numbers big endian, in the order of the fields.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        out.extend(self.owner.as_bytes());
        out.extend(self.lifetime.as_bytes());
        out.extend(self.binding.as_bytes());
        out.extend(self.terms.ttl.to_be_bytes());
        out.extend(self.terms.prompts.to_be_bytes());
        out.extend(self.terms.attempts.to_be_bytes());
        write_state(&mut out, &self.state);
        for number in [self.fence, self.deadline, self.reserved, self.state_bytes] {
            out.extend(number.to_be_bytes());
        }
        out.extend(self.attempts.to_be_bytes());
        out.extend(self.recoveries.to_be_bytes());
        out.extend(self.round().to_be_bytes());
        for prompt in &self.prompts {
            out.extend(prompt.token.as_bytes());
            out.extend(prompt.expiry.to_be_bytes());
            out.extend(prompt.bytes.to_be_bytes());
            match &prompt.accepted {
                Some(answer) => {
                    out.push(1);
                    out.extend(answer.as_bytes());
                }
                None => out.push(0),
            }
        }
        out
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// [`MalformedRecord`] when it wrote no such bytes, or a version did that this one does not know.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MalformedRecord> {
        let mut reader = Reader(bytes);
        let record = reader.record().ok_or(MalformedRecord)?;
        if reader.0.is_empty() {
            Ok(record)
        } else {
            Err(MalformedRecord)
        }
    }
}

fn write_state(out: &mut Vec<u8>, state: &State) {
    let tag = match state {
        State::Reserved(_) => 0,
        State::Open => 1,
        State::Claimed(..) => 2,
        State::Running(_) => 3,
        State::Done => 4,
        State::Recover => 5,
        State::Recovering(_) => 6,
        State::Closed(Closing::Declined) => 7,
        State::Closed(Closing::Attempts) => 8,
    };
    out.push(tag);
    if let Some(lease) = state.lease() {
        out.extend(lease.attempt.as_bytes());
        out.extend(lease.end.to_be_bytes());
    }
    if let State::Claimed(_, answer) = state {
        out.extend(answer.as_bytes());
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take().map(u8::from_be_bytes)
    }

    fn short(&mut self) -> Option<u16> {
        self.take().map(u16::from_be_bytes)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }

    fn record(&mut self) -> Option<Record> {
        if self.byte()? != VERSION {
            return None;
        }
        let mut record = Record {
            owner: Owner::from_bytes(self.take()?),
            lifetime: Lifetime::from_bytes(self.take()?),
            binding: BindingHash::from_bytes(self.take()?),
            terms: Terms {
                ttl: self.number()?,
                prompts: self.short()?,
                attempts: self.short()?,
            },
            state: self.state()?,
            fence: self.number()?,
            deadline: self.number()?,
            reserved: self.number()?,
            state_bytes: self.number()?,
            attempts: self.short()?,
            recoveries: self.short()?,
            prompts: Vec::new(),
        };
        for _ in 0..self.short()? {
            let prompt = self.prompt()?;
            record.prompts.push(prompt);
        }
        Some(record)
    }

    fn state(&mut self) -> Option<State> {
        Some(match self.byte()? {
            0 => State::Reserved(self.lease()?),
            1 => State::Open,
            2 => State::Claimed(self.lease()?, AnswerHash::from_bytes(self.take()?)),
            3 => State::Running(self.lease()?),
            4 => State::Done,
            5 => State::Recover,
            6 => State::Recovering(self.lease()?),
            7 => State::Closed(Closing::Declined),
            8 => State::Closed(Closing::Attempts),
            _ => return None,
        })
    }

    fn lease(&mut self) -> Option<Lease> {
        Some(Lease {
            attempt: Attempt::from_bytes(self.take()?),
            end: self.number()?,
        })
    }

    fn prompt(&mut self) -> Option<Prompt> {
        Some(Prompt {
            token: TokenHash::from_bytes(self.take()?),
            expiry: self.number()?,
            bytes: self.number()?,
            accepted: match self.byte()? {
                0 => None,
                1 => Some(AnswerHash::from_bytes(self.take()?)),
                _ => return None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<Record> {
        let lease = Lease {
            attempt: Attempt::from_bytes([8; 16]),
            end: 9,
        };
        let answer = AnswerHash::from_bytes([10; 32]);
        let record = |state, prompts: u8| Record {
            owner: Owner::from_bytes([1; 32]),
            lifetime: Lifetime::from_bytes([2; 32]),
            binding: BindingHash::from_bytes([3; 32]),
            terms: Terms {
                ttl: 4,
                prompts: 5,
                attempts: 6,
            },
            state,
            fence: 7,
            deadline: u64::MAX,
            attempts: 11,
            recoveries: 12,
            reserved: 13,
            state_bytes: 14,
            prompts: (0..prompts)
                .map(|number| Prompt {
                    token: TokenHash::from_bytes([number; 32]),
                    expiry: 15,
                    bytes: 16,
                    accepted: (number % 2 == 0).then_some(answer),
                })
                .collect(),
        };
        vec![
            record(State::Reserved(lease), 0),
            record(State::Open, 1),
            record(State::Claimed(lease, answer), 2),
            record(State::Running(lease), 3),
            record(State::Done, 4),
            record(State::Recover, 10),
            record(State::Recovering(lease), 1),
            record(State::Closed(Closing::Declined), 1),
            record(State::Closed(Closing::Attempts), 1),
        ]
    }

    #[test]
    fn every_record_comes_back() {
        for record in records() {
            assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
        }
    }

    #[test]
    fn no_part_and_no_more_than_a_record_is_one() {
        for record in records() {
            let bytes = record.to_bytes();
            for end in 0..bytes.len() {
                assert_eq!(Record::from_bytes(&bytes[..end]), Err(MalformedRecord));
            }
            let longer = [&bytes[..], &[0]].concat();
            assert_eq!(Record::from_bytes(&longer), Err(MalformedRecord));
        }
    }

    #[test]
    fn changed_bytes_are_another_record_or_none() {
        for record in records() {
            let bytes = record.to_bytes();
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 0x81;
                assert_ne!(Record::from_bytes(&changed), Ok(record.clone()), "{at}");
            }
        }
    }

    #[test]
    fn the_layout_is_frozen() {
        let bytes = records()[0].to_bytes();
        assert_eq!(bytes.len(), 1 + 3 * 32 + 12 + 1 + 24 + 4 * 8 + 6);
        let after_hashes = &bytes[97..];
        let head = [0, 0, 0, 0, 0, 0, 0, 4, 0, 5, 0, 6, 0];
        assert_eq!(after_hashes[..13], head);
    }
}
