//! URLs of the content site: resolution of a host to its tenant, the permalink of each item, routing of a
//! permalink back to its item, and sign-in throttling.
//!
//! Used by the functions of the REST interface and of the public pages, so that every `link` in a response
//! opens. This crate neither renders nor sends responses.

#![warn(missing_docs)]

pub mod address;
pub mod at;
pub mod moved;
mod relations;
mod tenant_resolver;
pub mod throttle;

pub use relations::{RELATIONS, RELATIONS_PATH};
pub use tenant_resolver::{
    CONTENT_NAMESPACE, Hosts, OTHER_DISCOVERY, OTHER_PREFIX, Options, TenantResolver, authority,
};
