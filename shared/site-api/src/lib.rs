//! The kit of every function that serves the site's REST interface.
//!
//! A handler takes an [`ApiCall`] and gives back a [`HandlerResult`]. [`SiteApp`] is the state that all requests
//! share: it finds the site that a request addresses and signs its caller in. The other modules hold what handlers
//! of several resources need: parameters, replies, paging, addresses, formats, rendered texts, and the cache of
//! list items. No route and no resource is declared here.

pub mod app;
pub mod call;
pub mod caller;
pub mod credentials;
pub mod error;
pub mod format;
pub mod item_cache;
pub mod links;
pub mod paging;
pub mod params;
pub mod ports;
pub mod rendered_texts;
pub mod reply;
pub mod vendor_names;
pub mod view_context;

pub use app::SiteApp;
pub use call::{ApiCall, HandlerResult};
pub use caller::Caller;
pub use error::OrRefuse;
pub use item_cache::{CachedItems, ItemCache};
pub use ports::Ports;
pub use rendered_texts::RenderedTexts;
pub use site_urls::{Hosts, Options};
pub use view_context::ViewContext;
