//! Limits of a read of the model, and counters of its work.
//!
//! SQLite calls [`Work::count`] from its progress handler, and the function `holds` calls it for the texts that it
//! compares. A read without limits, such as the application of a log entry, is only counted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use memchr::memmem::Finder;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ffi};

use crate::lock::lock;

/// Instructions of SQLite's virtual machine between two calls of the progress handler.
const STEPS_AT_ONCE: u16 = 100;
/// Number of bytes of a text whose comparison counts as one step; both take some ten nanoseconds.
const BYTES_A_STEP: u64 = 128;

/// Limits of one read of the model; beyond them it is stopped ([`crate::StoreError::Stopped`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// Number of steps. A step is an instruction of SQLite's virtual machine, of which a row of a list takes ten to
    /// a hundred, or the comparison of 128 bytes of text.
    pub steps: u64,
    /// Time during which the read may occupy the model.
    pub time: Duration,
    /// Number of items that a search compares before it lets other reads use the model. Further parts are
    /// as large as some milliseconds allow.
    pub search_part: u64,
}

impl Default for ReadLimits {
    /// A hundred million steps, ten times what a search of 100,000 posts takes, and two seconds; 1,024 items.
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            time: Duration::from_secs(2),
            search_part: 1024,
        }
    }
}

/// Work that a store did since it was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadWork {
    /// Number of reads of the model. A search is several, between which others may use the model.
    pub reads: u64,
    /// Steps of reads of the model ([`ReadLimits::steps`]), counted to a hundred for each statement.
    pub steps: u64,
    /// Entries of the change log that were read to bring the model up to date.
    pub log_entries: u64,
}

/// What is left of the limits of a read.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    steps: u64,
    time: Duration,
    /// Set when the caller has gone.
    is_abandoned: Option<Arc<AtomicBool>>,
}

impl Allowance {
    pub(crate) const fn new(limits: ReadLimits) -> Self {
        Self {
            steps: limits.steps,
            time: limits.time,
            is_abandoned: None,
        }
    }

    /// The same allowance, which ends when `is_abandoned` becomes true.
    pub(crate) fn until(mut self, is_abandoned: Arc<AtomicBool>) -> Self {
        self.is_abandoned = Some(is_abandoned);
        self
    }
}

/// A read that is running.
#[derive(Debug)]
struct Running {
    allowance: Allowance,
    begun: Instant,
}

impl Running {
    fn is_over(&self, used: u64) -> bool {
        let abandoned = self.allowance.is_abandoned.as_ref();
        used > self.allowance.steps
            || self.begun.elapsed() > self.allowance.time
            || abandoned.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Work of the statements of one connection.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Steps since the running read began.
    used: AtomicU64,
    running: Mutex<Option<Running>>,
}

impl Work {
    /// Counts steps; returns whether the running read must stop.
    fn count(&self, steps: u64) -> bool {
        let used = self.used.fetch_add(steps, Ordering::Relaxed) + steps;
        let running = lock(&self.running);
        running.as_ref().is_some_and(|read| read.is_over(used))
    }

    /// Begins a read with these limits.
    pub(crate) fn begin(&self, allowance: Allowance) {
        self.used.store(0, Ordering::Relaxed);
        *lock(&self.running) = Some(Running {
            allowance,
            begun: Instant::now(),
        });
    }

