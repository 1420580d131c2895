//! A line on the terminal for each leg on the wire.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ElicitRequestParams, ElicitResult, ElicitationAction,
    ErrorData, InputRequest, InputRequests, InputRequiredResult, ProgressNotificationParam,
};

use crate::{
    options::Era,
    question::{Ask, Question, printable},
};

/// Prints a line for each leg: `→` from the client, `←` from the server. Of answers and state it
/// shows that they were there, not what they were.
#[derive(Clone)]
pub struct Wire(Arc<Mutex<dyn Write + Send>>);

impl Wire {
    /// Prints to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    /// Prints to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// A wire that fails to print is no reason to fail a call.
    fn line(&self, line: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    pub(crate) fn opened(&self, era: Era) {
        let method = match era {
            Era::Modern => "server/discover",
            Era::Handshake | Era::FirstHandshake => "initialize",
        };
        self.line(&format!("→ {method}, protocol {}", era.version()));
    }

    pub(crate) fn called(&self, params: &CallToolRequestParams) {
        let name = printable(&params.name);
        let Some(responses) = &params.input_responses else {
            let arguments = params.arguments.clone().unwrap_or_default();
            return self.line(&format!(
                "→ tools/call {name} {}",
                serde_json::Value::Object(arguments)
            ));
        };
        let answers: Vec<_> = responses
            .iter()
            .map(|(key, answer)| {
                let action = answer.get("action").and_then(|action| action.as_str());
                format!("{} ({})", printable(key), action.unwrap_or("answered"))
            })
            .collect();
        let state = params
            .request_state
            .as_ref()
            .map_or_else(String::new, |state| {
                format!(", state of {} characters", state.chars().count())
            });
        self.line(&format!(
            "→ tools/call {name}, again, with {}{state}",
            answers.join(", ")
        ));
    }

    pub(crate) fn input_required(&self, round: &InputRequiredResult) {
        let requests = round
            .input_requests
            .as_ref()
            .map_or_else(String::new, listed);
        self.line(&format!("← input_required: {requests}"));
    }

    pub(crate) fn asked(&self, params: &ElicitRequestParams) {
        self.line(&format!("← elicitation/create: {}", shape(params)));
    }

    pub(crate) fn answered(&self, result: &ElicitResult) {
        self.line(&format!("→ {}", action(&result.action)));
    }

    pub(crate) fn withdrawn(&self) {
        self.line("← notifications/cancelled: the question is withdrawn");
    }

    /// What a scripted person reads; one at the terminal has it in the prompt.
    pub(crate) fn read(&self, question: &Question) {
        self.line(&indented(&question.message));
        if let Ask::Visit(url) = &question.ask {
            self.line(&indented(url));
        }
    }

    /// What a page says that the person visited.
    pub(crate) fn page(&self, said: &str) {
        self.line(&indented(&format!("(the page) {said}")));
    }

    pub(crate) fn progress(&self, progress: &ProgressNotificationParam) {
        let total = progress
            .total
            .map_or_else(String::new, |total| format!(" of {total}"));
        let message = progress.message.as_deref().map(printable);
        let message = message.map_or_else(String::new, |message| format!(": {message}"));
        self.line(&format!(
            "← notifications/progress {}{total}{message}",
            progress.progress
        ));
    }

    pub(crate) fn completed(&self, result: &CallToolResult) {
        let kind = if result.is_error == Some(true) {
            "error result"
        } else {
            "complete"
        };
        let texts: Vec<_> = result
            .content
            .iter()
            .map(|block| {
                block
                    .as_text()
                    .map_or("(not text)".into(), |text| printable(&text.text))
            })
            .collect();
        self.line(&format!("← {kind}: {}", texts.join("\n")));
    }

    pub(crate) fn refused(&self, error: &ErrorData) {
        self.line(&format!(
            "← error {}: {}",
            error.code.0,
            printable(&error.message)
        ));
    }
}

fn indented(text: &str) -> String {
    format!("    {}", text.replace('\n', "\n    "))
}

fn listed(requests: &InputRequests) -> String {
    let one = |(key, request): (&String, &InputRequest)| {
        let shape = match request {
            InputRequest::Elicitation(request) => shape(&request.params),
            InputRequest::CreateMessage(_) => "sampling".to_owned(),
            InputRequest::ListRoots(_) => "roots".to_owned(),
            _ => "unknown".to_owned(),
        };
        format!("{}, {shape}", printable(key))
    };
    requests.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn shape(params: &ElicitRequestParams) -> String {
    match params {
        ElicitRequestParams::FormElicitationParams {
            requested_schema, ..
        } => {
            let names = requested_schema
                .property_order
                .clone()
                .unwrap_or_else(|| requested_schema.properties.keys().cloned().collect());
            format!("form ({})", printable(&names.join(", ")))
        }
        ElicitRequestParams::UrlElicitationParams { .. } => "url".to_owned(),
        _ => "unknown".to_owned(),
    }
}

fn action(action: &ElicitationAction) -> &'static str {
    match action {
        ElicitationAction::Accept => "accept",
        ElicitationAction::Decline => "decline",
        ElicitationAction::Cancel => "cancel",
        _ => "unknown action",
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{NumberOrString, ProgressToken};
    use serde_json::json;

    use super::*;

    #[derive(Clone, Default)]
    struct Printed(Arc<Mutex<Vec<u8>>>);

    impl Write for Printed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn printed(print: impl FnOnce(&Wire)) -> String {
        let printed = Printed::default();
        print(&Wire::new(printed.clone()));
        String::from_utf8(printed.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn progress_is_a_line_that_cannot_steer_the_terminal() {
        let token = || ProgressToken(NumberOrString::Number(1));
        let bare = ProgressNotificationParam::new(token(), 0.5);
        assert_eq!(
            printed(|wire| wire.progress(&bare)),
            "← notifications/progress 0.5\n"
        );
        let whole = ProgressNotificationParam::new(token(), 3.0)
            .with_total(4.0)
            .with_message("copy\u{1b}[2J");
        assert_eq!(
            printed(|wire| wire.progress(&whole)),
            "← notifications/progress 3 of 4: copy\\u{1b}[2J\n"
        );
    }

    #[test]
    fn what_a_scripted_person_reads_is_set_in() {
        let params =
            json!({ "mode": "url", "message": "Connect\nnow", "url": "https://example.com/a" });
        let question = Question::new(None, &serde_json::from_value(params).unwrap()).unwrap();
        assert_eq!(
            printed(|wire| wire.read(&question)),
            "    Connect\n    now\n    https://example.com/a\n"
        );
    }
}
