//! What a token is bound to.

use std::fmt;

use crate::canonical::{Framed, Sha256Digest};

use super::{Audience, keyring::KeyId};

/// The call that a token belongs to. A token opens only for exactly the binding that it was sealed with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Binding<'a> {
    /// Who calls: [`Principal::bytes`](super::Principal::bytes).
    pub principal: &'a [u8],
    /// The MCP method, `tools/call` for instance.
    pub method: &'a str,
    /// The tool's or prompt's name, or the resource's URI.
    pub name: &'a str,
    /// The digest of the canonical arguments: [`digest_object`](crate::canonical::digest_object).
    pub arguments: Sha256Digest,
    /// What else steers the effect, a tenant for instance; empty if nothing does.
    pub bind: &'a [u8],
}

impl Binding<'_> {
    /// The associated data: every field preceded by its length.
    pub(super) fn associated_data(&self, version: u8, key: KeyId, audience: &Audience) -> Vec<u8> {
        let mut framed = Framed::bytes("askback sealed envelope");
        framed
            .field(&[version])
            .field(&key.0)
            .text(audience.as_str())
            .field(self.principal)
            .text(self.method)
            .text(self.name)
            .field(&self.arguments)
            .field(self.bind);
        framed.into_bytes()
    }
}

/// Shows method and name only: the rest identifies people.
impl fmt::Debug for Binding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binding")
            .field("method", &self.method)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
