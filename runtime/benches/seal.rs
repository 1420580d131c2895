//! A sealed envelope against rmcp's `RequestStateCodec`, which signs and does not encrypt: 512 B of state, sealed and opened.

#[path = "kit/rounds.rs"]
mod rounds;
#[path = "kit/turns.rs"]
mod turns;
#[path = "kit/watch.rs"]
mod watch;

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use aes_gcm_siv::aead::{AeadInOut, KeyInit};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use askback::canonical;
use askback::clock::{Clock, SystemClock};
use askback::seal::{Audience, Binding, Envelope, Keyring, Principal, Seal};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rmcp::model::{RequestStateCodec, SealOptions};
use serde_json::json;
use turns::take_turns;

const TTL: Duration = Duration::from_secs(600);
const STATE: usize = 512;
/// Times and chain, sealed together with the state.
const HEAD: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    watch::say_if_quick();
    let key = [7; 32];
    let state: Vec<u8> = (0..=u8::MAX).cycle().take(STATE).collect();
    let principal = Principal::new("https://id.example.com", "ada", "desktop")?;
    let audience = Audience::new("https://admin.example.com/mcp")?;
    let binding = Binding {
        principal: principal.bytes(),
        method: "tools/call",
        name: "delete_rows",
        arguments: canonical::digest(&json!({"table": "users"})),
        bind: b"",
    };
    let keyring = Arc::new(Keyring::new([key])?);
    let seal = Seal::new(keyring, audience.clone(), TTL, Arc::new(SystemClock))?;
    let issued = SystemClock.now();
    let envelope = Envelope {
        issued,
        deadline: issued + 600_000,
        chain: [9; 16],
        body: state.clone(),
    };
    // The peer is bound to as much. It gets these bytes ready made, which an author has to put together for each call.
    let associated = [
        audience.as_str().as_bytes(),
        binding.principal,
        binding.method.as_bytes(),
        binding.name.as_bytes(),
        &binding.arguments,
    ]
    .concat();
    let codec = RequestStateCodec::new_with_keyring("first", [("first", key)])?;
    let options = SealOptions::new().associated_data(&associated).ttl(TTL);

    let token = seal.seal(&envelope, &binding)?;
    assert_eq!(seal.open(&token, &binding)?, envelope);
    let signed = codec.seal_with(&state, &options);
    assert_eq!(codec.open_with(&signed, &associated)?, state);
    println!(
        "token: {} characters, rmcp's {}\n",
        token.len(),
        signed.len()
    );

    let [ours, theirs, ..] = take_turns([
        ("seal + open", &mut || {
            let token = seal.seal(black_box(&envelope), black_box(&binding));
            let opened = token.map(|token| seal.open(&token, black_box(&binding)));
            drop(black_box(opened));
        }),
        ("rmcp: seal_with + open_with", &mut || {
            let signed = codec.seal_with(black_box(&state), black_box(&options));
            drop(black_box(codec.open_with(&signed, black_box(&associated))));
        }),
        ("  seal", &mut || {
            drop(black_box(seal.seal(black_box(&envelope), &binding)));
        }),
        ("  open", &mut || {
            drop(black_box(seal.open(black_box(&token), &binding)));
        }),
        ("  rmcp: seal_with", &mut || {
            drop(black_box(codec.seal_with(black_box(&state), &options)));
        }),
        ("  rmcp: open_with", &mut || {
            drop(black_box(codec.open_with(black_box(&signed), &associated)));
        }),
    ]);
    println!("\nby rmcp's: {}\n", ours.by(&theirs));
    parts(&associated);
    Ok(())
}

/// Where the time goes.
fn parts(associated: &[u8]) {
    let cipher = Aes256GcmSiv::new(&[7; 32].into());
    let nonce = Nonce::from([3; 12]);
    let mut plain = [5; HEAD + STATE];
    let bytes = [5; 1 + 8 + 12 + HEAD + STATE + 16];
    take_turns([
        ("AES-256-GCM-SIV, both ways", &mut || {
            let plain = black_box(&mut plain[..]);
            let tag = cipher.encrypt_inout_detached(&nonce, associated, (&mut *plain).into());
            let opened = tag
                .map(|tag| cipher.decrypt_inout_detached(&nonce, associated, plain.into(), &tag));
            let _ = black_box(opened);
        }),
        ("base64url as rmcp has it, both ways", &mut || {
            let text = URL_SAFE_NO_PAD.encode(black_box(&bytes));
            drop(black_box(URL_SAFE_NO_PAD.decode(&text)));
        }),
        ("a nonce from the system", &mut || {
            let mut nonce = [0; 12];
            let filled = SystemClock.fill(black_box(&mut nonce));
            let _ = black_box(filled);
        }),
        ("the system's time", &mut || {
            black_box(SystemClock.now());
        }),
    ]);
}
