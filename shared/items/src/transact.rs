//! Transactions.

use std::time::Duration;

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete, Put, ReturnConsumedCapacity, TransactWriteItem, Update,
};
use backon::{ExponentialBuilder, Retryable};

use crate::entry::{Condition, Key, Write};
use crate::error::ItemsError;
use crate::table::{Table, failure};

/// Whether two transactions collided on a record. The transaction can be retried; its conditions are
/// evaluated again.
fn is_collision(error: &ItemsError) -> bool {
    matches!(error, ItemsError::Unavailable(text) if text == COLLISION)
}

/// Upper limit of repetitions after collisions: about two seconds, in which some fifty writers of one record
/// take their turns.
const ATTEMPTS: usize = 12;

const COLLISION: &str = "transactions collided";

impl Table {
    /// Performs all `writes` or none. When the response is lost, the client repeats the request with the
    /// same token, so that no write happens twice.
    pub async fn transact(&self, writes: Vec<Write>) -> Result<(), ItemsError> {
        let items = writes
            .into_iter()
            .map(|write| self.item(write))
            .collect::<Result<Vec<_>, _>>()?;
        (|| self.transact_once(items.clone()))
            .retry(
                ExponentialBuilder::default()
                    .with_min_delay(Duration::from_millis(10))
                    .with_max_delay(Duration::from_millis(250))
                    .with_max_times(ATTEMPTS)
                    .with_jitter(),
            )
            .when(is_collision)
            .await
    }

    async fn transact_once(&self, items: Vec<TransactWriteItem>) -> Result<(), ItemsError> {
        let answer = self
            .client
            .transact_write_items()
            .set_transact_items(Some(items))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
            .map_err(|error| match error.as_service_error() {
                Some(TransactWriteItemsError::TransactionCanceledException(canceled)) => {
                    let codes: Vec<_> = canceled
                        .cancellation_reasons()
                        .iter()
                        .map(|reason| reason.code())
                        .collect();
                    let failed: Vec<_> = codes
                        .iter()
                        .enumerate()
                        .filter(|(_, code)| **code == Some("ConditionalCheckFailed"))
                        .map(|(place, _)| place)
                        .collect();
                    if !failed.is_empty() {
                        ItemsError::Conflict { failed }
                    } else if codes.contains(&Some("TransactionConflict")) {
                        ItemsError::Unavailable(COLLISION.to_owned())
                    } else {
                        failure(&error)
                    }
                }
                Some(TransactWriteItemsError::TransactionInProgressException(_)) => {
                    ItemsError::Unavailable(COLLISION.to_owned())
                }
                _ => failure(&error),
            })?;
        let units = answer
            .consumed_capacity()
            .iter()
            .filter_map(|used| used.capacity_units())
            .sum();
        self.meter.write("TransactWriteItems", units);
        Ok(())
    }

    fn item(&self, write: Write) -> Result<TransactWriteItem, ItemsError> {
        let defect =
            |error: aws_sdk_dynamodb::error::BuildError| ItemsError::Defect(error.to_string());
        let text = |condition: Condition| condition.expression().map(str::to_owned);
        let item = TransactWriteItem::builder();
        Ok(match write {
            Write::Put(entry, condition) => item
                .put(
                    Put::builder()
                        .table_name(&*self.name)
                        .set_item(Some(entry.attributes))
                        .set_condition_expression(text(condition))
                        .set_expression_attribute_values(condition.values())
                        .build()
                        .map_err(defect)?,
                )
                .build(),
            Write::Delete(key, condition) => item
                .delete(
                    Delete::builder()
                        .table_name(&*self.name)
                        .set_key(Some(key.attributes()))
                        .set_condition_expression(text(condition))
                        .set_expression_attribute_values(condition.values())
                        .build()
                        .map_err(defect)?,
                )
                .build(),
            Write::Check(key, condition) => item
                .condition_check(
                    ConditionCheck::builder()
                        .table_name(&*self.name)
                        .set_key(Some(key.attributes()))
                        .condition_expression(
                            condition.expression().unwrap_or("attribute_exists(pk)"),
                        )
                        .set_expression_attribute_values(condition.values())
                        .build()
                        .map_err(defect)?,
                )
                .build(),
            Write::Add { key, by, floor } => {
                let mut update = self.addition(&key, &[("n", by)]);
                if let Some(floor) = floor {
                    update = update
                        .condition_expression("n >= :least")
                        .expression_attribute_values(":least", number(floor - by));
                }
                item.update(update.build().map_err(defect)?).build()
            }
            Write::AddUpTo { key, by, ceiling } => {
                let condition = if by <= ceiling {
                    "attribute_not_exists(n) OR n <= :most"
                } else {
                    "n <= :most"
                };
                let update = self
                    .addition(&key, &[("n", by)])
                    .condition_expression(condition)
                    .expression_attribute_values(":most", number(ceiling - by));
                item.update(update.build().map_err(defect)?).build()
            }
            Write::AddNumbers { key, numbers } => {
                let update = self.addition(&key, &numbers);
                item.update(update.build().map_err(defect)?).build()
            }
            Write::AddCounts { key, counts } => {
                let counts: Vec<_> = counts
                    .iter()
                    .map(|(name, by)| (name.as_str(), *by))
                    .collect();
                let update = self.addition(&key, &counts);
                item.update(update.build().map_err(defect)?).build()
            }
        })
    }

    /// Update that adds to the numbers of the record under `key`.
    fn addition(&self, key: &Key, numbers: &[(&str, i64)]) -> UpdateBuilder {
        let mut update = Update::builder()
            .table_name(&*self.name)
            .set_key(Some(key.attributes()));
        let mut additions = Vec::new();
        for (place, (name, by)) in numbers.iter().enumerate() {
            additions.push(format!("#n{place} :by{place}"));
            update = update
                .expression_attribute_names(format!("#n{place}"), *name)
                .expression_attribute_values(format!(":by{place}"), number(*by));
        }
        update.update_expression(format!("ADD {}", additions.join(", ")))
    }
}

fn number(n: i64) -> AttributeValue {
    AttributeValue::N(n.to_string())
}
