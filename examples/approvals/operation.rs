//! What needs an approval: the operation, and the backups that it deletes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use askback::{Ask, Confirmed, Form, Recovery, operation};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct PurgeBackups {
    older_than_days: u32,
}

#[derive(Form)]
pub(crate) struct Ticket {
    /// Its id, for the audit log
    #[form(length = 3..=20)]
    id: String,
}

/// What was deleted.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Purged {
    backups: usize,
    ticket: String,
}

/// Delete old backups.
#[operation(recover = purged_already)]
pub(crate) async fn purge_backups(
    db: &Db,
    PurgeBackups { older_than_days }: PurgeBackups,
    #[step(db.count(older_than_days)?)] count: usize,
    #[ask("Which ticket is this for?")] ticket: Ticket,
    #[ask("Delete {count} backups older than {older_than_days} days? Ticket: {}", ticket.id)]
    confirmed: Confirmed,
    ask: &mut Ask,
) -> Result<Purged, askback::Error> {
    let key = ask.idempotency_key("purge");
    db.purge(older_than_days, ticket.id, key, confirmed)
}

/// Whoever comes again with the last answer gets here, and never to the body.
async fn purged_already(db: &Db, recovery: &Recovery<'_>) -> Result<Purged, askback::Error> {
    let purged = db.purged(&recovery.idempotency_key("purge"))?;
    Ok(purged.ok_or("this was approved, and not carried out: request it again")?)
}

/// Backups in a file: their ages in days, and what was deleted under which idempotency key.
pub(crate) struct Db(PathBuf);

#[derive(Serialize, Deserialize)]
struct Backups {
    ages: Vec<u32>,
    purged: BTreeMap<String, Purged>,
}

impl Db {
    pub(crate) fn open(directory: &Path) -> Self {
        Self(directory.join("backups.json"))
    }

    fn read(&self) -> Result<Backups, askback::Error> {
        if !self.0.exists() {
            let ages = vec![2, 9, 16, 23, 37, 65, 92];
            let purged = BTreeMap::new();
            return Ok(Backups { ages, purged });
        }
        Ok(serde_json::from_slice(&std::fs::read(&self.0)?)?)
    }

    fn count(&self, older_than_days: u32) -> Result<usize, askback::Error> {
        let ages = self.read()?.ages.into_iter();
        Ok(ages.filter(|age| *age > older_than_days).count())
    }

    fn purged(&self, key: &str) -> Result<Option<Purged>, askback::Error> {
        Ok(self.read()?.purged.remove(key))
    }

    /// Only a confirmation gets backups deleted. What is deleted, and under which key, is one write.
    fn purge(
        &self,
        older_than_days: u32,
        ticket: String,
        key: String,
        _: Confirmed<'_>,
    ) -> Result<Purged, askback::Error> {
        let mut backups = self.read()?;
        let before = backups.ages.len();
        backups.ages.retain(|age| *age <= older_than_days);
        let purged = Purged {
            backups: before - backups.ages.len(),
            ticket,
        };
        backups.purged.insert(key, purged.clone());
        crate::files::replace(&self.0, &serde_json::to_vec(&backups)?)?;
        Ok(purged)
    }
}
