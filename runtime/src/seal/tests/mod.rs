//! Tests of the sealed envelope.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::canonical;
use crate::clock::{Clock as _, ManualClock};

use super::*;

mod attacks;
mod cases;
mod keys;
mod random;
mod time;

const TTL: Duration = Duration::from_secs(600);
const TTL_MS: u64 = 600_000;

/// A key of 32 bytes; not random, since a test wants the same one twice.
fn key(seed: u8) -> [u8; 32] {
    std::array::from_fn(|index| seed.wrapping_mul(31).wrapping_add(index as u8))
}

fn audience() -> Audience {
    Audience::new("https://admin.example.com/mcp").unwrap()
}

struct Deployment {
    clock: Arc<ManualClock>,
    seal: Seal,
}

impl Deployment {
    fn new(keys: &[u8]) -> Self {
        let clock = Arc::new(ManualClock::default());
        Self {
            seal: seal_with(&clock, keys, audience(), TTL),
            clock,
        }
    }

    fn envelope(&self) -> Envelope {
        let issued = self.clock.now();
        Envelope {
            issued,
            deadline: issued + TTL_MS,
            chain: [7; 16],
            body: b"round 1; rows 42; pending confirmed".to_vec(),
        }
    }

    fn token(&self, call: &Call) -> String {
        self.seal.seal(&self.envelope(), &call.binding()).unwrap()
    }

    fn cause(&self, token: &str, call: &Call) -> Cause {
        cause(&self.seal, token, call)
    }
}

fn seal_with(clock: &Arc<ManualClock>, keys: &[u8], audience: Audience, ttl: Duration) -> Seal {
    let keyring = Keyring::new(keys.iter().map(|seed| key(*seed))).unwrap();
    Seal::new(Arc::new(keyring), audience, ttl, clock.clone()).unwrap()
}

fn cause(seal: &Seal, token: &str, call: &Call) -> Cause {
    match seal.open(token, &call.binding()) {
        Ok(_) => panic!("it opened"),
        Err(error) => {
            assert_eq!(
                error.to_string(),
                "requestState is not valid for this request; call again without it to start over"
            );
            assert_eq!(format!("{error:?}"), "OpenError { .. }");
            error.cause()
        }
    }
}

#[derive(Clone)]
struct Call {
    principal: Principal,
    method: &'static str,
    name: &'static str,
    arguments: [u8; 32],
    bind: &'static [u8],
}

impl Call {
    fn binding(&self) -> Binding<'_> {
        Binding {
            principal: self.principal.bytes(),
            method: self.method,
            name: self.name,
            arguments: self.arguments,
            bind: self.bind,
        }
    }

    fn with_arguments(&self, arguments: &Value) -> Self {
        Self {
            arguments: canonical::digest(arguments),
            ..self.clone()
        }
    }
}

fn deploy() -> Call {
    Call {
        principal: Principal::new("https://id.example.com", "ada", "desktop").unwrap(),
        method: "tools/call",
        name: "deploy",
        arguments: canonical::digest(&json!({"env": "prod"})),
        bind: b"tenant 1",
    }
}

#[test]
fn what_was_sealed_comes_out() {
    let deployment = Deployment::new(&[1]);
    for length in [0, 1, 2, 3, 512, 12_000] {
        let envelope = Envelope {
            body: (0..length).map(|index| index as u8).collect(),
            ..deployment.envelope()
        };
        let token = deployment
            .seal
            .seal(&envelope, &deploy().binding())
            .unwrap();
        assert!(
            token
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        );
        assert_eq!(
            deployment.seal.open(&token, &deploy().binding()),
            Ok(envelope)
        );
    }
}

#[test]
fn one_envelope_makes_different_tokens_that_show_nothing() {
    let deployment = Deployment::new(&[1]);
    let tokens: std::collections::HashSet<String> =
        (0..64).map(|_| deployment.token(&deploy())).collect();
    assert_eq!(tokens.len(), 64);
    let ids: std::collections::HashSet<TokenId> =
        tokens.iter().map(|token| TokenId::of(token)).collect();
    assert_eq!(ids.len(), 64);
    use base64::Engine as _;
    for token in tokens {
        let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD
            .decode(token)
            .unwrap();
        assert!(!bytes.windows(5).any(|window| window == b"round"));
        assert!(!bytes.windows(16).any(|window| window == [7; 16]));
    }
}

/// A change of the construction is a new version: tokens that are out would stop opening.
#[test]
fn version_1_is_frozen() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    assert_eq!(
        token,
        "AcDF57q9EFFXr1Vw9aGBC3r3jK9LqYvn7a7Ge34h6j4dGqqrNFT2OtSsyhM1obYPbUdzkuOUdFC5nEXc\
         1RdK8f1oUvYrWJZRIgbaSsiw3dlDmC5-S90H-o8CISaZa5ydfdz1lpfJ54A"
    );
}

#[test]
fn the_largest_state_fits_exactly_and_one_byte_more_is_refused() {
    let deployment = Deployment::new(&[1]);
    let seal = |bytes: usize| {
        let envelope = Envelope {
            body: vec![b'x'; bytes],
            ..deployment.envelope()
        };
        deployment.seal.seal(&envelope, &deploy().binding())
    };
    // 16,384 characters are 12,288 bytes, of which 21 are the head, 32 times and chain, 16 the tag.
    let token = seal(12_219).unwrap();
    assert_eq!(token.len(), MAX_TOKEN_CHARACTERS);
    assert!(deployment.seal.open(&token, &deploy().binding()).is_ok());
    let error = seal(12_220).unwrap_err();
    assert_eq!(error, SealError::TooLong { characters: 16_386 });
    assert_eq!(
        error.to_string(),
        "the state would make a token of 16386 characters, more than 16384; ask for less, or keep the state on the server \
         with a ledger"
    );
    assert!(matches!(seal(10_000_000), Err(SealError::TooLong { .. })));
}

#[test]
fn without_randomness_nothing_is_sealed() {
    let deployment = Deployment::new(&[1]);
    deployment.clock.set_dry(true);
    let sealed = deployment
        .seal
        .seal(&deployment.envelope(), &deploy().binding());
    assert_eq!(sealed, Err(SealError::NoEntropy));
}

#[test]
fn debug_shows_no_state_and_no_keys() {
    let deployment = Deployment::new(&[1]);
    let call = deploy();
    let shown = format!(
        "{:?} {:?} {:?}",
        deployment.seal,
        deployment.envelope(),
        call.binding()
    );
    for hidden in ["round", "ada", "tenant", "[7"] {
        assert!(!shown.contains(hidden), "{shown}");
    }
    let id = format!("{:?}", TokenId::of("token"));
    assert_eq!(id, "TokenId { .. }");
}
