//! Building blocks for functions that serve the site's REST interface.
//!
//! A handler takes an [`ApiCall`] and returns a [`HandlerResult`]. [`SiteApp`] is the state that all requests share:
//! it resolves the site of a request and authenticates its caller, and [`interface::router`] serves routes with it. The other modules are shared by handlers of
//! several resources: parameters, replies, paging, addresses, formats, rendered texts, and the cache of list items.
//! The crate declares no route and no resource.

#![warn(missing_docs)]

pub mod app;
pub mod cached_items;
pub mod call;
pub mod caller;
pub mod credentials;
pub mod error;
pub mod format;
pub mod interface;
pub mod item_cache;
pub mod links;
pub mod page_heads;
pub mod paging;
pub mod params;
pub mod ports;
pub mod rater;
pub mod rendered_texts;
pub mod reply;
pub mod vendor_names;
pub mod view_context;

pub use app::SiteApp;
pub use cached_items::{CachedItems, FoundItems};
pub use call::{ApiCall, HandlerResult};
pub use caller::Caller;
pub use error::{OrRefuse, not_computed, options_error, store_error};
pub use interface::Interface;
pub use item_cache::ItemCache;
pub use page_heads::PageHeads;
pub use ports::Ports;
pub use rater::SiteRater;
pub use rendered_texts::RenderedTexts;
pub use seo_services::SeoServices;
pub use site_urls::{Hosts, Options};
pub use view_context::ViewContext;
