//! How much a ledger holds, and for how long.

/// The limits of a store. All processes that share a store say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most chains of all owners, those that are over but still answer replays included; 100,000.
    pub chains: u64,
    /// The most bytes that all records are charged, reservations included; 256 MiB. It is a budget for admission, not what the
    /// process or the file takes.
    pub bytes: u64,
    /// The most chains of one owner that are not over; 64.
    pub chains_per_owner: u64,
    /// The most chains of one owner in all, those that are over included; 25,000. What is over is kept for a while, so that one
    /// owner without this could fill the store for all others.
    pub all_chains_per_owner: u64,
    /// The most bytes that one owner's records are charged, reservations included; 64 MiB.
    pub bytes_per_owner: u64,
    /// How long a lease holds without being renewed, in milliseconds; 30,000.
    pub lease: u64,
    /// How long after its deadline a chain that is over still answers replays, in milliseconds; 60,000.
    pub grace: u64,
    /// How often a chain that is over may be recovered; 16.
    pub recoveries: u16,
}

impl Limits {
    /// What a chain is charged besides its bytes.
    pub const CHAIN_CHARGE: u64 = 512;
    /// What a prompt is charged besides its bytes.
    pub const PROMPT_CHARGE: u64 = 128;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            chains: 100_000,
            bytes: 256 * 1024 * 1024,
            chains_per_owner: 64,
            all_chains_per_owner: 25_000,
            bytes_per_owner: 64 * 1024 * 1024,
            lease: 30_000,
            grace: 60_000,
            recoveries: 16,
        }
    }
}

/// What one chain may do; said at its start, and the same until its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// How long the chain may take from its first prompt, in milliseconds; 600,000.
    pub ttl: u64,
    /// The most prompts; 10. The last one's answer may still finish.
    pub prompts: u16,
    /// The most invalid answers to one prompt; 3. The last of them closes the chain.
    pub attempts: u16,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            ttl: 600_000,
            prompts: 10,
            attempts: 3,
        }
    }
}
