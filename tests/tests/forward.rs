//! The wrapper answers every method as the wrapped server does.
//!
//! rmcp is pinned to its minor version for this: a method that a new one adds would be answered with rmcp's default, and
//! nothing but a look at its `ServerHandler` shows that. When rmcp is raised, compare that trait with [`METHODS`].
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use rmcp::model::*;
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext, serve_directly};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

/// All methods of rmcp 3.11's `ServerHandler`.
const METHODS: [&str; 32] = [
    "ping",
    "initialize",
    "negotiate_initialize",
    "supported_protocol_versions",
    "discover",
    "complete",
    "set_level",
    "get_prompt",
    "list_prompts",
    "list_resources",
    "list_resource_templates",
    "read_resource",
    "accepted_subscription_filter",
    "listen",
    "subscribe",
    "unsubscribe",
    "call_tool",
    "list_tools",
    "get_tool",
    "on_custom_request",
    "on_cancelled",
    "on_progress",
    "on_initialized",
    "on_roots_list_changed",
    "on_custom_notification",
    "get_info",
    "get_task",
    "update_task",
    "cancel_task",
    "list_skills",
    "get_skill",
    "read_resource_directory",
];

#[derive(Clone, Default)]
struct Calls(Arc<Mutex<Vec<&'static str>>>);

impl Calls {
    fn note(&self, method: &'static str) {
        self.0.lock().unwrap().push(method);
    }

    fn take(&self) -> Vec<&'static str> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// Overrides everything, and answers nothing.
#[derive(Clone, Default)]
struct Counting(Calls);

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

macro_rules! count {
    ($($method:ident($($kind:ty),+) -> $outcome:ty;)+) => {$(
        async fn $method(&self, $(_: $kind),+) -> Result<$outcome, ErrorData> {
            self.0.note(stringify!($method));
            Err(ErrorData::internal_error("counted", None))
        }
    )+};
}

macro_rules! hear {
    ($($method:ident($($kind:ty),*);)+) => {$(
        async fn $method(&self, $(_: $kind,)* _: Notification) {
            self.0.note(stringify!($method));
        }
    )+};
}

#[expect(deprecated, reason = "the wrapper forwards these too")]
impl ServerHandler for Counting {
    count! {
        ping(Request) -> ();
        initialize(InitializeRequestParams, Request) -> InitializeResult;
        discover(Request) -> DiscoverResult;
        complete(CompleteRequestParams, Request) -> CompleteResult;
        set_level(SetLevelRequestParams, Request) -> ();
        get_prompt(GetPromptRequestParams, Request) -> GetPromptResponse;
        list_prompts(Page, Request) -> ListPromptsResult;
        list_resources(Page, Request) -> ListResourcesResult;
        list_resource_templates(Page, Request) -> ListResourceTemplatesResult;
        read_resource(ReadResourceRequestParams, Request) -> ReadResourceResponse;
        listen(SubscriptionContext) -> ();
        subscribe(SubscribeRequestParams, Request) -> ();
        unsubscribe(UnsubscribeRequestParams, Request) -> ();
        call_tool(CallToolRequestParams, Request) -> CallToolResponse;
        list_tools(Page, Request) -> ListToolsResult;
        on_custom_request(CustomRequest, Request) -> CustomResult;
        get_task(GetTaskParams, Request) -> GetTaskResult;
        update_task(UpdateTaskParams, Request) -> ();
        cancel_task(CancelTaskParams, Request) -> ();
        list_skills(Page, Request) -> ListSkillsResult;
        get_skill(GetSkillRequestParams, Request) -> GetSkillResult;
        read_resource_directory(ReadResourceDirectoryRequestParams, Request) -> ReadResourceDirectoryResult;
    }

    hear! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_initialized();
        on_roots_list_changed();
        on_custom_notification(CustomNotification);
    }

    fn negotiate_initialize(
        &self,
        _: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        self.0.note("negotiate_initialize");
        Err(ErrorData::internal_error("counted", None))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.0.note("supported_protocol_versions");
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.0.note("accepted_subscription_filter");
        Some(SubscriptionFilter::default())
    }

    fn get_tool(&self, _: &str) -> Option<Tool> {
        self.0.note("get_tool");
        None
    }

    fn get_info(&self) -> ServerConfig {
        self.0.note("get_info");
        ServerConfig::default()
    }
}

fn read<T: serde::de::DeserializeOwned>(params: Value) -> T {
    serde_json::from_value(params).unwrap()
}

#[tokio::test]
#[expect(deprecated, reason = "the wrapper forwards these too")]
async fn every_method_goes_to_the_wrapped_server_once() {
    let counting = Counting::default();
    let calls = counting.0.clone();
    let served = askback::rmcp::wrap(counting);
    let (near, _far) = tokio::io::duplex(1 << 16);
    let running = serve_directly(served.clone(), near, None);
    // Being served asks for the server's information.
    calls.take();
    let context = || Request::new(RequestId::Number(1), running.peer().clone());
    let (uri, task) = (json!({"uri": "skill://a/SKILL.md"}), json!({"taskId": "1"}));
    let named = json!({"name": "a"});
    let initialize = json!({
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "a", "version": "1"},
    });
    let complete = json!({
        "ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "a", "value": ""},
    });
    let update = json!({"taskId": "1", "inputResponses": {}});

    let mut forwarded = Vec::new();
    macro_rules! call {
        ($($method:ident($($argument:expr),*) $($wait:ident)?;)+) => {$(
            let _ = served.$method($($argument),*)$(.$wait)?;
            assert_eq!(calls.take(), [stringify!($method)]);
            forwarded.push(stringify!($method));
        )+};
    }
    call! {
        ping(context()) await;
        initialize(read(initialize.clone()), context()) await;
        negotiate_initialize(&read(initialize));
        supported_protocol_versions();
        discover(context()) await;
        complete(read(complete), context()) await;
        set_level(read(json!({"level": "info"})), context()) await;
        get_prompt(read(named.clone()), context()) await;
        list_prompts(None, context()) await;
        list_resources(None, context()) await;
        list_resource_templates(None, context()) await;
        read_resource(read(uri.clone()), context()) await;
        accepted_subscription_filter(&SubscriptionFilter::default());
        subscribe(read(uri.clone()), context()) await;
        unsubscribe(read(uri.clone()), context()) await;
        call_tool(read(named), context()) await;
        list_tools(None, context()) await;
        get_tool("a");
        on_custom_request(CustomRequest::new("a", None), context()) await;
        get_info();
        get_task(read(task.clone()), context()) await;
        update_task(read(update), context()) await;
        cancel_task(read(task), context()) await;
        list_skills(None, context()) await;
        get_skill(read(uri.clone()), context()) await;
        read_resource_directory(read(uri), context()) await;
    }
    forwarded.extend(heard_on_the_wire().await);

    forwarded.sort_unstable();
    let mut methods = METHODS;
    methods.sort_unstable();
    assert_eq!(forwarded, methods);
}

