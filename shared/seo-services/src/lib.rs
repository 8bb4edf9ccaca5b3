//! Clients of the connected services of the site's namespace `seo/v1` (docs/interface/site/seo.md#connected-services).
//!
//! Every call has a deadline, a size limit and the circuit of its service. Requests and answers are those of the `seo` crate;
//! tokens come from the caller and are stored by it.

#![warn(missing_docs)]

mod address;
mod error;
mod generator;
mod oauth;
mod recent;
mod research;
mod service;
mod services;
mod tracker;
mod writer;

pub use error::CallError;
pub use generator::Generator;
pub use oauth::OAuthError;
pub use research::Research;
pub use services::SeoServices;
pub use tracker::Tracker;
pub use writer::{Writer, Written};
