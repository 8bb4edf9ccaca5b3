//! The entries that wait to be written: bounded, and equal ones merged.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::platform::log::{LogEntry, LogLevel};
use indexmap::IndexMap;
use ports::Clock;

use crate::fields::Fields;

/// Largest number of different entries that wait. Further ones are counted in one entry for each level and channel.
pub const MAX_ENTRIES: usize = 1000;
/// Message of the entry that counts what did not fit.
const OVERFLOW: &str = "further entries of this channel were counted without their messages";

/// What makes two entries equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    level: LogLevel,
    channel: String,
    message: String,
    source_ref: Option<String>,
}

impl Key {
    fn of(entry: &LogEntry) -> Self {
        Self {
            level: entry.level,
            channel: entry.channel.clone(),
            message: entry.message.clone(),
            source_ref: entry.source_ref.clone(),
        }
    }
}

/// Collected entries. Clones share them.
#[derive(Clone)]
pub struct Collector {
    waiting: Arc<Mutex<IndexMap<Key, LogEntry>>>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector")
            .field("waiting", &self.lock().len())
            .finish_non_exhaustive()
    }
}

impl Collector {
    /// An empty collector whose entries get their instants from `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            waiting: Arc::default(),
            clock,
        }
    }

    fn lock(&self) -> MutexGuard<'_, IndexMap<Key, LogEntry>> {
        // The map is consistent after every statement that could panic.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds one occurrence, which happened now.
    pub(crate) fn add(&self, level: LogLevel, channel: String, message: String, fields: Fields) {
        let now = self.clock.now();
        self.merge(LogEntry {
            level,
            channel,
            message,
            context: fields.others,
            source_ref: fields.source_ref,
            count: 1,
            first_at: now,
            last_at: now,
        });
    }

    /// Adds an entry, merging it with an equal one. The context of the earliest occurrence stays.
    pub(crate) fn merge(&self, entry: LogEntry) {
        let mut waiting = self.lock();
        let mut key = Key::of(&entry);
        let mut entry = entry;
        if waiting.len() >= MAX_ENTRIES && !waiting.contains_key(&key) {
            entry.message = OVERFLOW.to_owned();
            entry.source_ref = None;
            entry.context.clear();
            key = Key::of(&entry);
        }
        if let Some(known) = waiting.get_mut(&key) {
            known.count = known.count.saturating_add(entry.count);
            known.last_at = known.last_at.max(entry.last_at);
            if entry.first_at < known.first_at {
                known.first_at = entry.first_at;
                known.context = entry.context;
            }
        } else {
            waiting.insert(key, entry);
        }
    }

    /// Takes everything that was collected, in the order of the first occurrences.
    pub fn take(&self) -> Vec<LogEntry> {
        let taken = std::mem::take(&mut *self.lock());
        taken.into_values().collect()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}
