//! What happened, written down outside of any ledger: one line of JSON for each thing, in one file for all processes.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::places::Gap;

/// One thing that happened.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Event {
    /// The body of the tool did what it is for.
    Effect(Deed),
    /// A replay looked up whether it had, and whether there is a line of it.
    Recovered { deed: Deed, found: bool },
    /// A process killed itself here.
    Died { gap: Gap, pid: u32 },
}

/// Rows that were deleted, or looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Deed {
    /// The caller's own name for its call.
    pub(crate) order: String,
    /// The idempotency key.
    pub(crate) key: String,
    /// What the person answered.
    pub(crate) reason: String,
    /// What the step computed, which the person was shown.
    pub(crate) rows: u64,
    pub(crate) pid: u32,
}

/// The file. Clones are the same file.
#[derive(Debug, Clone)]
pub(crate) struct Journal {
    file: Arc<File>,
    path: PathBuf,
}

impl Journal {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file: Arc::new(file),
            path: path.to_owned(),
        })
    }

    /// Adds a line. It is one write at the end of the file: lines of several processes do not mix, and one that was written is
    /// there whatever becomes of its process.
    pub(crate) fn add(&self, event: &Event) -> io::Result<()> {
        let line = format!("{}\n", serde_json::to_string(event)?);
        (&*self.file).write_all(line.as_bytes())
    }

    /// All lines so far.
    pub(crate) fn read(&self) -> io::Result<Vec<Event>> {
        let text = std::fs::read_to_string(&self.path)?;
        // What has no end is just being written.
        let lines = text.split_inclusive('\n');
        let whole = lines.filter_map(|line| line.strip_suffix('\n'));
        whole
            .map(|line| serde_json::from_str(line).map_err(io::Error::from))
            .collect()
    }

    /// The effect under this idempotency key, if there is one.
    pub(crate) fn find(&self, key: &str) -> io::Result<Option<Deed>> {
        let deeds = self.read()?.into_iter().filter_map(|event| match event {
            Event::Effect(deed) => Some(deed),
            _ => None,
        });
        Ok(deeds.into_iter().find(|deed| deed.key == key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_several_writers_are_read_but_not_half_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (one, other) = (Journal::open(&path).unwrap(), Journal::open(&path).unwrap());
        let deed = Deed {
            order: "o".to_owned(),
            key: "k".to_owned(),
            reason: "line\nfeed".to_owned(),
            rows: 7,
            pid: 1,
        };
        one.add(&Event::Effect(deed.clone())).unwrap();
        let gap = Gap::EffectFinish;
        other.add(&Event::Died { gap, pid: 2 }).unwrap();
        (&*one.file).write_all(b"{\"event\":\"eff").unwrap();
        assert_eq!(other.read().unwrap().len(), 2);
        assert_eq!(other.find("k").unwrap(), Some(deed));
        assert_eq!(other.find("o").unwrap(), None);
    }
}
