//! A type that nobody can be asked for is underlined in full, whatever it is made of.

use std::collections::HashMap;

use askback::{Answer, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[ask("Why?")] _map: std::collections::HashMap<String, u8>,
        #[ask("Why?")] _both: (Details, Details),
        #[ask("Why?")] _list: Vec<Details>,
        #[ask("Why?")] _result: Result<Details, String>,
        #[ask("Why?")] _inside: Answer<Option<Details>>,
        #[ask("Why?", when = true)] _maybe: Option<Answer<HashMap<u8, u8>>>,
        #[ask("Why?", when = true)] _decided: Answer<Details>,
        #[ask("Why?")] _boxed: Box<dyn Send>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn extracted(
        &self,
        _arguments: std::collections::HashMap<String, u8>,
        #[ask("Why?")] details: Details,
    ) -> Result<std::rc::Rc<u8>, askback::Error> {
        drop(details);
        Ok(std::rc::Rc::new(1))
    }
}

fn main() {}
