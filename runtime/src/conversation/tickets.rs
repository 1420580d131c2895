//! Tickets: for whom a URL was made, so that who opens it can be held against that.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

use super::exchange::{Conversation, Site};
use super::stop::{Pause, Stop};
use crate::canonical::Framed;
use crate::clock::{Clock, NoEntropy};
use crate::question::TICKET_LENGTH;
use crate::seal::Principal;

/// Tickets that are remembered at once, and of them those of one principal.
const REMEMBERED: usize = 65_536;
const OF_ONE: usize = 1_024;
/// Bytes of a name that count as one ticket more.
const HEAVY: usize = 1_024;

/// For whom a URL with `{ask.ticket}` in it was made, and by which question.
///
/// [`Askback::ticket`](crate::Askback::ticket) gives one.
pub struct Ticket {
    principal: Principal,
    method: &'static str,
    name: String,
    key: String,
}

impl Ticket {
    /// Who was asked to open the page.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// The method that asked: `tools/call`, `prompts/get` or `resources/read`.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method
    }

    /// The tool's or the prompt's name, or the resource's URI.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The key of the question: its parameter's name without leading underscores.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// How many of the places in the table it takes: a name may be as long as a URI.
    fn weight(&self) -> usize {
        1 + self.name.len() / HEAVY
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket")
            .field("principal", &self.principal)
            .field("method", &self.method)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// What a ticket is found by: a digest of its handle, so that looking it up tells nothing about others by its timing.
type TicketId = [u8; 32];

/// The tickets of a process that are good for something, each until it is used or over.
#[derive(Default)]
pub(crate) struct Tickets {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    tickets: HashMap<TicketId, (u64, Ticket)>,
    ends: BTreeSet<(u64, TicketId)>,
    /// Places taken, in all and by each principal.
    taken: usize,
    of: HashMap<Principal, usize>,
    /// The latest time seen. A clock that is set back brings nothing back.
    latest: u64,
}

/// Why there is no ticket.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoTicket {
    Full,
    Entropy(NoEntropy),
}

impl State {
    fn expire(&mut self, now: u64) {
        self.latest = self.latest.max(now);
        while let Some((end, id)) = self.ends.first().copied() {
            if end > self.latest {
                break;
            }
            self.remove(&id);
        }
    }

    fn remove(&mut self, id: &TicketId) -> Option<Ticket> {
        let (end, ticket) = self.tickets.remove(id)?;
        self.ends.remove(&(end, *id));
        let weight = ticket.weight();
        self.taken = self.taken.saturating_sub(weight);
        if let Some(taken) = self.of.get_mut(&ticket.principal) {
            *taken = taken.saturating_sub(weight);
            if *taken == 0 {
                self.of.remove(&ticket.principal);
            }
        }
        Some(ticket)
    }
}

impl Tickets {
    /// Remembers a ticket until `end` (Unix milliseconds, exclusive), and gives its handle. Nothing is forgotten to make room.
    fn mint(
        &self,
        clock: &dyn Clock,
        audience: &str,
        ticket: Ticket,
        end: u64,
    ) -> Result<String, NoTicket> {
        let mut bytes = [0; 16];
        clock.fill(&mut bytes).map_err(NoTicket::Entropy)?;
        let handle = BASE64.encode(bytes);
        let mut state = self.current(clock.now());
        let weight = ticket.weight();
        let of_one = state.of.get(&ticket.principal).copied().unwrap_or_default();
        if state.taken.saturating_add(weight) > REMEMBERED || of_one.saturating_add(weight) > OF_ONE
        {
            return Err(NoTicket::Full);
        }
        let id = id(audience, &handle);
        state.taken = state.taken.saturating_add(weight);
        let of_one = of_one.saturating_add(weight);
        state.of.insert(ticket.principal.clone(), of_one);
        state.ends.insert((end, id));
        state.tickets.insert(id, (end, ticket));
        Ok(handle)
    }

    /// The ticket with this handle, once.
    pub(crate) fn take(&self, now: u64, audience: &str, handle: &str) -> Option<Ticket> {
        if handle.len() != TICKET_LENGTH {
            return None;
        }
        self.current(now).remove(&id(audience, handle))
    }

    fn current(&self, now: u64) -> MutexGuard<'_, State> {
        // Nothing in here panics halfway through a change.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.expire(now);
        state
    }
}

/// A handle of one deployment is none of another's in the same process.
fn id(audience: &str, handle: &str) -> TicketId {
    let mut hash = Framed::hash("askback ticket 1");
    hash.text(audience).text(handle);
    hash.finish()
}

