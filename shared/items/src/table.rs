//! Reads, and writes of single records.

use std::collections::HashMap;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{DisplayErrorContext, SdkError};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::types::{
    AttributeValue, KeysAndAttributes, ReturnConsumedCapacity, ReturnValue,
};
use serde::de::DeserializeOwned;

use crate::entry::{Condition, Entry, Key, Write, text_of};
use crate::error::{ItemsError, STORAGE_FULL, STORAGE_LOST};
use crate::meter::Meter;
use crate::query::{Batch, Cursor, KeyPage, Page, Query, Unreadable};

/// Upper limit of requests for the unprocessed keys of one batch.
const BATCH_ATTEMPTS: usize = 8;
/// Upper limit of keys in one batch request (limit of `BatchGetItem`).
const BATCH_KEYS: usize = 100;

/// One table. Clones share the client and the meter.
#[derive(Debug, Clone)]
pub struct Table {
    pub(crate) client: Client,
    pub(crate) name: Arc<str>,
    pub(crate) meter: Arc<Meter>,
}

/// Maps an SDK error: temporary failures are retryable, everything else is a defect.
pub(crate) fn failure<E>(error: &SdkError<E>) -> ItemsError
where
    E: std::error::Error + 'static,
    SdkError<E>: aws_sdk_dynamodb::error::ProvideErrorMetadata + std::error::Error,
{
    use aws_sdk_dynamodb::error::ProvideErrorMetadata;
    let text = DisplayErrorContext(error).to_string();
    match error.code() {
        Some(
            "ValidationException"
            | "ResourceNotFoundException"
            | "AccessDeniedException"
            | "SerializationException",
        ) => ItemsError::Defect(text),
        Some(STORAGE_FULL) => ItemsError::StorageFull(text),
        // The embedded store's own words are whole.
        Some(STORAGE_LOST) => ItemsError::Unavailable(error.message().map_or(text, str::to_owned)),
        _ => ItemsError::Unavailable(text),
    }
}

pub(crate) fn data<T: DeserializeOwned>(
    mut attributes: HashMap<String, AttributeValue>,
) -> Result<T, ItemsError> {
    let data = attributes
        .remove("data")
        .ok_or_else(|| ItemsError::Defect("a record has no data".to_owned()))?;
    Ok(serde_dynamo::from_attribute_value(data)?)
}

/// Deserialises the record in `attributes`.
fn readable<T: DeserializeOwned>(
    attributes: HashMap<String, AttributeValue>,
) -> Result<T, Unreadable> {
    let key = Key::of(&attributes);
    let due_at = text_of(&attributes, "due_at").parse().ok();
    data(attributes).map_err(|error| Unreadable {
        key,
        due_at,
        reason: error.to_string(),
    })
}

/// The record in `attributes`, if it can be deserialised. Otherwise an event names it: what is damaged does not hide other
/// records.
fn reported<T: DeserializeOwned>(attributes: HashMap<String, AttributeValue>) -> Option<T> {
    readable(attributes).inspect_err(Unreadable::report).ok()
}

/// The raw records of one page, and the start key of the next one.
type Part = (
    Vec<HashMap<String, AttributeValue>>,
    Option<HashMap<String, AttributeValue>>,
);

impl Table {
    /// A handle for the table `name`.
    pub fn new(client: Client, name: impl Into<Arc<str>>) -> Self {
        Self {
            client,
            name: name.into(),
            meter: Arc::default(),
        }
    }

    /// The consumption counter of the table.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Reads the record under `key`. Strongly consistent.
    pub async fn get<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, ItemsError> {
        self.attributes(key).await?.map(data).transpose()
    }

    /// Reads the attributes of the record under `key`. Strongly consistent.
    pub(crate) async fn attributes(
        &self,
        key: &Key,
    ) -> Result<Option<HashMap<String, AttributeValue>>, ItemsError> {
        let answer = self
            .client
            .get_item()
            .table_name(&*self.name)
            .set_key(Some(key.attributes()))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.read("GetItem", units.unwrap_or_default());
        Ok(answer.item)
    }

