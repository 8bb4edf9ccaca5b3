//! The data of the content site.
//!
//! # Reading
//! [`Sites::site`] gives the [`SiteStore`] of a tenant, with a read model in memory that all
//! requests of the process share. A request calls [`SiteStore::refresh`] once, with
//! [`Freshness::Asked`] when it is authenticated (one log query, usually empty) and
//! [`Freshness::Trusted`] when it is not, and then reads as much as it likes:
//! [`SiteStore::list`], [`SiteStore::get`], [`SiteStore::terms`], [`SiteStore::users`],
//! [`SiteStore::settings`] and their singular forms. Only `get` and `get_many` read the store, and
//! only for records that this process has not seen in their present state.
//!
//! # Writing
//! Every write ([`SiteStore::create`], [`SiteStore::update`], [`SiteStore::create_term`], …) is
//! decided on the read model and committed in one transaction together with the next entry of the
//! change log. If another writer took that entry, the write is decided again on the newer state, so
//! unique slugs, logins and identifiers and existing parents need no locks. What a rule forbids is
//! a [`Refusal`]; then nothing was written. Rights are the caller's business, see
//! [`domain::site::Caller`]; a [`Guard`] has the last look at the item that is changed.

mod authentication;
mod cache;
mod change;
mod collation;
mod comment;
mod content;
mod error;
mod filter;
mod fold;
mod import;
mod keys;
mod log;
mod media;
mod model;
mod open;
mod packing;
mod read;
mod revision;
mod seed;
mod settings;
mod slug;
mod snapshot;
mod store;
mod tenant;
mod term;
mod user;
mod write;

pub use authentication::{AuthError, Authenticated};
pub use change::{ContentChange, Guard, anything};
pub use comment::{
    Comment, CommentChange, CommentFilter, CommentOrder, CommentStatus, NewComment, StatusChange,
};
pub use content::{Content, EditedFrom, Media, MenuItem, ReaderPassword, SubSize, Trashed};
pub use error::{Refusal, StoreError};
pub use filter::{
    ContentFilter, Listed, OrderBy, Search, SearchColumn, StatusFilter, TermClause, TermOperator,
};
pub use import::{
    History, ImportFamily, ImportItem, ImportLedger, ImportOutcome, ImportRecord, ImportStart,
    InTheWay,
};
pub use media::{EditError, NewFile, UploadError, sound_path};
pub use model::Summary;
pub use revision::{Revision, RevisionSummary};
pub use seed::{Seed, Seeded};
pub use settings::{MenuLocation, Settings};
pub use slug::sanitise as sanitise_slug;
pub use snapshot::{Made, SnapshotTask, Task};
pub use store::{Due, Freshness, Parts, SiteStore, Sites};
pub use tenant::{NotATenant, Tenant};
pub use term::{AUTO_ADD, Term, TermChange, TermFilter, TermOrder};
pub use user::{AppPassword, User, UserChange, UserColumn, UserFilter, UserOrder};
pub use write::{Autosaved, GiveWay};
