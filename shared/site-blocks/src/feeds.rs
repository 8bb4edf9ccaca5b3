//! Port to feeds of other sites, which the block `core/rss` shows.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

/// An item of a feed of another site. Texts are plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedItem {
    /// Title; empty without one.
    pub title: String,
    /// Address of the web; empty without one.
    pub link: String,
    /// Name of the author; empty without one.
    pub author: String,
    /// Time of publication, or of the last change.
    pub published: Option<Timestamp>,
    /// Beginning of the description; empty without one.
    pub summary: String,
}

/// Why there are no items of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeedFault {
    /// The other site does not answer with success in time, or may not be called.
    NoResponse,
    /// The answer is no feed.
    NoFeed,
    /// The feed has no items.
    NoItems,
    /// Another request asks the other site at the moment, or this one may not.
    NotAsked,
}

/// Reads feeds of other sites.
#[async_trait]
pub trait FeedReader: Send + Sync {
    /// The newest items of the feed at an address of the web, in the order of the feed.
    async fn items(&self, url: &Url) -> Result<Vec<FeedItem>, FeedFault>;
}

/// Reads no feed: for texts that are rendered where no other site may be asked.
#[derive(Debug, Clone, Copy)]
pub struct NoFeeds;

#[async_trait]
impl FeedReader for NoFeeds {
    async fn items(&self, _url: &Url) -> Result<Vec<FeedItem>, FeedFault> {
        Err(FeedFault::NotAsked)
    }
}
