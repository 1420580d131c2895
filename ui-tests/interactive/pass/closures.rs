//! Closures that await, in the body and in what is computed beforehand: nothing but `Send` is asked of what they make.

use std::future::Future;
use std::pin::Pin;

use askback::testing::Tester;
use askback::{Form, interactive};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
}

struct Item {
    name: &'static str,
}

impl Item {
    async fn length(&self) -> usize {
        self.name.len()
    }
}

struct Server {
    items: Vec<Item>,
}

impl Server {

    async fn is_free(&self, name: &str) -> Result<(), &'static str> {
        if name == "taken" { Err("taken") } else { Ok(()) }
    }
}

async fn all<T>(futures: impl IntoIterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut done = Vec::new();
    for future in futures {
        done.push(future.await);
    }
    done
}

// Case async-closure-in-call-tree.
#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[step(all(self.items.iter().map(Item::length).collect::<Vec<_>>()).await)] lengths: Vec<usize>,
        #[ask(
            "Which of {}?", lengths.iter().map(|length| length + 1).sum::<usize>(),
            choices(offer = self.items.iter().map(|item| item.name).filter(|name| !name.is_empty())),
            check = async { self.is_free(&pick.offer).await }.await
        )]
        pick: Pick,
    ) -> Result<String, askback::Error> {
        let futures: Vec<Pin<Box<dyn Future<Output = usize> + Send + '_>>> =
            self.items.iter().map(|item| Box::pin(item.length()) as _).collect();
        let sum: usize = all(futures).await.into_iter().sum();
        let twice = async |times: usize| sum * times;
        let moved = all(lengths.iter().copied().map(|length| async move { length })).await;
        Ok(format!("{} {} {moved:?}", pick.offer, twice(2).await))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let person = Tester::new(Server { items: vec![Item { name: "free" }, Item { name: "taken" }, Item { name: "" }] });
    let asked = person.call("go", json!({})).await.expect_form("pick").shows("Which of 12?");
    let asked = asked.answer(json!({ "offer": "taken" })).await.expect_form("pick").shows("taken");
    assert_eq!(asked.answer(json!({ "offer": "free" })).await.finish().text(), "free 18 [4, 5, 0]");
}
