//! Results of an author's own that ask: checked in the modern era; asked for on the back channel in the handshake era,
//! whose peers know no such result, and called again with the answers.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

use rmcp::model::{ElicitRequestParams, InputRequest, InputRequiredResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use super::drive::Driven;
use super::era::{Client, Era};
use super::handshake::{HandshakeChannel, Waited};
use super::outcome;
use super::panicked::caught;
use super::wrap::{Envelope, RetryFields};
use crate::canonical::{self, Sha256Digest};
use crate::clock::{Clock, SystemClock};
use crate::conversation::{LegFailure, Stop};
use crate::question::{Mode, Modes};
use crate::seal::{Spent, TokenId};

/// How often one call is entered again with answers.
const REENTRIES: u32 = 8;

/// Calls the author's server, and sees to it that what it asks for reaches the client in the way of its era.
pub(super) async fn answer<Q, F, Fut>(
    envelope: Option<Envelope>,
    mut request: Q,
    mut context: RequestContext<RoleServer>,
    call: F,
) -> Result<Q::Response, ErrorData>
where
    Q: Driven + Clone,
    F: Fn(Q, RequestContext<RoleServer>) -> Fut,
    Fut: Future<Output = Result<Q::Response, ErrorData>>,
{
    let client = match &envelope {
        Some(envelope) => envelope.client,
        None => Client::of(&context),
    };
    if client.era == Era::Modern {
        let retried = request.is_retry();
        enclose(&mut context, envelope, &request);
        let response = caught(call(request, context)).await?;
        return match Q::asked(&response) {
            Some(asked) => check(asked, client.modes)
                .map(|()| response)
                .map_err(|stop| outcome::error(stop, None)),
            None if retried => Ok(Q::personal(response)),
            None => Ok(response),
        };
    }
    // A request of this era is not retried with answers: whatever claims to be some is not passed on.
    request.set_retry(RetryFields::default());
    let mut envelope = envelope;
    let mut rounds = None;
    loop {
        let mut entered = context.clone();
        enclose(&mut entered, envelope.clone(), &request);
        let response = caught(call(request.clone(), entered)).await?;
        let Some(asked) = Q::asked(&response) else {
            return Ok(match rounds {
                None => response,
                Some(_) => Q::personal(response),
            });
        };
        let rounds =
            rounds.get_or_insert_with(|| Rounds::new(&context, envelope.as_ref(), client.modes));
        match rounds.ask(asked).await {
            Ok(retry) => request.set_retry(retry),
            Err(stop) => return stopped::<Q>(stop),
        }
        if let Some(envelope) = &mut envelope {
            envelope.reentered = true;
        }
    }
}

/// Lays the envelope into the request.
fn enclose<Q: Driven>(
    context: &mut RequestContext<RoleServer>,
    envelope: Option<Envelope>,
    request: &Q,
) {
    if let Some(mut envelope) = envelope {
        let lost = Q::LOSES_RETRY && request.is_retry();
        envelope.retry = lost.then(|| Arc::new(request.retry()));
        context.extensions.insert(envelope);
    }
}

fn stopped<Q: Driven>(stop: Stop) -> Result<Q::Response, ErrorData> {
    match Q::FAILED {
        Some(failed) => outcome::tool(stop, None).map(failed),
        None => Err(outcome::error(stop, None)),
    }
}

/// What every result that asks has to keep to.
fn check(asked: &InputRequiredResult, declared: Modes) -> Result<(), Stop> {
    let asks = asked.input_requests.as_ref();
    if asks.is_none_or(BTreeMap::is_empty) && asked.request_state.is_none() {
        return Err(Stop::Misuse(
            "an `InputRequiredResult` has neither `inputRequests` nor `requestState`; give it one of them".to_owned(),
        ));
    }
    check_declared(asked, declared)
}

/// Only what the client declared is asked for.
pub(super) fn check_declared(asked: &InputRequiredResult, declared: Modes) -> Result<(), Stop> {
    let mut missing = Modes::NONE;
    for request in asked.input_requests.iter().flat_map(BTreeMap::values) {
        let mode = mode(request).ok_or_else(|| {
            Stop::Misuse("`inputRequests` has a request of a kind that cannot be asked for; elicitation, sampling and roots can".to_owned())
        })?;
        if !declared.contains(mode) {
            missing = missing | mode.into();
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(Stop::Unsupported {
        modes: missing,
        methods: Vec::new(),
    })
}

/// What the client must be able to do. `None`: a kind of request that this code does not know.
fn mode(request: &InputRequest) -> Option<Mode> {
    match request {
        InputRequest::Elicitation(request) => Some(match request.params {
            ElicitRequestParams::UrlElicitationParams { .. } => Mode::Url,
            _ => Mode::Form,
        }),
        InputRequest::CreateMessage(_) => Some(Mode::Sampling),
        InputRequest::ListRoots(_) => Some(Mode::Roots),
        _ => None,
    }
}

/// The rounds of one call on the back channel.
struct Rounds {
    channel: HandshakeChannel,
    declared: Modes,
    spent: Option<Arc<Spent>>,
    /// How often the call was entered again.
    count: u32,
    /// The answers of the last round, each with what it answers, if a leg of that round failed.
    kept: BTreeMap<String, (Sha256Digest, Value)>,
    /// The state that those answers went along with.
    state: Option<String>,
    /// The test kit, which is told the keys.
    #[cfg(feature = "testing")]
    watch: crate::conversation::Watched,
}

impl Rounds {
    fn new(
        context: &RequestContext<RoleServer>,
        envelope: Option<&Envelope>,
        declared: Modes,
    ) -> Self {
        let host = envelope.map(|envelope| &envelope.askback.host);
        let clock = match host {
            Some(host) => Arc::clone(&host.clock),
            None => Arc::new(SystemClock) as Arc<dyn Clock>,
        };
        let waited = envelope.map_or_else(Waited::default, |envelope| Arc::clone(&envelope.waited));
        let reporting = envelope.and_then(|envelope| envelope.reporting.clone());
        let principal = envelope.and_then(|envelope| envelope.callers.principal(context).ok());
        Self {
            channel: HandshakeChannel::new(context, clock, waited, reporting, principal),
            declared,
            spent: host.map(|host| Arc::clone(&host.spent)),
            count: 0,
            kept: BTreeMap::new(),
            state: None,
            #[cfg(feature = "testing")]
            watch: host.and_then(|host| host.watch.clone()),
        }
    }

    /// Asks for everything, one after the other in the order of the map, and gives what the call is entered again with.
    ///
    /// A leg that fails loses its key only. What was answered beside it is not asked a second time, as long as it is the
    /// very same request.
    async fn ask(&mut self, asked: &InputRequiredResult) -> Result<RetryFields, Stop> {
        if self.count >= REENTRIES {
            return Err(Stop::InteractionLimit { rounds: REENTRIES });
        }
        check(asked, self.declared)?;
        let first = asked.input_requests.iter().flat_map(BTreeMap::keys).next();
        if let Some(key) = first.filter(|_| !self.channel.leads_back()) {
            return Err(Stop::LegFailed {
                key: key.clone(),
                why: LegFailure::NoBackChannel,
            });
        }
        if self.channel.is_over() {
            return Err(Stop::RequestCancelled);
        }
        self.count += 1;
        let kept = self.good_for_once_more();
        let mut answers = BTreeMap::new();
        let mut lost = false;
        for (key, request) in asked.input_requests.iter().flatten() {
            let digest = digest(request)?;
            let leg = match kept.get(key).filter(|(of, _)| *of == digest) {
                Some((_, answer)) => Ok(answer.clone()),
                None => {
                    #[cfg(feature = "testing")]
                    self.watched(key, request);
                    self.channel.put_own(request.clone()).await
                }
            };
            if self.channel.is_over() {
                return Err(Stop::RequestCancelled);
            }
            match leg {
                Ok(answer) => {
                    answers.insert(key.clone(), (digest, answer));
                }
                Err(why) => {
                    tracing::debug!(%key, %why, "an input request got no answer");
                    lost = true;
                }
            }
        }
        let responses = answers
            .iter()
            .map(|(key, (_, answer))| (key.clone(), answer.clone()))
            .collect();
        self.kept = if lost { answers } else { BTreeMap::new() };
        self.state.clone_from(&asked.request_state);
        Ok(RetryFields {
            state: asked.request_state.clone(),
            responses: Some(responses),
        })
    }

    #[cfg(feature = "testing")]
    fn watched(&self, key: &str, request: &InputRequest) {
        if let (Some(watch), Ok(request)) = (&self.watch, serde_json::to_value(request)) {
            watch.own(key, &request);
        }
    }

    /// The answers kept, unless they have had their effect: one accept is one confirmation.
    fn good_for_once_more(&mut self) -> BTreeMap<String, (Sha256Digest, Value)> {
        let kept = std::mem::take(&mut self.kept);
        let (Some(spent), Some(state)) = (&self.spent, &self.state) else {
            return kept;
        };
        match spent.check(TokenId::of(state)) {
            Some(_) => BTreeMap::new(),
            None => kept,
        }
    }
}

/// What makes a request the very same.
fn digest(request: &InputRequest) -> Result<Sha256Digest, Stop> {
    let request = serde_json::to_value(request)
        .map_err(|_| Stop::Misuse("an input request cannot be written as JSON".to_owned()))?;
    Ok(canonical::digest(&request))
}
