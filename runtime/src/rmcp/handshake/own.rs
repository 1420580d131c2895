//! Input requests that an author's own result carries, on the back channel.

use rmcp::model::{ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest};
use serde_json::Value;

use super::{Downgraded, HandshakeChannel, Knows, Outgoing, downgrade, modeless, server_request};
use crate::conversation::LegFailure;
use crate::form::{Policy, Schema};

impl HandshakeChannel {
    /// Whether there is a way back to the client at all.
    pub(in crate::rmcp) fn leads_back(&self) -> bool {
        self.session.is_some()
    }

    /// Whether nobody waits for what this call answers any more.
    pub(in crate::rmcp) fn is_over(&self) -> bool {
        self.cancelled.is_cancelled() || self.peer.is_transport_closed()
    }

    /// Asks what the author's own result asks for, and waits for the raw response.
    pub(in crate::rmcp) async fn put_own(
        &self,
        request: InputRequest,
    ) -> Result<Value, LegFailure> {
        let outgoing = match request {
            InputRequest::Elicitation(request) => self.own_elicitation(request)?,
            other => Outgoing {
                request: server_request(other).ok_or(LegFailure::Unsendable)?,
                downgraded: None,
            },
        };
        self.send(outgoing).await
    }

    fn own_elicitation(&self, request: ElicitRequest) -> Result<Outgoing, LegFailure> {
        let params = match request.params {
            // An id that the author has is the author's: a completion may name it.
            ElicitRequestParams::UrlElicitationParams {
                meta,
                message,
                url,
                elicitation_id,
            } if elicitation_id.is_empty() => ElicitRequestParams::UrlElicitationParams {
                meta,
                message,
                url,
                elicitation_id: self.elicitation_id()?,
            },
            ElicitRequestParams::FormElicitationParams {
                meta,
                message,
                requested_schema,
            } if self.knows == Knows::FirstForms => {
                let downgraded = first_form(&requested_schema);
                let requested_schema = match &downgraded {
                    Some((_, shown)) => shown.clone(),
                    None => requested_schema,
                };
                let params = ElicitRequestParams::FormElicitationParams {
                    meta,
                    message,
                    requested_schema,
                };
                return Ok(Outgoing {
                    request: modeless(&params)?,
                    downgraded: downgraded.map(|(downgraded, _)| downgraded),
                });
            }
            other => other,
        };
        Ok(Outgoing {
            request: super::elicitation(params),
            downgraded: None,
        })
    }
}

/// The form as a peer of 2025-06-18 can show it; `None` where it is none of our profile, so that it goes out as it is.
fn first_form(schema: &ElicitationSchema) -> Option<(Downgraded, ElicitationSchema)> {
    let json = serde_json::to_value(schema).ok()?;
    // What may be asked for is the author's affair here.
    let names: Vec<&str> = schema.properties.keys().map(String::as_str).collect();
    let schema = Schema::from_json_with_sensitive(&json, Policy::Portable, &names).ok()?;
    let downgraded = downgrade(&schema)?;
    let params = super::wire::form_params("", &downgraded.schema).ok()?;
    match params {
        ElicitRequestParams::FormElicitationParams {
            requested_schema, ..
        } => Some((downgraded, requested_schema)),
        _ => None,
    }
}
