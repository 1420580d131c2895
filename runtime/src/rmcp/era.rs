//! What the client can do: its era, and what it declared.

use rmcp::RoleServer;
use rmcp::model::{ClientCapabilities, ElicitationCapability, ProtocolVersion};
use rmcp::service::RequestContext;

use super::handshake::Session;
use crate::question::{Mode, Modes};

/// What the client of a request can do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Client {
    pub(super) era: Era,
    /// What it declared that it can be asked, for this request.
    pub(super) modes: Modes,
}

impl Client {
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Self {
        let era = Era::of(context);
        Self {
            era,
            modes: modes(context, era),
        }
    }
}

/// Which way a question reaches the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// 2026-07-28 and later: the result asks, the retry answers.
    Modern,
    /// 2025-11-25 and before: the server asks while the request waits.
    Handshake {
        /// Whether it knows URL mode and titled choices (2025-11-25).
        urls: bool,
    },
}

impl Era {
    fn of(context: &RequestContext<RoleServer>) -> Self {
        // Revisions are dates, so that their texts sort as they do.
        match context.protocol_version() {
            Some(version) if version >= ProtocolVersion::V_2026_07_28 => Self::Modern,
            Some(version) => Self::Handshake {
                urls: version >= ProtocolVersion::V_2025_11_25,
            },
            None => Self::Handshake { urls: false },
        }
    }
}

fn modes(context: &RequestContext<RoleServer>, era: Era) -> Modes {
    if era != Era::Modern && Session::of(context).is_none() {
        // What was declared is not known: it was with another request. Whatever is asked fails on its way, and says why.
        return Modes::FORM | Modes::URL | Modes::SAMPLING | Modes::ROOTS;
    }
    let declared = context.client_capabilities().unwrap_or_default();
    let mut modes = Modes::NONE;
    if let Some(ElicitationCapability { form, url, .. }) = &declared.elicitation {
        // An empty declaration means form mode alone (MCP 2026-07-28, client/elicitation, "Capabilities").
        if form.is_some() || url.is_none() {
            modes = modes | Modes::FORM;
        }
        if url.is_some() && era != (Era::Handshake { urls: false }) {
            modes = modes | Modes::URL;
        }
    }
    if declared.sampling.is_some() {
        modes = modes | Modes::SAMPLING;
    }
    if declared.roots.is_some() {
        modes = modes | Modes::ROOTS;
    }
    modes
}

/// The declaration that would have been needed.
pub(super) fn required(modes: Modes) -> ClientCapabilities {
    let mut required = ClientCapabilities::default();
    for mode in modes.iter() {
        match mode {
            Mode::Form => elicitation(&mut required).form = Some(Default::default()),
            Mode::Url => elicitation(&mut required).url = Some(Default::default()),
            Mode::Sampling => required.sampling = Some(Default::default()),
            Mode::Roots => required.roots = Some(Default::default()),
        }
    }
    required
}

fn elicitation(required: &mut ClientCapabilities) -> &mut ElicitationCapability {
    required.elicitation.get_or_insert_with(Default::default)
}
