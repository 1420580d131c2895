//! A server whose handlers lose their pauses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use askback::testing::{Era, Tester};
use askback::{
    Answer, Ask, Askback, Confirmed, Consent, Form, InputRequest, Pause, form, interactive,
};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolResult, ContentBlock, GetPromptResult, InputRequiredResult, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents, Role,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::lose::{Case, Kind, Way, first, lose, lose_it};

#[derive(Form, Default)]
pub(crate) struct Word {
    pub(crate) word: String,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Report {
    done: bool,
}

pub(crate) struct Careless {
    pub(crate) askback: Askback,
    /// Whatever happened after the pause.
    pub(crate) happened: Arc<AtomicUsize>,
}

impl Careless {
    fn happens(&self) {
        self.happened.fetch_add(1, SeqCst);
    }

    /// Goes on after a pause, with everything that there is, and expects the same pause.
    async fn go_on(&self, ask: &mut Ask<'_>) {
        assert!(ask.form::<Word>("second", "Which?").await.is_err());
        assert!(ask.form::<Word>("first", "Which?").await.is_err());
        assert!(ask.form::<Answer<Word>>("third", "Which?").await.is_err());
        assert!(ask.form::<Word>("not a key", "Which?").await.is_err());
        let text = json!({ "type": "object", "properties": {} });
        let schema = ask
            .form::<serde_json::Map<String, Value>>("schema", "Which?")
            .schema(text);
        assert!(schema.await.is_err());
        assert!(ask.forms::<Word, _, _>([("many", "Which?")]).await.is_err());
        // With nothing to ask there is nothing to pause for, but the call has stopped all the same.
        assert!(
            ask.forms::<Word, _, _>([] as [(&str, &str); 0])
                .await
                .is_err()
        );
        assert!(ask.all(()).await.is_err());
        assert!(ask.all((form::<Word>("one", "Which?"),)).await.is_err());
        assert!(
            ask.input::<Value>("input", InputRequest::roots())
                .await
                .is_err()
        );
        assert!(ask.confirm::<Confirmed<'_>>("gate", "Sure?").await.is_err());
        assert!(
            ask.confirm::<Answer<Confirmed<'_>>>("gate_too", "Sure?")
                .await
                .is_err()
        );
        let url = "https://example.com/";
        assert!(ask.url::<Consent>("url", url, "There").await.is_err());
        let step = async {
            self.happens();
            Ok::<_, Pause>(1)
        };
        assert!(ask.step("step", step).await.is_err());
        let until = || async {
            self.happens();
            true
        };
        assert!(
            ask.url::<Consent>("until", url, "There")
                .until(until)
                .await
                .is_err()
        );
        let check = |_: Word| async {
            self.happens();
            Ok::<_, String>(())
        };
        assert!(
            ask.form::<Word>("check", "Which?")
                .check(check)
                .await
                .is_err()
        );
        let _ = (
            ask.supports(askback::Mode::Form),
            ask.idempotency_key("x"),
            ask.progress(),
        );
    }
}

#[tool_router]
impl Careless {
    #[interactive]
    #[tool]
    async fn swallow(
        &self,
        Parameters(case): Parameters<Case>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        lose(case, ask).await;
        self.go_on(ask).await;
        Ok("done anyway".to_owned())
    }

    /// A result that says itself that it is an error.
    #[interactive]
    #[tool]
    async fn failed_result(&self, ask: &mut Ask) -> Result<CallToolResult, askback::Error> {
        match first(Kind::Form, ask).await {
            Ok(word) => Ok(CallToolResult::success(vec![ContentBlock::text(word)])),
            Err(pause) => Ok(CallToolResult::error(vec![ContentBlock::text(
                pause.to_string(),
            )])),
        }
    }

    #[interactive]
    #[tool]
    async fn structured(&self, ask: &mut Ask) -> Result<Json<Report>, askback::Error> {
        Ok(Json(Report {
            done: first(Kind::Form, ask).await.is_ok(),
        }))
    }

