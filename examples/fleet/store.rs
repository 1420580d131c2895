//! What the processes share: a `redis-server` of its own, or a file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::options::Kind;

const BETWEEN: Duration = Duration::from_millis(20);
/// How often it is asked whether it is there: ten seconds in all.
const LOOKS: u32 = 500;

/// There is no `redis-server` on this machine.
#[derive(Debug)]
pub(crate) struct NoRedis;

impl fmt::Display for NoRedis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "there is no `redis-server` here. Install it (`apt-get install redis-server`, `brew install redis`; it need not run as a \
             service), or take a file: `--store sqlite`",
        )
    }
}

impl std::error::Error for NoRedis {}

/// The store. A server that it started ends with it, also when it panics.
pub(crate) enum Store {
    Redis {
        child: Child,
        port: u16,
        folder: PathBuf,
    },
    Sqlite(PathBuf),
}

impl Store {
    /// Starts it, with its files in `folder`.
    pub(crate) async fn start(kind: Kind, folder: &Path) -> anyhow::Result<Self> {
        if kind == Kind::Sqlite {
            return Ok(Self::Sqlite(folder.join("ledger.sqlite")));
        }
        if !is_there("redis-server") {
            return Err(NoRedis.into());
        }
        // Somebody else may take the port before the server does.
        for _ in 0..5 {
            let port = free_port()?;
            let mut child = spawn(port, folder)?;
            if answers(port, &mut child).await {
                let folder = folder.to_owned();
                return Ok(Self::Redis {
                    child,
                    port,
                    folder,
                });
            }
            child.kill().await?;
        }
        let log = std::fs::read_to_string(folder.join("redis.log")).unwrap_or_default();
        anyhow::bail!("`redis-server` did not start: {log}");
    }

    /// What a process opens it by.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Redis { port, .. } => format!("redis://127.0.0.1:{port}/"),
            Self::Sqlite(file) => format!("sqlite:{}", file.display()),
        }
    }

    /// Stops it where it stands for a while: connections stay open. A file cannot be stopped, and the answer is no.
    pub(crate) async fn pause(&self, time: Duration) -> anyhow::Result<bool> {
        let Self::Redis { child, .. } = self else {
            return Ok(false);
        };
        let pid = child.id().context("`redis-server` has ended")?.to_string();
        signal("-STOP", &pid).await?;
        sleep(time).await;
        signal("-CONT", &pid).await?;
        Ok(true)
    }

    /// Ends the server, if there is one.
    pub(crate) async fn stop(&mut self) -> anyhow::Result<()> {
        if let Self::Redis { child, .. } = self {
            child.kill().await?;
        }
        Ok(())
    }

    /// Kills it, and starts it again from its append-only file. A file cannot be killed, and the answer is no.
    pub(crate) async fn restart(&mut self) -> anyhow::Result<bool> {
        let Self::Redis {
            child,
            port,
            folder,
        } = self
        else {
            return Ok(false);
        };
        child.kill().await?;
        for _ in 0..50 {
            *child = spawn(*port, folder)?;
            if answers(*port, child).await {
                return Ok(true);
            }
            // Its port may be another connection's own end at the moment.
            child.kill().await?;
            sleep(BETWEEN).await;
        }
        anyhow::bail!(
            "`redis-server` did not start again; its log is in {}",
            folder.display()
        );
    }
}

fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}

fn free_port() -> std::io::Result<u16> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
    Ok(listener.local_addr()?.port())
}

fn spawn(port: u16, folder: &Path) -> anyhow::Result<Child> {
    // Where there is `setpriv`, the server ends with this process even if that is killed; it has the same process id.
    let mut command = if is_there("setpriv") {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "redis-server"]);
        command
    } else {
        Command::new("redis-server")
    };
    command
        .args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--dir"])
        .arg(folder)
        .args(["--logfile", "redis.log", "--daemonize", "no", "--save", ""])
        // What an answer's safety rests on: nothing is evicted, and all is on the disk before it is confirmed.
        .args(["--maxmemory-policy", "noeviction", "--appendonly", "yes"])
        .args(["--appendfsync", "always"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .context("starting `redis-server`")
}

/// Waits until this very server answers and has loaded what it had; not if it ended.
async fn answers(port: u16, child: &mut Child) -> bool {
    let Some(pid) = child.id() else { return false };
    for _ in 0..LOOKS {
        if !matches!(child.try_wait(), Ok(None)) {
            return false;
        }
        let info = timeout(Duration::from_secs(1), info(port)).await;
        if let Ok(Ok(info)) = info
            && info.contains("\nloading:0")
        {
            return info.contains(&format!("process_id:{pid}\r"));
        }
        sleep(BETWEEN).await;
    }
    false
}

async fn info(port: u16) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(b"INFO\r\nQUIT\r\n").await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    Ok(text)
}

async fn signal(signal: &str, pid: &str) -> anyhow::Result<()> {
    let status = Command::new("kill").args([signal, pid]).status().await?;
    ensure!(status.success(), "`kill {signal} {pid}` failed");
    Ok(())
}