/// The methods whose contexts only rmcp makes.
async fn heard_on_the_wire() -> Vec<&'static str> {
    let counting = Counting::default();
    let calls = counting.0.clone();
    let (near, mut far) = tokio::io::duplex(1 << 16);
    let _running = serve_directly(askback::rmcp::wrap(counting), near, None);
    let listen = json!({
        "jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen",
        "params": {"notifications": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "a", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }},
    });
    let notification =
        |method: &str, params: Value| json!({"jsonrpc": "2.0", "method": method, "params": params});
    let messages = [
        ("listen", listen),
        (
            "on_cancelled",
            notification("notifications/cancelled", json!({"requestId": 9})),
        ),
        (
            "on_progress",
            notification(
                "notifications/progress",
                json!({"progressToken": 1, "progress": 1}),
            ),
        ),
        (
            "on_initialized",
            notification("notifications/initialized", json!({})),
        ),
        (
            "on_roots_list_changed",
            notification("notifications/roots/list_changed", json!({})),
        ),
        (
            "on_custom_notification",
            notification("notifications/a", json!({})),
        ),
    ];
    let mut heard = Vec::new();
    for (method, message) in messages {
        far.write_all(format!("{message}\n").as_bytes())
            .await
            .unwrap();
        let of_this =
            |calls: Vec<&'static str>| calls.into_iter().filter(|call| *call == method).count();
        let mut count = 0;
        while count == 0 {
            tokio::task::yield_now().await;
            count += of_this(calls.take());
        }
        assert_eq!(count, 1, "{method}");
        heard.push(method);
    }
    heard
}
