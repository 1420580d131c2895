//! A handler is as visible as its author says, and so is what is generated for others beside it.

use askback::{Confirmed, Form};
use rmcp::handler::server::wrapper::Parameters;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Table {
    table: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

mod admin {
    #![deny(unreachable_pub)]

    use askback::interactive;
    use rmcp::{tool, tool_router};

    use super::{Confirmed, Details, Parameters, Table};

    pub(crate) struct Admin;

    #[tool_router(vis = "pub(crate)")]
    impl Admin {
        #[interactive]
        #[tool]
        async fn private(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
            Ok(details.reason)
        }

        #[interactive]
        #[tool]
        pub(super) async fn of_the_parent(
            &self,
            Parameters(Table { table }): Parameters<Table>,
            #[ask("Drop `{table}`?")] sure: Confirmed,
        ) -> Result<String, askback::Error> {
            drop(sure);
            Ok(table)
        }

        #[interactive]
        #[tool]
        pub(in crate::admin) async fn of_this_module(&self, #[ask("Go?")] sure: Confirmed) -> Result<String, askback::Error> {
            drop(sure);
            Ok(String::new())
        }
    }

    pub(super) fn rounds() -> usize {
        Admin::private_plan().rounds().len() + Admin::of_this_module_plan().rounds().len()
    }
}

pub mod open {
    use askback::{Form, interactive};
    use rmcp::{tool, tool_router};

    #[derive(Form)]
    pub struct Public {
        /// What?
        pub what: String,
    }

    pub struct Open;

    #[tool_router(vis = "pub")]
    impl Open {
        #[interactive]
        #[tool]
        pub async fn everybody(&self, #[ask("What?")] public: Public) -> Result<String, askback::Error> {
            Ok(public.what)
        }
    }
}

fn main() {
    assert_eq!(admin::Admin::tool_router().list_all().len(), 3);
    assert_eq!(admin::rounds(), 2);
    assert_eq!(admin::Admin::of_the_parent_plan().rounds()[0].questions()[0].key(), "sure");
    drop(admin::Admin::of_the_parent_ask(&Parameters(Table { table: "users".to_owned() })));
    assert_eq!(open::Open::tool_router().list_all().len(), 1);
    assert_eq!(open::Open::everybody_plan().handler(), "everybody");
}
