//! Stored entries.

use std::collections::BTreeMap;

use domain::platform::id::LogId;
use domain::platform::log::{CLEARED_RETENTION, LogEntry, LogLevel, LogStatus, cut_message};
use items::{Condition, Entry, ItemsError, Key, Revised, Write};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bucket::{ALL, Bucket, Class};
use crate::keys;
use crate::state::State;

/// Writes of a transaction, a limit of the store.
pub(crate) const MAX_WRITES: usize = 100;
/// Longest channel, in characters.
const CHANNEL_LIMIT: usize = 64;
/// Longest reference to a source, in characters.
const SOURCE_LIMIT: usize = 300;
/// Largest context, in bytes of JSON.
const CONTEXT_LIMIT: usize = 8 * 1024;
/// Channel of events that name none.
const NO_CHANNEL: &str = "other";

/// An entry as readers see it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEntry {
    /// Identifier.
    pub id: LogId,
    /// Severity.
    pub level: LogLevel,
    /// Channel.
    pub channel: String,
    /// Message.
    pub message: String,
    /// Fields of the first event.
    pub context: Map<String, Value>,
    /// Where the event was raised.
    pub source_ref: Option<String>,
    /// Status; clearings that are not carried out yet are considered.
    pub status: LogStatus,
    /// Number of equal events.
    pub count: u64,
    /// Time of the first event.
    pub created_at: Timestamp,
    /// When the entry was cleared.
    pub cleared_at: Option<Timestamp>,
}

/// The record of an entry. Its revision is the number of events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) id: u64,
    pub(crate) level: LogLevel,
    pub(crate) channel: String,
    pub(crate) message: String,
    /// JSON, so that every context can be stored as it is.
    pub(crate) context: String,
    #[serde(default)]
    pub(crate) source_ref: Option<String>,
    pub(crate) status: LogStatus,
    pub(crate) created_at: Timestamp,
    pub(crate) bucket: Bucket,
    #[serde(default)]
    pub(crate) cleared_at: Option<Timestamp>,
    /// Whether the parts of its day count the entry. Those that earlier releases stored are not counted until
    /// [`LogStore::count_past`](crate::LogStore::count_past).
    #[serde(default)]
    pub(crate) counted: bool,
}

/// The first `limit` characters of `text`.
fn cut(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}

/// The members of a context that fit, in their order.
fn fitting(context: &Map<String, Value>) -> Map<String, Value> {
    let mut size = 0;
    let mut fitting = Map::new();
    for (name, value) in context {
        size += name.len() + value.to_string().len() + 6;
        if size > CONTEXT_LIMIT {
            fitting.insert("truncated".to_owned(), Value::Bool(true));
            break;
        }
        fitting.insert(name.clone(), value.clone());
    }
    fitting
}

/// The entry within the limits of the store.
pub(crate) fn within_limits(entry: &LogEntry) -> LogEntry {
    let channel = entry.channel.trim();
    LogEntry {
        level: entry.level,
        channel: if channel.is_empty() {
            NO_CHANNEL.to_owned()
        } else {
            cut(channel, CHANNEL_LIMIT)
        },
        message: cut_message(&entry.message).to_owned(),
        context: fitting(&entry.context),
        source_ref: entry
            .source_ref
            .as_deref()
            .map(|text| cut(text, SOURCE_LIMIT)),
        count: entry.count.max(1),
        first_at: entry.first_at,
        last_at: entry.last_at,
    }
}

impl Record {
    /// The record of a new entry.
    pub(crate) fn new(id: u64, entry: &LogEntry, bucket: Bucket) -> Self {
        Self {
            id,
            level: entry.level,
            channel: entry.channel.clone(),
            message: entry.message.clone(),
            context: Value::Object(entry.context.clone()).to_string(),
            source_ref: entry.source_ref.clone(),
            status: LogStatus::Open,
            created_at: entry.first_at,
            bucket,
            cleared_at: None,
            counted: true,
        }
    }

    /// What the entry is counted under.
    pub(crate) fn class(&self) -> Class {
        Class {
            status: self.status,
            level: self.level,
            channel: self.channel.clone(),
        }
    }

