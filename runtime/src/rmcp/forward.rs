//! The wrapper as a server: every method goes to the author's server, by way of the checks where a handler may ask.
//!
//! A method that is forgotten here compiles, and answers with rmcp's default: rmcp is pinned to its minor version, and a
//! test calls every method.

use std::borrow::Cow;
use std::future::Future;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
    DiscoverResult, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams,
    GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};

use super::wrap::Served;

type Request = RequestContext<RoleServer>;
type Notification = NotificationContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;
type Outcome<T> = Result<T, ErrorData>;

/// Methods that go to the author's server as they are.
macro_rules! forward {
    ($(async $method:ident($($argument:ident: $kind:ty),+) -> $outcome:ty;)+) => {$(
        fn $method(
            &self,
            $($argument: $kind),+
        ) -> impl Future<Output = $outcome> + Send + '_ {
            self.inner.$method($($argument),+)
        }
    )+};
}

/// Methods whose handlers may ask.
macro_rules! check {
    ($(async $method:ident($request:ty) -> $outcome:ty, by $checked:ident;)+) => {$(
        fn $method(
            &self,
            request: $request,
            context: Request,
        ) -> impl Future<Output = $outcome> + Send + '_ {
            self.$checked(request, context)
        }
    )+};
}

#[expect(deprecated, reason = "an author's server may still have them")]
impl<S: ServerHandler> ServerHandler for Served<S> {
    check! {
        async call_tool(CallToolRequestParams) -> Outcome<CallToolResponse>, by call_tool_checked;
        async get_prompt(GetPromptRequestParams) -> Outcome<GetPromptResponse>, by get_prompt_checked;
        async read_resource(ReadResourceRequestParams) -> Outcome<ReadResourceResponse>, by read_resource_checked;
        async on_custom_request(CustomRequest) -> Outcome<CustomResult>, by custom_request_checked;
    }

    forward! {
        async ping(context: Request) -> Outcome<()>;
        async initialize(request: InitializeRequestParams, context: Request) -> Outcome<InitializeResult>;
        async discover(context: Request) -> Outcome<DiscoverResult>;
        async complete(request: CompleteRequestParams, context: Request) -> Outcome<CompleteResult>;
        async set_level(request: rmcp::model::SetLevelRequestParams, context: Request) -> Outcome<()>;
        async list_prompts(request: Page, context: Request) -> Outcome<ListPromptsResult>;
        async list_resources(request: Page, context: Request) -> Outcome<ListResourcesResult>;
        async list_resource_templates(request: Page, context: Request) -> Outcome<ListResourceTemplatesResult>;
        async listen(context: SubscriptionContext) -> Outcome<()>;
        async subscribe(request: SubscribeRequestParams, context: Request) -> Outcome<()>;
        async unsubscribe(request: UnsubscribeRequestParams, context: Request) -> Outcome<()>;
        async list_tools(request: Page, context: Request) -> Outcome<ListToolsResult>;
        async on_cancelled(notification: CancelledNotificationParam, context: Notification) -> ();
        async on_progress(notification: ProgressNotificationParam, context: Notification) -> ();
        async on_initialized(context: Notification) -> ();
        async on_roots_list_changed(context: Notification) -> ();
        async on_custom_notification(notification: CustomNotification, context: Notification) -> ();
        async get_task(request: GetTaskParams, context: Request) -> Outcome<GetTaskResult>;
        async update_task(request: UpdateTaskParams, context: Request) -> Outcome<()>;
        async cancel_task(request: CancelTaskParams, context: Request) -> Outcome<()>;
        async list_skills(request: Page, context: Request) -> Outcome<ListSkillsResult>;
        async get_skill(request: GetSkillRequestParams, context: Request) -> Outcome<GetSkillResult>;
        async read_resource_directory(request: ReadResourceDirectoryRequestParams, context: Request) -> Outcome<ReadResourceDirectoryResult>;
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Outcome<InitializeResult> {
        self.inner.negotiate_initialize(request)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.inner.accepted_subscription_filter(requested)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.get_tool(name)
    }

    fn get_info(&self) -> ServerConfig {
        self.inner.get_info()
    }
}
