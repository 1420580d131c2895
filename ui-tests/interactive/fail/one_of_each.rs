//! A mistake of each kind: each gives one error, and all are told in one compile.

use askback::{Answer, Ask, Confirmed, Consent, Form, Recovery, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, GetPromptResult, PromptMessage};
use rmcp::{ErrorData, prompt, prompt_router, tool, tool_router};

#[derive(Debug, Form)]
struct Details {
    reason: String,
}

#[derive(Form)]
struct Open {
    #[form(choices)]
    table: String,
}

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Draft {
    round: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
}

struct NoForm;
struct Untold;
struct Server;

type Done = Result<String, askback::Error>;
type Response = Result<CallToolResponse, ErrorData>;

impl Server {
    async fn has(&self) -> Result<bool, std::io::Error> {
        Ok(true)
    }

    async fn of_another_result(&self, _: &Recovery<'_>) -> Result<u8, askback::Error> {
        Ok(1)
    }
}

impl From<askback::Pause> for Untold {
    fn from(_: askback::Pause) -> Self {
        Self
    }
}

// The function.

#[tool_router(router = functions)]
impl Server {
    #[interactive]
    #[tool]
    fn not_async(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn without_self(#[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn by_value(self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    async fn without_router(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    #[rmcp::prompt] //~
    async fn both(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn generic<T>(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[askback::operation] //~
    #[tool]
    async fn with_operation(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    const async fn constant(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async unsafe fn not_safe(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async extern "C" fn foreign(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[interactive(once)] //~
    #[tool]
    async fn twice(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive]
    const NUMBER: u64 = 1; //~
}

impl Server {
    #[tool]
    #[interactive]
    async fn under_tool(&self, #[ask("Why?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn without_a_body(&self, #[ask("Go?")] ok: Confirmed) -> Done; //~
}

// Its keys.

#[tool_router(router = own_keys)]
impl Server {
    #[interactive(
        tll = 60, //~
        rounds = "many", //~
        guidance = "", //~
        unsealed = true, //~
        frobnicate, //~
        timeout = 3, //~
        timeuot = 3, //~
        name = "delete_rows", //~
        recover, //~
        once,
        once, //~
        "late", //~
        crate = 1, //~
    )]
    #[tool]
    async fn keys(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive(guidance = 1)] //~
    #[tool]
    async fn no_text(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive(guidance = struct)] //~
    #[tool]
    async fn no_expression(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive(ttl = 10)] //~
    #[tool]
    async fn ttl(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive(once, ttl = 10)] //~
    #[tool]
    async fn ttl_in_a_ledger(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive(
        unsealed,
        rounds = 2, //~
        once, //~
    )]
    #[tool]
    async fn unsealed(
        &self,
        #[step(1)] rows: u64, //~
        #[ask("Why?")] details: Details,
        #[ask("Really {}?", details.reason)] again: Details, //~
        #[ask("Go?")] confirmed: Confirmed, //~
        #[ask(url = "https://example.com/", message = "Go there")] visit: Consent, //~
        ask: &mut Ask, //~
    ) -> Done {
        Ok(String::new())
    }
}

// Its parameters.

#[tool_router(router = own_parameters)]
impl Server {
    #[interactive]
    #[tool]
    async fn parameters(
        &self,
        #[ask("Why?")] details: Details,
        #[ask("Again, why?")] _details: Details, //~
        #[ask("Why?")] _: Details, //~
        #[ask("Why?")] Details { reason }: Details, //~
        #[step(1)] _: u64, //~
        #[step(1)] größe: u64, //~
        #[step(1)] __askback_x: u64, //~
        #[step(1)] #[ask("Go?")] confirmed: Confirmed, //~
        #[cfg(unix)] #[step(1)] one: u64, //~
        #[ask("Go?")] lasting: Confirmed<'static>, //~
        #[ask("Why?")] of_any_type: impl Form, //~
        #[step] without_expression: u64, //~
        #[ask] without_message: Details, //~
        ask: &mut Ask,
        more: &mut Ask, //~
        server: &str, //~
        any: impl Send, //~
    ) -> Done {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn later(
        &self,
        #[step(format!("{later:?}").len())] length: usize, //~
        #[step(itself + 1)] itself: u64, //~
        #[step(ask.len())] rows: usize, //~
        #[ask("Why?")] later: Details,
        ask: &mut Ask,
    ) -> Done {
        Ok(String::new())
    }
}

// Keys of its questions.

#[tool_router(router = questions)]
impl Server {
    #[interactive]
    #[tool]
    async fn keys_of_questions(
        &self,
        #[ask("Why?", wen = true)] misspelt: Details, //~
        #[ask("Why?", choice(reason = ["x"]))] nearly_choices: Details, //~
        #[ask("Why?", colour = "red")] unknown: Details, //~
        #[ask(msg = "Why?")] msg: Details, //~
        #[ask("Why?", title = "x")] title: Details, //~
        #[ask("Why?", if = true)] of_others: Option<Details>, //~
        #[ask("Why?", key = "reason")] key: Details, //~
        #[ask("Why?", options = ["x"])] options: Details, //~
        #[ask("Why?", validate = true)] validate: Details, //~
        #[ask("Why?", timeout = 3)] timeout: Details, //~
        #[ask("Go?", confirm = true)] confirm: Details, //~
        #[ask("Go?", cover = 1)] cover: Confirmed, //~
        #[ask("Why?", choices = 1)] choices: Details, //~
        #[ask("Why?", choices(reason: ["x"]))] colon: Details, //~
        #[ask("Why?", choices())] no_choices: Details, //~
        #[ask("Why?", choices(reason = ["x"], reason = ["y"]))] field_twice: Details, //~
        #[ask("Go?", label = "y", label = "z")] twice: Confirmed, //~
        #[ask("Go?", plain = 1)] flag: Confirmed, //~
        #[ask("Go?", covers = 1, "late")] late: Confirmed, //~
        #[ask("Go?", label)] no_value: Confirmed, //~
        #[ask("Go?", typed("go"))] parenthesised: Confirmed, //~
        #[ask("Go?", sensitive = "an animal")] no_form: Confirmed, //~
        #[ask("Why?", when = struct)] no_expression: Option<Details>, //~
    ) -> Done {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn messages(
        &self,
        #[step(1.5)] price: f64,
        #[ask("  ")] blank: Details, //~
        #[ask("{price:>9}")] aligned: Details, //~
        #[ask(String::from("Why?"), price)] values: Details, //~
        #[ask("Your password?")] secret: Details, //~
        #[ask(when = true)] missing: Details, //~
        #[ask(message = "Why?")] named: Details, //~
        #[ask("Why?", message = "Why, again?")] twice: Details, //~
        #[ask("Is it {ask.ticket}?")] ticket: Details, //~
        #[ask("long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long x")] long: Details, //~
    ) -> Done {
        Ok(String::new())
    }

    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn destructive(&self, #[ask("Go?", plain)] confirmed: Confirmed) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool(annotations(read_only_hint = true))]
    async fn gates(
        &self,
        #[ask("Go?", plain, typed = "go")] typed: Confirmed, //~
        #[ask("Go?", label = "yes", plain)] label: Answer<Confirmed>, //~
        #[ask("Go?", typed = "")] nothing: Confirmed, //~
        #[ask("Why?")] without_when: Option<Details>, //~
    ) -> Done {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn visits(
        &self,
        #[step(1)] id: u64,
        #[ask(url = "http://example.com/", message = "Go there")] scheme: Consent, //~
        #[ask(url = "https://{id}.example.com/", message = "Go there")] host: Consent, //~
        #[ask(url = "https://example.com/{id:?}", message = "Go there")] spec: Consent, //~
        #[ask(url = "https://example.com/")] message: Consent, //~
        #[ask("Go there")] url: Consent, //~
        #[ask(url = "https://example.com/{ask.ticket}?t={ask.ticket}", message = "Go there")] twice: Consent, //~
        #[ask(url = "https://example.com/{ask.tikcet}", message = "Go there")] other: Consent, //~
        #[ask("Why?", until = true)] until_on_a_form: Details, //~
        #[ask(url = "https://example.com/", message = "Go", wait = 3)] wait_alone: Consent, //~
        #[ask(url = "https://example.com/", message = "Go", until = true, wait = 301)] too_long: Consent, //~
        #[ask(url = "https://example.com/", message = "Go", check = Ok::<(), &str>(()))] check: Consent, //~
    ) -> Done {
        Ok(String::new())
    }
}

#[prompt_router]
impl Server {
    #[interactive]
    #[prompt]
    async fn prompt(&self, #[ask("Go?", plain)] confirmed: Confirmed) -> Result<GetPromptResult, ErrorData> { //~
        Ok(GetPromptResult::new(Vec::new()))
    }
}

// Its state.

#[tool_router(router = states)]
impl Server {
    #[interactive(unsealed)]
    #[tool]
    async fn unsealed_state(&self, #[state] draft: &mut Draft) -> Response { //~
        loop {}
    }

    #[interactive(once)] //~
    #[tool]
    async fn once_with_state(&self, #[state] draft: &mut Draft) -> Response {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn beside(
        &self,
        #[state] draft: &mut Draft,
        #[state] another: &mut Draft, //~
        #[ask("Why?")] details: Details, //~
        #[step(1)] rows: u64, //~
        #[step(check(&draft)?)] _: (), //~
        ask: &mut Ask, //~
    ) -> Response {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn state_by_value(&self, #[state] draft: Draft) -> Response { //~
        loop {}
    }

    #[interactive]
    #[tool]
    async fn state_with_a_value(&self, #[state(Draft)] draft: &mut Draft) -> Response { //~
        loop {}
    }
}

// What only types can tell.

#[tool_router(router = types)]
impl Server {
    #[interactive]
    #[tool]
    async fn no_form(&self, #[ask("Why?")] _number: u64) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn no_form_inside(&self, #[ask("Why?")] _answer: Answer<NoForm>) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn when_without_option(&self, #[ask("Why?", when = true)] _always: Details) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn typed_form(&self, #[ask("Why?", typed = "yes")] _details: Details) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn step_that_is_not_kept(&self, #[step(NoForm)] _value: NoForm) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn shown(&self, #[ask("Is it {}?", NoForm)] _details: Details) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn covered(&self, #[ask("Go?", covers = NoForm)] _confirmed: Confirmed) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn not_a_bool(
        &self,
        #[ask(url = "https://example.com/", message = "Go", until = self.has().await)] _visit: Consent, //~
    ) -> Done {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn no_verdict(&self, #[ask("Why?", check = details.reason.is_empty())] details: Details) -> Done { //~
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn another_type(&self, #[step("one")] rows: u64) -> Done { //~
        Ok(rows.to_string())
    }

    #[interactive]
    #[tool]
    async fn no_such_name(&self, #[ask("Why {nothing}?")] details: Details) -> Done { //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn not_extracted(&self, table: Table, #[ask("Why?")] details: Details) -> Done { //~
        Ok(table.table + &details.reason)
    }

    #[interactive]
    #[tool]
    async fn in_the_body(&self, Parameters(Table { table }): Parameters<Table>, #[ask("Why?")] details: Details) -> Done {
        let rows: u64 = table; //~
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn lets_no_pause_out(&self, #[ask("Why?")] details: Details) -> Result<String, std::num::ParseIntError> { //~
        Ok(details.reason)
    }
}

#[tool_router(router = results)]
impl Server {
    #[interactive]
    #[tool]
    async fn untold(&self, #[ask("Why?")] details: Details) -> Result<String, Untold> { //~
        Ok(details.reason)
    }

    #[interactive(recover = Self::of_another_result)] //~
    #[tool]
    async fn recovers(&self, #[ask("Why?")] details: Details) -> Done {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn state_that_is_not_kept(&self, #[state] _draft: &mut NoForm) -> Response { //~
        loop {}
    }
}

struct Prompts;

#[prompt_router]
impl Prompts {
    #[interactive]
    #[prompt]
    async fn not_extracted_by_a_prompt(&self, _table: Table, #[ask("Why?")] _details: Details) -> Result<GetPromptResult, ErrorData> { //~
        Ok(GetPromptResult::new(Vec::new()))
    }

    #[interactive]
    #[prompt]
    async fn state_of_a_prompt(&self, #[state] _draft: &mut Draft) -> Result<Vec<PromptMessage>, ErrorData> { //~
        loop {}
    }
}

async fn as_you_go(text: String, ask: &mut Ask<'_>) -> Result<Details, askback::Pause> {
    ask.form("details", askback::message!(text)).await //~
}

fn main() {}
