//! Serving over rmcp: the wrapper, the extractors, raw methods, and how a call's end looks on the wire.
//!
//! [`wrap`] what is served; `#[interactive]` handlers fail closed without it.

mod call;
mod callers;
mod drive;
mod era;
mod finish;
mod forward;
mod handler;
mod handshake;
mod legacy;
mod open;
mod outcome;
mod progress;
mod reenter;
mod session_guard;
mod stated;
mod wire;
mod wrap;

pub use call::{Parameters, PromptCall, ToolCall};
pub use callers::IntoPrincipal;
pub use drive::Driven;
pub use finish::{AsAnError, AsRmcpDoes, Failure, ToolFailure};
pub use handler::{
    PromptEnd, PromptParameter, Returns, ToldAsError, ToldByRmcp, ToolParameter, prompt_parameter,
    prompt_returns, tool_parameter, tool_returns,
};
pub use open::{NotReadAgain, ReadAgain};
pub use session_guard::{Guarded, GuardedService, SessionGuard};
pub use stated::{InputResponses, MayAsk, StatedReturns, prompt_stated, tool_stated};
pub use wrap::{Served, wrap};

#[cfg(feature = "testing")]
pub(crate) use legacy::unfold;
