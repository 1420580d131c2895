//! How often steps and preconditions run.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{Confirmed, interactive};
use askback_tests::peer::{Peer, text};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

use crate::shapes::X;
use crate::walk::{answer, walk};

#[derive(Clone, Default)]
struct Counts {
    step: Arc<AtomicUsize>,
    later: Arc<AtomicUsize>,
    allowed: Arc<AtomicUsize>,
    body: Arc<AtomicUsize>,
}

fn count(counter: &AtomicUsize) -> usize {
    counter.fetch_add(1, Ordering::SeqCst) + 1
}

#[tool_router]
impl Counts {
    /// Four rounds: a form, a form that mentions it, a confirmation, a form.
    #[interactive]
    #[tool]
    async fn four(
        &self,
        #[step({ count(&self.allowed); })] _: (),
        #[step(count(&self.step))] ran: usize,
        #[ask("A after {ran}?")] a: X,
        #[step(count(&self.later) + ran)] later: usize,
        #[ask("B after {a:?} and {later}?")] _b: X,
        #[ask("Sure?")] sure: Confirmed,
        #[ask("C?")] _c: X,
    ) -> Result<String, askback::Error> {
        drop(sure);
        count(&self.body);
        Ok(format!("{ran} {later}"))
    }
}

#[tool_handler]
impl ServerHandler for Counts {}

impl Counts {
    /// How often the step, the one between questions, the precondition and the body ran.
    fn counted(&self) -> [usize; 4] {
        [&self.step, &self.later, &self.allowed, &self.body].map(|it| it.load(Ordering::SeqCst))
    }
}

#[tokio::test]
async fn in_the_modern_era_a_step_runs_once_and_a_precondition_in_every_round() {
    let counts = Counts::default();
    let (rounds, told) = walk(askback::wrap(counts.clone()), "four", &json!({})).await;
    assert_eq!(rounds, [["a"], ["b"], ["sure"], ["c"]]);
    assert_eq!(told, "1 2");
    // Four requests that ask, and the one that finishes.
    assert_eq!(counts.counted(), [1, 1, 5, 1]);
}

#[tokio::test]
async fn in_the_handshake_era_a_step_runs_once_and_a_precondition_with_every_pass() {
    for version in ["2025-11-25", "2025-06-18"] {
        let counts = Counts::default();
        let mut peer = Peer::connect(askback::wrap(counts.clone()), version).await;
        let call = peer.call("four").await;
        for _ in 0..4 {
            let question = peer.question().await;
            peer.answer(&question, answer(&question["params"])).await;
        }
        assert_eq!(text(&peer.result(call).await), ("1 2", false));
        // Everything is asked in one pass; in a second one nothing has changed.
        assert_eq!(counts.counted(), [1, 1, 2, 1], "{version}");
    }
}
