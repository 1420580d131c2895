//! The compiler, called as cargo calls it for a crate that has askback, rmcp, serde and schemars as dependencies.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Failed;
use super::watch::Stopwatch;

/// What a crate names, and what askback is served with.
const NAMED: [&str; 5] = ["askback", "rmcp", "schemars", "serde", "serde_json"];

pub(crate) struct Compiler {
    /// `--extern` and `-L`, for everything that is named.
    dependencies: Vec<String>,
    folder: PathBuf,
}

/// Whether machine code is made.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Made {
    Check,
    Build,
}

/// Time that passed, and time that processors spent.
pub(crate) struct Spent {
    pub(crate) wall: f64,
    pub(crate) processor: f64,
}

impl Compiler {
    /// Has cargo build this bench again as the tests of a package are built, without optimising: that gives the libraries. With
    /// `cargo test` they are there already.
    pub(crate) fn new() -> Result<Self, Failed> {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compile_time");
        fs::create_dir_all(&folder)?;
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["test", "--no-run", "--locked", "-p", "askback"])
            .args(["--bench", "compile_time", "--message-format=json"])
            .args(["--features", &features().join(",")])
            .arg("--target-dir")
            .arg(target.ok_or("the target folder has no name")?)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err("cargo could not build the libraries".into());
        }
        let artifacts = String::from_utf8(output.stdout)?;
        let artifacts: Vec<Value> = artifacts
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let mut dependencies = Vec::new();
        for name in NAMED {
            let library =
                library(&artifacts, name).ok_or("cargo did not say where a library is")?;
            if name == "askback" {
                let libraries = Path::new(&library).parent().ok_or("no folder")?;
                // Beside it lies what it uses: cargo leaves there what it links into the folder above.
                let all = libraries.join("deps");
                let all = if all.is_dir() { all } else { libraries.into() };
                dependencies.extend(["-L".into(), format!("dependency={}", all.display())]);
            }
            dependencies.extend(["--extern".into(), format!("{name}={library}")]);
        }
        Ok(Self {
            dependencies,
            folder,
        })
    }

    fn rustc(&self, source: &str) -> Result<Command, Failed> {
        let file = self.folder.join("measured.rs");
        fs::write(&file, source)?;
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command
            .args(["--crate-name", "measured", "--edition", "2024"])
            .args(["--crate-type", "lib", "--cap-lints", "allow"])
            .args(&self.dependencies)
            .arg(file);
        Ok(command)
    }

    /// Nothing is known from before.
    pub(crate) fn forget(&self) -> Result<(), Failed> {
        let known = self.folder.join("incremental");
        if known.is_dir() {
            fs::remove_dir_all(known)?;
        }
        Ok(())
    }

    /// Compiles, as a profile for development does: incrementally, with all that a debugger needs.
    pub(crate) fn compile(&self, source: &str, made: Made) -> Result<Spent, Failed> {
        let emit = match made {
            Made::Check => "--emit=dep-info,metadata",
            Made::Build => "--emit=dep-info,metadata,link",
        };
        let mut command = self.rustc(source)?;
        command
            .args([emit, "-Cembed-bitcode=no", "-Cdebuginfo=2"])
            .arg(format!(
                "-Cincremental={}",
                self.folder.join("incremental").display()
            ))
            .arg("--out-dir")
            .arg(&self.folder);
        let before = processor_time();
        let watch = Stopwatch::start();
        let status = command.status()?;
        let wall = watch.stop().as_secs_f64();
        if !status.success() {
            return Err("what is measured does not compile".into());
        }
        Ok(Spent {
            wall,
            processor: processor_time() - before,
        })
    }

    /// What the macros make of it, as text.
    pub(crate) fn expand(&self, source: &str) -> Result<String, Failed> {
        let output = self
            .rustc(source)?
            .arg("-Zunpretty=expanded")
            .env("RUSTC_BOOTSTRAP", "1")
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err("what is measured does not expand".into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// The features of askback that this bench was built with.
fn features() -> Vec<&'static str> {
    macro_rules! those_of {
        ($($name:literal)*) => {
            [$(cfg!(feature = $name).then_some($name)),*]
        };
    }
    let known = those_of!("macros" "rmcp" "jiff" "chrono" "url" "email" "redis" "sqlite" "testing");
    known.into_iter().flatten().collect()
}

/// The file of a library. One that build scripts use as well is there twice, and has fewer features for them.
fn library(artifacts: &[Value], name: &str) -> Option<String> {
    let features = |artifact: &&Value| artifact["features"].as_array().map_or(0, Vec::len);
    let found = artifacts
        .iter()
        .filter(|artifact| artifact["target"]["name"] == name)
        .filter(|artifact| artifact["target"]["kind"][0] == "lib")
        .max_by_key(features)?;
    let mut files = found["filenames"].as_array()?.iter();
    let file = files.find(|file| file.as_str().is_some_and(|file| file.ends_with(".rlib")))?;
    Some(file.as_str()?.to_owned())
}

/// What the processes that this one has waited for took of the processors, in seconds; zero where the system does not tell.
fn processor_time() -> f64 {
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold anything, the numbers 14 and 15 are theirs, in hundredths.
    let (_, numbers) = told.rsplit_once(')').unwrap_or_default();
    let theirs = numbers.split_whitespace().skip(13).take(2);
    let ticks: f64 = theirs.filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}
