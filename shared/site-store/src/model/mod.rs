//! The read model: what the change log says, in a form that can be asked. Content lies in an
//! in-memory SQL database; terms, users and settings, of which there are few, in maps.
//!
//! The model says where records are and how they relate (terms, parents, featured pictures,
//! authors); where a deletion moved relations of many items at once, the model knows before their
//! records do, and reading a record takes its relations from here.

mod apply;
mod comments;
mod content;
mod forms;
mod image;
mod import;
mod list;
mod lists;
mod open;
mod people;
mod revisions;
mod schema;
pub(crate) mod search;
mod terms;
mod texts;
mod texts_image;

pub(crate) use forms::{PRESENT as PRESENT_FORM, is_readable};
pub(crate) use schema::TextsPlace;
pub(crate) use texts_image::TextsImage;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use jiff::tz::TimeZone;
use rusqlite::Connection;

use crate::comment::Comment;
use crate::error::StoreError;
use crate::model::lists::Lists;
use crate::model::revisions::Revisions;
use crate::settings::Settings;
use crate::term::Term;
use crate::user::{AppPassword, User};

/// What a list or a link needs to know of an item without reading its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Identifier.
    pub id: u64,
    /// Number of the change that wrote the record last.
    pub seq: u64,
    /// What it is.
    pub kind: Kind,
    /// Its state.
    pub status: Status,
    /// Last part of its address.
    pub slug: String,
    /// Author, 0 for none.
    pub author: u64,
    /// Item above, 0 for none.
    pub parent: u64,
    /// Featured picture, 0 for none.
    pub featured_media: u64,
    /// Media type, of media.
    pub mime_type: Option<String>,
    /// Whether readers need a password.
    pub is_protected: bool,
}

pub(crate) struct Model {
    connection: Connection,
    /// Number of the last change that is in the model.
    head: u64,
    /// How many changes all entries up to there told of.
    changed: u64,
    texts: Texts,
    texts_place: TextsPlace,
    last_content: u64,
    last_term: u64,
    last_user: u64,
    last_comment: u64,
    terms: BTreeMap<u64, Arc<Term>>,
    /// Published items by term.
    counts: HashMap<u64, i64>,
    users: BTreeMap<u64, Arc<User>>,
    /// Of each user, in the order in which they were made.
    app_passwords: BTreeMap<u64, Vec<Arc<AppPassword>>>,
    revisions: Revisions,
    comments: BTreeMap<u64, Arc<Comment>>,
    comments_by_post: HashMap<u64, BTreeSet<u64>>,
    settings: Arc<Settings>,
    zone: TimeZone,
    /// What was found since the last change.
    lists: Lists,
}

/// Which texts the model has. Only searches ask for them, and they are most of what a model weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Texts {
    /// None; the model began with a snapshot.
    Absent,
    /// Those of an image and of what is applied; what lies between is being read.
    Filling,
    /// All.
    Whole,
}

impl Model {
    /// A model of nothing.
    pub(crate) fn new() -> Result<Self, StoreError> {
        Self::with_texts_in(TextsPlace::Memory)
    }

    /// A model of nothing whose texts will lie in `place`.
    pub(crate) fn with_texts_in(place: TextsPlace) -> Result<Self, StoreError> {
        let connection = schema::open(&place)?;
        Ok(Self::over(connection, place, Texts::Whole))
    }

    fn over(connection: Connection, texts_place: TextsPlace, texts: Texts) -> Self {
        let settings = Settings::default();
        Self {
            connection,
            head: 0,
            changed: 0,
            texts,
            texts_place,
            last_content: 0,
            last_term: 0,
            last_user: 0,
            last_comment: 0,
            terms: BTreeMap::new(),
            counts: HashMap::new(),
            users: BTreeMap::new(),
            app_passwords: BTreeMap::new(),
            revisions: Revisions::default(),
            comments: BTreeMap::new(),
            comments_by_post: HashMap::new(),
            zone: settings.zone(),
            settings: Arc::new(settings),
            lists: Lists::default(),
        }
    }

    pub(crate) const fn head(&self) -> u64 {
        self.head
    }

    /// How many changes the entries told of that are in the model.
    pub(crate) const fn changed(&self) -> u64 {
        self.changed
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

    /// The identifier of the next item. Identifiers of deleted items are not given out again.
    pub(crate) const fn next_content(&self) -> u64 {
        self.last_content + 1
    }

    pub(crate) const fn next_term(&self) -> u64 {
        self.last_term + 1
    }

    pub(crate) const fn next_user(&self) -> u64 {
        self.last_user + 1
    }
}

/// Identifiers as SQL numbers; one beyond their range names nothing.
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