    /// A question of its own in the place of ours.
    #[interactive]
    #[tool]
    async fn own(&self, ask: &mut Ask) -> Result<InputRequiredResult, askback::Error> {
        lose(
            Case {
                kind: Kind::Form,
                way: Way::Ok,
            },
            ask,
        )
        .await;
        Ok(InputRequiredResult::new(None, Some("mine".to_owned())))
    }

    /// An error that a handler makes of it is a pause that is passed on.
    #[interactive]
    #[tool]
    async fn passed_on(&self, ask: &mut Ask) -> Result<String, ErrorData> {
        first(Kind::Form, ask)
            .await
            .map_err(|_| ErrorData::invalid_params("nothing to see here", None))
    }

    /// Loses the pause of the second question, with a confirmation in hand.
    #[interactive]
    #[tool]
    async fn after_an_answer(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let Word { word } = ask.form("zeroth", "Which?").await?;
        let _ = first(Kind::Form, ask).await;
        self.go_on(ask).await;
        Ok(word)
    }

    /// A pause beside a declared question.
    #[interactive]
    #[tool]
    async fn declared(
        &self,
        #[ask("Which?")] word: Word,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let _ = first(Kind::Gate, ask).await;
        Ok(word.word)
    }

    /// Loses the first question half way, and asks another.
    #[interactive]
    #[tool]
    async fn drop_and_ask(
        &self,
        Parameters(case): Parameters<Case>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        lose(case, ask).await;
        let Word { word } = ask.form("second", "Another?").await?;
        let step = ask
            .step("step", async { Ok::<_, askback::Error>(1) })
            .await?;
        Ok(format!("{word}, and {step}"))
    }

    /// Loses the pause of a step that has no good key.
    #[interactive]
    #[tool]
    async fn bad_step(
        &self,
        Parameters(case): Parameters<Case>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let step = ask.step("not a key", async {
            self.happens();
            Ok::<_, Pause>(String::new())
        });
        lose_it(case.way, step).await;
        self.go_on(ask).await;
        Ok("done anyway".to_owned())
    }

    /// An error of a step is no pause: whoever can do without its value may.
    #[interactive]
    #[tool]
    async fn failed_step(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let failed = ask
            .step("step", async { Err::<u8, askback::Error>("away".into()) })
            .await;
        let Word { word } = ask.form("first", "Which?").await?;
        Ok(format!("{word}, {}", failed.unwrap_or(7)))
    }

    /// Never awaited: nothing is asked, and nothing is swallowed.
    #[interactive]
    #[tool]
    async fn never_awaited(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        drop(ask.form::<Word>("first", "Which?"));
        drop(first(Kind::Form, ask));
        let ran = ask
            .step("step", async { Ok::<_, askback::Error>(true) })
            .await?;
        Ok(ran.to_string())
    }
}

#[prompt_router]
impl Careless {
    #[interactive]
    #[prompt]
    async fn swallowed(
        &self,
        Parameters(case): Parameters<Case>,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, ErrorData> {
        lose(case, ask).await;
        self.go_on(ask).await;
        let text = PromptMessage::new_text(Role::User, "done anyway");
        Ok(GetPromptResult::new(vec![text]))
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Careless {
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let (kind, way) = uri.trim_start_matches("case:///").split_once('/').unwrap();
        let case = Case {
            kind: serde_json::from_value(json!(kind)).unwrap(),
            way: serde_json::from_value(json!(way)).unwrap(),
        };
        let body = async |ask: &mut Ask<'_>| {
            lose(case, ask).await;
            self.go_on(ask).await;
            let text = ResourceContents::text("done anyway", &uri);
            Ok::<_, ErrorData>(ReadResourceResult::new(vec![text]))
        };
        self.askback.drive(request, context, body).await
    }
}

pub(crate) fn careless(era: Era) -> Tester<Careless> {
    let server = |askback| Careless {
        askback,
        happened: Arc::default(),
    };
    Tester::with(Askback::builder(), server).era(era)
}
