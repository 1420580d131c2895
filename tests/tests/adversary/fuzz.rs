//! Random bytes and random JSON, the same in every run: nothing panics, nothing opens.

use askback::canonical;
use askback::form::Schema;
use askback::seal::{Audience, Binding, Keyring, Seal};
use serde_json::{Map, Value, json};

use crate::trap::serve;
use askback_tests::wire::{Wire, retry, state};

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 1).unwrap() % bound
    }

    fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn text(&mut self) -> String {
        let words = [
            "action",
            "accept",
            "content",
            "confirm",
            "type",
            "object",
            "properties",
            "string",
            "enum",
            "\u{202e}",
            "1e400",
            "oneOf",
            "required",
            "items",
            "",
            "maxLength",
            "format",
            "date",
            "const",
            "title",
            "a`b",
        ];
        self.of(&words).to_owned()
    }

    fn number(&mut self) -> Value {
        let texts = [
            "0",
            "-0",
            "1e400",
            "-1e-400",
            "18446744073709551616",
            "9007199254740993",
            "1.5",
            "1e99999999999",
            "-170141183460469231731687303715884105728",
            "0.1e-2147483648",
            "3.0",
        ];
        let text = self.of(&texts);
        serde_json::from_str(text).unwrap_or(Value::Null)
    }

    fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => Value::Bool(self.below(2) == 0),
            2 => self.number(),
            3 | 4 => Value::String(self.text()),
            5 => (0..self.below(4)).map(|_| self.json(depth - 1)).collect(),
            _ => {
                let members = (0..self.below(6)).map(|_| (self.text(), self.json(depth - 1)));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }
}

#[test]
fn canonical_forms_of_anything() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let value = random.json(6);
        let form = canonical::to_vec(&value);
        let back: Value = serde_json::from_slice(&form).unwrap();
        assert_eq!(
            canonical::digest(&back),
            canonical::digest(&value),
            "{value}"
        );
        let mut bytes = form;
        for _ in 0..random.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = random.below(bytes.len());
            bytes[at] = random.next().to_le_bytes()[0];
        }
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = canonical::parse_raw(text);
        }
    }
}

#[test]
fn schemas_from_anything() {
    let mut random = Random(2);
    let start = json!({"type": "object", "required": ["a"], "properties": {
        "a": {"type": "string", "maxLength": 5}, "b": {"type": "array", "items": {"enum": ["x"], "type": "string"}},
        "c": {"type": "integer", "minimum": 0}, "d": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]},
    }});
    for _ in 0..20_000 {
        let mut schema = start.clone();
        for _ in 0..1 + random.below(3) {
            let paths = [
                "/properties/a",
                "/properties/b/items",
                "/properties/c/minimum",
                "/required",
                "/properties/d/oneOf/0",
                "/properties",
                "/type",
                "/properties/a/maxLength",
            ];
            let value = random.json(3);
            if let Some(place) = schema.pointer_mut(random.of(&paths)) {
                *place = value;
            }
        }
        if let Ok(schema) = Schema::from_json(&schema, askback::form::Policy::Portable) {
            let text = schema.to_json();
            assert!(text["properties"].is_object());
        }
        let _ = Schema::from_json(&random.json(5), askback::form::Policy::Strict);
    }
}

#[test]
fn seals_open_for_nothing_else() {
    let clock = std::sync::Arc::new(askback::clock::ManualClock::default());
    let seal = Seal::new(
        std::sync::Arc::new(Keyring::new([[7; 32]]).unwrap()),
        Audience::new("a").unwrap(),
        std::time::Duration::from_secs(600),
        clock.clone(),
    )
    .unwrap();
    let binding = Binding {
        principal: b"ada",
        method: "tools/call",
        name: "x",
        arguments: [0; 32],
        bind: b"",
    };
    let envelope = askback::seal::Envelope {
        issued: askback::clock::Clock::now(&*clock),
        deadline: u64::MAX,
        chain: [0; 16],
        body: b"state".to_vec(),
    };
    let token = seal.seal(&envelope, &binding).unwrap();
    assert!(seal.open(&token, &binding).is_ok());
    let alphabet: Vec<char> = ('0'..='9')
        .chain('A'..='Z')
        .chain('a'..='z')
        .chain(['-', '_', '=', '+', '\u{e9}', '\0'])
        .collect();
    let mut random = Random(3);
    for _ in 0..50_000 {
        let mut text: Vec<char> = token.chars().collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = random.of(&alphabet),
                1 => text.truncate(at.max(1)),
                _ => text.insert(at, random.of(&alphabet)),
            }
        }
        let text: String = text.into_iter().collect();
        assert!(
            text == token || seal.open(&text, &binding).is_err(),
            "{text}"
        );
    }
}

/// Any answer to a pending gate but the one.
#[tokio::test]
async fn a_gate_gets_anything_for_an_answer() {
    let (served, trap) = serve();
    let mut wire = Wire::to(served);
    let mut random = Random(4);
    for _ in 0..300 {
        let asked = wire.call("form_last", json!({}), json!({})).await;
        let mut answer = json!({"action": random.text(), "content": random.json(3)});
        if random.below(3) == 0 {
            answer["action"] = json!("accept");
        }
        if random.below(4) == 0 {
            answer = random.json(3);
        }
        let yes = answer["action"] == "accept" && answer["content"]["confirm"] == true;
        let came = wire
            .call(
                "form_last",
                json!({}),
                retry(&state(&asked), json!({"confirmed": answer})),
            )
            .await;
        let passed = came["result"]["inputRequests"]["details"].is_object();
        assert_eq!(passed, yes, "{answer}");
    }
    assert_eq!(trap.effects.get(), 0);
}
