//! What was carried out, to be counted from outside: one line for each, in a file that several processes can share.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The file. Clones are the same file.
#[derive(Debug, Clone)]
pub(crate) struct Effects(Arc<Mutex<File>>);

impl Effects {
    /// Opens it; without a path one that ends with the process.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        let file = match path {
            Some(path) => {
                let mut options = OpenOptions::new();
                options.create(true).append(true).read(true).open(path)?
            }
            None => tempfile::tempfile()?,
        };
        Ok(Self(Arc::new(Mutex::new(file))))
    }

    /// One more of this run.
    pub(crate) fn add(&self, run: &str) -> io::Result<()> {
        let line = format!("{}\n", serde_json::to_string(run)?);
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::End(0))?;
        file.write_all(line.as_bytes())
    }

    /// How many there are of this run.
    pub(crate) fn count(&self, run: &str) -> io::Result<usize> {
        let line = serde_json::to_string(run)?;
        let mut text = String::new();
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0))?;
        file.read_to_string(&mut text)?;
        Ok(text.lines().filter(|it| *it == line).count())
    }
}
