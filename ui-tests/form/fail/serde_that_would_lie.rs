// Cases ren-flatten-collides-or-is-refused, ren-skip-field.
use askback::Form;

#[derive(Form, serde::Deserialize)]
#[serde(default)]
struct Lies {
    #[serde(flatten)]
    a: String,
    #[serde(default)]
    b: String,
    #[serde(skip)]
    c: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<u8>,
    #[serde(with = "module")]
    e: u8,
    #[serde(deserialize_with = "function")]
    f: u8,
}

impl Default for Lies {
    fn default() -> Self {
        loop {}
    }
}

fn function<'d, D: serde::Deserializer<'d>>(_: D) -> Result<u8, D::Error> {
    Ok(0)
}

mod module {
    pub fn deserialize<'d, D: serde::Deserializer<'d>>(_: D) -> Result<u8, D::Error> {
        Ok(0)
    }
}

fn main() {}
