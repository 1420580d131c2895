//! One chain of questions and answers: the journal, `Ask`, the gate, and how a call pauses.

mod all;
mod ask;
mod asked;
mod asking;
mod by_hand;
mod by_itself;
mod calls;
mod declared;
mod deliver;
mod due;
mod effects;
mod ending;
mod exchange;
mod gate;
mod given;
mod host;
mod journal;
mod keys;
mod kind;
mod opening;
mod own;
mod passes;
mod plan;
mod recovers;
mod recovery;
mod respond;
mod resuming;
mod returned;
mod round;
mod shown;
mod state;
mod stop;
mod table;
#[cfg(test)]
mod tests;
mod tickets;
mod unsaid;
mod verified;
mod verify;
#[cfg(feature = "testing")]
mod watch;

pub use all::{AskAll, Parts, Round};
pub use ask::{Ask, AskOne, FinishedFuture, VerdictFuture};
pub use asked::{Asked, Consent, Gate, Optional, QuestionKind, Receipt};
pub use asking::{
    Asking, AskingInput, FormAnswer, GivenSchema, HasSchema, NoSchema, OwnSchema, Untyped, form,
    input, spec, url,
};
pub use by_hand::{GateQuestion, GateSite, by_hand};
pub use declared::{Carried, Carry, Slot, carry, declare, declare_when, is_unit};
pub use gate::{AnyGate, Confirmed};
pub use given::{Fields, FieldsWhen, NoFields, choices_given, names_field, takes_choices};
pub use keys::{
    FilledIn, Visit, address, choices, covers, default, label, plain, typed, visit, words,
};
pub use kind::{Known, KnownInside, Probe, Unknown};
pub use plan::{Plan, PlannedQuestion, PlannedRound, PlannedStep};
pub use recovers::{Recover, RecoverWith, recover, recover_with};
pub use recovery::Recovery;
pub use returned::Return;
pub use state::{Keep, Keeper, Stated, keeper};
pub use stop::Pause;
pub use table::{AskedAs, Handler, Item, What};
pub use tickets::Ticket;
pub use verified::{GateError, Verified, decide};
pub use verify::{Ruling, Unchecked, Verdict, check, ruling, until};

pub(crate) use by_hand::AskedByHand;
pub(crate) use deliver::{BackChannel, Content, Delivered, KEEP_ALIVE, KeepAlive, Leg, Ping};
pub(crate) use effects::Effects;
pub(crate) use exchange::{Cancellation, Delivery, Site, Surface};
pub(crate) use gate::Declines;
pub(crate) use host::{Ending, Host, Kept, Retry, check_ttl, fits_answer};
pub(crate) use own::{Before, Brought, Own, OwnEnd, OwnTerms};
pub(crate) use stop::{LegFailure, NO_BACK_CHANNEL, Stop};
pub(crate) use tickets::Tickets;
#[cfg(feature = "testing")]
pub(crate) use watch::{Watch, Watched};
