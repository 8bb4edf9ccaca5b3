//! Records of the content site: posts, pages, media, terms, comments, users and settings.
//!
//! # Reading
//! [`Sites::site`] returns the [`SiteStore`] of a tenant. All requests of a process share its in-memory
//! read model. A request first calls [`SiteStore::refresh`], with [`Freshness::Asked`] when it is
//! authenticated (one query of the change log, usually empty) or [`Freshness::Trusted`] when it is not.
//! It then reads from the model: [`SiteStore::list`], [`SiteStore::get`], [`SiteStore::terms`],
//! [`SiteStore::users`], [`SiteStore::settings`] and their singular forms. Only `get` and `get_many`
//! read the table, and only for records that are not in the process's cache in their present state.
//!
//! # Writing
//! Every write ([`SiteStore::create`], [`SiteStore::update`], [`SiteStore::create_term`], …) is decided
//! on the read model and committed in one transaction together with the next entry of the change log.
//! When another writer has taken that entry, the write is decided again on the newer state; this keeps
//! slugs, logins and identifiers unique and parents existent without locks. A write that a rule rejects
//! returns a [`Refusal`] and writes nothing. The caller checks permissions, see
//! [`domain::site::Caller`]; a [`Guard`] repeats the check on the item that is about to change.

#![warn(missing_docs)]

mod authentication;
mod blob_removal;
mod cache;
mod change;
mod check;
mod collation;
mod comment;
mod content;
mod erasure;
mod error;
mod filter;
mod fold;
mod import;
mod index;
mod keys;
mod lock;
mod log;
mod media;
mod model;
mod packing;
mod periods;
mod public_items;
mod read;
mod readable;
mod reading;
mod reads;
mod revision;
mod seed;
mod settings;
mod slug;
mod snapshot;
mod snippet;
mod store;
mod tenant;
mod term;
mod theme;
mod user;
mod write;

pub use authentication::{AuthError, Authenticated};
pub use change::{ContentChange, Guard, anything};
pub use check::Finding;
pub use comment::{
    Comment, CommentChange, CommentFilter, CommentOrder, CommentStatus, NewComment, StatusChange,
};
pub use content::{Added, Content, EditedFrom, Media, MenuItem, ReaderPassword, SubSize, Trashed};
pub use erasure::{Erasure, ErasureTask};
pub use error::{Refusal, StoreError};
pub use filter::{
    ContentFilter, Listed, OrderBy, Reader, Search, SearchColumn, StatusFilter, TermClause,
    TermOperator,
};
pub use fold::fold;
pub use import::{
    History, ImportConflict, ImportFamily, ImportItem, ImportLedger, ImportOutcome, ImportRecord,
    ImportStart,
};
pub use index::{
    IndexBasis, IndexCount, IndexDraft, IndexEntry, IndexLinks, IndexMeasure, IndexObject,
    IndexScope, IndexScores, IndexTask, Rater,
};
pub use keys::submission_report;
pub use media::{
    AddedFile, EditError, Finalized, FontError, FontFaceRecord, FontSource, MOST_ADDED, NewFile,
    Purpose, SideloadError, StoredSource, UploadError, safe_path,
};
pub use model::search::search_words;
pub use model::{ReadLimits, ReadWork, Summary};
pub use periods::{PeriodCount, PeriodLength};
pub use revision::{Revision, RevisionSummary};
pub use seed::{Seed, Seeded};
pub use settings::{FOOTER_MENU, MenuLocation, PRIMARY_MENU, Settings, SourceAddresses};
pub use slug::{in_path as slug_in_path, sanitise as sanitise_slug, without_ending};
pub use snapshot::{CreatedSnapshot, SnapshotTask, Task};
pub use snippet::{CodeCheck, CodeError, DEFAULT_PRIORITY, Snippet, SnippetChange};
pub use store::{Due, Freshness, Parts, SiteStore, Sites};
pub use tenant::{NotATenant, Tenant};
pub use term::{AUTO_ADD, Term, TermChange, TermFilter, TermOrder};
pub use theme::{ColorScheme, FrontLayout, Theme, Typeface};
pub use user::{AppPassword, User, UserChange, UserColumn, UserFilter, UserOrder};
pub use write::{Autosaved, GLOBAL_STYLES, NewFontFace, SourceIds};
