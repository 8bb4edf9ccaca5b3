//! Client for any host of the content-site interface: our own site, and deployed hosts that
//! publish the same routes under the vendor's namespace.
//!
//! [`HostClient::discover`] finds out where and under which namespace a site answers; the rest
//! takes that as a [`Host`]. Failures come as a [`HostError`], whose variants are causes that a
//! person can act upon and which says whether the request may have had an effect.
//!
//! Texts are plain text on this side; [`encode`] turns them into what hosts keep and reads them back.
//!
//! What this crate never does: repeat a request that may have had an effect, send credentials to
//! another origin than the host's REST root, or put credentials into an error.

mod answer;
mod authors;
mod client;
mod collections;
mod connection;
mod discovery;
pub mod encode;
mod error;
mod faq;
mod host;
mod media;
mod post_meta;
mod posts;
mod retry_after;
mod terms;
mod wire;
mod words;

pub use authors::{Author, Authors, AuthorsWay};
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
