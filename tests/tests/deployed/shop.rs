//! What is served: an order with a step, a form that is checked, and a gate. Each can be held up by the test.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use askback::rmcp::Served;
use askback::{Askback, Confirmed, Form, interactive};
use askback_tests::web::bearer;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::within;

type Request = RequestContext<RoleServer>;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub(crate) struct Order {
    item: String,
}

#[derive(Form)]
pub(crate) struct Count {
    #[form(range = 1..=9)]
    count: u8,
}

/// What all replicas did, and where their handlers wait.
#[derive(Clone, Default)]
pub(crate) struct Shop {
    effects: Arc<AtomicU32>,
    doors: Arc<Mutex<HashMap<&'static str, Arc<Door>>>>,
}

struct Door {
    reached: Semaphore,
    cancelled: Semaphore,
    open: Semaphore,
}

/// A place where handlers are held up.
pub(crate) struct Held {
    place: &'static str,
    door: Arc<Door>,
    shop: Shop,
}

/// Where a handler can be held up.
pub(crate) const ROUND: &str = "the precondition";
pub(crate) const STEP: &str = "the step";
pub(crate) const CHECK: &str = "the check of the form";
pub(crate) const BEGUN: &str = "the body, before its effect";
pub(crate) const DONE: &str = "the body, after its effect";

impl Shop {
    pub(crate) fn effects(&self) -> u32 {
        self.effects.load(Ordering::SeqCst)
    }

    /// From now on handlers wait there.
    pub(crate) fn hold(&self, place: &'static str) -> Held {
        let door = Arc::new(Door {
            reached: Semaphore::new(0),
            cancelled: Semaphore::new(0),
            open: Semaphore::new(0),
        });
        self.doors.lock().unwrap().insert(place, Arc::clone(&door));
        Held {
            place,
            door,
            shop: self.clone(),
        }
    }

    async fn pass(&self, place: &'static str, request: &Request) {
        let door = self.doors.lock().unwrap().get(place).cloned();
        if let Some(door) = door {
            door.reached.add_permits(1);
            tokio::select! {
                biased;
                opened = door.open.acquire() => return opened.unwrap().forget(),
                () = request.ct.cancelled() => door.cancelled.add_permits(1),
            }
            // What has begun goes on, as the work of somebody who does not look at the cancellation.
            door.open.acquire().await.unwrap().forget();
        }
    }

    /// As one replica of a deployment serves it.
    pub(crate) fn served(&self, askback: &Askback) -> Served<Arc<Desk>> {
        let desk = Desk { shop: self.clone() };
        askback.wrap(Arc::new(desk)).principal(|context| {
            let parts: &http::request::Parts = context.extensions.get()?;
            bearer(parts)
        })
    }
}

impl Held {
    /// Waits until one more handler is there.
    pub(crate) async fn reached(&self) {
        let what = format!("a handler at {}", self.place);
        within(&what, self.door.reached.acquire())
            .await
            .unwrap()
            .forget();
    }

    /// Waits until the request of one more handler there is cancelled.
    pub(crate) async fn cancelled(&self) {
        let what = format!("a request to be cancelled at {}", self.place);
        within(&what, self.door.cancelled.acquire())
            .await
            .unwrap()
            .forget();
    }

    /// Lets everybody pass who is there, and who comes.
    pub(crate) fn open(self) {
        self.shop.doors.lock().unwrap().remove(self.place);
        self.door.open.add_permits(Semaphore::MAX_PERMITS);
    }
}

pub(crate) struct Desk {
    shop: Shop,
}

impl Desk {
    /// Looked at in every round.
    async fn is_open(&self, request: &Request) {
        self.shop.pass(ROUND, request).await;
    }

    async fn stock(&self, request: &Request) -> u32 {
        self.shop.pass(STEP, request).await;
        7
    }

    async fn may_have(&self, count: &Count, stock: u32, request: &Request) -> Result<(), String> {
        self.shop.pass(CHECK, request).await;
        match u32::from(count.count) <= stock {
            true => Ok(()),
            false => Err(format!("there are only {stock}")),
        }
    }

    /// The irreversible thing: only a confirmation gets here.
    async fn take(&self, _: Confirmed<'_>, request: &Request) {
        self.shop.pass(BEGUN, request).await;
        self.shop.effects.fetch_add(1, Ordering::SeqCst);
        self.shop.pass(DONE, request).await;
    }
}

#[tool_router]
impl Desk {
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn order(
        &self,
        Parameters(Order { item }): Parameters<Order>,
        request: Request,
        #[step(self.is_open(&request).await)] _: (),
        #[step(self.stock(&request).await)] stock: u32,
        #[ask("How many of `{item}`?", check = self.may_have(&count, stock, &request).await)]
        count: Count,
        #[ask("Order {} of `{item}`?", count.count)] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.take(confirmed, &request).await;
        Ok(format!("{} of {item} ordered", count.count))
    }
}

#[tool_handler]
impl ServerHandler for Desk {}

/// The arguments of an order.
pub(crate) fn apples() -> Value {
    json!({ "item": "apples" })
}

/// What the person fills in.
pub(crate) fn three() -> Value {
    json!({ "count": { "action": "accept", "content": { "count": 3 } } })
}

/// The person's yes.
pub(crate) fn yes() -> Value {
    json!({ "confirmed": { "action": "accept", "content": { "confirm": true } } })
}