impl Site {
    fn ticket(&self, key: &str) -> Ticket {
        Ticket {
            principal: self.principal.clone(),
            method: self.method,
            name: self.name.clone(),
            key: key.to_owned(),
        }
    }
}

impl Conversation {
    /// A ticket for who is asked this question now, good as long as the conversation is.
    pub(super) fn ticket(&mut self, key: &str) -> Result<String, Pause> {
        let host = &self.host;
        let (audience, end) = (
            host.seal.audience().as_str(),
            self.terms.continuation.deadline(self.chain),
        );
        let minted = host
            .tickets
            .mint(&*host.clock, audience, self.site.ticket(key), end);
        minted.map_err(|why| {
            self.stop(match why {
                NoTicket::Full => Stop::Busy,
                NoTicket::Entropy(error) => Stop::Internal(error.to_string()),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn ticket(subject: &str, name: &str) -> Ticket {
        Ticket {
            principal: Principal::new("", subject, "").unwrap(),
            method: "tools/call",
            name: name.to_owned(),
            key: "connect".to_owned(),
        }
    }

    #[test]
    fn a_ticket_is_given_once_until_it_expires_and_to_its_own_deployment() {
        let (tickets, clock) = (Tickets::default(), ManualClock::new(0));
        let mint = |end| {
            tickets
                .mint(&clock, "here", ticket("ada", "sync"), end)
                .unwrap()
        };
        let handle = mint(10);
        assert_eq!(handle.len(), TICKET_LENGTH);
        assert!(tickets.take(5, "there", &handle).is_none());
        for wrong in ["", "x", &"x".repeat(TICKET_LENGTH), &handle[1..]] {
            assert!(tickets.take(5, "here", wrong).is_none(), "{wrong}");
        }
        let given = tickets.take(9, "here", &handle).unwrap();
        assert_eq!(given.principal().subject(), Some("ada"));
        assert_eq!(
            (given.method(), given.name(), given.key()),
            ("tools/call", "sync", "connect")
        );
        assert!(tickets.take(9, "here", &handle).is_none(), "once");

        let late = mint(20);
        assert_ne!(late, handle);
        assert!(tickets.take(20, "here", &late).is_none(), "exclusive");
        assert!(tickets.take(0, "here", &late).is_none(), "set back");
        let state = tickets.current(0);
        assert_eq!((state.taken, state.of.len(), state.ends.len()), (0, 0, 0));
    }

    #[test]
    fn one_principal_cannot_fill_the_table_and_nothing_is_forgotten_for_room() {
        let (tickets, clock) = (Tickets::default(), ManualClock::new(0));
        let mint = |who: &str, name: &str| tickets.mint(&clock, "", ticket(who, name), 10);
        let first = mint("ada", "sync").unwrap();
        for _ in 1..OF_ONE {
            mint("ada", "sync").unwrap();
        }
        assert_eq!(mint("ada", "sync"), Err(NoTicket::Full));
        for n in 1..REMEMBERED / OF_ONE {
            for _ in 0..OF_ONE {
                mint(&n.to_string(), "sync").unwrap();
            }
        }
        assert_eq!(mint("eve", "sync"), Err(NoTicket::Full));
        assert!(tickets.take(0, "", &first).is_some());
        assert!(mint("eve", "sync").is_ok());
        clock.set(10);
        assert!(mint("ada", "sync").is_ok());
        assert_eq!(tickets.current(10).taken, 0, "all are over");
    }

    #[test]
    fn a_long_name_takes_more_room() {
        let (tickets, clock) = (Tickets::default(), ManualClock::new(0));
        let long = "x".repeat(OF_ONE * HEAVY / 4);
        for _ in 0..3 {
            assert!(tickets.mint(&clock, "", ticket("ada", &long), 10).is_ok());
        }
        let one_more = tickets.mint(&clock, "", ticket("ada", &long), 10);
        assert_eq!(one_more, Err(NoTicket::Full));
    }

    #[test]
    fn without_entropy_there_is_none_and_no_text_shows_a_handle() {
        let (tickets, clock) = (Tickets::default(), ManualClock::new(0));
        let shown = format!("{:?}", ticket("ada", "sync"));
        assert!(
            shown.starts_with("Ticket { principal: Principal(")
                && shown.ends_with("method: \"tools/call\", key: \"connect\", .. }"),
            "{shown}"
        );
        clock.set_dry(true);
        let none = tickets.mint(&clock, "", ticket("ada", "sync"), 10);
        assert_eq!(none, Err(NoTicket::Entropy(NoEntropy)));
    }
}
