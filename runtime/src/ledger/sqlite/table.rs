//! The tables, within one transaction.

use rusqlite::{OptionalExtension, params};

use super::super::machine::{self, At, Step};
use super::super::{
    Admission, Body, ChainName, Full, Held, Lifetime, Need, Record, StoreError, Usage,
};
use super::{Shared, Tx};

/// How many records one look at the index brings.
const BATCH: u32 = 256;

pub(super) struct Table<'a> {
    tx: &'a Tx<'a>,
    shared: &'a Shared,
    now: u64,
}

/// A record as it lies in the file.
struct Kept {
    record: Record,
    charge: i64,
}

/// SQLite's numbers have a sign. What does not fit is far away.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

impl<'a> Table<'a> {
    pub(super) fn new(tx: &'a Tx<'a>, shared: &'a Shared) -> Self {
        Self {
            tx,
            shared,
            // Once the transaction has begun: nobody who comes later has an earlier time.
            now: shared.clock.now(),
        }
    }

    /// One transition of one chain, with all that is counted of it.
    pub(super) fn transit<R>(
        &self,
        chain: ChainName,
        lifetime: Option<Lifetime>,
        step: impl FnOnce(Option<Record>, At<'_>, &mut dyn Admission) -> Step<R>,
    ) -> Result<R, StoreError> {
        let mut kept = self.load(chain)?;
        let lifetime = kept
            .as_ref()
            .map(|kept| kept.record.lifetime())
            .or(lifetime);
        let at = self.at(lifetime)?;
        // What is gone makes room before any is asked for.
        if let Some(old) = &kept
            && machine::settle(old.record.clone(), at).is_none()
        {
            self.delete(chain, old.charge)?;
            kept = None;
        }
        let mut room = Room {
            table: self,
            chain,
            error: None,
        };
        let before = kept.as_ref().map(|kept| kept.record.clone());
        let step = step(before, at, &mut room);
        if let Some(error) = room.error {
            return Err(error);
        }
        match (step.record, kept) {
            (Some(after), Some(old)) if after == old.record => {}
            (Some(after), Some(old)) => self.update(chain, &after, old.charge, step.state)?,
            (Some(after), None) => self.insert(chain, &after, step.state)?,
            (None, Some(old)) => return self.delete(chain, old.charge).map(|()| step.reply),
            (None, None) => return Ok(step.reply),
        }
        if let Some(shown) = step.shown {
            self.show(chain, &shown)?;
        }
        Ok(step.reply)
    }

    fn at(&self, lifetime: Option<Lifetime>) -> Result<At<'a>, StoreError> {
        let ended = match lifetime {
            Some(lifetime) => self
                .tx
                .prepare_cached("SELECT 1 FROM ended WHERE lifetime = ?1")?
                .exists([lifetime.as_bytes()])?,
            None => false,
        };
        Ok(At {
            now: self.now,
            ended,
            limits: &self.shared.limits,
        })
    }

    fn load(&self, chain: ChainName) -> Result<Option<Kept>, StoreError> {
        let mut load = self
            .tx
            .prepare_cached("SELECT record, charge FROM chains WHERE chain = ?1")?;
        let row = load
            .query_row([chain.as_bytes()], |row| {
                Ok((row.get::<_, Vec<u8>>(0)?, row.get(1)?))
            })
            .optional()?;
        row.map(|(bytes, charge)| kept(&bytes, charge)).transpose()
    }

