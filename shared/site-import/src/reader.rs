//! Reading a host: several pages under way at once, each with patience, and item by item where a page fails.

use futures_util::{Stream, StreamExt, stream};
use host_client::{CollectionPage, HostClient, HostError};
use serde_json::Value;

use crate::collections::Collection;
use crate::error::in_words;
use crate::map;
use crate::patience::Patience;
use crate::source::Source;

/// Items of a page: the most that the interface allows.
const PER_PAGE: usize = 100;
/// Pages under way at once. Deployed hosts often have no more workers than these.
const IN_FLIGHT: usize = 4;

/// Reads a host.
#[derive(Debug, Clone)]
pub struct Reader {
    pub client: HostClient,
    pub source: Source,
    pub patience: Patience,
}

/// A part of a collection.
#[derive(Debug, Default)]
pub struct Part {
    /// Its items.
    pub items: Vec<Value>,
    /// What could not be read: an item, or none for what has no identifier, and why.
    pub unread: Vec<(Option<u64>, String)>,
}

impl Reader {
    async fn page(
        &self,
        collection: &Collection,
        per_page: usize,
        number: u64,
    ) -> Result<CollectionPage, HostError> {
        let query = borrowed(&collection.query);
        let host = &self.source.host;
        self.patience
            .read(|| {
                self.client
                    .collection_page(host, collection.route, &query, per_page, number)
            })
            .await
    }

    /// What a route answers.
    pub async fn route(
        &self,
        route: &str,
        query: &[(&'static str, String)],
    ) -> Result<Value, HostError> {
        let query = borrowed(query);
        self.patience
            .read(|| self.client.route(&self.source.host, route, &query))
            .await
    }

    /// How many items a route has, as far as the host says.
    pub async fn total(&self, route: &str) -> Result<u64, HostError> {
        let query = [("_fields", "id")];
        let host = &self.source.host;
        let page = self
            .patience
            .read(|| self.client.collection_page(host, route, &query, 1, 1))
            .await?;
        Ok(page.total.unwrap_or(page.items.len() as u64))
    }

    /// How many items there are as the host counts them, and the items in parts.
    ///
    /// # Errors
    /// The collection as a whole cannot be read.
    pub async fn parts<'a>(
        &'a self,
        collection: &'a Collection,
    ) -> Result<(Option<u64>, impl Stream<Item = Part> + 'a), HostError> {
        let (page, first) = match self.page(collection, PER_PAGE, 1).await {
            Ok(mut page) => {
                let items = std::mem::take(&mut page.items);
                let length = items.len();
                let unread = Vec::new();
                ((page, length), Part { items, unread })
            }
            Err(error) if is_closed(&error) => return Err(error),
            Err(error) => {
                // It may hold the one item that breaks it.
                let ids = self.page(&collection.ids_only(), PER_PAGE, 1).await;
                let ids = ids.map_err(|_| error)?;
                let part = self.one_by_one(collection, &ids.items).await;
                let length = ids.items.len();
                ((ids, length), part)
            }
        };
        let (page, length) = page;
        let last = match page.total_pages {
            Some(pages) => pages,
            None if length >= PER_PAGE => u64::MAX,
            None => 1,
        };
        let rest = stream::iter(2..=last)
            .map(move |number| self.part(collection, number))
            .buffered(IN_FLIGHT)
            .take_while(|part| {
                // Past the end of a collection whose length is not told.
                let is_end = part.items.is_empty() && part.unread.is_empty();
                std::future::ready(!is_end)
            });
        let parts = stream::once(std::future::ready(first)).chain(rest);
        Ok((page.total, parts))
    }

    async fn part(&self, collection: &Collection, number: u64) -> Part {
        let error = match self.page(collection, PER_PAGE, number).await {
            Ok(page) => {
                return Part {
                    items: page.items,
                    unread: Vec::new(),
                };
            }
            // The collection became shorter meanwhile.
            Err(HostError::Rejected { status: 400, .. }) => return Part::default(),
            Err(error) => error,
        };
        match self.page(&collection.ids_only(), PER_PAGE, number).await {
            Ok(ids) => self.one_by_one(collection, &ids.items).await,
            Err(_) => Part {
                items: Vec::new(),
                unread: vec![(None, format!("page {number}: {}", in_words(&error)))],
            },
        }
    }

    /// Reads the items of a page that fails as a whole.
    async fn one_by_one(&self, collection: &Collection, ids: &[Value]) -> Part {
        let query = collection.of_item();
        let query = &query;
        let read = stream::iter(ids.iter().filter_map(map::id))
            .map(|id| async move {
                let route = format!("{}/{id}", collection.route);
                (id, self.route(&route, query).await)
            })
            .buffered(IN_FLIGHT)
            .collect::<Vec<_>>()
            .await;
        let mut part = Part::default();
        for (id, item) in read {
            match item {
                Ok(item) => part.items.push(item),
                Err(error) => part.unread.push((Some(id), in_words(&error))),
            }
        }
        part
    }
}

/// Whether a collection is closed to the caller, or not there at all.
fn is_closed(error: &HostError) -> bool {
    matches!(
        error,
        HostError::MissingPermission { .. }
            | HostError::CredentialsRefused { .. }
            | HostError::CredentialsIgnored { .. }
            | HostError::RestBlocked { .. }
            | HostError::Rejected { .. }
            | HostError::Redirected { .. }
            | HostError::Refused(_)
            | HostError::Unreachable(_)
    )
}

fn borrowed<'a>(query: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    let pairs = query.iter();
    pairs.map(|(name, value)| (*name, value.as_str())).collect()
}
