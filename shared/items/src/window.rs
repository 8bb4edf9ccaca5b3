//! Reads a window of a long query in constant memory.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity, Select};
use serde::de::DeserializeOwned;

use crate::error::ItemsError;
use crate::query::Query;
use crate::table::{Table, failure};

/// Where a query continues; none at its end.
type Start = Option<HashMap<String, AttributeValue>>;

/// Number of records counted in one part of a query, and where the next part begins.
struct Counted {
    count: u64,
    next: Option<HashMap<String, AttributeValue>>,
}

impl Table {
    /// The records of `query` after the first `skip`, at most `take` of them, and the number of all records
    /// of `query`. Only the records of the window are loaded; the store counts the others and charges them
    /// as read. A limit of `query` has no effect.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn window<T: DeserializeOwned>(
        &self,
        query: &Query,
        skip: u64,
        take: usize,
    ) -> Result<(Vec<T>, u64), ItemsError> {
        let (before, mut start) = self.skip(query, skip).await?;
        if skip > 0 && start.is_none() {
            return Ok((Vec::new(), before));
        }
        // One record more than requested shows whether the query ends with the window, which saves a
        // request.
        let wanted = take.saturating_add(1);
        let mut items: Vec<T> = Vec::new();
        loop {
            let most = i32::try_from(wanted.saturating_sub(items.len())).unwrap_or(i32::MAX);
            let page = self.page(&query.clone().limit(most), start.take()).await?;
            items.extend(page.items);
            start = page.next;
            if start.is_none() || items.len() >= wanted {
                break;
            }
        }
        let mut total = before + items.len() as u64;
        items.truncate(take);
        while let Some(next) = start.take() {
            let counted = self.count(query, Some(next), None).await?;
            total += counted.count;
            start = counted.next;
        }
        Ok((items, total))
    }

    /// The records of `query` after the first `skip`, at most `take` of them. The store counts the first ones and
    /// charges them as read; the cost does not depend on what follows. A limit of `query` has no effect.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn part_of<T: DeserializeOwned>(
        &self,
        query: &Query,
        skip: u64,
        take: usize,
    ) -> Result<Vec<T>, ItemsError> {
        let (_, mut start) = self.skip(query, skip).await?;
        if skip > 0 && start.is_none() {
            return Ok(Vec::new());
        }
        let mut items: Vec<T> = Vec::new();
        while items.len() < take {
            let most = i32::try_from(take - items.len()).unwrap_or(i32::MAX);
            let page = self.page(&query.clone().limit(most), start.take()).await?;
            items.extend(page.items);
            start = page.next;
            if start.is_none() {
                break;
            }
        }
        Ok(items)
    }

    /// Counts the first `skip` records of `query`: their number, less when there are fewer, and where the next ones
    /// begin, if there can be any.
    async fn skip(&self, query: &Query, skip: u64) -> Result<(u64, Start), ItemsError> {
        let mut before = 0;
        let mut start = None;
        while before < skip {
            let most = i32::try_from(skip - before).unwrap_or(i32::MAX);
            let counted = self.count(query, start.take(), Some(most)).await?;
            before += counted.count;
            start = counted.next;
            if start.is_none() {
                break;
            }
        }
        Ok((before, start))
    }

    /// Counts the records of `query` from `start` on, up to `most`, without loading them.
    async fn count(
        &self,
        query: &Query,
        start: Option<HashMap<String, AttributeValue>>,
        most: Option<i32>,
    ) -> Result<Counted, ItemsError> {
        let answer = self
            .client
            .query()
            .table_name(&*self.name)
            .set_index_name(query.index.map(str::to_owned))
            .select(Select::Count)
            .key_condition_expression(query.condition)
            .set_expression_attribute_values(Some(query.values.clone()))
            .scan_index_forward(query.forward)
            .set_limit(most)
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
        Ok(Counted {
            count: u64::try_from(answer.count).unwrap_or_default(),
            next: answer.last_evaluated_key.filter(|key| !key.is_empty()),
        })
    }
}
