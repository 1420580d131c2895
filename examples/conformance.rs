//! What the protocol's conformance suite calls, written with askback.
//!
//! `tests/interop/conformance.sh` runs the suite against it.

use askback::{
    Ask, Askback, Choice, Form, InputRequest, Mode, Principal, form, input, interactive,
};
use askback_examples::Continuation;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{
    ErrorData, ServerHandler, prompt, prompt_handler, prompt_router, tool, tool_handler,
    tool_router,
};
use serde_json::{Value, json};

#[derive(Form)]
struct Name {
    name: String,
}

#[derive(Form)]
struct Color {
    color: String,
}

#[derive(Form)]
struct Confirmation {
    ok: bool,
}

#[derive(Form)]
struct Context {
    context: String,
}

#[derive(Form)]
struct Account {
    username: String,
    email: String,
}

/// SEP-1034: every kind of default.
#[derive(Form)]
struct Defaults {
    #[form(default = "John Doe")]
    name: String,
    #[form(default = 30)]
    age: i64,
    #[form(default = 95.5)]
    score: f64,
    #[form(default = Status::Active)]
    status: Status,
    #[form(default = true)]
    verified: bool,
}

#[derive(Choice, Debug, Clone, Copy)]
#[choice(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

/// SEP-1330: every kind of enum.
#[derive(Form)]
#[form(rename_all = "camelCase")]
struct Enums {
    untitled_single: Plain,
    titled_single: Titled,
    legacy_enum: Legacy,
    untitled_multi: Vec<Plain>,
    titled_multi: Vec<Titled>,
}

#[derive(Choice, Debug)]
#[choice(rename_all = "lowercase")]
enum Plain {
    Option1,
    Option2,
    Option3,
}

#[derive(Choice, Debug)]
#[choice(rename_all = "lowercase")]
enum Titled {
    #[choice(title = "First option")]
    Value1,
    #[choice(title = "Second option")]
    Value2,
    #[choice(title = "Third option")]
    Value3,
}

#[derive(Choice, Debug)]
#[choice(legacy, rename_all = "lowercase")]
enum Legacy {
    #[choice(title = "Option one")]
    Opt1,
    #[choice(title = "Option two")]
    Opt2,
    #[choice(title = "Option three")]
    Opt3,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Message {
    message: String,
}

fn sampling(text: &str, max_tokens: u32) -> InputRequest {
    let messages = json!([{ "role": "user", "content": { "type": "text", "text": text } }]);
    InputRequest::new(
        "sampling/createMessage",
        json!({ "messages": messages, "maxTokens": max_tokens }),
    )
}

#[derive(Clone)]
struct Conformance;

#[tool_router]
impl Conformance {
    /// Asks for a name in one round, without state.
    #[interactive(unsealed)]
    #[tool]
    async fn test_input_required_result_elicitation(
        &self,
        #[ask("What is your name?")] user_name: Name,
    ) -> Result<String, askback::Error> {
        Ok(format!("Hello, {}!", user_name.name))
    }

    /// Asks the client's model.
    #[interactive]
    #[tool]
    async fn test_input_required_result_sampling(
        &self,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let answer: Value = ask
            .input(
                "capital_question",
                sampling("What is the capital of France?", 100),
            )
            .await?;
        Ok(answer["content"]["text"]
            .as_str()
            .unwrap_or("no text")
            .to_owned())
    }

    /// Asks for the client's roots.
    #[interactive]
    #[tool]
    async fn test_input_required_result_list_roots(
        &self,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let answer: Value = ask.input("client_roots", InputRequest::roots()).await?;
        Ok(format!(
            "{} roots",
            answer["roots"].as_array().map_or(0, Vec::len)
        ))
    }

    /// Asks with state.
    #[interactive]
    #[tool]
    async fn test_input_required_result_request_state(
        &self,
        #[ask("Please confirm")] confirm: Confirmation,
    ) -> Result<String, askback::Error> {
        Ok(format!("state-ok: {}", confirm.ok))
    }

    /// Asks with state that nobody may touch.
    #[interactive]
    #[tool]
    async fn test_input_required_result_tampered_state(
        &self,
        #[ask("Please confirm")] confirm: Confirmation,
    ) -> Result<String, askback::Error> {
        Ok(format!("state-ok: {}", confirm.ok))
    }

