//! A `redis-server` that lives as long as the value.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use redis::{FromRedisValue, Value};

/// How often, and how long between, a server is asked whether it is there: ten seconds in all.
const LOOKS: u32 = 500;
const BETWEEN: Duration = Duration::from_millis(20);

pub(crate) struct Server {
    child: Child,
    port: u16,
    folder: Folder,
    arguments: Vec<String>,
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}

/// Begins a test that needs a server; ends it here where there is none.
macro_rules! server {
    ($($argument:expr),*) => {
        match $crate::server::Server::start(&[$($argument),*]) {
            Some(server) => server,
            None => return,
        }
    };
}
pub(crate) use server;

impl Server {
    /// A server with an append-only file; `None` if there is no such program and that is all right.
    pub(crate) fn start(arguments: &[&str]) -> Option<Self> {
        if !is_there("redis-server") {
            let required = std::env::var_os("ASKBACK_REQUIRE_ALL").is_some_and(|all| all == "1");
            assert!(
                !required,
                "redis-server is not installed, and ASKBACK_REQUIRE_ALL=1"
            );
            // Past what holds back the output of tests that pass.
            let text =
                b"SKIPPED: redis-server is not installed; the ledger in Redis was NOT tested\n";
            std::io::stderr().write_all(text).unwrap();
            return None;
        }
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let name = format!("askback-redis-{}-{number}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
        // Somebody else may take the port before the server does.
        for _ in 0..5 {
            let port = free_port();
            let mut child = spawn(port, &folder.0, &arguments);
            if answers(port, &mut child) {
                return Some(Self {
                    child,
                    port,
                    folder,
                    arguments,
                });
            }
        }
        panic!("redis-server did not start: {}", log(&folder.0));
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// What the server says to a command.
    pub(crate) fn ask<T: FromRedisValue>(&self, command: &[&str]) -> T {
        ask(self.port, command).unwrap()
    }

    /// Ends it at once, as a crash does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again with what is in its folder, which it has yet to load.
    pub(crate) fn begin_restart(&mut self) {
        self.child = spawn(self.port, &self.folder.0, &self.arguments);
    }

    /// Starts it again with what is in its folder.
    pub(crate) fn restart(&mut self) {
        self.begin_restart();
        let answers = answers(self.port, &mut self.child);
        assert!(
            answers,
            "redis-server did not restart: {}",
            log(&self.folder.0)
        );
    }

    /// Stops it where it stands; connections stay open.
    pub(crate) fn pause(&self) {
        self.signal("-STOP");
    }

    pub(crate) fn go_on(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(status.success());
    }
}

/// Also when the test panics. A server that is paused ends too.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

fn spawn(port: u16, folder: &Path, arguments: &[String]) -> Child {
    // Where there is `setpriv`, the server ends with the test even if that is killed; it has the same process id.
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
        .args(["--daemonize", "no", "--save", "", "--logfile", "log"])
        .args(["--appendonly", "yes"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until it answers and has loaded what it had; not if it ended.
fn answers(port: u16, child: &mut Child) -> bool {
    let pid = child.id();
    for _ in 0..LOOKS {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        let info: Option<String> = ask(port, &["INFO"]).ok();
        if let Some(info) = info
            && info.contains("\nloading:0")
        {
            // Nobody else's.
            return info.contains(&format!("process_id:{pid}\r"));
        }
        thread::sleep(BETWEEN);
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

fn ask<T: FromRedisValue>(port: u16, command: &[&str]) -> redis::RedisResult<T> {
    let client = redis::Client::open(("127.0.0.1", port))?;
    let mut connection = client.get_connection_with_timeout(Duration::from_secs(5))?;
    connection.set_read_timeout(Some(Duration::from_secs(10)))?;
    let (name, arguments) = command.split_first().unwrap();
    redis::cmd(name).arg(arguments).query(&mut connection)
}

fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

#[test]
fn a_server_ends_with_its_value_also_when_the_test_panics() {
    let server = server!();
    let (port, folder) = (server.port, server.folder.0.clone());
    let pong: String = server.ask(&["PING"]);
    assert_eq!(pong, "PONG");
    let panicked = thread::spawn(move || {
        let server = server;
        server.pause();
        panic!("on purpose: {}", server.port());
    });
    assert!(panicked.join().is_err());
    assert!(ask::<Value>(port, &["PING"]).is_err());
    assert!(!folder.exists());
}
