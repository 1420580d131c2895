//! The server that is asked, and its relatives.

use std::sync::Arc;
use std::time::Duration;

use askback::Askback;
use askback::clock::ManualClock;
use askback::rmcp::Served;
use askback_tests::web::{Web, bearer};

use crate::tools::{Agency, Build, Effects};

const OLD_KEY: [u8; 32] = [1; 32];
const NEW_KEY: [u8; 32] = [2; 32];

/// A deployment, with a clock that stands still.
#[derive(Default)]
pub(crate) struct Site {
    pub(crate) effects: Effects,
    clock: Arc<ManualClock>,
}

impl Site {
    /// One of its servers: `here`; `before` the key was rotated; `elsewhere`, another service with the same keys; or a
    /// `newer` build.
    pub(crate) fn server(&self, which: &str) -> Served<Agency> {
        let builder = Askback::builder().clock(self.clock.clone());
        let builder = match which {
            "before" => builder.key(OLD_KEY),
            _ => builder.key(NEW_KEY).key(OLD_KEY),
        };
        let audience = if which == "elsewhere" {
            which
        } else {
            "agency"
        };
        let askback = builder.audience(audience).build().unwrap();
        askback.clone().wrap(Agency {
            askback,
            effects: self.effects.clone(),
            build: if which == "newer" {
                Build::New
            } else {
                Build::Old
            },
        })
    }

    /// The server over HTTP.
    pub(crate) async fn web(&self) -> Web {
        let served = self.server("here").principal(|context| {
            let parts = context.extensions.get::<http::request::Parts>();
            parts.and_then(bearer)
        });
        Web::serve(served).await
    }

    pub(crate) fn later(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }
}
