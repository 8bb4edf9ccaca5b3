//! Records of counters: several named numbers under one key, changed only by additions.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;

use crate::entry::Key;
use crate::error::ItemsError;
use crate::query::{Cursor, Query};
use crate::table::Table;

/// Numbers of the schema, which are no counters.
const OF_THE_SCHEMA: [&str; 2] = ["rev", "expires_at"];

/// The counters of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// Key of the record.
    pub key: Key,
    named: BTreeMap<String, i64>,
}

impl Numbers {
    /// The number `name`; 0 if nothing was ever added to it.
    pub fn get(&self, name: &str) -> i64 {
        self.named.get(name).copied().unwrap_or_default()
    }

    /// All counters that were ever added to, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i64)> {
        self.named.iter().map(|(name, n)| (name.as_str(), *n))
    }

    fn of(attributes: HashMap<String, AttributeValue>) -> Result<Self, ItemsError> {
        let mut key = Key::new("", "");
        let mut named = BTreeMap::new();
        for (name, value) in attributes {
            match (name.as_str(), value) {
                ("pk", AttributeValue::S(text)) => key.pk = text,
                ("sk", AttributeValue::S(text)) => key.sk = text,
                (other, AttributeValue::N(n)) if !OF_THE_SCHEMA.contains(&other) => {
                    let n = n.parse().map_err(|_| {
                        ItemsError::Defect(format!("the counter {name} is no integer: {n}"))
                    })?;
                    named.insert(name, n);
                }
                _ => {}
            }
        }
        Ok(Self { key, named })
    }
}

impl Table {
    /// Reads the counters under `key`; all are 0 when there is no record. Strongly consistent.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn numbers(&self, key: &Key) -> Result<Numbers, ItemsError> {
        let stored = self.attributes(key).await?;
        Numbers::of(stored.unwrap_or_else(|| key.attributes()))
    }

    /// Reads the counters of one page of `query`, from `start` on, and where the next page begins.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn numbers_page(
        &self,
        query: &Query,
        start: Option<&Cursor>,
    ) -> Result<(Vec<Numbers>, Option<Cursor>), ItemsError> {
        let (items, next) = self.part(query, start.map(Cursor::start)).await?;
        let items = items.into_iter().map(Numbers::of);
        Ok((items.collect::<Result<_, _>>()?, next.map(Cursor::of)))
    }

    /// Reads the counters of all records of `query`. A limit of `query` limits the pages, not the records.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn all_numbers(&self, query: &Query) -> Result<Vec<Numbers>, ItemsError> {
        let mut all = Vec::new();
        let mut start = None;
        loop {
            let (items, next) = self.part(query, start).await?;
            for attributes in items {
                all.push(Numbers::of(attributes)?);
            }
            if next.is_none() {
                return Ok(all);
            }
            start = next;
        }
    }
}
