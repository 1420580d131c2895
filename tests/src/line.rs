//! A server in memory, at the other end of one message a line.

use rmcp::{ServerHandler, ServiceExt};
use serde_json::Value;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

pub(crate) struct Line {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
}

impl Line {
    pub(crate) fn to<S: ServerHandler>(server: S) -> Self {
        let (near, far) = tokio::io::duplex(1 << 23);
        tokio::spawn(async move {
            if let Ok(running) = server.serve(far).await {
                let _ = running.waiting().await;
            }
        });
        let (read, out) = tokio::io::split(near);
        Self {
            lines: BufReader::new(read).lines(),
            out,
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.out.write_all(line.as_bytes()).await.unwrap();
    }

    pub(crate) async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.unwrap();
        serde_json::from_str(&line.expect("the server is gone")).unwrap()
    }
}
