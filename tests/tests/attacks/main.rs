//! Attempts to run the effect of a destructive tool without one accept, by the caller's own client, of exactly this
//! question, or twice for one. Each looks at the counter behind the effect.

mod gate;
mod http;
mod replay;
mod state;
mod strings;
mod vault;
mod wire;
