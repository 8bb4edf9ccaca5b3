//! What other sites answer to a site.
//!
//! [`page`] sends requests through the guarded client, [`cache`] keeps what came back, and [`RemoteFeeds`] gives the renderer
//! of blocks the feeds of other sites.

#![warn(missing_docs)]

pub mod cache;
pub mod charset;
pub mod feed;
mod feeds;
pub mod page;

pub use feeds::RemoteFeeds;
