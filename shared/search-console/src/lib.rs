//! Client of the search provider: Google's OAuth, Search Console API and Indexing API, and IndexNow
//! (docs/interface/platform/search-console-client.md).
//!
//! [`SearchConsole`] is the interface, [`GoogleClient`] its implementation over HTTP. The crate stores nothing: who may
//! connect a site, where tokens are kept and when they are renewed is decided by its callers.

#![warn(missing_docs)]

mod access;
mod endpoints;
mod error;
mod google;
mod index_now;
mod performance;
mod property;
mod search_console;
mod sitemap;

pub use access::{AccessToken, AuthorizationRequest, Grant, OAuthClient, RenewedAccess, Scope};
pub use endpoints::SearchEndpoints;
pub use error::SearchError;
pub use google::GoogleClient;
pub use index_now::{IndexNowKey, IndexNowOutcome, IndexNowSubmission, MOST_URLS, NotSubmitted};
pub use performance::{PagePerformance, PageQuery, QueryPerformance, ReportWindow};
pub use property::{PermissionLevel, Property, property_covering};
pub use search_console::{IndexingReceipt, SearchConsole};
pub use sitemap::{DetectedSitemap, SitemapDetectionError, SitemapForm, detect_sitemap};