    /// Asks for three kinds of input in one round.
    #[interactive]
    #[tool]
    async fn test_input_required_result_multiple_inputs(
        &self,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let (Name { name }, greeting, roots): (_, Value, Value) = ask
            .all((
                form("user_name", "What is your name?"),
                input("greeting", sampling("Generate a greeting", 50)),
                input("client_roots", InputRequest::roots()),
            ))
            .await?;
        let greeting = greeting["content"]["text"]
            .as_str()
            .unwrap_or("Hello")
            .to_owned();
        Ok(format!(
            "{greeting}, {name}: {} roots",
            roots["roots"].as_array().map_or(0, Vec::len)
        ))
    }

    /// Asks twice.
    #[interactive]
    #[tool]
    async fn test_input_required_result_multi_round(
        &self,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let Name { name } = ask.form("step1", "Step 1: What is your name?").await?;
        let Color { color } = ask
            .form("step2", "Step 2: What is your favorite color?")
            .await?;
        Ok(format!("{name} likes {color}"))
    }

    /// Asks what this client can be asked.
    #[interactive]
    #[tool]
    async fn test_input_required_result_capabilities(
        &self,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        if ask.supports(Mode::Form) {
            let Name { name } = ask.form("user_name", "What is your name?").await?;
            return Ok(format!("Hello, {name}!"));
        }
        let answer: Value = ask
            .input("greeting", sampling("Generate a greeting", 50))
            .await?;
        Ok(answer["content"]["text"]
            .as_str()
            .unwrap_or("no text")
            .to_owned())
    }

    /// Asks for a username and an e-mail address.
    #[interactive]
    #[tool]
    async fn test_elicitation(
        &self,
        Parameters(Message { message }): Parameters<Message>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let Account { username, email } = ask.form("account", message).await?;
        Ok(format!("User response: {username}, {email}"))
    }

    /// Shows every kind of default.
    #[interactive]
    #[tool]
    async fn test_elicitation_sep1034_defaults(
        &self,
        #[ask("Please review and update the form fields with defaults")] form: Defaults,
    ) -> Result<String, askback::Error> {
        let Defaults {
            name,
            age,
            score,
            status,
            verified,
        } = form;
        Ok(format!(
            "Elicitation completed: {name}, {age}, {score}, {status:?}, {verified}"
        ))
    }

    /// Shows every kind of enum.
    #[interactive]
    #[tool]
    async fn test_elicitation_sep1330_enums(
        &self,
        #[ask("Please select options from the enum fields")] form: Enums,
    ) -> Result<String, askback::Error> {
        let Enums {
            untitled_single,
            titled_single,
            legacy_enum,
            untitled_multi,
            titled_multi,
        } = form;
        Ok(format!(
            "Elicitation completed: {untitled_single:?}, {titled_single:?}, {legacy_enum:?}, {untitled_multi:?}, \
             {titled_multi:?}"
        ))
    }
}

#[prompt_router]
impl Conformance {
    /// A prompt that asks for its context.
    #[interactive]
    #[prompt]
    async fn test_input_required_result_prompt(
        &self,
        #[ask("What context should the prompt use?")] user_context: Context,
    ) -> Result<GetPromptResult, ErrorData> {
        let text = format!("Use this context: {}", user_context.context);
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(
            Role::User,
            text,
        )]))
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Conformance {}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (address, continuation) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..]
    {
        ["--http", address] => (address, Continuation::Sealed),
        ["--http", address, "--continuation", name] => (address, name.parse()?),
        _ => anyhow::bail!(
            "usage: conformance --http 127.0.0.1:PORT [--continuation sealed|memory|redis://HOST:PORT/]"
        ),
    };
    // What is in Redis is sealed too, with a key that has to be said.
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    let builder = Askback::builder().key(key).audience("conformance");
    let askback = continuation.keep(builder).await?.build()?;
    let service: StreamableHttpService<_, LocalSessionManager> = StreamableHttpService::new(
        move || {
            Ok(askback
                .wrap(Conformance)
                .principal(|_| Principal::anonymous()))
        },
        Default::default(),
        StreamableHttpServerConfig::default(),
    );
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
    Ok(())
}
