//! Records to write, and the conditions of a write.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use crate::ItemsError;

/// Primary key of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Partition key.
    pub pk: String,
    /// Sort key.
    pub sk: String,
}

impl Key {
    /// Creates a key.
    pub fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self {
            pk: pk.into(),
            sk: sk.into(),
        }
    }

    /// The key of the record in `attributes`.
    pub(crate) fn of(attributes: &HashMap<String, AttributeValue>) -> Self {
        Self::new(text_of(attributes, "pk"), text_of(attributes, "sk"))
    }

    pub(crate) fn attributes(&self) -> HashMap<String, AttributeValue> {
        HashMap::from([
            ("pk".to_owned(), AttributeValue::S(self.pk.clone())),
            ("sk".to_owned(), AttributeValue::S(self.sk.clone())),
        ])
    }
}

/// The text attribute `name`; empty when there is none.
pub(crate) fn text_of(attributes: &HashMap<String, AttributeValue>, name: &str) -> String {
    match attributes.get(name) {
        Some(AttributeValue::S(text)) => text.clone(),
        _ => String::new(),
    }
}

/// A record to write.
#[derive(Debug, Clone)]
pub struct Entry {
    pub(crate) attributes: HashMap<String, AttributeValue>,
}

impl Entry {
    /// Creates a record with `data` under `key`.
    pub fn new<T: Serialize>(key: Key, data: &T) -> Result<Self, ItemsError> {
        let mut attributes = key.attributes();
        let data: AttributeValue = serde_dynamo::to_attribute_value(data)?;
        attributes.insert("data".to_owned(), data);
        Ok(Self { attributes })
    }

    /// Key of the record.
    pub fn key(&self) -> Key {
        Key::of(&self.attributes)
    }

    /// Sets the revision, which the next writer must pass in [`Condition::Revision`].
    #[must_use]
    pub fn revision(self, revision: u64) -> Self {
        self.with("rev", AttributeValue::N(revision.to_string()))
    }

    /// Adds the record to the index `by_listing`.
    #[must_use]
    pub fn listed(self, partition: impl Into<String>, sort: impl Into<String>) -> Self {
        self.with("gsi1pk", AttributeValue::S(partition.into()))
            .with("gsi1sk", AttributeValue::S(sort.into()))
    }

    /// Adds the record to the index `by_due` under `kind`, due at `at` (epoch seconds).
    #[must_use]
    pub fn due(self, kind: &str, at: i64) -> Self {
        self.with("due_kind", AttributeValue::S(kind.to_owned()))
            .with("due_at", AttributeValue::S(due_text(at)))
    }

    /// Sets the time to live: the store deletes the record some time after `at` (epoch seconds). Deletion
    /// may be days late, so readers must check the time themselves.
    #[must_use]
    pub fn expires(self, at: i64) -> Self {
        self.with("expires_at", AttributeValue::N(at.to_string()))
    }

    fn with(mut self, name: &str, value: AttributeValue) -> Self {
        self.attributes.insert(name.to_owned(), value);
        self
    }
}

/// Sortable representation of a time in the index `by_due`.
pub(crate) fn due_text(at: i64) -> String {
    format!("{:020}", at.max(0))
}

/// Condition of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// The record does not exist.
    Absent,
    /// The record exists.
    Present,
    /// The record exists with this revision.
    Revision(u64),
    /// The record exists and was written without a revision.
    Unrevised,
    /// The counter is 0 or does not exist.
    Zero,
    /// No condition, for records that are replaced as a whole and for which the last writer wins.
    Any,
}

impl Condition {
    pub(crate) fn expression(self) -> Option<&'static str> {
        match self {
            Self::Absent => Some("attribute_not_exists(pk)"),
            Self::Present => Some("attribute_exists(pk)"),
            Self::Revision(_) => Some("rev = :rev"),
            Self::Unrevised => Some("attribute_exists(pk) AND attribute_not_exists(rev)"),
            Self::Zero => Some("attribute_not_exists(n) OR n = :zero"),
            Self::Any => None,
        }
    }

    pub(crate) fn values(self) -> Option<HashMap<String, AttributeValue>> {
        match self {
            Self::Revision(revision) => Some(HashMap::from([(
                ":rev".to_owned(),
                AttributeValue::N(revision.to_string()),
            )])),
            Self::Zero => Some(HashMap::from([(
                ":zero".to_owned(),
                AttributeValue::N("0".to_owned()),
            )])),
            Self::Absent | Self::Present | Self::Unrevised | Self::Any => None,
        }
    }
}

/// One write of a transaction.
#[derive(Debug, Clone)]
pub enum Write {
    /// Puts a record.
    Put(Entry, Condition),
    /// Deletes a record.
    Delete(Key, Condition),
    /// Checks a condition without writing.
    Check(Key, Condition),
    /// Adds to the number `n` of a record, which starts at 0. With a floor, the write fails when the sum
    /// would be below it.
    Add {
        /// Key of the counter.
        key: Key,
        /// The summand; may be negative.
        by: i64,
        /// Lowest allowed sum.
        floor: Option<i64>,
    },
    /// Adds to the number `n` of a record, which starts at 0. The write fails when the sum would be above
    /// the ceiling.
    AddUpTo {
        /// Key of the counter.
        key: Key,
        /// The summand; not negative.
        by: i64,
        /// Highest allowed sum.
        ceiling: i64,
    },
    /// Adds to named numbers of a record, which start at 0; read them with [`Table::numbers`].
    ///
    /// [`Table::numbers`]: crate::Table::numbers
    AddNumbers {
        /// Key of the counters.
        key: Key,
        /// Names with their summands: at least one, each name once, none of them an attribute of the schema.
        numbers: Vec<(&'static str, i64)>,
    },
    /// As [`Write::AddNumbers`], for names that are made at run time.
    AddCounts {
        /// Key of the counters.
        key: Key,
        /// Names with their summands: at least one, each name once, none of them an attribute of the schema.
        counts: Vec<(String, i64)>,
    },
}