    fn insert(
        &self,
        chain: ChainName,
        record: &Record,
        state: Option<Body>,
    ) -> Result<(), StoreError> {
        let charge = number(record.charge());
        self.tx
            .prepare_cached(
                "INSERT INTO chains (chain, owner, lifetime, counts, open, charge, due, record, state)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                chain.as_bytes(),
                record.owner().as_bytes(),
                record.lifetime().as_bytes(),
                record.counts(),
                record.is_open(),
                charge,
                number(record.due(&self.shared.limits)),
                record.to_bytes(),
                state.as_ref().map(Body::as_bytes),
            ])?;
        self.count(1, charge)
    }

    fn update(
        &self,
        chain: ChainName,
        record: &Record,
        before: i64,
        state: Option<Body>,
    ) -> Result<(), StoreError> {
        let charge = number(record.charge());
        self.tx
            .prepare_cached(
                "UPDATE chains SET counts = ?2, open = ?3, charge = ?4, due = ?5, record = ?6,
                 state = coalesce(?7, state) WHERE chain = ?1",
            )?
            .execute(params![
                chain.as_bytes(),
                record.counts(),
                record.is_open(),
                charge,
                number(record.due(&self.shared.limits)),
                record.to_bytes(),
                state.as_ref().map(Body::as_bytes),
            ])?;
        self.count(0, charge.saturating_sub(before))
    }

    fn delete(&self, chain: ChainName, charge: i64) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM shown WHERE chain = ?1",
            "DELETE FROM chains WHERE chain = ?1",
        ] {
            self.tx.prepare_cached(sql)?.execute([chain.as_bytes()])?;
        }
        self.count(-1, charge.saturating_neg())
    }

    fn count(&self, chains: i64, bytes: i64) -> Result<(), StoreError> {
        if (chains, bytes) != (0, 0) {
            self.tx
                .prepare_cached("UPDATE totals SET chains = chains + ?1, bytes = bytes + ?2")?
                .execute([chains, bytes])?;
        }
        Ok(())
    }

    /// Keeps what was shown with the chain's newest prompt.
    fn show(&self, chain: ChainName, shown: &Body) -> Result<(), StoreError> {
        self.tx
            .prepare_cached(
                "INSERT INTO shown (chain, round, body)
                 SELECT ?1, coalesce(max(round), 0) + 1, ?2 FROM shown WHERE chain = ?1",
            )?
            .execute(params![chain.as_bytes(), shown.as_bytes()])?;
        Ok(())
    }

    pub(super) fn state(&self, chain: ChainName) -> Result<Option<Body>, StoreError> {
        let state: Option<Option<Vec<u8>>> = self
            .tx
            .prepare_cached("SELECT state FROM chains WHERE chain = ?1")?
            .query_row([chain.as_bytes()], |row| row.get(0))
            .optional()?;
        Ok(state.flatten().map(Body::from))
    }

    pub(super) fn shown(&self, chain: ChainName, round: u16) -> Result<Option<Body>, StoreError> {
        let shown: Option<Vec<u8>> = self
            .tx
            .prepare_cached("SELECT body FROM shown WHERE chain = ?1 AND round = ?2")?
            .query_row(params![chain.as_bytes(), round], |row| row.get(0))
            .optional()?;
        Ok(shown.map(Body::from))
    }

    /// Lets time pass for at most `most` chains that are due; for all if it is not said. `but` is left alone.
    pub(super) fn sweep(
        &self,
        most: Option<u32>,
        but: Option<ChainName>,
    ) -> Result<(), StoreError> {
        loop {
            let due = self.due(most.unwrap_or(BATCH), but)?;
            let none = due.is_empty();
            for (chain, old) in due {
                let at = self.at(Some(old.record.lifetime()))?;
                match machine::settle(old.record, at) {
                    Some(after) => self.update(chain, &after, old.charge, None)?,
                    None => self.delete(chain, old.charge)?,
                }
            }
            if none || most.is_some() {
                return Ok(());
            }
        }
    }

    fn due(&self, most: u32, but: Option<ChainName>) -> Result<Vec<(ChainName, Kept)>, StoreError> {
        let mut due = self.tx.prepare_cached(
            "SELECT chain, record, charge FROM chains WHERE due <= ?1 AND chain IS NOT ?2
             ORDER BY due LIMIT ?3",
        )?;
        let but = but.as_ref().map(ChainName::as_bytes);
        let rows = due.query_map(params![number(self.now), but, most], |row| {
            Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?, row.get(2)?))
        })?;
        rows.map(|row| {
            let (chain, bytes, charge) = row?;
            Ok((ChainName::from_bytes(chain), kept(&bytes, charge)?))
        })
        .collect()
    }

    pub(super) fn end(&self, lifetime: Lifetime) -> Result<(), StoreError> {
        let gone = "SELECT chain FROM chains WHERE lifetime = ?1 AND open = 1";
        for sql in [
            "INSERT OR IGNORE INTO ended (lifetime) VALUES (?1)",
            "UPDATE totals SET (chains, bytes) = (
                 SELECT totals.chains - count(*), totals.bytes - coalesce(sum(charge), 0)
                 FROM chains WHERE lifetime = ?1 AND open = 1)",
            &format!("DELETE FROM shown WHERE chain IN ({gone})"),
            "DELETE FROM chains WHERE lifetime = ?1 AND open = 1",
        ] {
            self.tx.execute(sql, [lifetime.as_bytes()])?;
        }
        Ok(())
    }

    pub(super) fn held(&self) -> Result<Held, StoreError> {
        let sql =
            "SELECT chains, bytes, (SELECT count(*) FROM chains WHERE counts = 1) FROM totals";
        let held = self.tx.query_row(sql, [], |row| {
            Ok(Held {
                chains: unsigned(row.get(0)?),
                bytes: unsigned(row.get(1)?),
                open_chains: unsigned(row.get(2)?),
            })
        })?;
        Ok(held)
    }

    fn usage(&self, need: Need) -> Result<Usage, StoreError> {
        let mut usage = self.tx.prepare_cached(
            "SELECT totals.chains, totals.bytes, coalesce(sum(own.counts), 0), count(own.charge),
                 coalesce(sum(own.charge), 0)
             FROM totals LEFT JOIN chains AS own ON own.owner = ?1",
        )?;
        let usage = usage.query_row([need.owner.as_bytes()], |row| {
            Ok(Usage {
                chains: unsigned(row.get(0)?),
                bytes: unsigned(row.get(1)?),
                owner_chains: unsigned(row.get(2)?),
                owner_all_chains: unsigned(row.get(3)?),
                owner_bytes: unsigned(row.get(4)?),
            })
        })?;
        Ok(usage)
    }
}

fn kept(bytes: &[u8], charge: i64) -> Result<Kept, StoreError> {
    let record = Record::from_bytes(bytes).map_err(|error| {
        StoreError::with_source("the file holds a record that cannot be read", error)
    })?;
    Ok(Kept { record, charge })
}

/// Where a transition asks for room.
struct Room<'a> {
    table: &'a Table<'a>,
    chain: ChainName,
    /// What went wrong; the transition is then not carried out.
    error: Option<StoreError>,
}

impl Room<'_> {
    fn try_admit(&self, need: Need) -> Result<Result<(), Full>, StoreError> {
        let limits = &self.table.shared.limits;
        let usage = self.table.usage(need)?;
        if usage.admit(limits, need).is_ok() {
            return Ok(Ok(()));
        }
        self.table.sweep(None, Some(self.chain))?;
        Ok(self.table.usage(need)?.admit(limits, need))
    }
}

impl Admission for Room<'_> {
    fn admit(&mut self, need: Need) -> Result<(), Full> {
        match self.try_admit(need) {
            Ok(admitted) => admitted,
            Err(error) => {
                self.error = Some(error);
                Err(Full::Bytes)
            }
        }
    }
}
