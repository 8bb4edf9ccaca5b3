//! Records with their revision, for writers that pass it back, and revisions that count.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use serde::de::DeserializeOwned;

use crate::entry::Key;
use crate::error::ItemsError;
use crate::table::{Table, data, failure};

/// A record and its revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revised<T> {
    /// The record.
    pub record: T,
    /// Its revision, for [`Condition::Revision`](crate::Condition::Revision).
    pub revision: u64,
}

impl<T: DeserializeOwned> Revised<T> {
    fn of(attributes: HashMap<String, AttributeValue>) -> Result<Self, ItemsError> {
        let revision = match attributes.get("rev") {
            Some(AttributeValue::N(n)) => n.parse().ok(),
            _ => None,
        };
        let revision =
            revision.ok_or_else(|| ItemsError::Defect("a record has no revision".to_owned()))?;
        Ok(Self {
            record: data(attributes)?,
            revision,
        })
    }
}

impl Table {
    /// Reads the record under `key` with its revision. Strongly consistent.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn get_revised<T: DeserializeOwned>(
        &self,
        key: &Key,
    ) -> Result<Option<Revised<T>>, ItemsError> {
        self.attributes(key).await?.map(Revised::of).transpose()
    }

    /// Reads the records under `keys` with their revisions, in that order; `None` for missing ones. Strongly
    /// consistent.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn get_many_revised<T: DeserializeOwned>(
        &self,
        keys: &[Key],
    ) -> Result<Vec<Option<Revised<T>>>, ItemsError> {
        let found = self.attributes_of_many(keys).await?;
        keys.iter()
            .map(|key| found.get(key).cloned().map(Revised::of).transpose())
            .collect()
    }

    /// Adds `by` to the revision of the record under `key`. For records whose revision is a count, which many
    /// writers raise at the same time; a writer of the whole record still sees each of these changes in
    /// [`Condition::Revision`](crate::Condition::Revision).
    ///
    /// A response that is lost makes the client repeat the request, so the sum may be too high, never too low.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when there is no such record; otherwise see [`ItemsError`].
    pub async fn add_to_revision(&self, key: &Key, by: u64) -> Result<(), ItemsError> {
        let answer = self
            .client
            .update_item()
            .table_name(&*self.name)
            .set_key(Some(key.attributes()))
            .update_expression("ADD rev :by")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":by", AttributeValue::N(by.to_string()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(_)) => {
                    ItemsError::Conflict { failed: vec![0] }
                }
                _ => failure(&error),
            })?;
        let units = answer
            .consumed_capacity()
            .and_then(|used| used.capacity_units());
        self.meter.write("UpdateItem", units.unwrap_or_default());
        Ok(())
    }
}
