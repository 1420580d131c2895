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
mod panicked;
mod progress;
mod reenter;
mod registry;
mod session_guard;
mod stated;
mod wire;
mod wrap;

pub use callers::IntoPrincipal;
pub use drive::Driven;
pub use finish::Failure;
pub use registry::RegistryServer;
pub use session_guard::{Guarded, GuardedService, SessionGuard};
pub use stated::InputResponses;
pub use wrap::{Served, wrap};

// What the expansion of the macros needs.
#[doc(hidden)]
pub use {
    call::{Parameters, PromptCall, ToolCall},
    finish::{AsAnError, AsRmcpDoes, Response, Stopped, Told, ToolFailure, close},
    handler::{
        PromptEnd, PromptParameter, Returns, ToldAsError, ToldByRmcp, ToolParameter,
        prompt_parameter, prompt_returns, sent, tool_parameter, tool_returns,
    },
    open::{NotReadAgain, ReadAgain},
    stated::{MayAsk, StatedReturns, StatedTold, close_stated, prompt_stated, tool_stated},
};

#[cfg(feature = "testing")]
pub(crate) use legacy::unfold;
