//! Whatever bytes arrive: no panic, and nothing opens.

use super::*;

/// Small numbers from a fixed seed (an xorshift generator), so that a failure comes back.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

#[test]
fn random_text_never_opens() {
    let deployment = Deployment::new(&[1, 2]);
    let alphabet: Vec<char> = "AZaz09-_+/= \n\0.\u{e9}\u{1f600}".chars().collect();
    let mut random = Random(1);
    for _ in 0..5_000 {
        let length = random.below(200);
        let text: String = (0..length)
            .map(|_| alphabet[random.below(alphabet.len())])
            .collect();
        assert!(
            deployment.seal.open(&text, &deploy().binding()).is_err(),
            "{text:?}"
        );
    }
}

#[test]
fn random_bytes_behind_a_true_head_never_open() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let deployment = Deployment::new(&[1, 2]);
    let sealed = URL_SAFE_NO_PAD.decode(deployment.token(&deploy())).unwrap();
    let mut random = Random(2);
    for _ in 0..5_000 {
        let keep = [0, 1, 9, 21][random.below(4)];
        let length = random.below(300);
        let mut bytes = sealed[..keep].to_vec();
        bytes.extend(random.bytes(length));
        let token = URL_SAFE_NO_PAD.encode(bytes);
        assert!(
            deployment.seal.open(&token, &deploy().binding()).is_err(),
            "{token}"
        );
    }
}

#[test]
fn two_tokens_spliced_never_open() {
    let deployment = Deployment::new(&[1]);
    let (one, other) = (deployment.token(&deploy()), deployment.token(&deploy()));
    let mut random = Random(3);
    for _ in 0..5_000 {
        let (from, to) = (random.below(one.len()), random.below(other.len()));
        let spliced = format!("{}{}", &one[..from], &other[to..]);
        if spliced != one && spliced != other {
            assert!(
                deployment.seal.open(&spliced, &deploy().binding()).is_err(),
                "{from} {to}"
            );
        }
    }
}

#[test]
fn random_envelopes_come_back_as_they_were() {
    let deployment = Deployment::new(&[1]);
    let mut random = Random(4);
    for _ in 0..500 {
        let length = random.below(2_000);
        let envelope = Envelope {
            chain: std::array::from_fn(|_| random.next() as u8),
            body: random.bytes(length),
            ..deployment.envelope()
        };
        let arguments = random.bytes(32).try_into().unwrap();
        let (principal, bind) = (random.bytes(20), random.bytes(5));
        let binding = Binding {
            principal: &principal,
            method: "resources/read",
            name: "file:///é",
            arguments,
            bind: &bind,
        };
        let token = deployment.seal.seal(&envelope, &binding).unwrap();
        assert_eq!(deployment.seal.open(&token, &binding), Ok(envelope));
    }
}
