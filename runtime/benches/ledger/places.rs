//! Where stores are: in memory, in files of a folder that goes with the value, in a `redis-server` that does too.

use std::error::Error;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use askback::clock::{Clock, SystemClock};
use askback::ledger::{Limits, MemoryStore, RedisStore, SqliteStore, Store};

pub(crate) type Failed = Box<dyn Error + Send + Sync>;

/// Limits that nothing here comes near.
pub(crate) fn no_limits() -> Limits {
    let mut limits = Limits::default();
    limits.chains = 100_000_000;
    limits.bytes = 1 << 42;
    limits.chains_per_owner = 100_000_000;
    limits
}

/// A folder that goes with the value.
pub(crate) struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("askback-bench-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Where the stores of one kind are.
pub(crate) enum Place {
    Memory,
    Sqlite(Folder),
    Redis(Server),
}

impl Place {
    pub(crate) fn sqlite() -> Result<Self, Failed> {
        Ok(Self::Sqlite(Folder::new()?))
    }

    /// `None` where there is no `redis-server`, said aloud.
    pub(crate) fn redis(arguments: &[&str]) -> Result<Option<Self>, Failed> {
        if is_there("redis-server") {
            return Ok(Some(Self::Redis(Server::start(arguments)?)));
        }
        if std::env::var_os("ASKBACK_REQUIRE_ALL").is_some_and(|all| all == "1") {
            return Err("redis-server is not installed, and ASKBACK_REQUIRE_ALL=1".into());
        }
        eprintln!("SKIPPED: redis-server is not installed; the ledger in Redis was NOT measured");
        Ok(None)
    }

    /// A store that holds nothing. To be called on the runtime that it is used on. Without a clock it goes by its own.
    pub(crate) async fn open(
        &self,
        limits: Limits,
        clock: Option<Arc<dyn Clock>>,
    ) -> Result<Arc<dyn Store>, Failed> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("ledger-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let or_system = |clock: Option<Arc<dyn Clock>>| clock.unwrap_or(Arc::new(SystemClock));
        Ok(match self {
            Self::Memory => Arc::new(MemoryStore::new(or_system(clock), limits)),
            Self::Sqlite(folder) => {
                let file = folder.file(&name);
                Arc::new(SqliteStore::open(file, or_system(clock), limits)?)
            }
            Self::Redis(server) => {
                let options = RedisStore::options(&server.url());
                let options = options.limits(limits).namespace(&name);
                let options = match clock {
                    Some(clock) => options.clock(clock),
                    None => options,
                };
                Arc::new(options.open().await?)
            }
        })
    }
}

fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}

/// A `redis-server` with an append-only file, on a free port.
pub(crate) struct Server {
    child: Child,
    port: u16,
    /// Goes after the server.
    _folder: Folder,
}

impl Server {
    fn start(arguments: &[&str]) -> Result<Self, Failed> {
        // Somebody else may take the port before the server does.
        for _ in 0..5 {
            let folder = Folder::new()?;
            let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
            let mut server = Self {
                child: spawn(port, &folder.0, arguments)?,
                port,
                _folder: folder,
            };
            if server.answers()? {
                return Ok(server);
            }
        }
        Err("redis-server did not start".into())
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// How often it ran which command, and for how many microseconds, as it says itself.
    pub(crate) fn commands(&self) -> Result<Vec<String>, Failed> {
        let mut connection = redis::Client::open(self.url())?.get_connection()?;
        let info: String = redis::cmd("INFO")
            .arg("commandstats")
            .query(&mut connection)?;
        let ours = ["cmdstat_evalsha:", "cmdstat_set:", "cmdstat_get:"];
        let lines = info.lines();
        let lines = lines.filter(|line| ours.iter().any(|name| line.starts_with(name)));
        Ok(lines.map(str::to_owned).collect())
    }

    /// Waits until it answers; not if it ended, or is somebody else's.
    fn answers(&mut self) -> Result<bool, Failed> {
        for _ in 0..500 {
            if self.child.try_wait()?.is_some() {
                return Ok(false);
            }
            let client = redis::Client::open(self.url())?;
            if let Ok(mut connection) = client.get_connection_with_timeout(Duration::from_secs(5)) {
                let info: String = redis::cmd("INFO").query(&mut connection)?;
                return Ok(info.contains(&format!("process_id:{}\r", self.child.id())));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(false)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn spawn(port: u16, folder: &Path, arguments: &[&str]) -> std::io::Result<Child> {
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
        .args(["--daemonize", "no", "--save", "", "--appendonly", "yes"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}
