//! HTTP conventions of the platform's API (docs/interface/platform/conventions.md#wire-conventions): the error
//! envelope and its one table of codes, extractors that answer invalid input with a 4xx, paging, ETags, request ids,
//! and the headers of every response.

#![warn(missing_docs)]

mod blocking;
pub mod code;
pub mod conditional;
pub mod context;
mod declared_limits;
pub mod error;
mod field_error;
mod identifier;
pub mod input;
pub mod instant;
mod issues;
pub mod layers;
mod list_query;
pub mod listing;
mod objects;
pub mod prefer;
pub mod query_value;
pub mod responses;
pub mod upload;

pub use blocking::{blocking, blocking_within};
pub use code::Code;
pub use error::{ApiError, ErrorBody, IssueBody};
pub use identifier::refuse_zero;
pub use input::{Json, OptionalJson, Path, Query};
pub use issues::{Issues, SEARCH_WORDS};
pub use list_query::{ListQuery, StrictQuery, refuse_unknown_parameters};
pub use listing::{Listing, Paging};
