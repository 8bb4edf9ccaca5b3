//! Queries for several records of one partition.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

use crate::entry::{Key, due_text};

/// A query on one partition of the table or of an index.
#[derive(Debug, Clone)]
pub struct Query {
    pub(crate) index: Option<&'static str>,
    pub(crate) condition: &'static str,
    pub(crate) values: HashMap<String, AttributeValue>,
    pub(crate) forward: bool,
    pub(crate) limit: Option<i32>,
}

impl Query {
    fn new(
        index: Option<&'static str>,
        condition: &'static str,
        pk: String,
        sk: Option<String>,
    ) -> Self {
        let mut values = HashMap::from([(":pk".to_owned(), AttributeValue::S(pk))]);
        if let Some(sk) = sk {
            values.insert(":sk".to_owned(), AttributeValue::S(sk));
        }
        Self {
            index,
            condition,
            values,
            forward: true,
            limit: None,
        }
    }

    /// Records of a partition whose sort key begins with `prefix`. Strongly consistent.
    pub fn prefix(pk: impl Into<String>, prefix: impl Into<String>) -> Self {
        let prefix = prefix.into();
        if prefix.is_empty() {
            return Self::new(None, "pk = :pk", pk.into(), None);
        }
        Self::new(
            None,
            "pk = :pk AND begins_with(sk, :sk)",
            pk.into(),
            Some(prefix),
        )
    }

    /// Records of a partition whose sort key is greater than `after`. Strongly consistent.
    pub fn after(pk: impl Into<String>, after: impl Into<String>) -> Self {
        Self::new(None, "pk = :pk AND sk > :sk", pk.into(), Some(after.into()))
    }

    /// Records of a partition whose sort key is between `from` and `to`, both inclusive. Strongly
    /// consistent.
    pub fn between(pk: impl Into<String>, from: impl Into<String>, to: impl Into<String>) -> Self {
        let condition = "pk = :pk AND sk BETWEEN :sk AND :to";
        let mut query = Self::new(None, condition, pk.into(), Some(from.into()));
        query
            .values
            .insert(":to".to_owned(), AttributeValue::S(to.into()));
        query
    }

    /// Records under `partition` in the index `by_listing`, ordered by their sort text.
    pub fn listed(partition: impl Into<String>) -> Self {
        Self::new(Some("by_listing"), "gsi1pk = :pk", partition.into(), None)
    }

    /// Records under `partition` in the index `by_listing` whose sort text is less than `before`.
    pub fn listed_before(partition: impl Into<String>, before: impl Into<String>) -> Self {
        let condition = "gsi1pk = :pk AND gsi1sk < :sk";
        let (partition, before) = (partition.into(), Some(before.into()));
        Self::new(Some("by_listing"), condition, partition, before)
    }

    /// Records of `kind` in the index `by_due` that are due at or before `at` (epoch seconds), earliest
    /// first.
    pub fn due(kind: impl Into<String>, at: i64) -> Self {
        Self::new(
            Some("by_due"),
            "due_kind = :pk AND due_at <= :sk",
            kind.into(),
            Some(due_text(at)),
        )
    }

    /// Reverses the order: newest record first.
    #[must_use]
    pub const fn newest_first(mut self) -> Self {
        self.forward = false;
        self
    }

    /// Limits the number of records.
    #[must_use]
    pub const fn limit(mut self, limit: i32) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// One page of a query.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The records.
    pub items: Vec<T>,
    /// Start key of the next page; `None` on the last page.
    pub next: Option<HashMap<String, AttributeValue>>,
}

/// A serialisable position in a query from which a later query continues. The record at that position may
/// have been deleted meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(BTreeMap<String, String>);

impl Cursor {
    /// The cursor of a last evaluated key; all key attributes are strings.
    pub(crate) fn of(key: HashMap<String, AttributeValue>) -> Self {
        let texts = key.into_iter().filter_map(|(name, value)| match value {
            AttributeValue::S(text) => Some((name, text)),
            _ => None,
        });
        Self(texts.collect())
    }

    pub(crate) fn start(&self) -> HashMap<String, AttributeValue> {
        let attribute = |text: &String| AttributeValue::S(text.clone());
        self.0
            .iter()
            .map(|(name, text)| (name.clone(), attribute(text)))
            .collect()
    }
}

/// A record that cannot be deserialised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the record {} / {} cannot be read: {reason}", .key.pk, .key.sk)]
pub struct Unreadable {
    /// Key of the record.
    pub key: Key,
    /// Due time of the record (epoch seconds), if it has one.
    pub due_at: Option<i64>,
    /// Why deserialisation failed.
    pub reason: String,
}

impl Unreadable {
    /// Logs which record is damaged. The reason is left out: it can quote the record.
    pub fn report(&self) {
        tracing::error!(
            target: "store", severity = "critical", pk = self.key.pk, sk = self.key.sk,
            "a record is damaged and left out"
        );
    }
}

/// One page of a query whose records are deserialised one by one: an unreadable record does not hide the
/// others.
#[derive(Debug, Clone)]
pub struct Batch<T> {
    /// The records, in order.
    pub items: Vec<Result<T, Unreadable>>,
    /// Start of the next page; `None` on the last page.
    pub next: Option<Cursor>,
}

/// The keys of one page of a query.
#[derive(Debug, Clone)]
pub struct KeyPage {
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// Start of the next page; `None` on the last page.
    pub next: Option<Cursor>,
}
