//! The example, built and run.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// How often, and how long between, it is asked whether it has ended: eight minutes in all.
const LOOKS: u32 = 4_800;
const BETWEEN: Duration = Duration::from_millis(100);
const IN_MEMORY: &str = "/dev/shm";
/// There is no `redis-server`.
const NO_REDIS: i32 = 3;

/// The program, as it is now.
fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        // With the whole workspace, as `cargo test` builds it: nothing is built twice then.
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--locked", "--workspace", "--example", "fleet"]);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        let built = cargo
            .args(["--message-format", "json-render-diagnostics"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(built.status.success(), "the example was not built");
        let said = String::from_utf8(built.stdout).unwrap();
        said.lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| message["target"]["name"] == "fleet")
            .find_map(|message| message["executable"].as_str().map(PathBuf::from))
            .unwrap()
    })
}

/// The example while it runs. It ends with this, and what it started ends with it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs it, and prints and gives its counts; `None` if there is no `redis-server` and that is all right.
pub(crate) fn run(store: &str, conversations: u32, seconds: u32) -> Option<Value> {
    let seed = std::env::var("ASKBACK_CHAOS_SEED").unwrap_or_else(|_| "20260728".to_owned());
    let mut fleet = Command::new(program());
    // Processes are killed, not the machine: whether the disk is slow does not matter here.
    if Path::new(IN_MEMORY).is_dir() {
        fleet.env("TMPDIR", IN_MEMORY);
    }
    let child = fleet
        .args(["--store", store, "--seed", &seed])
        .args(["--conversations", &conversations.to_string()])
        .args(["--chaos", &seconds.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut running = Running(child);
    let mut looks = 0;
    let status = loop {
        if let Some(status) = running.0.try_wait().unwrap() {
            break status;
        }
        looks += 1;
        assert!(looks < LOOKS, "the fleet on {store} did not end");
        thread::sleep(BETWEEN);
    };
    if status.code() == Some(NO_REDIS) {
        let required = std::env::var_os("ASKBACK_REQUIRE_ALL").is_some_and(|all| all == "1");
        assert!(
            !required,
            "redis-server is not installed, and ASKBACK_REQUIRE_ALL=1"
        );
        say("SKIPPED: redis-server is not installed; the fleet on Redis was NOT tested");
        return None;
    }
    let mut said = String::new();
    let output = running.0.stdout.as_mut().unwrap();
    output.read_to_string(&mut said).unwrap();
    let last = said.lines().last().unwrap_or_default();
    say(&format!("{store}: {last}"));
    let counts = serde_json::from_str(last).unwrap();
    assert!(status.success(), "{status}: {counts}");
    Some(counts)
}

/// Past what holds back the output of tests that pass.
fn say(line: &str) {
    io::stderr()
        .write_all(format!("{line}\n").as_bytes())
        .unwrap();
}