    /// Reads the records under `keys`, in that order; `None` for missing ones and for those that cannot be deserialised, which
    /// an event names. Strongly consistent.
    pub async fn get_many<T: DeserializeOwned>(
        &self,
        keys: &[Key],
    ) -> Result<Vec<Option<T>>, ItemsError> {
        let found = self.attributes_of_many(keys).await?;
        let records = keys.iter().map(|key| {
            let stored = found.get(key).filter(|item| item.contains_key("data"));
            stored.cloned().and_then(reported)
        });
        Ok(records.collect())
    }

    /// The keys among `keys` that have a record. Strongly consistent.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn present(&self, keys: &[Key]) -> Result<Vec<Key>, ItemsError> {
        Ok(self.attributes_of_many(keys).await?.into_keys().collect())
    }

    /// Reads the attributes of the existing records under `keys`. Strongly consistent.
    pub(crate) async fn attributes_of_many(
        &self,
        keys: &[Key],
    ) -> Result<HashMap<Key, HashMap<String, AttributeValue>>, ItemsError> {
        let mut found = HashMap::new();
        let mut distinct: Vec<&Key> = Vec::new();
        for key in keys {
            if !distinct.contains(&key) {
                distinct.push(key);
            }
        }
        for batch in distinct.chunks(BATCH_KEYS) {
            let mut pending: Vec<_> = batch.iter().map(|key| key.attributes()).collect();
            for _ in 0..BATCH_ATTEMPTS {
                if pending.is_empty() {
                    break;
                }
                let request = KeysAndAttributes::builder()
                    .set_keys(Some(std::mem::take(&mut pending)))
                    .consistent_read(true)
                    .build()
                    .map_err(|error| ItemsError::Defect(error.to_string()))?;
                let answer = self
                    .client
                    .batch_get_item()
                    .request_items(&*self.name, request)
                    .return_consumed_capacity(ReturnConsumedCapacity::Total)
                    .send()
                    .await
                    .map_err(|error| failure(&error))?;
                let units: f64 = answer
                    .consumed_capacity()
                    .iter()
                    .filter_map(|used| used.capacity_units())
                    .sum();
                self.meter.read("BatchGetItem", units);
                for item in answer
                    .responses
                    .into_iter()
                    .flatten()
                    .flat_map(|(_, items)| items)
                {
                    if let (Some(AttributeValue::S(pk)), Some(AttributeValue::S(sk))) =
                        (item.get("pk"), item.get("sk"))
                    {
                        found.insert(Key::new(pk, sk), item);
                    }
                }
                pending = answer
                    .unprocessed_keys
                    .into_iter()
                    .flatten()
                    .flat_map(|(_, rest)| rest.keys)
                    .collect();
            }
            if !pending.is_empty() {
                return Err(ItemsError::Unavailable(
                    "keys of a batch stayed unprocessed".to_owned(),
                ));
            }
        }
        Ok(found)
    }

    /// Reads one page of a query, from `start` on, without the records that cannot be deserialised, which events name.
    pub async fn page<T: DeserializeOwned>(
        &self,
        query: &Query,
        start: Option<HashMap<String, AttributeValue>>,
    ) -> Result<Page<T>, ItemsError> {
        let (items, next) = self.part(query, start).await?;
        let items = items.into_iter().filter_map(reported).collect();
        Ok(Page { items, next })
    }

    /// Reads the keys of one page of a query, from `start` on.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn key_page(
        &self,
        query: &Query,
        start: Option<&Cursor>,
    ) -> Result<KeyPage, ItemsError> {
        let (items, next) = self.part(query, start.map(Cursor::start)).await?;
        Ok(KeyPage {
            keys: items.iter().map(Key::of).collect(),
            next: next.map(Cursor::of),
        })
    }

    /// Reads the keys of one page of the whole table, in no order. It reads every record: for checks and repairs only.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn scan_keys(&self, start: Option<&Cursor>) -> Result<KeyPage, ItemsError> {
        let answer = self
            .client
            .scan()
            .table_name(&*self.name)
            .projection_expression("pk, sk")
            .set_exclusive_start_key(start.map(Cursor::start))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.read("Scan", units.unwrap_or_default());
        let next = answer.last_evaluated_key.filter(|key| !key.is_empty());
        Ok(KeyPage {
            keys: answer.items.iter().flatten().map(Key::of).collect(),
            next: next.map(Cursor::of),
        })
    }

    /// Reads one page of a query from `start` on; its records are deserialised one by one.
    pub async fn batch<T: DeserializeOwned>(
        &self,
        query: &Query,
        start: Option<&Cursor>,
    ) -> Result<Batch<T>, ItemsError> {
        let (items, next) = self.part(query, start.map(Cursor::start)).await?;
        Ok(Batch {
            items: items.into_iter().map(readable).collect(),
            next: next.map(Cursor::of),
        })
    }

    pub(crate) async fn part(
        &self,
        query: &Query,
        start: Option<HashMap<String, AttributeValue>>,
    ) -> Result<Part, ItemsError> {
        let answer = self
            .client
            .query()
            .table_name(&*self.name)
            .set_index_name(query.index.map(str::to_owned))
            .key_condition_expression(query.condition)
            .set_expression_attribute_values(Some(query.values.clone()))
            .scan_index_forward(query.forward)
            .set_limit(query.limit)
            .set_consistent_read(query.index.is_none().then_some(true))
            .set_exclusive_start_key(start)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.read("Query", units.unwrap_or_default());
        let next = answer.last_evaluated_key.filter(|key| !key.is_empty());
        Ok((answer.items.unwrap_or_default(), next))
    }

    /// Reads all records of a query, or its first `limit` records, without those that cannot be deserialised, which events name.
    pub async fn query<T: DeserializeOwned>(&self, query: &Query) -> Result<Vec<T>, ItemsError> {
        let mut items = Vec::new();
        let mut start = None;
        loop {
            let page = self.page(query, start.take()).await?;
            items.extend(page.items);
            let enough = query
                .limit
                .is_some_and(|limit| items.len() >= usize::try_from(limit).unwrap_or_default());
            match page.next {
                Some(next) if !enough => start = Some(next),
                _ => return Ok(items),
            }
        }
    }

    /// Writes one record.
    pub async fn put(&self, entry: Entry, condition: Condition) -> Result<(), ItemsError> {
        let answer = self
            .client
            .put_item()
            .table_name(&*self.name)
            .set_item(Some(entry.attributes))
            .set_condition_expression(condition.expression().map(str::to_owned))
            .set_expression_attribute_values(condition.values())
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| match error.as_service_error() {
                Some(PutItemError::ConditionalCheckFailedException(_)) => {
                    ItemsError::Conflict { failed: vec![0] }
                }
                _ => failure(&error),
            })?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.write("PutItem", units.unwrap_or_default());
        Ok(())
    }

    /// Deletes one record.
    pub async fn delete(&self, key: Key, condition: Condition) -> Result<(), ItemsError> {
        if condition != Condition::Any {
            return self.transact(vec![Write::Delete(key, condition)]).await;
        }
        let answer = self
            .client
            .delete_item()
            .table_name(&*self.name)
            .set_key(Some(key.attributes()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.write("DeleteItem", units.unwrap_or_default());
        Ok(())
    }

    /// Adds `by` to the counter under `key` and returns the sum. Suitable for identifiers: an unused number
    /// leaves a gap, never a duplicate.
    pub async fn add(&self, key: &Key, by: i64) -> Result<i64, ItemsError> {
        let answer = self
            .client
            .update_item()
            .table_name(&*self.name)
            .set_key(Some(key.attributes()))
            .update_expression("ADD n :by")
            .expression_attribute_values(":by", AttributeValue::N(by.to_string()))
            .return_values(ReturnValue::UpdatedNew)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.write("UpdateItem", units.unwrap_or_default());
        match answer
            .attributes()
            .and_then(|attributes| attributes.get("n"))
        {
            Some(AttributeValue::N(n)) => n
                .parse()
                .map_err(|_| ItemsError::Defect("a counter is not a number".to_owned())),
            _ => Err(ItemsError::Defect(
                "a counter update returned no value".to_owned(),
            )),
        }
    }

    /// The next number of the sequence `name`, starting at 1.
    pub async fn next_id(&self, name: &str) -> Result<u64, ItemsError> {
        let n = self.add(&Key::new("SEQUENCE", name), 1).await?;
        u64::try_from(n).map_err(|_| ItemsError::Defect("a sequence is negative".to_owned()))
    }

    /// The number of the sequence `name` that was allocated last; 0 before the first.
    pub async fn last_id(&self, name: &str) -> Result<u64, ItemsError> {
        let n = self.numbers(&Key::new("SEQUENCE", name)).await?.get("n");
        u64::try_from(n).map_err(|_| ItemsError::Defect("a sequence is negative".to_owned()))
    }
}
