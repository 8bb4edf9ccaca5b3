//! In-memory read model, built from the change log. Content lies in an in-memory SQLite database;
//! terms, users and settings, which are few, in maps.
//!
//! The model is authoritative for relations (terms, parents, featured images, authors). A deletion that
//! changes the relations of many items updates the model only; reading a record replaces its relations
//! by those of the model.

mod apply;
mod comments;
mod content;
mod formats;
mod image;
mod import;
mod index;
mod index_counts;
mod list;
mod periods;
mod public_items;
mod query_cache;
mod revisions;
mod schema;
pub(crate) mod search;
mod snippets;
mod sql;
mod terms;
mod texts;
mod texts_image;
mod users;
mod work;

pub(crate) use formats::{PRESENT as PRESENT_FORMAT, is_readable};
pub(crate) use index::{is_indexed_kind, is_indexed_taxonomy};
pub(crate) use list::Progress;
pub(crate) use schema::TextsPlace;
pub(crate) use texts_image::TextsImage;
pub(crate) use work::Allowance;
pub use work::{ReadLimits, ReadWork};

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use domain::site::{Kind, Status, Subject, Taxonomy};
use jiff::tz::TimeZone;
use rusqlite::Connection;

use crate::comment::Comment;
use crate::error::StoreError;
use crate::model::query_cache::QueryCache;
use crate::model::revisions::Revisions;
use crate::model::work::Work;
use crate::settings::Settings;
use crate::snippet::Snippet;
use crate::term::Term;
use crate::user::{AppPassword, User};

/// Values of an item that lists and links need, without reading its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Identifier.
    pub id: u64,
    /// Number of the last change that wrote the record.
    pub seq: u64,
    /// Kind.
    pub kind: Kind,
    /// State.
    pub status: Status,
    /// Slug.
    pub slug: String,
    /// Author, 0 for none.
    pub author: u64,
    /// Parent, 0 for none.
    pub parent: u64,
    /// Featured image, 0 for none.
    pub featured_media: u64,
    /// MIME type, for media.
    pub mime_type: Option<String>,
    /// Whether a password protects the item.
    pub is_protected: bool,
}

impl Summary {
    /// The item as seen by permission checks; one in the trash counts as never published.
    pub fn subject(&self) -> Subject {
        Subject {
            kind: self.kind,
            status: self.status,
            before_trash: None,
            author: self.author,
        }
    }
}

pub(crate) struct Model {
    connection: Connection,
    /// Work of the connection's statements.
    work: Arc<Work>,
    /// Number of the last applied change.
    head: u64,
    /// Number of changed rows in all applied entries.
    changed: u64,
    /// Whether entries had changes of kinds that this release does not know.
    misses_changes: bool,
    texts: Texts,
    texts_place: TextsPlace,
    last_content: u64,
    /// Number of these identifiers that records outside the model have, such as contact forms.
    outside_ids: u64,
    last_term: u64,
    last_user: u64,
    last_comment: u64,
    last_snippet: u64,
    last_index_record: u64,
    terms: BTreeMap<u64, Arc<Term>>,
    /// Number of published items by term.
    counts: HashMap<u64, i64>,
    users: BTreeMap<u64, Arc<User>>,
    /// Application passwords by user, in the order of their creation.
    app_passwords: BTreeMap<u64, Vec<Arc<AppPassword>>>,
    revisions: Revisions,
    comments: BTreeMap<u64, Arc<Comment>>,
    comments_by_post: HashMap<u64, BTreeSet<u64>>,
    snippets: BTreeMap<u64, Arc<Snippet>>,
    settings: Arc<Settings>,
    zone: TimeZone,
    /// Query results since the last change.
    query_cache: QueryCache,
}

/// Which texts are loaded. Only searches need them, and they make up most of a model's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Texts {
    /// None: the model was loaded from a snapshot.
    Absent,
    /// Those of an image and of applied entries; the entries in between are being read.
    Filling,
    /// All.
    Whole,
}

