//! A call under way.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use super::call::{Call, Request};
use super::caught::caught;
use super::failure::{Failure, FailureCode};
use super::{Operation, Outcome, Pending, Registry, ending};
use crate::canonical;
use crate::clock::Sleep;
use crate::conversation::{
    Ask, Cancellation, Delivered, Delivery, Ending, Host, Retry, Site, Stop, Surface,
};
use crate::progress::Progress;

/// What a continuation of a registry is bound to, as its request's method.
const METHOD: &str = "operation";

impl<S: ?Sized + Send + Sync + 'static> Call<S> {
    /// Runs the operation until it has finished, has failed, or has to ask.
    ///
    /// Dropped half way, the call counts as failed: what was accepted by then has to be looked up. With a ledger the same
    /// call again says so.
    pub async fn invoke(self) -> Outcome<S> {
        let Self {
            registry,
            request,
            continuation,
            answer,
        } = self;
        let progress = Reported(progress(&registry.askback.host, &request));
        let run = async {
            let operation = registry.operations.get(&request.name);
            let operation = operation.ok_or_else(|| ending::no_such_operation(&request.name))?;
            let answer = match answer {
                Some(_) if continuation.is_none() => return Err(ending::invalid_continuation()),
                Some(reply) => Some(reply.into_raw().map_err(ending::not_read)?),
                None => None,
            };
            let run = Run {
                registry: &registry,
                request: &request,
                operation: &**operation,
                progress: &progress.0,
            };
            run.run(continuation.as_deref(), answer).await
        };
        let ended = run.await;
        drop(progress);
        match ended {
            Ok(Ended::Finished(value)) => Outcome::Finished(value),
            Ok(Ended::Asked {
                question,
                continuation,
                expiry,
            }) => {
                let key = question.key.clone();
                match Pending::new((registry, request), question, continuation, expiry) {
                    Some(pending) => Outcome::Pending(pending),
                    None => Outcome::Failed(ending::not_askable(&key)),
                }
            }
            Err(failure) => Outcome::Failed(failure),
        }
    }
}

/// How a call ended that has not failed.
enum Ended {
    Finished(Value),
    Asked {
        question: Delivered,
        continuation: String,
        expiry: u64,
    },
}

/// One run of an operation.
struct Run<'a, S: ?Sized> {
    registry: &'a Registry<S>,
    request: &'a Request,
    operation: &'a dyn Operation<S>,
    progress: &'a Progress,
}

impl<S: ?Sized + Send + Sync + 'static> Run<'_, S> {
    async fn run(&self, token: Option<&str>, answer: Option<Value>) -> Result<Ended, Failure> {
        let Request { arguments, .. } = self.request;
        let arguments = arguments
            .as_ref()
            .map_err(|error| Failure::new(FailureCode::InvalidArguments, error))?;
        let handler = self.operation.handler();
        let site = Site {
            principal: self.request.principal.clone(),
            method: METHOD,
            name: self.request.name.clone(),
            arguments: canonical::digest_object(Some(arguments)),
            bind: self.request.bind.clone(),
            surface: Surface::Registry,
            modes: self.request.modes,
            no_gates: None,
            cancelled: Box::new(Never),
        };
        let retry = Retry {
            state: token,
            responses: None,
            answer,
        };
        let host = &self.registry.askback.host;
        let before = token.and_then(|token| host.effects(&site, token));
        let opened = host.open(handler, site, retry, Delivery::Suspend).await;
        let mut conversation = match opened {
            Ok(conversation) => conversation,
            Err(ending) => {
                // Of a continuation that does not open nothing is said.
                let effects = before.filter(|_| is_over(&ending));
                let ended = ended(ending, handler.guidance, None);
                return ended.map_err(|failure| failure.with_effects(effects));
            }
        };
        conversation.recover_with(|| Value::Object((**arguments).clone()));
        let scope = ();
        let mut ask = Ask::new(conversation, &scope);
        let _ = ask
            .lent
            .set(Arc::new(self.progress.clone()) as Arc<dyn Any + Send + Sync>);
        let effects = ask.conversation.kept_effects();
        let lease = ask.lease();
        let arguments = Value::Object((**arguments).clone());
        let (operation, state, asked) = (self.operation, &*self.registry.state, &mut ask);
        let returned = lease
            .hold(Box::pin(caught(move || {
                operation.call(state, arguments, asked)
            })))
            .await;
        // Nothing is told once the operation is over.
        self.progress.end();
        let returned = match returned {
            Some(Ok(returned)) => returned,
            Some(Err(_)) => {
                ask.conversation.fail().await;
                return Err(ending::panicked().with_effects(effects));
            }
            None => Err(ask.lost().into()),
        };
        let ending = ask.conversation.finish(returned.is_err()).await;
        let ended = ended(ending, handler.guidance, Some(returned));
        ended.map_err(|failure| failure.with_effects(effects))
    }
}

/// Whether it says that the answer was accepted before.
fn is_over(ending: &Ending) -> bool {
    matches!(ending, Ending::Stopped(Stop::AlreadyRan))
}

fn ended(
    ending: Ending,
    guidance: Option<&str>,
    returned: Option<Result<Value, crate::Error>>,
) -> Result<Ended, Failure> {
    match ending {
        Ending::Handler => match returned {
            Some(Ok(value)) => Ok(Ended::Finished(value)),
            Some(Err(error)) => Err(ending::own(error)),
            None => Err(Failure::new(
                FailureCode::Internal,
                "the operation's result was lost",
            )),
        },
        Ending::Asked {
            questions,
            state,
            expiry,
        } => {
            let mut questions = questions.into_iter();
            match (questions.next(), questions.next(), state, expiry) {
                (Some(question), None, Some(continuation), Some(expiry)) => Ok(Ended::Asked {
                    question,
                    continuation,
                    expiry,
                }),
                _ => Err(Failure::new(
                    FailureCode::InvalidOutcome,
                    "a pending call is one question with a continuation; an `unsealed` operation has none",
                )),
            }
        }
        Ending::Stopped(stop) => Err(ending::failure(stop, guidance)),
        Ending::Swallowed(stop) => Err(ending::swallowed(&stop)),
    }
}

/// The progress of a call; dropped, the call has ended.
struct Reported(Progress);

impl Drop for Reported {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn progress(host: &Host, request: &Request) -> Progress {
    let (clock, listener) = (Arc::clone(&host.clock), request.listener.clone());
    match host.is_watched() {
        true => Progress::every(0, clock, listener),
        false => Progress::new(clock, listener),
    }
}

/// Nobody cancels a call but by dropping it.
struct Never;

impl Cancellation for Never {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn cancelled(&self) -> Sleep {
        Box::pin(std::future::pending())
    }
}
