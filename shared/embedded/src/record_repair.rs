//! Repairs a store whose operations fail because a record is damaged, and forgets what was set aside.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use dynoxide::DynoxideError;
use rusqlite::params;
use serde_json::Value;

use crate::damaged_records::{DamagedRecord, damaged_rows, has_aside, set_aside, tables};
use crate::engine_operations::writes;
use crate::index_rows::{self, IndexRow};
use crate::store_file::{StoreFault, open};

/// Days after which the text of a record that was set aside is deleted: it can be of a person whose data were erased meanwhile.
const ASIDE_DAYS: u32 = 30;

/// Time between two readings of all records for failed operations, which can have another reason.
const PAUSE: Duration = Duration::from_secs(60);

/// Repairs a store whose operations fail because a record is damaged.
#[derive(Debug)]
pub(crate) struct Repair {
    file: PathBuf,
    /// When all records were read last.
    read_at: Mutex<Option<Instant>>,
    /// Whether there can be records that were set aside.
    has_aside: AtomicBool,
}

impl Repair {
    /// Repairs the store in `file`.
    pub(crate) fn of(file: &Path) -> Self {
        Self {
            file: file.to_owned(),
            read_at: Mutex::new(None),
            has_aside: AtomicBool::new(true),
        }
    }

    /// The store's file.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Performs an operation, and once more when it failed inside of the engine and damaged records were found.
    pub(crate) fn around<T>(
        &self,
        perform: impl Fn() -> dynoxide::Result<T>,
    ) -> dynoxide::Result<T> {
        match perform() {
            Err(error) if is_inner(&error) && self.is_due() && self.repair() => perform(),
            other => other,
        }
    }

    /// Deletes the records that were set aside and that an operation, which was performed, deletes: they are of what it deletes.
    pub(crate) fn forget_deleted(&self, operation: &str, body: &[u8]) {
        if !self.has_aside.load(Ordering::Relaxed) {
            return;
        }
        let deleted: Vec<_> = writes(operation, body)
            .into_iter()
            .flatten()
            .filter_map(|write| deleted_key(&write))
            .collect();
        if deleted.is_empty() {
            return;
        }
        let forgotten = open(&self.file).and_then(|connection| {
            if !has_aside(&connection)? {
                self.has_aside.store(false, Ordering::Relaxed);
                return Ok(());
            }
            for [table, pk, sk] in &deleted {
                let statement =
                    "DELETE FROM _damaged_records WHERE table_name = ?1 AND pk = ?2 AND sk = ?3";
                connection.execute(statement, params![table, pk, sk])?;
            }
            Ok(())
        });
        if let Err(error) = forgotten {
            let error = StoreFault::from(error);
            tracing::error!(target: "store", %error, "a damaged record of what was deleted is still set aside");
        }
    }

    /// Deletes the records that were set aside long ago.
    ///
    /// # Errors
    /// [`StoreFault`] when the file cannot be written.
    pub(crate) fn forget_old(&self) -> Result<(), StoreFault> {
        let connection = open(&self.file)?;
        if has_aside(&connection)? {
            let statement = "DELETE FROM _damaged_records WHERE found_at < datetime('now', ?1)";
            connection.execute(statement, [format!("-{ASIDE_DAYS} days")])?;
        }
        Ok(())
    }

    /// Reads all records, and repairs the store when one is damaged. The engine answers a read of one damaged record, and a condition
    /// on it, as if there were none, so that no operation fails.
    pub(crate) fn inspect(&self) -> Result<(), StoreFault> {
        let mut connection = open(&self.file)?;
        for table in tables(&connection)? {
            if !damaged_rows(&connection, &table)?.is_empty() {
                self.repair();
                break;
            }
        }
        for IndexRow { index, pk, sk } in index_rows::repair(&mut connection)? {
            tracing::error!(
                target: "store", severity = "critical", index, pk, sk,
                "an index did not have a record as its table has it, and was corrected"
            );
        }
        Ok(())
    }

    fn is_due(&self) -> bool {
        let mut read_at = self.read_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = read_at.is_none_or(|at| at.elapsed() > PAUSE);
        if is_due {
            *read_at = Some(Instant::now());
        }
        is_due
    }

    /// Whether there were damaged records.
    fn repair(&self) -> bool {
        match set_aside(&self.file) {
            Ok(found) => {
                self.has_aside.store(true, Ordering::Relaxed);
                for DamagedRecord {
                    table,
                    pk,
                    sk,
                    has_copy,
                } in &found
                {
                    let outcome = if *has_copy {
                        "restored from its copy"
                    } else {
                        "set aside in the table _damaged_records"
                    };
                    tracing::error!(
                        target: "store", severity = "critical", table, pk, sk, outcome,
                        "a record of the store was damaged"
                    );
                }
                !found.is_empty()
            }
            Err(error) => {
                tracing::error!(target: "store", severity = "critical", %error, "the store could not be searched for damage");
                false
            }
        }
    }
}

/// The table and the stored keys of a record that a write deletes.
fn deleted_key(write: &Value) -> Option<[String; 3]> {
    let deleted = write.get("Delete")?;
    let key = |name: &str| {
        Some(format!(
            "S:{}",
            deleted.get("Key")?.get(name)?.get("S")?.as_str()?
        ))
    };
    let table = deleted.get("TableName")?.as_str()?.to_owned();
    Some([table, key("pk")?, key("sk")?])
}

/// Whether an operation failed inside of the engine, for a reason that can be a damaged record.
fn is_inner(error: &DynoxideError) -> bool {
    match error {
        DynoxideError::InternalServerError(reason) => !reason.contains("disk is full"),
        DynoxideError::SqliteError(_) => true,
        _ => false,
    }
}
