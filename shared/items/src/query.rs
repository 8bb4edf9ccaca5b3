//! Reading many records of one partition.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

use crate::entry::{Key, due_text};

/// A question to one partition, of the table or of an index.
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

    /// Records of a partition whose sort key comes after `after`. Strongly consistent.
    pub fn after(pk: impl Into<String>, after: impl Into<String>) -> Self {
        Self::new(None, "pk = :pk AND sk > :sk", pk.into(), Some(after.into()))
    }

    /// Records of a partition whose sort key lies between `from` and `to`, both included. Strongly
    /// consistent.
    pub fn between(pk: impl Into<String>, from: impl Into<String>, to: impl Into<String>) -> Self {
        let condition = "pk = :pk AND sk BETWEEN :sk AND :to";
        let mut query = Self::new(None, condition, pk.into(), Some(from.into()));
        query
            .values
            .insert(":to".to_owned(), AttributeValue::S(to.into()));
        query
    }

    /// Records listed under `partition` in the index `by_listing`, in the order of their sort text.
    pub fn listed(partition: impl Into<String>) -> Self {
        Self::new(Some("by_listing"), "gsi1pk = :pk", partition.into(), None)
    }

    /// Records of `kind` that wait for a time up to `at` (epoch seconds), earliest first.
    pub fn due(kind: impl Into<String>, at: i64) -> Self {
        Self::new(
            Some("by_due"),
            "due_kind = :pk AND due_at <= :sk",
            kind.into(),
            Some(due_text(at)),
        )
    }

    /// Last record first.
    #[must_use]
    pub const fn newest_first(mut self) -> Self {
        self.forward = false;
        self
    }

    /// At most this many records.
    #[must_use]
    pub const fn limit(mut self, limit: i32) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// Part of an answer.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The records.
    pub items: Vec<T>,
    /// Where the next part begins; none at the end.
    pub next: Option<HashMap<String, AttributeValue>>,
}

/// A place in the records of one partition from which a later question goes on. It may be stored; the
/// record at that place may be gone by then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(BTreeMap<String, String>);

impl Cursor {
    /// The cursor of a last evaluated key; every key attribute of a table is a text.
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

/// A record that is there and cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the record {} / {} cannot be read: {reason}", .key.pk, .key.sk)]
pub struct Unreadable {
    /// Where it lives.
    pub key: Key,
    /// Since when it is due (epoch seconds), if it waits for a time.
    pub due_at: Option<i64>,
    /// What is wrong with it.
    pub reason: String,
}

/// Part of an answer whose records are read one by one: one that cannot be read hides no other.
#[derive(Debug, Clone)]
pub struct Batch<T> {
    /// The records, in order.
    pub items: Vec<Result<T, Unreadable>>,
    /// Where the next part begins; none at the end.
    pub next: Option<Cursor>,
}
