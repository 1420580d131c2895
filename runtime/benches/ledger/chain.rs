//! The events of one chain, made before anything is timed: asked once, answered, over.

use std::error::Error;

use askback::ledger::{
    AnswerHash, Attempt, BindingHash, Body, ChainKey, ChainName, Claim, Lifetime, Owner, Start,
    Started, Store, Terms, TokenHash, Transition, Verdict, Write, Written,
};

/// How many bytes of state a prompt has.
pub(crate) const STATE: usize = 512;
/// How many bytes of it are shown.
pub(crate) const SHOWN: usize = 300;

pub(crate) type Done = Result<(), Box<dyn Error + Send + Sync>>;

/// A chain, by its number. Numbers that follow each other are of owners in shards that follow each other.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    pub(crate) number: u64,
    pub(crate) owner: u64,
    /// How long its prompt may be answered, in milliseconds.
    pub(crate) ttl: u64,
}

/// Bytes that look random, by what they are and a number (splitmix64).
fn bytes<const N: usize>(what: u64, number: u64) -> [u8; N] {
    let mut state = number.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ (what << 56);
    let mut next = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)).to_be_bytes()
    };
    let mut bytes = [0; N];
    for chunk in bytes.chunks_mut(8) {
        chunk
            .iter_mut()
            .zip(next())
            .for_each(|(byte, random)| *byte = random);
    }
    bytes
}

impl Chain {
    pub(crate) fn new(number: u64) -> Self {
        Self {
            number,
            owner: number,
            ttl: 600_000,
        }
    }

    fn key(self) -> ChainKey {
        let mut owner: [u8; 32] = bytes(1, self.owner);
        // The shard is in the first four.
        let number = (self.owner as u32).to_be_bytes();
        owner
            .iter_mut()
            .zip(number)
            .for_each(|(byte, number)| *byte = number);
        ChainKey {
            owner: Owner::from_bytes(owner),
            chain: ChainName::from_bytes(bytes(2, self.number)),
        }
    }

    pub(crate) fn write(self, fence: u64, transition: Transition) -> Event {
        let key = self.key();
        Event::Write(Write {
            key,
            fence,
            transition,
        })
    }

    pub(crate) fn start(self) -> Event {
        Event::Start(Start {
            key: self.key(),
            lifetime: Lifetime::from_bytes([1; 32]),
            binding: BindingHash::from_bytes([2; 32]),
            attempt: Attempt::from_bytes(bytes(3, self.number)),
            terms: Terms::default(),
            reserve: (STATE + SHOWN) as u64,
        })
    }

    pub(crate) fn prompt(self) -> Event {
        let transition = Transition::Prompt {
            token: TokenHash::from_bytes(bytes(4, self.number)),
            ttl: Some(self.ttl),
            state: body(STATE, self.number),
            shown: body(SHOWN, self.number),
        };
        self.write(1, transition)
    }

    pub(crate) fn claim(self) -> Event {
        Event::Claim(Claim {
            key: self.key(),
            lifetime: Lifetime::from_bytes([1; 32]),
            binding: BindingHash::from_bytes([2; 32]),
            token: TokenHash::from_bytes(bytes(4, self.number)),
            answer: AnswerHash::from_bytes(bytes(5, self.number)),
            attempt: Attempt::from_bytes(bytes(6, self.number)),
        })
    }

    /// Begin and commit: a chain is admitted, and its prompt goes out.
    pub(crate) fn begin(self) -> Vec<Event> {
        vec![self.start(), self.prompt()]
    }
}

/// Bytes that say whose they are.
pub(crate) fn body(bytes: usize, number: u64) -> Body {
    let mut body = vec![7; bytes];
    let number = number.to_be_bytes();
    body.iter_mut()
        .zip(number)
        .for_each(|(byte, number)| *byte = number);
    Body::from(body)
}

/// What is sent to a store.
pub(crate) enum Event {
    Start(Start),
    Claim(Claim),
    Write(Write),
}

impl Event {
    /// Sends it; anything but the reply that lets the chain go on is an error.
    pub(crate) async fn send(self, store: &dyn Store) -> Done {
        match self {
            Self::Start(start) => match store.start(start).await? {
                Started::Granted(grant) if grant.fence == 1 => Ok(()),
                other => Err(format!("a start got {other:?}").into()),
            },
            Self::Claim(claim) => match store.claim(claim).await?.verdict {
                Verdict::Claimed { grant, .. } if grant.fence == 2 => Ok(()),
                other => Err(format!("a claim got {other:?}").into()),
            },
            Self::Write(write) => match store.write(write).await? {
                Written::Prompted { .. } | Written::Accepted => Ok(()),
                Written::Finished | Written::Failed => Ok(()),
                other => Err(format!("a write got {other:?}").into()),
            },
        }
    }
}

/// Sends one after the other.
pub(crate) async fn send_all(store: &dyn Store, events: Vec<Event>) -> Done {
    for event in events {
        event.send(store).await?;
    }
    Ok(())
}
