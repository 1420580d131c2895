//! Questions that wait for each other, and answers that are taken apart too early.
use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Debug, Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn each_other(
        &self,
        #[ask("First, {}?", second.reason)] first: Details,
        #[ask("Second, {}?", first.reason)] second: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn in_a_ring(
        &self,
        #[step(format!("{c:?}"))] a: String,
        #[ask("B?", default(reason = a))] b: Details,
        #[ask("C?", when = matches!(&b, Details { reason } if reason.is_empty()))] c: Option<Details>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn itself(
        &self,
        #[ask("Why not {}?", same.reason)] same: Details,
        #[ask("Or {again:?}?")] again: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn hidden(
        &self,
        #[ask("Why?")] Details { reason }: Details,
        #[ask("Why {reason}?")] more: Details,
        #[step((1, 2))] (low, high): (u8, u8),
        #[ask("From {low} to {high}?")] range: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