impl Model {
    /// Empty model.
    pub(crate) fn new() -> Result<Self, StoreError> {
        Self::with_texts_in(TextsPlace::Memory)
    }

    /// Empty model whose texts are stored in `place`.
    pub(crate) fn with_texts_in(place: TextsPlace) -> Result<Self, StoreError> {
        let connection = schema::open(&place)?;
        Ok(Self::over(connection, place, Texts::Whole))
    }

    fn over(
        (connection, work): (Connection, Arc<Work>),
        texts_place: TextsPlace,
        texts: Texts,
    ) -> Self {
        let settings = Settings::default();
        Self {
            connection,
            work,
            head: 0,
            changed: 0,
            misses_changes: false,
            texts,
            texts_place,
            last_content: 0,
            outside_ids: 0,
            last_term: 0,
            last_user: 0,
            last_comment: 0,
            last_snippet: 0,
            last_index_record: 0,
            terms: BTreeMap::new(),
            counts: HashMap::new(),
            users: BTreeMap::new(),
            app_passwords: BTreeMap::new(),
            revisions: Revisions::default(),
            comments: BTreeMap::new(),
            comments_by_post: HashMap::new(),
            snippets: BTreeMap::new(),
            zone: settings.zone(),
            settings: Arc::new(settings),
            query_cache: QueryCache::default(),
        }
    }

    /// Limits and counters of the statements.
    pub(crate) fn work(&self) -> &Work {
        &self.work
    }

    pub(crate) const fn head(&self) -> u64 {
        self.head
    }

    /// Number of changed rows in all applied entries.
    pub(crate) const fn changed(&self) -> u64 {
        self.changed
    }

    /// Notes that an entry had a change of an unknown kind.
    pub(crate) const fn miss_changes(&mut self) {
        self.misses_changes = true;
    }

    /// Whether the state is incomplete, so that no write can be decided on it.
    pub(crate) const fn misses_changes(&self) -> bool {
        self.misses_changes
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.settings)
    }

    pub(crate) fn zone(&self) -> TimeZone {
        self.zone.clone()
    }

    pub(crate) const fn revisions(&self) -> &Revisions {
        &self.revisions
    }

    /// Identifier of the next item. Identifiers of deleted items are not reused.
    pub(crate) const fn next_content(&self) -> u64 {
        self.last_content + 1
    }

    /// Identifiers of all terms.
    pub(crate) fn term_ids(&self) -> impl Iterator<Item = u64> {
        self.terms.keys().copied()
    }

    /// Identifiers of all users.
    pub(crate) fn user_ids(&self) -> impl Iterator<Item = u64> {
        self.users.keys().copied()
    }

    /// Identifiers of all comments.
    pub(crate) fn comment_ids(&self) -> impl Iterator<Item = u64> {
        self.comments.keys().copied()
    }

    pub(crate) const fn next_term(&self) -> u64 {
        self.last_term + 1
    }

    pub(crate) const fn next_user(&self) -> u64 {
        self.last_user + 1
    }
}

/// Identifiers as SQL integers; one outside their range matches nothing.
pub(crate) fn sql_id(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

pub(crate) fn from_sql_id(id: i64) -> u64 {
    u64::try_from(id).unwrap_or_default()
}

pub(crate) fn kind_named(name: &str) -> Result<Kind, StoreError> {
    Kind::named(name).ok_or_else(|| StoreError::Model(format!("unknown kind {name}")))
}

pub(crate) fn status_named(name: &str) -> Result<Status, StoreError> {
    Status::named(name).ok_or_else(|| StoreError::Model(format!("unknown status {name}")))
}

pub(crate) fn taxonomy_named(name: &str) -> Result<Taxonomy, StoreError> {
    Taxonomy::named(name).ok_or_else(|| StoreError::Model(format!("unknown taxonomy {name}")))
}
