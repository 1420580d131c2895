//! probe
use crate::agency::Site;
use askback_tests::wire::Wire;
use askback_tests::accept;
use serde_json::{Value, json};

#[tokio::test]
async fn probe() {
    for responses in [json!([]), json!("x"), json!(1), json!(true), json!({"confirm": null})] {
        let site = Site::default();
        let mut wire = Wire::to(site.server("here"));
        let came = wire.request("tools/call", json!({"name":"deploy","arguments":{"env":"x"},"inputResponses":responses})).await;
        println!("{responses} -> {came}");
        let came = wire.request("prompts/get", json!({"name":"deploy","arguments":{"env":"x"},"inputResponses":responses})).await;
        println!("prompt {responses} -> {came}");
        let came = wire.request("resources/read", json!({"uri":"memo:x","inputResponses":responses})).await;
        println!("resource {responses} -> {came}");
    }
    for state in [json!([]), json!(1), json!(null), json!({})] {
        let site = Site::default();
        let mut wire = Wire::to(site.server("here"));
        let came = wire.request("tools/call", json!({"name":"deploy","arguments":{"env":"x"},"requestState":state})).await;
        println!("{state} -> {came}");
    }
    for depth in [100, 120, 123, 124, 125, 126, 127] {
        let mut v = json!(1);
        for _ in 0..depth-2 { v = json!([v]); }
        let site = Site::default();
        let mut wire = Wire::to(site.server("here"));
        let came = tokio::time::timeout(std::time::Duration::from_secs(2), wire.request("tools/call", json!({"name":"open","arguments":{"a":v}}))).await;
        println!("depth {depth}: {}", match came { Ok(c) => c.to_string().chars().take(200).collect::<String>(), Err(_) => "silence".into() });
        let came = tokio::time::timeout(std::time::Duration::from_secs(2), wire.request("tools/call", json!({"name":"echo"}))).await;
        println!("   then {}", match came { Ok(c) => c.to_string(), Err(_) => "silence".into() });
    }
    for size in [1<<20, (1<<20)+1] {
        let site = Site::default();
        let mut wire = Wire::to(site.server("here"));
        let came = wire.request("tools/call", json!({"name":"open","arguments":{"a":"x".repeat(size-8)}})).await;
        println!("size {size}: {came}");
    }
    let site = Site::default();
    let mut wire = Wire::to(site.server("here"));
    let first = wire.request("resources/read", json!({"uri":"memo:x"})).await;
    println!("{first}");
    let came = wire.request("resources/read", json!({"uri":"memo:x", "requestState": first["result"]["requestState"], "inputResponses": {"who": accept(json!({"name":"Ana"}))}})).await;
    println!("{came}");
    let came = wire.request("resources/read", json!({"uri":"memo:open"})).await;
    println!("{came}");
    for caps in [json!({}), json!({"elicitation":{}}), json!({"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}})] {
        let mut wire = Wire::to(site.server("here")).declaring(caps);
        let came = wire.request("tools/call", json!({"name":"everything"})).await;
        println!("{came}");
    }
    let _ : Value;
}
