//! Feeds of other sites for blocks: cached in the store, asked for again after a while, and few at a time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use http::{HeaderValue, header};
use items::{Key, Table};
use jiff::Timestamp;
use markup::discovery;
use outbound::{Outbound, Request, Response};
use serde::{Deserialize, Serialize};
use site_blocks::{FeedFault, FeedItem, FeedReader};
use url::Url;

use crate::{cache, charset, feed, page};

/// After how many seconds a feed is asked for again: 12 hours, as in deployed systems.
const FRESH: i64 = 12 * 60 * 60;

/// After how many seconds a feed is asked for again that did not answer with items.
const FAULTY: i64 = 5 * 60;

/// For how many seconds other requests leave a feed to the one that asks for it. Longer than that one takes, so that neither
/// many readers nor two sites that show each other multiply calls.
const ASKING: i64 = 20;

/// How long items are kept that could not be replaced by newer ones, in seconds.
const KEPT: i64 = 30 * 24 * 60 * 60;

/// Most calls of other sites for one representation or page.
const CALLS: u32 = 3;

/// Time limit of a call.
const DEADLINE: Duration = Duration::from_secs(3);

/// Largest feed, in bytes.
const BYTES: usize = 1024 * 1024;

/// What is known of a feed.
#[derive(Serialize, Deserialize)]
struct KnownFeed {
    /// The last items that it had; empty when it had none so far.
    items: Vec<FeedItem>,
    /// Why there are no items.
    fault: FeedFault,
    /// From when on it is asked for again, in epoch seconds.
    again: i64,
    /// Until when the items show, in epoch seconds.
    until: i64,
}

impl KnownFeed {
    fn shown(self) -> Result<Vec<FeedItem>, FeedFault> {
        if self.items.is_empty() {
            Err(self.fault)
        } else {
            Ok(self.items)
        }
    }
}

/// The feeds that one representation or page may show.
pub struct RemoteFeeds<'a> {
    outbound: Option<&'a Outbound>,
    table: &'a Table,
    /// Identifier of the site whose page shows the feeds.
    site: &'a str,
    now: Timestamp,
    calls: AtomicU32,
}

impl<'a> RemoteFeeds<'a> {
    /// Feeds for the site `site`: from its cache, or from at most [`CALLS`] other sites.
    pub const fn new(
        outbound: &'a Outbound,
        table: &'a Table,
        site: &'a str,
        now: Timestamp,
    ) -> Self {
        Self {
            outbound: Some(outbound),
            ..Self::cached(table, site, now)
        }
    }

    /// Feeds from the cache of the site only.
    pub const fn cached(table: &'a Table, site: &'a str, now: Timestamp) -> Self {
        Self {
            outbound: None,
            table,
            site,
            now,
            calls: AtomicU32::new(CALLS),
        }
    }

    /// The client, while another call is allowed.
    fn client(&self) -> Option<&'a Outbound> {
        let outbound = self.outbound?;
        let order = Ordering::Relaxed;
        let left = self
            .calls
            .fetch_update(order, order, |left| left.checked_sub(1));
        left.is_ok().then_some(outbound)
    }

    /// The items of the feed at an address, or of the feed that the page there names, which takes another call.
    async fn found(&self, outbound: &Outbound, url: &Url) -> Result<Vec<FeedItem>, FeedFault> {
        let feed = match read(outbound, url).await? {
            Answer::Items(items) => return Ok(items),
            Answer::Page(feed) => feed,
        };
        let outbound = self.client().ok_or(FeedFault::NoFeed)?;
        match read(outbound, &feed).await? {
            Answer::Items(items) => Ok(items),
            Answer::Page(_) => Err(FeedFault::NoFeed),
        }
    }

    async fn keep(&self, key: &Key, mut known: KnownFeed) -> KnownFeed {
        let seconds = if known.items.is_empty() {
            FAULTY
        } else {
            known.until.saturating_sub(self.now.as_second())
        };
        loop {
            let value = serde_json::to_value(&known).unwrap_or_default();
            if cache::write(self.table, key.clone(), &value, self.now, seconds).await {
                return known;
            }
            // Too large for a record: the oldest items are left out, because a feed that is not cached would be asked for
            // with every page.
            if known.items.pop().is_none() {
                return known;
            }
        }
    }
}

#[async_trait]
impl FeedReader for RemoteFeeds<'_> {
    async fn items(&self, url: &Url) -> Result<Vec<FeedItem>, FeedFault> {
        let Ok(key) = cache::key(self.site, "FEED", url) else {
            return Err(FeedFault::NoResponse);
        };
        let known = cache::read(self.table, &key, self.now).await;
        let known: Option<KnownFeed> = known.and_then(|value| serde_json::from_value(value).ok());
        let mut known = known.unwrap_or(KnownFeed {
            items: Vec::new(),
            fault: FeedFault::NotAsked,
            again: 0,
            until: 0,
        });
        if known.again > self.now.as_second() {
            return known.shown();
        }
        let Some(outbound) = self.client() else {
            return known.shown();
        };
        known.again = self.now.as_second().saturating_add(ASKING);
        let mut known = self.keep(&key, known).await;
        let seconds = match self.found(outbound, url).await {
            Ok(items) => {
                known.items = items;
                known.until = self.now.as_second().saturating_add(KEPT);
                FRESH
            }
            Err(fault) => {
                known.fault = fault;
                FAULTY
            }
        };
        known.again = self.now.as_second().saturating_add(seconds);
        self.keep(&key, known).await.shown()
    }
}

/// What an address answers with.
enum Answer {
    Items(Vec<FeedItem>),
    /// A page that names its feed.
    Page(Url),
}

/// The items of the feed at an address, or the address of the feed that the page there names.
async fn read(outbound: &Outbound, url: &Url) -> Result<Answer, FeedFault> {
    let accepted = "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1";
    let request = Request::get(url.clone())
        .header(header::ACCEPT, HeaderValue::from_static(accepted))
        .max_bytes(BYTES);
    let response = page::response_within(outbound, request, DEADLINE).await;
    let response = response.ok_or(FeedFault::NoResponse)?;
    match feed::items(&response.body, url) {
        Ok(items) => Ok(Answer::Items(items)),
        Err(FeedFault::NoFeed) => named(&response).map(Answer::Page).ok_or(FeedFault::NoFeed),
        Err(fault) => Err(fault),
    }
}

/// The address of the feed that a page names.
fn named(response: &Response) -> Option<Url> {
    let kind = response.headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    if !kind.trim_start().starts_with("text/html") {
        return None;
    }
    let html = charset::decoded(&response.body, Some(kind));
    let feed = response.url.join(&discovery::feed(&html)?).ok()?;
    matches!(feed.scheme(), "http" | "https").then_some(feed)
}
