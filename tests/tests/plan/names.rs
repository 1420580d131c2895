//! One handler for every way in which an expression says a name.

use askback::interactive;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;

use crate::shapes::{Done, X, done};

#[derive(Deserialize, schemars::JsonSchema)]
struct Two {
    left: i64,
    right: i64,
}

/// For shorthand.
struct Held {
    a: X,
}

impl Held {
    fn x(self) -> i64 {
        self.a.x
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Names;

#[tool_router(vis = "pub(crate)")]
impl Names {
    #[interactive]
    #[tool]
    pub(crate) async fn in_a_literal(
        &self,
        #[ask("A?")] a: X,
        #[step(format!("{a:?}"))] _told: String,
        #[ask("B?")] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn in_a_macro(
        &self,
        #[ask("A?")] a: X,
        #[ask("B?", when = matches!(a, X { x: 1.. }))] _b: Option<X>,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn in_a_closure_of_its_own(
        &self,
        #[ask("A?")] _a: X,
        #[step([1, 2].iter().map(|_a| _a + 1).sum())] sum: i64,
        #[ask("B after {sum}?")] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn destructured(
        &self,
        Parameters(Two { left, right }): Parameters<Two>,
        #[ask("A of {left}?")] _a: X,
        #[ask("B of {right}?")] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn destructured_below(
        &self,
        #[step(left + right)] sum: i64,
        #[ask("A of {sum}?")] _a: X,
        #[ask("B of {right}?")] _b: X,
        Parameters(Two { left, right }): Parameters<Two>,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn shorthand(
        &self,
        #[ask("A?")] a: X,
        #[ask("B after {}?", Held { a }.x())] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn raw(
        &self,
        #[ask("A?")] r#type: X,
        #[ask("B?")] r#match: X,
        #[ask("C after {type:?} and {}?", r#match.x)] r#loop: X,
    ) -> Done {
        let _ = r#loop;
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn shadowed(
        &self,
        #[ask("A?")] _a: X,
        #[step({ let _a = 2; _a + 1 })] three: i64,
        #[ask("B after {three}?")] _b: X,
    ) -> Done {
        done()
    }

    #[interactive]
    #[tool]
    pub(crate) async fn shadowed_by_itself(
        &self,
        #[ask("A?")] a: X,
        #[step({ let a = a.x; a + 1 })] next: i64,
        #[ask("B after {next}?")] _b: X,
    ) -> Done {
        done()
    }
}

#[tool_handler]
impl ServerHandler for Names {}
