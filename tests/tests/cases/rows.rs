//! The rows of the modern era, each on servers of its own.

use std::collections::HashMap;

use askback_tests::wire::{Wire, forms, meta, request};
use serde_json::{Value, json};

use crate::agency::Site;
use crate::table::{Leg, Row, rows};

#[tokio::test]
async fn every_row_of_the_modern_era_ends_as_it_has_to() {
    let mut ran = 0;
    for row in rows() {
        if row.not_run.is_none() && row.era.is_none() {
            run(&row).await;
            ran += 1;
        }
    }
    assert!(ran > 50, "{ran}");
}

async fn run(row: &Row) {
    let site = Site::default();
    let mut wires = HashMap::new();
    let mut states = Vec::new();
    for (at, leg) in row.legs.iter().enumerate() {
        let place = format!("{}, leg {}", row.id, at + 1);
        site.later(leg.after);
        let wire = wires
            .entry(leg.on.as_deref().unwrap_or("here"))
            .or_insert_with_key(|which| Wire::to(site.server(which)));
        let mut came = Value::Null;
        for time in 0..leg.times {
            let id = leg.id.unwrap_or((at * 10_000 + time) as u64);
            let message = message(row, leg, id, &states);
            wire.put(&message).await;
            came = wire.response(id).await;
            leg.check(&came, &place);
            if let Some(wanted) = leg.status {
                let (status, came) = site.web().await.send("ada", &message).await;
                assert_eq!(status, wanted, "{place}: {came}");
                leg.check(&came, &place);
            }
        }
        let state = came["result"]["requestState"].as_str();
        states.push(state.unwrap_or_default().to_owned());
    }
    assert_eq!(site.effects.count(), row.effects, "{}", row.id);
    let mut lengths: Vec<_> = row.alike.iter().map(|leg| states[leg - 1].len()).collect();
    lengths.dedup();
    assert!(lengths.len() < 2, "{}: {lengths:?}", row.id);
}

fn message(row: &Row, leg: &Leg, id: u64, states: &[String]) -> Value {
    let method = leg.method.as_deref().unwrap_or("tools/call");
    let mut params = match method {
        "tools/call" | "prompts/get" => json!({ "name": row.tool }),
        _ => json!({}),
    };
    if let (Some(arguments), false) = (&row.arguments, params["name"].is_null()) {
        params["arguments"] = arguments.clone();
    }
    for (name, value) in &leg.send {
        params[name] = value.clone();
        fill_in(&mut params[name], states);
    }
    let meta = match params.get("_meta") {
        Some(meta) => meta.clone(),
        None => meta("ada", row.capabilities.as_ref().unwrap_or(&forms())),
    };
    request(id, method, params, meta)
}

/// Puts states in where their numbers stand, and what is made of them: `<2>`, `<2 standard alphabet>`, `<2 unused bits>`.
fn fill_in(value: &mut Value, states: &[String]) {
    let Value::String(text) = value else { return };
    if text == "<5 MiB>" {
        *text = "Az09-_".repeat(5 * 1024 * 1024 / 6);
    }
    for (at, state) in states.iter().enumerate() {
        let number = at + 1;
        *text = text.replace(&format!("<{number}>"), state);
        if text == &format!("<{number} standard alphabet>") {
            *text = state.replace('-', "+").replace('_', "/");
            assert_ne!(text, state);
        }
        if text == &format!("<{number} unused bits>") {
            *text = with_unused_bits(state);
        }
    }
}

/// The same bytes in another spelling: base64 leaves bits of the last character unused.
fn with_unused_bits(state: &str) -> String {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    assert_ne!(
        state.len() % 4,
        0,
        "no unused bits in {} characters",
        state.len()
    );
    let (rest, last) = state.split_at(state.len() - 1);
    let last = ALPHABET.find(last).unwrap() ^ 1;
    format!("{rest}{}", &ALPHABET[last..=last])
}
