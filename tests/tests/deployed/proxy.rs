//! What stands before a server and passes on whole responses only.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback_tests::web::{Web, serve};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use tokio::sync::Semaphore;

use crate::within;

/// What becomes of a response.
#[derive(Clone)]
pub(crate) enum Passes {
    /// Nothing of it before it is complete.
    Whole,
    /// The same, unless it says `X-Accel-Buffering: no`, which nginx heeds.
    WholeUnlessTold,
    /// It is lost when it is complete, and the connection stays open.
    Nothing(Lost),
}

/// Counts what was lost.
#[derive(Clone)]
pub(crate) struct Lost(Arc<Semaphore>);

impl Lost {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    /// Waits until one more response is lost.
    pub(crate) async fn one(&self) {
        within("a response to be complete", self.0.acquire())
            .await
            .unwrap()
            .forget();
    }
}

/// A proxy to a server.
pub(crate) async fn before(server: &Web, passes: Passes) -> Web {
    balancing([server], passes).await
}

/// A proxy that gives each request to the next of its servers.
pub(crate) async fn balancing<const N: usize>(servers: [&Web; N], passes: Passes) -> Web {
    let urls = servers.map(|server| server.url().to_owned());
    let next = Arc::new(AtomicUsize::new(0));
    let pass = move |request| {
        let to = urls[next.fetch_add(1, Ordering::SeqCst) % N].clone();
        on(to, passes.clone(), request)
    };
    Web::at(serve(axum::Router::new().route("/mcp", axum::routing::any(pass))).await)
}

async fn on(to: String, passes: Passes, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let request = reqwest::Client::new().request(parts.method, to);
    let response = request.headers(parts.headers).body(body).send().await;
    let response = http::Response::<reqwest::Body>::from(response.unwrap());
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(http::header::TRANSFER_ENCODING);
    let at_once = match passes {
        Passes::WholeUnlessTold => {
            let told = parts.headers.get("x-accel-buffering");
            told.is_some_and(|told| told == "no")
        }
        _ => false,
    };
    if at_once {
        return Response::from_parts(parts, Body::new(body));
    }
    let body = to_bytes(Body::new(body), usize::MAX).await.unwrap();
    if let Passes::Nothing(lost) = passes {
        lost.0.add_permits(1);
        std::future::pending::<()>().await;
    }
    Response::from_parts(parts, Body::from(body))
}
