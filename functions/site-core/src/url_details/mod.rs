//! What a page of another site says of itself, for links in the editor (docs/interface/site/url-details.md).

mod permissions;
mod read;
pub mod routes;
