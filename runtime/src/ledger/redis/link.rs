//! The way to the server: it is found again when it was lost, and nobody waits for ever.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, ErrorKind, Pipeline, RedisError, ServerErrorKind, Value};

use super::super::StoreError;
use super::script::Script;

/// How long to wait before the server is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// One connection that many share, and how to have another.
pub(super) struct Link {
    client: Client,
    /// How long one call may take in all.
    patience: Duration,
    /// The connection, and how many there were before it.
    current: Mutex<(u64, ConnectionManager)>,
}

/// A call of a script on one shard.
pub(super) struct Call<'a> {
    pub(super) script: &'a Script,
    pub(super) keys: &'a [String],
    pub(super) arguments: &'a [Vec<u8>],
}

/// For how many replicas to wait, and for how many milliseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wait {
    pub(super) replicas: u32,
    pub(super) millis: u64,
}

impl Call<'_> {
    /// By its hash; or with its whole text, which the server knows from then on.
    fn command(&self, whole: bool) -> Cmd {
        let mut command = redis::cmd(if whole { "EVAL" } else { "EVALSHA" });
        let script = if whole {
            self.script.source
        } else {
            self.script.hash()
        };
        command.arg(script).arg(self.keys.len()).arg(self.keys);
        command.arg(self.arguments);
        command
    }
}

/// What is sent in one write.
enum Request<'a> {
    Commands(&'a [Cmd]),
    Script(Call<'a>, Option<Wait>),
}

impl Request<'_> {
    async fn send(&self, connection: &mut ConnectionManager) -> Result<Vec<Value>, RedisError> {
        let (call, wait) = match self {
            Self::Commands(commands) => return send(connection, commands).await,
            Self::Script(call, wait) => (call, wait),
        };
        let commands = |whole| {
            let wait = wait.map(|Wait { replicas, millis }| {
                let mut wait = redis::cmd("WAIT");
                wait.arg(replicas).arg(millis);
                wait
            });
            let mut commands = vec![call.command(whole)];
            commands.extend(wait);
            commands
        };
        match send(connection, &commands(false)).await {
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                send(connection, &commands(true)).await
            }
            sent => sent,
        }
    }
}

async fn send(
    connection: &mut ConnectionManager,
    commands: &[Cmd],
) -> Result<Vec<Value>, RedisError> {
    let values = match commands {
        [command] => vec![connection.send_packed_command(command).await?],
        _ => {
            let mut pipeline = Pipeline::with_capacity(commands.len());
            for command in commands {
                pipeline.add_command(command.clone());
            }
            connection
                .send_packed_commands(&pipeline, 0, commands.len())
                .await?
        }
    };
    let checked = values.into_iter().map(|value| match value {
        Value::ServerError(error) => Err(RedisError::from(error)),
        value => Ok(value),
    });
    checked.collect()
}

/// What to do about an error.
#[derive(Debug, PartialEq, Eq)]
enum Then {
    /// It will not go away.
    GiveUp,
    /// The server comes back, or the connection does, which sees to it itself.
    TryAgain,
    /// The server at the other end is not the one that takes writes any more.
    Reconnect,
}

fn then(error: &RedisError) -> Then {
    match error.kind() {
        ErrorKind::Io => Then::TryAgain,
        ErrorKind::Server(
            ServerErrorKind::BusyLoading | ServerErrorKind::TryAgain | ServerErrorKind::ClusterDown,
        ) => Then::TryAgain,
        ErrorKind::Server(ServerErrorKind::ReadOnly | ServerErrorKind::MasterDown) => {
            Then::Reconnect
        }
        // Another client's script takes long.
        _ if error.code() == Some("BUSY") => Then::TryAgain,
        _ => Then::GiveUp,
    }
}

impl Link {
    /// A link that connects once it is used. To be called on a tokio runtime.
    pub(super) fn new(client: Client, patience: Duration) -> Result<Self, RedisError> {
        let connection = connect(&client, patience)?;
        Ok(Self {
            client,
            patience,
            current: Mutex::new((0, connection)),
        })
    }

