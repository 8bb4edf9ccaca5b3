//! HTTP client for hosts of the content-site interface: Pauta's own site, and deployed WordPress hosts,
//! which publish the same routes under the vendor's namespace.
//!
//! [`HostClient::discover`] finds the REST root and the namespace of a site; the other calls take them as a
//! [`Host`]. Errors are a [`HostError`]: its variants are causes that a user can act on, and it states
//! whether the request may have had an effect.
//!
//! Texts are plain text in this API; [`encode`] converts them to the form that hosts store, and back.
//!
//! The crate never repeats a request that may have had an effect, never sends credentials to another origin
//! than that of the REST root, and never puts credentials into an error.

#![warn(missing_docs)]

mod authors;
mod client;
mod collections;
mod connection;
mod discovery;
pub mod encode;
mod error;
mod faq;
mod host;
mod interpret;
mod media;
mod message;
mod post_meta;
mod posts;
mod retry_after;
mod terms;
mod wire;

pub use authors::{Author, Authors, AuthorsQuery};
pub use client::{HostClient, Limits};
pub use collections::{CollectionPage, ReadFailure};
pub use connection::Connection;
pub use discovery::Discovered;
pub use error::{HostError, Unreachable};
pub use faq::{FAQ_DATA_KEY, FAQ_ENABLED_KEY, FAQ_META_KEYS, FAQ_NAMESPACE, FaqSupport};
pub use host::{Host, NAMESPACES, keeps_login};
pub use media::{HostMedia, MediaTexts, MediaUpload};
pub use outbound::Basic;
pub use posts::{HostPost, HostStatus, PostChange, PostDraft, PostStatus};
pub use terms::Category;
