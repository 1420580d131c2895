//! A gate asked by hand, in a raw method of a server.

use rmcp::handler::server::tool::parse_json_object;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{InputRequiredResult, JsonObject};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde::de::DeserializeOwned;

use super::call::Request;
use super::drive::Driven;
use super::outcome;
use super::wire;
use crate::askback::Askback;
use crate::conversation::{
    AskedByHand, Brought, GateError, GateQuestion, Own, OwnTerms, Probe, Stop, Verified,
};

/// The terms of a gate by hand: the server's own.
const TERMS: OwnTerms = OwnTerms {
    name: "a gate by hand",
    ttl: None,
    rounds: None,
    sealed: true,
};

impl Askback {
    /// Asks for a gate by hand: the result that a raw `call_tool`, `get_prompt` or `read_resource` returns, with the state
    /// sealed into it. It is sealed with a [`ledger`](crate::Builder::ledger) too: used once in this process, and no further.
    ///
    /// `question` is what `<handler>_ask` gives. A request that is a retry goes on with the same call: its deadline stays, and
    /// the round counts. Other requests may be added to the result; they are not of the state, so that their answers are as the
    /// client says. For the example see [`open`](Self::open).
    ///
    /// # Errors
    ///
    /// The JSON-RPC error for the client: −32021 when it did not declare form mode, −31001 when the gate was declined three
    /// times within ten minutes, −31003 when too many confirmations are under way, −31005 after too many rounds, −32602 when the
    /// retry's state does not open or the question must not be asked as it came out, −32603 when the server is not served
    /// through [`wrap`](Self::wrap) or gates stay closed on this connection.
    pub async fn ask<Q: Driven>(
        &self,
        request: &Q,
        context: &RequestContext<RoleServer>,
        question: GateQuestion,
    ) -> Result<InputRequiredResult, ErrorData> {
        let (own, brought) = own(request, context).await?;
        let asked = AskedByHand::new(own, &brought, question);
        let AskedByHand { question, state } =
            asked.map_err(|(stop, guidance)| outcome::error(stop, guidance))?;
        let input = wire::input_request(&question).map_err(|error| {
            let misuse = format!("the question `{}` cannot be sent: {error}", question.key);
            outcome::error(Stop::Misuse(misuse), None)
        })?;
        let requests = std::iter::once(input).collect();
        Ok(InputRequiredResult::new(Some(requests), Some(state)))
    }

