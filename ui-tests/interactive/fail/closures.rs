//! A closure of what it is lent, whose future is held over an `await`, is nothing that the compiler finds to be `Send`. That is
//! said of the author's function, and of nothing that was generated.

use std::future::Future;

use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server {
    items: Vec<String>,
}

async fn all<T>(futures: impl IntoIterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut done = Vec::new();
    for future in futures {
        done.push(future.await);
    }
    done
}

// Case async-closure-in-call-tree.
#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn in_a_step(
        &self,
        #[step(all(self.items.iter().map(|item| async { item.len() })).await)] lengths: Vec<usize>,
        #[ask("Why {lengths:?}?")] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {}
