//! What the site's REST interface is, as data: every namespace with its paths, methods, parameters and schemas.
//!
//! This crate contains no handlers. A function binds handlers to these specifications; the index, batches and the
//! documentation read them, whichever function serves a route.

#![warn(missing_docs)]

pub mod core;
pub mod fields;
pub mod oembed;

use site_rest::RouteSpec;

/// The routes of every namespace, in the order in which the index lists them.
pub fn routes() -> Vec<RouteSpec> {
    let mut all = vec![oembed::embed_route(), oembed::proxy_route()];
    all.extend(core::routes());
    all
}