    /// Keys of the two index records.
    pub(crate) fn index_keys(&self) -> [Key; 2] {
        let place = keys::place(self.bucket, self.created_at, self.id);
        [None, Some(self.channel.as_str())]
            .map(|channel| Key::new(keys::index(self.status, self.level, channel), place.clone()))
    }

    /// Puts the record, with `count` events, on `condition`.
    pub(crate) fn put(&self, count: u64, condition: Condition) -> Result<Write, ItemsError> {
        let mut entry = Entry::new(keys::entry(self.id), self)?.revision(count);
        if let Some(at) = self.cleared_at {
            entry = entry.due(keys::CLEARED, (at + CLEARED_RETENTION).as_second());
        }
        Ok(Write::Put(entry, condition))
    }

    /// Puts the record, with `count` events, on `condition`, and its two index records.
    pub(crate) fn puts(&self, count: u64, condition: Condition) -> Result<[Write; 3], ItemsError> {
        let [by_level, by_channel] = self.index_keys();
        let indexed =
            |key| Ok::<_, ItemsError>(Write::Put(Entry::new(key, &())?, Condition::Absent));
        Ok([
            self.put(count, condition)?,
            indexed(by_level)?,
            indexed(by_channel)?,
        ])
    }

    /// The event that the entry counts, to find the pointer to it.
    pub(crate) fn event(&self) -> LogEntry {
        LogEntry {
            level: self.level,
            channel: self.channel.clone(),
            message: self.message.clone(),
            context: Map::new(),
            source_ref: self.source_ref.clone(),
            count: 1,
            first_at: self.created_at,
            last_at: self.created_at,
        }
    }
}

impl StoredEntry {
    /// The entry as it is seen in `state`.
    pub(crate) fn of(stored: Revised<Record>, state: &State) -> Self {
        let record = stored.record;
        let status = state.effective(record.bucket, record.status, record.level, &record.channel);
        let cleared_by = || {
            let concerns = |clearing: &&crate::state::Clearing| {
                clearing.concerns(record.bucket, record.status, record.level, &record.channel)
            };
            state
                .clearings
                .iter()
                .find(concerns)
                .map(|clearing| clearing.at)
        };
        Self {
            id: LogId(record.id),
            level: record.level,
            status,
            cleared_at: record.cleared_at.or_else(cleared_by),
            context: serde_json::from_str(&record.context).unwrap_or_default(),
            count: stored.revision,
            created_at: record.created_at,
            channel: record.channel,
            message: record.message,
            source_ref: record.source_ref,
        }
    }
}

/// Changes of counters, one write for each record of counters.
#[derive(Debug, Default)]
pub(crate) struct CountChanges(BTreeMap<(String, String), BTreeMap<String, i64>>);

impl CountChanges {
    /// Counts `by` more entries like this one.
    pub(crate) fn add(&mut self, record: &Record, by: i64) {
        self.add_parts(record, by);
        let class = record.class().to_string();
        self.add_to(keys::month(record.bucket), class, by);
    }

    /// Counts `by` more entries like this one in the parts of their days, and not in their month.
    pub(crate) fn add_parts(&mut self, record: &Record, by: i64) {
        let class = record.class().in_channel(None).to_string();
        for key in keys::counters_of(record.bucket, record.created_at, &record.channel) {
            self.add_to(key, class.clone(), by);
        }
    }

    /// Counts `by` more entries like this one in the counters of earlier releases.
    pub(crate) fn add_former(&mut self, record: &Record, by: i64) {
        let class = record.class().to_string();
        self.add_to(keys::former_day(record.bucket), class, by);
    }

    fn add_to(&mut self, key: Key, class: String, by: i64) {
        let counts = self.0.entry((key.pk, key.sk)).or_default();
        *counts.entry(class).or_default() += by;
        *counts.entry(ALL.to_owned()).or_default() += by;
    }

    /// Keys of the records of counters.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &(String, String)> {
        self.0.keys()
    }

    /// Number of writes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The writes.
    pub(crate) fn writes(self) -> impl Iterator<Item = Write> {
        self.0.into_iter().filter_map(|((pk, sk), counts)| {
            let counts: Vec<_> = counts.into_iter().filter(|(_, by)| *by != 0).collect();
            (!counts.is_empty()).then(|| Write::AddCounts {
                key: Key::new(pk, sk),
                counts,
            })
        })
    }
}
