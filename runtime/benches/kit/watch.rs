//! Time, and how much is to be measured.

use std::time::{Duration, Instant};

/// Whether it only has to be shown that everything works: with `cargo test`, that is, and not with `cargo bench`.
fn is_quick() -> bool {
    !std::env::args().any(|argument| argument == "--bench")
}

/// To be said before any figure.
pub(crate) fn say_if_quick() {
    if is_quick() {
        println!("This only shows that it works: its figures mean nothing. For those: cargo bench");
    }
}

/// `many`, or far fewer when quick.
pub(crate) fn scaled<N>(many: N, quick: N) -> N {
    if is_quick() { quick } else { many }
}

/// How long something takes.
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(
        clippy::disallowed_methods,
        reason = "a bench measures the machine's time"
    )]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn stop(self) -> Duration {
        self.0.elapsed()
    }
}
