//! A connection to the server in memory, one message a line, as over stdio.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// Room for the largest message that rmcp takes.
const BUFFER: usize = 1 << 24;

/// One connection. It ends when dropped.
pub(super) struct Line {
    out: mpsc::UnboundedSender<Value>,
    incoming: tokio::sync::Mutex<mpsc::UnboundedReceiver<Value>>,
    /// What was read too early.
    put_back: Mutex<VecDeque<Value>>,
    last_id: AtomicU64,
    tasks: [AbortHandle; 2],
}

impl Line {
    /// Connects: `serve` gets the server's end. The server's pings are answered.
    pub(super) fn open(serve: impl FnOnce(DuplexStream)) -> Self {
        let (near, far) = tokio::io::duplex(BUFFER);
        serve(far);
        let (read, mut write) = tokio::io::split(near);
        let (out, mut outgoing) = mpsc::unbounded_channel::<Value>();
        let (to_kit, incoming) = mpsc::unbounded_channel();
        let writer = tokio::spawn(async move {
            while let Some(message) = outgoing.recv().await {
                let line = format!("{message}\n");
                if write.write_all(line.as_bytes()).await.is_err() {
                    return;
                }
            }
        });
        let pong = out.clone();
        let reader = tokio::spawn(async move {
            let mut lines = BufReader::new(read).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let Ok(message) = serde_json::from_str::<Value>(&line) else {
                    continue;
                };
                let sent = if message["method"] == "ping" {
                    pong.send(json!({ "jsonrpc": "2.0", "id": message["id"], "result": {} }))
                } else {
                    to_kit.send(message)
                };
                if sent.is_err() {
                    return;
                }
            }
        });
        Self {
            out,
            incoming: tokio::sync::Mutex::new(incoming),
            put_back: Mutex::default(),
            last_id: AtomicU64::new(0),
            tasks: [writer.abort_handle(), reader.abort_handle()],
        }
    }

    /// Sends a request; gives its id.
    pub(super) fn request(&self, method: &str, params: &Value) -> u64 {
        let id = self.last_id.fetch_add(1, Ordering::SeqCst) + 1;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a message as it stands. That the server is gone shows when the kit waits for it.
    pub(super) fn send(&self, message: Value) {
        let _ = self.out.send(message);
    }

    /// The next message; `None` when the server is gone.
    pub(super) async fn next(&self) -> Option<Value> {
        if let Some(message) = self.queue().pop_front() {
            return Some(message);
        }
        self.incoming.lock().await.recv().await
    }

    /// A message that has come already.
    pub(super) fn already_there(&self) -> Option<Value> {
        if let Some(message) = self.queue().pop_front() {
            return Some(message);
        }
        self.incoming.try_lock().ok()?.try_recv().ok()
    }

    /// Puts messages back, to be read next.
    pub(super) fn put_back(&self, messages: Vec<Value>) {
        let mut queue = self.queue();
        messages
            .into_iter()
            .rev()
            .for_each(|message| queue.push_front(message));
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, VecDeque<Value>> {
        self.put_back.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

/// The response to a request of the server's.
pub(super) fn reply(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// The same, as an error.
pub(super) fn failure(id: &Value, code: i32) -> Value {
    let error = json!({ "code": code, "message": "the client failed" });
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