    /// Ends the running read; returns its steps and what is left of its allowance.
    pub(crate) fn end(&self) -> (u64, Option<Allowance>) {
        let used = self.used.swap(0, Ordering::Relaxed);
        let left = lock(&self.running).take().map(|read| Allowance {
            steps: read.allowance.steps.saturating_sub(used),
            time: read.allowance.time.saturating_sub(read.begun.elapsed()),
            is_abandoned: read.allowance.is_abandoned,
        });
        (used, left)
    }
}

/// Counts and limits the statements of a connection, and gives it the function `holds(text, wanted)`: whether a text
/// contains another. Unlike SQLite's `instr` it takes a time proportional to both lengths, whatever they contain.
pub(super) fn observe(connection: &Connection) -> rusqlite::Result<Arc<Work>> {
    let work = Arc::new(Work::default());
    let counted = Arc::clone(&work);
    let handler = move || counted.count(u64::from(STEPS_AT_ONCE));
    connection.progress_handler(i32::from(STEPS_AT_ONCE), Some(handler));
    let counted = Arc::clone(&work);
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("holds", 2, flags, move |context| {
        let finder = context.get_or_create_aux(1, |wanted| {
            Ok::<_, rusqlite::Error>(Finder::new(bytes(wanted)).into_owned())
        })?;
        let text = bytes(context.get_raw(0));
        if counted.count(1 + text.len() as u64 / BYTES_A_STEP) {
            let interrupted = ffi::Error::new(ffi::SQLITE_INTERRUPT);
            return Err(rusqlite::Error::SqliteFailure(interrupted, None));
        }
        Ok(finder.find(text).is_some())
    })?;
    Ok(work)
}

/// Bytes of a text; none of other values.
const fn bytes(value: ValueRef<'_>) -> &[u8] {
    match value {
        ValueRef::Text(text) => text,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::StoreError;

    /// A statement that ends after a number of rounds.
    const ROUNDS: &str =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                          SELECT count(*) FROM n";

    fn limits(steps: u64) -> ReadLimits {
        ReadLimits {
            steps,
            time: Duration::from_secs(3600),
            ..ReadLimits::default()
        }
    }

    fn count(connection: &Connection, rounds: u64) -> Result<u64, StoreError> {
        Ok(connection.query_row(ROUNDS, [rounds], |row| row.get(0))?)
    }

    fn connection() -> (Connection, Arc<Work>) {
        let connection = Connection::open_in_memory().unwrap();
        let work = observe(&connection).unwrap();
        (connection, work)
    }

    #[test]
    fn a_statement_stops_at_its_limit_of_steps_and_the_next_one_runs() {
        let (connection, work) = connection();
        work.begin(Allowance::new(limits(10_000)));
        let stopped = count(&connection, u64::from(u32::MAX));
        assert!(matches!(stopped, Err(StoreError::Stopped)), "{stopped:?}");
        let (used, left) = work.end();
        assert!((10_000..10_200).contains(&used), "{used}");
        assert_eq!(left.map(|left| left.steps), Some(0));
        work.begin(Allowance::new(limits(10_000)));
        assert_eq!(count(&connection, 100).unwrap(), 100);
        work.end();
        // Without limits statements are counted only.
        assert_eq!(count(&connection, 10_000).unwrap(), 10_000);
        assert!(work.end().0 > 10_000);
    }

    #[test]
    fn a_statement_stops_when_its_time_is_over_or_its_caller_gone() {
        let (connection, work) = connection();
        let none = ReadLimits {
            time: Duration::ZERO,
            ..limits(u64::MAX)
        };
        let gone = Arc::new(AtomicBool::new(true));
        let abandoned = Allowance::new(limits(u64::MAX)).until(gone);
        for allowance in [Allowance::new(none), abandoned] {
            work.begin(allowance);
            let stopped = count(&connection, u64::from(u32::MAX));
            assert!(matches!(stopped, Err(StoreError::Stopped)), "{stopped:?}");
            work.end();
        }
    }

    #[test]
    fn a_comparison_of_texts_counts_by_their_length() {
        let (connection, work) = connection();
        let compare = |text: &str, wanted: &str| -> Result<bool, StoreError> {
            Ok(connection.query_row("SELECT holds(?1, ?2)", [text, wanted], |row| row.get(0))?)
        };
        for (text, wanted, is_held) in [
            ("jardim", "dim", true),
            ("jardim", "din", false),
            ("pão", "ã", true),
            ("a\0b", "\0b", true),
            ("", "", true),
        ] {
            assert_eq!(compare(text, wanted).unwrap(), is_held, "{text} {wanted}");
        }
        work.end();
        let long = "a".repeat(1_000_000);
        work.begin(Allowance::new(limits(20_000)));
        // The text has every beginning of what is wanted at every place.
        assert!(!compare(&long, &format!("{}b", "a".repeat(1000))).unwrap());
        assert_eq!(work.end().0, 1 + 1_000_000 / BYTES_A_STEP);
        work.begin(Allowance::new(limits(2_000)));
        let stopped = compare(&long, "b");
        assert!(matches!(stopped, Err(StoreError::Stopped)), "{stopped:?}");
        work.end();
        let null: bool = connection
            .query_row("SELECT holds(NULL, 'a')", [], |row| row.get(0))
            .unwrap();
        assert!(!null);
    }
}
