//! Engine of the site's REST interface: schemas that validate and describe values, dispatch of routes, envelopes,
//! links, embedding, field selection, batches.
//!
//! It knows no store and no resource. A function declares its routes once; the declarations validate requests,
//! dispatch them, and are published as the index (docs/interface/site/discovery.md#index). The engine reads no clock
//! and draws no random number.

#![warn(missing_docs)]

mod api;
pub mod args;
pub mod batch;
pub mod bind;
mod call;
mod dispatch;
mod elsewhere;
mod embed;
mod embedded_cache;
pub mod entry;
pub mod error;
mod fields;
mod finish;
pub mod index;
mod inner;
pub mod links;
pub mod names;
mod outcome;
pub mod paging;
pub mod params;
pub mod query;
pub mod reply;
pub mod request;
pub mod resource;
mod response_cache;
pub mod schema;
pub mod spec;
mod validation;

pub use api::Api;
pub use args::{Arg, Args, Check};
pub use bind::{Endpoint, Route};
pub use call::{App, Call, Caller, SiteContext};
pub use embed::Targets;
pub use error::{Code, Locale, RestError, Status, codes};
pub use fields::Fields;
pub use links::{Link, Links};
pub use params::Params;
pub use reply::{Content, EncodedItem, Reply};
pub use request::{Body, Request, Upload};
pub use resource::{ActionLink, Resource};
pub use response_cache::State;
pub use schema::{Format, Kind, Schema};
pub use spec::{EndpointSpec, RouteSpec, Verb};
