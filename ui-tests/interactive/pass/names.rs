//! Raw identifiers, underscores, no prelude, and a server whose methods are called like ours.

use askback::Form;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    r#type: u8,
}

#[derive(Form)]
struct Details {
    reason: String,
}

mod strict {
    #![no_implicit_prelude]

    use ::askback::{Confirmed, interactive};
    use ::rmcp::handler::server::wrapper::Parameters;
    use ::rmcp::{self, tool};
    // What rmcp's own macros want.
    use ::std::boxed::Box;
    use ::std::marker::Send;
    use ::std::option::Option::None;
    use ::std::{panic, self};

    use super::{Arguments, Details};

    pub(super) struct Server;

    pub(super) const LIMIT: u8 = 3;

    struct String;
    struct Result;
    struct Plan;
    struct Handler;

    impl Server {
        fn open(&self) {}
        fn context(&self) {}
        /// Not among what is generated, whatever it is called.
        fn plan(&self) -> Plan {
            Plan
        }

        #[interactive]
        #[tool]
        pub(super) async fn r#move(
            &self,
            Parameters(Arguments { r#type }): Parameters<Arguments>,
            #[step(r#type.wrapping_add(1))] r#loop: u8,
            #[ask("Why {type} and {loop} below {LIMIT}?")] __details: Details,
            #[ask("Go, {}?", __details.reason)] r#match: Confirmed,
        ) -> ::core::result::Result<::std::string::String, ::askback::Error> {
            ::std::mem::drop((r#match, String, Result, Handler, self.plan()));
            self.open();
            self.context();
            ::core::result::Result::Ok(::std::format!("{}", r#loop))
        }
    }
}

fn main() {
    let tool = strict::Server::move_tool_attr();
    assert_eq!(tool.input_schema["required"], serde_json::json!(["type"]));
    let plan = strict::Server::move_plan();
    assert_eq!(plan.handler(), "move");
    assert_eq!(
        plan.to_string(),
        "1. runs `loop`, then asks `details` (form)\n2. asks `match` (confirmation; covers `details`)"
    );
    let _ = (strict::Server, strict::LIMIT);
}