    /// Opens the state of a request that a gate was asked for by hand.
    ///
    /// `None` is a first call: nothing was asked, and whatever answers it carries count for nothing. `Some` says that this
    /// request's own state shows a gate's question as pending; `<handler>_decide` says what became of it. The server has to be
    /// served through [`wrap`](Self::wrap), and works for clients of every era.
    ///
    /// ```
    /// use askback::{Askback, Confirmed, interactive};
    /// use rmcp::handler::server::wrapper::Parameters;
    /// # use rmcp::handler::server::tool::parse_json_object;
    /// use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock};
    /// # use rmcp::service::RequestContext;
    /// # use rmcp::{ErrorData, RoleServer, ServerHandler, tool};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Drop {
    ///     table: String,
    /// }
    ///
    /// struct Server {
    ///     askback: Askback,
    /// }
    ///
    /// impl Server {
    ///     #[interactive]
    ///     #[tool]
    ///     async fn drop_table(
    ///         &self,
    ///         Parameters(Drop { table }): Parameters<Drop>,
    ///         #[step(self.count(&table))] rows: u64,
    ///         #[ask("Drop `{table}` with its {rows} rows?")] confirmed: Confirmed,
    ///     ) -> Result<String, askback::Error> {
    ///         Ok(self.drop_it(&table, confirmed))
    ///     }
    /// #   fn count(&self, _: &str) -> u64 { 3 }
    /// #   fn drop_it(&self, _: &str, _: Confirmed<'_>) -> String { "dropped".to_owned() }
    /// }
    ///
    /// impl ServerHandler for Server {
    ///     async fn call_tool(
    ///         &self,
    ///         request: CallToolRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<CallToolResponse, ErrorData> {
    ///         let arguments: Parameters<Drop> =
    ///             Parameters(parse_json_object(request.arguments.clone().unwrap_or_default())?);
    ///         let rows = self.count(&arguments.0.table);
    ///         // References to the parameters that the gate's attribute mentions.
    ///         let question = Self::drop_table_ask(&arguments, &rows);
    ///         match self.askback.open(&request, &context).await? {
    ///             // Answered, and what the person saw is still true.
    ///             Some(verified) if verified.is_answered() && verified.is_of(&question) => {
    ///                 let text = match Self::drop_table_decide(&verified) {
    ///                     Ok(confirmed) => self.drop_it(&arguments.0.table, confirmed),
    ///                     Err(error) => {
    ///                         let text = vec![ContentBlock::text(error.to_string())];
    ///                         return Ok(CallToolResult::error(text).into());
    ///                     }
    ///                 };
    ///                 Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    ///             }
    ///             // The first call, no answer, or another number of rows by now.
    ///             _ => Ok(self.askback.ask(&request, &context, question).await?.into()),
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The JSON-RPC error for the client: −32602 when the state does not open for this very call of this principal, is over, or
    /// is not that of a gate by hand; −31006 when its accept was used before, and −31004 when it was declined before; −32603 when
    /// the server is not served through [`wrap`](Self::wrap).
    pub async fn open<Q: Driven>(
        &self,
        request: &Q,
        context: &RequestContext<RoleServer>,
    ) -> Result<Option<Verified>, ErrorData> {
        let (own, brought) = own(request, context).await?;
        Verified::new(own, brought, request.arguments()).map_err(|stop| outcome::error(stop, None))
    }
}

async fn own<Q: Driven>(
    request: &Q,
    context: &RequestContext<RoleServer>,
) -> Result<(Own, Brought), ErrorData> {
    let (name, retry) = (request.name(), request.retry());
    let request = Request {
        method: Q::METHOD,
        name: &name,
        arguments: request.arguments(),
        retry: &retry,
    };
    let own = request.own::<Q::Response>(context, TERMS).await;
    // A sealed state is never asked again as it was.
    own.map_err(|ended| match ended {
        Err(error) => error,
        Ok(_) => outcome::error(
            Stop::Internal("a sealed state was replayed".to_owned()),
            None,
        ),
    })
}

/// The arguments of a request, read again as they are read for a handler. By method resolution: what is only called like
/// rmcp's `Parameters` comes from wherever its author says.
pub trait ReadAgain<T> {
    /// The arguments, if these are some.
    fn read_again(&self, arguments: JsonObject) -> Option<T>;
}

impl<P: DeserializeOwned> ReadAgain<Parameters<P>> for &Probe<Parameters<P>> {
    fn read_again(&self, arguments: JsonObject) -> Option<Parameters<P>> {
        parse_json_object(arguments).map(Parameters).ok()
    }
}

/// Any other type.
pub trait NotReadAgain<T> {
    /// Nothing.
    fn read_again(&self, _: JsonObject) -> Option<T> {
        None
    }
}

impl<T> NotReadAgain<T> for Probe<T> {}

/// The arguments that were verified, read again as this type.
#[doc(hidden)]
#[macro_export]
macro_rules! __askback_read_again {
    ($verified:expr, $ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::{NotReadAgain as _, ReadAgain as _};
        (&&$crate::__private::Probe::<$ty>(::core::marker::PhantomData))
            .read_again($crate::__private::Verified::arguments($verified))
    }};
}

/// As the client gets it where there is no result to tell it in: −31001, −31002, or −32602.
impl From<GateError> for ErrorData {
    fn from(error: GateError) -> Self {
        let text = error.to_string();
        match error {
            GateError::Declined => Self::new(outcome::DECLINED, text, None),
            GateError::Cancelled => Self::new(outcome::CANCELLED, text, None),
            GateError::UnexpectedAction | GateError::Failed => Self::invalid_params(text, None),
        }
    }
}
