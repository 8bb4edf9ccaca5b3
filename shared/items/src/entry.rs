//! Records to write and the conditions under which they are written.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use crate::ItemsError;

/// Where a record lives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    /// Partition.
    pub pk: String,
    /// Place within the partition.
    pub sk: String,
}

impl Key {
    /// A key.
    pub fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self {
            pk: pk.into(),
            sk: sk.into(),
        }
    }

    pub(crate) fn attributes(&self) -> HashMap<String, AttributeValue> {
        HashMap::from([
            ("pk".to_owned(), AttributeValue::S(self.pk.clone())),
            ("sk".to_owned(), AttributeValue::S(self.sk.clone())),
        ])
    }
}

/// A record to write.
#[derive(Debug, Clone)]
pub struct Entry {
    pub(crate) attributes: HashMap<String, AttributeValue>,
}

impl Entry {
    /// A record with `data` under `key`.
    pub fn new<T: Serialize>(key: Key, data: &T) -> Result<Self, ItemsError> {
        let mut attributes = key.attributes();
        let data: AttributeValue = serde_dynamo::to_attribute_value(data)?;
        attributes.insert("data".to_owned(), data);
        Ok(Self { attributes })
    }

    /// The revision that the next writer must name with [`Condition::Revision`].
    #[must_use]
    pub fn revision(self, revision: u64) -> Self {
        self.with("rev", AttributeValue::N(revision.to_string()))
    }

    /// Lists the record in the index `by_listing`.
    #[must_use]
    pub fn listed(self, partition: impl Into<String>, sort: impl Into<String>) -> Self {
        self.with("gsi1pk", AttributeValue::S(partition.into()))
            .with("gsi1sk", AttributeValue::S(sort.into()))
    }

    /// Lists the record in the index `by_due`, to be found at `at` (epoch seconds).
    #[must_use]
    pub fn due(self, kind: &str, at: i64) -> Self {
        self.with("due_kind", AttributeValue::S(kind.to_owned()))
            .with("due_at", AttributeValue::S(due_text(at)))
    }

    /// Lets the store remove the record some time after `at` (epoch seconds). Readers check the time
    /// themselves: removal may come days later.
    #[must_use]
    pub fn expires(self, at: i64) -> Self {
        self.with("expires_at", AttributeValue::N(at.to_string()))
    }

    fn with(mut self, name: &str, value: AttributeValue) -> Self {
        self.attributes.insert(name.to_owned(), value);
        self
    }
}

/// The sortable form of a time in the index `by_due`.
pub(crate) fn due_text(at: i64) -> String {
    format!("{:020}", at.max(0))
}

/// When a write may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// No record is there.
    Absent,
    /// A record is there.
    Present,
    /// A record is there with this revision.
    Revision(u64),
    /// The counter stands at 0, or was never counted up.
    Zero,
    /// Always. For records that are written whole and whose last writer may win.
    Any,
}

impl Condition {
    pub(crate) fn expression(self) -> Option<&'static str> {
        match self {
            Self::Absent => Some("attribute_not_exists(pk)"),
            Self::Present => Some("attribute_exists(pk)"),
            Self::Revision(_) => Some("rev = :rev"),
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
            Self::Absent | Self::Present | Self::Any => None,
        }
    }
}

/// One write of a transaction.
#[derive(Debug, Clone)]
pub enum Write {
    /// Writes a record.
    Put(Entry, Condition),
    /// Removes a record.
    Delete(Key, Condition),
    /// Only checks.
    Check(Key, Condition),
    /// Adds to the number `n` of a record, creating it at 0; with a floor, the sum must not fall
    /// below it.
    Add {
        /// The counter.
        key: Key,
        /// What to add; may be negative.
        by: i64,
        /// The least allowed sum.
        floor: Option<i64>,
    },
}
