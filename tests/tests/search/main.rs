//! The search console over HTTP, from the consent screen to the report: the platform in one process, with the fakes of
//! Google's services behind the client that production uses.
//! docs/interface/platform/search.md

mod agency;
mod callback;
mod index_now;
mod indexing;
mod refused_client;
mod renewals;
mod story;
