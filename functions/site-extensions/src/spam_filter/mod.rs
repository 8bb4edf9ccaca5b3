//! The spam filter's key, settings, statistics and alert, and the webhook of the service
//! (docs/interface/site/spam-filter.md).

mod params;
mod permissions;
mod read;
pub mod routes;
mod view;
mod webhook;
mod write;
