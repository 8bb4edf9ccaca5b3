//! Reads collections: several pages concurrently, with retries, and item by item where a page fails.

use std::collections::BTreeSet;

use futures_util::{Stream, StreamExt, stream};
use host_client::{CollectionPage, HostClient, HostError};
use serde_json::Value;

use crate::backoff::Backoff;
use crate::collections::Collection;
use crate::error::in_words;
use crate::map::{self, Known};
use crate::source::Source;

/// Concurrent requests. Deployed hosts often have no more worker processes than this.
pub const IN_FLIGHT: usize = 4;

/// Most pages of a collection that are read: two million items at a hundred a page.
const MOST_PAGES: u64 = 20_000;

/// Client of the host to read.
#[derive(Debug, Clone)]
pub struct Reader {
    pub client: HostClient,
    pub source: Source,
    pub backoff: Backoff,
}

/// Part of a collection.
#[derive(Debug, Default)]
pub struct Part {
    /// Items.
    pub items: Vec<Value>,
    /// Unreadable items: the identifier, if known, and the cause.
    pub unread: Vec<(Option<u64>, String)>,
}

impl Reader {
    /// The same host, read in another namespace; `None` when it has no such namespace.
    pub fn in_namespace(&self, namespace: &str) -> Option<Self> {
        let has = self.source.namespaces.iter().any(|one| one == namespace);
        has.then(|| {
            let mut reader = self.clone();
            namespace.clone_into(&mut reader.source.host.namespace);
            reader
        })
    }

    async fn page(
        &self,
        collection: &Collection,
        per_page: usize,
        number: u64,
    ) -> Result<CollectionPage, HostError> {
        let query = collection.of_page();
        let query = borrowed(&query);
        let (host, route) = (&self.source.host, &*collection.route);
        self.backoff
            .read(|| {
                self.client
                    .collection_page(host, route, &query, per_page, number)
            })
            .await
    }

    /// First item of a collection; `None` for an empty one.
    async fn first(&self, collection: &Collection) -> Result<Option<Value>, HostError> {
        Ok(self.page(collection, 1, 1).await?.items.into_iter().next())
    }

    /// Adapts the collection to this host and determines which members its items have. Some hosts
    /// return nothing when parts of a member are requested; their items are then read with all members.
    /// A member that such an item lacks does not exist on this host.
    pub async fn settled(&self, collection: &Collection) -> (Collection, Known) {
        if collection.members.is_empty() {
            return (collection.clone(), Known::AsAnswered);
        }
        let members = &collection.members;
        let tops = members.iter().filter_map(|name| name.split('.').next());
        let mut known: BTreeSet<&'static str> = tops.collect();
        let all = Known::Only(known.clone());
        // A failure is reported when the pages are read.
        let Ok(Some(asked)) = self.first(collection).await else {
            return (collection.clone(), all);
        };
        if members.iter().all(|name| has(&asked, name)) {
            return (collection.clone(), all);
        }
        let Ok(Some(whole)) = self.first(&collection.whole()).await else {
            return (collection.clone(), all);
        };
        if members
            .iter()
            .any(|name| has(&whole, name) && !has(&asked, name))
        {
            return (collection.whole(), Known::AsAnswered);
        }
        known.retain(|name| has(&whole, name));
        (collection.clone(), Known::Only(known))
    }

    /// Response of a route.
    pub async fn route(
        &self,
        route: &str,
        query: &[(&'static str, String)],
    ) -> Result<Value, HostError> {
        let query = borrowed(query);
        self.backoff
            .read(|| self.client.route(&self.source.host, route, &query))
            .await
    }

    /// Number of items of a route, as reported by the host.
    pub async fn total(&self, route: &str) -> Result<u64, HostError> {
        let query = [("_fields", "id")];
        let host = &self.source.host;
        let page = self
            .backoff
            .read(|| self.client.collection_page(host, route, &query, 1, 1))
            .await?;
        Ok(page.total.unwrap_or(page.items.len() as u64))
    }

    /// Total reported by the host, and a stream of the items in parts.
    ///
    /// # Errors
    /// [`HostError`] when the collection as a whole cannot be read.
    pub async fn parts<'a>(
        &'a self,
        collection: &'a Collection,
    ) -> Result<(Option<u64>, impl Stream<Item = Part> + 'a), HostError> {
        let (page, first) = match self.page(collection, collection.per_page, 1).await {
            Ok(mut page) => {
                let items = std::mem::take(&mut page.items);
                let length = items.len();
                let unread = Vec::new();
                ((page, length), Part { items, unread })
            }
            Err(error) if is_closed(&error) => return Err(error),
            Err(error) => {
                // The failing page may contain a single item that breaks it.
                let ids = self
                    .page(&collection.ids_only(), collection.per_page, 1)
                    .await;
                let ids = ids.map_err(|_| error)?;
                let part = self.one_by_one(collection, &ids.items).await;
                let length = ids.items.len();
                ((ids, length), part)
            }
        };
        let (page, length) = page;
        let last = match page.total_pages {
            Some(pages) => pages,
            None if length >= collection.per_page => u64::MAX,
            None => 1,
        };
        let has_total = page.total_pages.is_some();
        let mut before = first_id(&first);
        let rest = stream::iter(2..=last.min(MOST_PAGES + 1))
            .map(move |number| self.part(collection, number))
            .buffered(IN_FLIGHT)
            .take_while(move |part| {
                // Reached the end of a collection whose total is unknown. Some hosts ignore `page` and repeat the first one.
                let is_end = part.items.is_empty() && part.unread.is_empty();
                let this = first_id(part);
                let is_repeated = !has_total && this.is_some() && this == before;
                before = this;
                std::future::ready(!is_end && !is_repeated)
            });
        let parts = stream::once(std::future::ready(first)).chain(rest);
        Ok((page.total, parts))
    }

    async fn part(&self, collection: &Collection, number: u64) -> Part {
        if number > MOST_PAGES {
            let cause = format!("pages beyond {MOST_PAGES} are not read");
            return Part {
                items: Vec::new(),
                unread: vec![(None, cause)],
            };
        }
        let error = match self.page(collection, collection.per_page, number).await {
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
        match self
            .page(&collection.ids_only(), collection.per_page, number)
            .await
        {
            Ok(ids) => self.one_by_one(collection, &ids.items).await,
            Err(_) => Part {
                items: Vec::new(),
                unread: vec![(None, format!("page {number}: {}", in_words(&error)))],
            },
        }
    }

    /// Reads the items of a failing page one by one.
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

/// Whether an item has a member; a dot separates a nested member.
fn has(item: &Value, name: &str) -> bool {
    let mut parts = name.split('.');
    parts
        .try_fold(item, |value, part| value.get(part))
        .is_some()
}

/// Whether a collection does not exist or the user may not read it.
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

fn first_id(part: &Part) -> Option<u64> {
    part.items.first().and_then(map::id)
}

fn borrowed<'a>(query: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    let pairs = query.iter();
    pairs.map(|(name, value)| (*name, value.as_str())).collect()
}