    /// Runs a script: one round trip, unless the server does not know it yet.
    pub(super) async fn call(&self, call: Call<'_>) -> Result<Value, StoreError> {
        let mut values = self.request(&Request::Script(call, None)).await?;
        Ok(values.pop().unwrap_or_default())
    }

    /// Runs a script, and waits in the same round trip until replicas have what it wrote; says whether they do.
    pub(super) async fn call_and_wait(
        &self,
        call: Call<'_>,
        wait: Wait,
    ) -> Result<(Value, bool), StoreError> {
        let mut values = self.request(&Request::Script(call, Some(wait))).await?;
        let kept = matches!(values.pop(), Some(Value::Int(count)) if count >= wait.replicas.into());
        Ok((values.pop().unwrap_or_default(), kept))
    }

    /// Sends commands that are no scripts; they may be sent again.
    pub(super) async fn ask(&self, commands: &[Cmd]) -> Result<Vec<Value>, StoreError> {
        self.request(&Request::Commands(commands)).await
    }

    /// Whatever is sent can be sent again: who does not know whether it arrived finds out that way.
    async fn request(&self, request: &Request<'_>) -> Result<Vec<Value>, StoreError> {
        let (first, _) = self.current();
        let mut last = None;
        let trying = async {
            loop {
                let (number, mut connection) = self.current();
                match request.send(&mut connection).await {
                    Ok(values) => return Ok(values),
                    Err(error) => match then(&error) {
                        Then::GiveUp => return Err(error),
                        Then::TryAgain => last = Some(error),
                        Then::Reconnect => {
                            last = Some(error);
                            self.reconnect(number);
                        }
                    },
                }
                tokio::time::sleep(PAUSE).await;
            }
        };
        match tokio::time::timeout(self.patience, trying).await {
            Ok(Ok(values)) => Ok(values),
            Ok(Err(error)) => Err(StoreError::with_source(
                "Redis refused; the cause says why",
                error,
            )),
            Err(_) => {
                // It may be a connection that nobody is at the other end of.
                self.reconnect(first);
                let what = "Redis did not answer in time; the same may be tried again";
                Err(match last {
                    Some(error) => StoreError::with_source(what, error),
                    None => StoreError::new(what),
                })
            }
        }
    }

    fn current(&self) -> (u64, ConnectionManager) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.clone()
    }

    /// Takes another connection than that with this number, unless somebody has already.
    fn reconnect(&self, number: u64) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.0 == number
            && let Ok(connection) = connect(&self.client, self.patience)
        {
            *current = (number.wrapping_add(1), connection);
        }
    }
}

/// Tries once for each call: how often is up to [`Link::request`], which knows when it is enough.
fn connect(client: &Client, patience: Duration) -> Result<ConnectionManager, RedisError> {
    let config = ConnectionManagerConfig::new()
        .set_number_of_retries(0)
        .set_connection_timeout(Some(patience))
        .set_response_timeout(None);
    ConnectionManager::new_lazy_with_config(client.clone(), config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_away_is_waited_for() {
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        assert_eq!(then(&refused.into()), Then::TryAgain);
        let server = |kind| then(&(ErrorKind::Server(kind), "").into());
        assert_eq!(server(ServerErrorKind::BusyLoading), Then::TryAgain);
        assert_eq!(server(ServerErrorKind::ReadOnly), Then::Reconnect);
        assert_eq!(server(ServerErrorKind::NoPerm), Then::GiveUp);
        let code = |code: &str| then(&redis::make_extension_error(code.to_owned(), None));
        assert_eq!(code("BUSY"), Then::TryAgain);
        assert_eq!(code("OOM"), Then::GiveUp);
        assert_eq!(code("MISCONF"), Then::GiveUp);
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        // A port that was free a moment ago: whoever connects is refused.
        let port = std::net::TcpListener::bind(("127.0.0.1", 0))
            .and_then(|listener| listener.local_addr())
            .unwrap()
            .port();
        let client = Client::open(format!("redis://user:secret@127.0.0.1:{port}")).unwrap();
        let link = Link::new(client, Duration::from_millis(120)).unwrap();
        let error = link.ask(&[redis::cmd("PING")]).await.unwrap_err();
        assert!(std::error::Error::source(&error).is_some());
        assert!(!format!("{error} {error:?}").contains("secret"));
    }
}
