//! What is in the directory besides the ledger: the key that seals, and which approvals are waited for.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Replaces a file as a whole. Its owner alone may read it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// The key that seals what the ledger keeps; made the first time.
pub(crate) fn key(directory: &Path) -> anyhow::Result<Vec<u8>> {
    let path = directory.join("key");
    if !path.exists() {
        let mut key = [0; 32];
        getrandom::fill(&mut key).context("there are no random bytes")?;
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(&key)?;
        // Another process may have been first: then its key is the one.
        match file.persist_noclobber(&path) {
            Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(error.error).context("the key cannot be written");
            }
            _ => {}
        }
    }
    std::fs::read(&path).context("the key cannot be read")
}

/// A call that waits for the person, as it was made, and what it goes on from.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Approval {
    pub(crate) operation: String,
    pub(crate) arguments: Value,
    /// As good as the person's word, together with an answer: the file is its owner's alone.
    pub(crate) continuation: String,
    /// How it ended, if it has.
    pub(crate) ended: Option<String>,
}

/// All approvals that were requested; the first is number 1.
pub(crate) struct Approvals {
    path: PathBuf,
    all: Vec<Approval>,
}

impl Approvals {
    pub(crate) fn open(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join("approvals.json");
        let all = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).context("approvals.json")?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).context("approvals.json"),
        };
        Ok(Self { path, all })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Approval)> {
        (1..).zip(&self.all)
    }

    pub(crate) fn get(&self, number: usize) -> anyhow::Result<&Approval> {
        let mut all = self.iter().filter(|(at, _)| *at == number);
        let (_, approval) = all.next().with_context(|| {
            format!("there is no approval {number}; `list` says which there are")
        })?;
        Ok(approval)
    }

    /// Adds an approval, or with a number keeps it in that one's place; gives its number.
    pub(crate) fn keep(
        &mut self,
        number: Option<usize>,
        approval: Approval,
    ) -> anyhow::Result<usize> {
        let number = number.unwrap_or(self.all.len() + 1);
        match self.all.get_mut(number - 1) {
            Some(place) => *place = approval,
            None => self.all.push(approval),
        }
        replace(&self.path, &serde_json::to_vec_pretty(&self.all)?).context("approvals.json")?;
        Ok(number)
    }
}
