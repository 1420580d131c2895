//! The names of a call's effects, by which whatever does them knows them again.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

use super::exchange::{Conversation, Site};
use super::host::Host;
use crate::canonical::Framed;
use crate::ledger::Token;
use crate::seal::ChainId;

/// What the names of a call's effects are made from. Nothing can be read out of it.
#[derive(Clone)]
pub(crate) struct Effects(Framed);

impl Effects {
    /// The name of one effect: 43 characters of base64url.
    pub(crate) fn key(&self, name: &str) -> String {
        let mut hash = self.0.clone();
        hash.text(name);
        BASE64.encode(hash.finish())
    }
}

impl Host {
    /// The effects of the call that a ledger's token belongs to, whatever has become of it. `None`: it is no such token.
    pub(crate) fn effects(&self, site: &Site, token: &str) -> Option<Effects> {
        self.kept.as_ref()?;
        let token = Token::parse(token)?;
        Some(Effects(self.effects_of(site, token.chain_bytes())))
    }

    fn effects_of(&self, site: &Site, chain: &ChainId) -> Framed {
        let mut hash = Framed::hash("askback idempotency key 1");
        hash.field(chain)
            .text(self.seal.audience().as_str())
            .field(site.principal.bytes())
            .text(site.method)
            .text(&site.name)
            .field(&site.arguments)
            .field(&site.bind);
        hash
    }
}

impl Conversation {
    /// The effects of this chain. A seal's chains may fork, so that the answers above count too.
    fn effects(&self) -> Effects {
        let mut hash = self.host.effects_of(&self.site, self.chain.id());
        if !self.terms.continuation.is_ledger() {
            hash.field(&self.above);
        }
        Effects(hash)
    }

    /// The effects of this chain, where they are the same all along it.
    pub(crate) fn kept_effects(&self) -> Option<Effects> {
        let kept = self.terms.continuation.is_ledger();
        kept.then(|| self.effects())
    }

    /// A name for one effect of this chain.
    pub(crate) fn idempotency_key(&self, name: &str) -> String {
        self.effects().key(name)
    }
}
