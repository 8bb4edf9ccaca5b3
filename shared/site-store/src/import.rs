//! Import of another host's records under their own identifiers.
//!
//! A ledger stores two fingerprints per imported record: of its form at the source and of its form
//! here. A record unchanged at the source is not written again; one that changed at the source is
//! updated unless it was also changed here; records that the site did not import are never overwritten.

use std::collections::HashMap;

use items::Query;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::comment::Comment;
use crate::content::Content;
use crate::error::StoreError;
use crate::keys;
use crate::revision::{Revision, RevisionSummary};
use crate::settings::Settings;
use crate::snippet::Snippet;
use crate::store::SiteStore;
use crate::term::Term;
use crate::user::User;

/// Record in the form of the source.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportRecord {
    /// User. Passwords are not imported.
    User(User),
    /// A term.
    Term(Term),
    /// Post, page, media file, menu item or block.
    Content(Box<Content>),
    /// Revision. Its item must already be imported.
    Revision(Box<Revision>),
    /// Statement that the revisions of an item are imported, up to the requested number. Stored in the
    /// ledger only.
    History(History),
    /// A comment.
    Comment(Comment),
    /// A code snippet.
    Snippet(Box<Snippet>),
    /// The settings.
    Settings(Box<Settings>),
}

/// Revisions of an item, as counted at the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct History {
    /// The item.
    pub item: u64,
    /// Number of revisions at the source, autosaves included.
    pub count: u64,
    /// Identifier of the newest revision.
    pub newest: u64,
    /// Requested maximum; `None` for all.
    pub most: Option<u64>,
}

/// Record families, each with identifiers of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportFamily {
    /// Users.
    User,
    /// Terms of all taxonomies.
    Term,
    /// Content of all kinds.
    Content,
    /// Revisions; their identifiers share the sequence of content.
    Revision,
    /// Revisions of an item as a whole, under the item's identifier.
    History,
    /// Comments.
    Comment,
    /// Code snippets.
    Snippet,
    /// The settings, a single record.
    Settings,
}

impl ImportRecord {
    /// Family of the record.
    pub const fn family(&self) -> ImportFamily {
        match self {
            Self::User(_) => ImportFamily::User,
            Self::Term(_) => ImportFamily::Term,
            Self::Content(_) => ImportFamily::Content,
            Self::Revision(_) => ImportFamily::Revision,
            Self::History(_) => ImportFamily::History,
            Self::Comment(_) => ImportFamily::Comment,
            Self::Snippet(_) => ImportFamily::Snippet,
            Self::Settings(_) => ImportFamily::Settings,
        }
    }

    /// Identifier of the record; 0 for the settings.
    pub const fn id(&self) -> u64 {
        match self {
            Self::User(user) => user.id,
            Self::Term(term) => term.id,
            Self::Content(content) => content.id,
            Self::Revision(revision) => revision.id,
            Self::History(history) => history.item,
            Self::Comment(comment) => comment.id,
            Self::Snippet(snippet) => snippet.id,
            Self::Settings(_) => 0,
        }
    }

    pub(crate) fn fingerprint(&self) -> Result<Fingerprint, StoreError> {
        match self {
            Self::User(user) => fingerprint_of(user),
            Self::Term(term) => fingerprint_of(term),
            Self::Content(content) => content_fingerprint(content),
            Self::Revision(revision) => revision_fingerprint(revision, &revision.fingerprint()),
            Self::History(history) => fingerprint_of(history),
            Self::Comment(comment) => fingerprint_of(comment),
            Self::Snippet(snippet) => fingerprint_of(&**snippet),
            Self::Settings(settings) => fingerprint_of(&**settings),
        }
    }
}

/// Record to import.
#[derive(Debug, Clone)]
pub struct ImportItem {
    /// Record to store: the source's form, with corrections made after [`ImportItem::new`], for example
    /// without files that could not be downloaded.
    pub record: ImportRecord,
    pub(crate) source: Fingerprint,
}

impl ImportItem {
    /// Takes a record in the form of the source and computes its fingerprint.
    ///
    /// # Errors
    /// [`StoreError`] when the record cannot be serialised.
    pub fn new(record: ImportRecord) -> Result<Self, StoreError> {
        let source = record.fingerprint()?;
        Ok(Self { record, source })
    }
}

/// Result of importing one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportOutcome {
    /// The record was created.
    Added {
        /// The slug assigned because the source's slug is taken here.
        renamed: Option<String>,
    },
    /// The record existed and was updated.
    Renewed {
        /// The slug assigned because the source's slug is taken here.
        renamed: Option<String>,
    },
    /// Not written: unchanged at the source since the last import, whatever its state here.
    Unchanged,
    /// Not written: changed both at the source and here since the last import.
    ChangedHere,
    /// Not written: changed at the source, but deleted here since the last import.
    DeletedHere,
    /// Not written: a record that was not imported occupies its place.
    Conflict(ImportConflict),
}

/// Record of the site that prevents an import.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportConflict {
    /// The identifier is taken; the text describes by what.
    #[error("number {0} is taken here by {1}")]
    Id(u64, String),
    /// The login name is taken.
    #[error("user {0} has that login name here")]
    Login(u64),
    /// The e-mail address is taken.
    #[error("user {0} has that e-mail address here")]
    Email(u64),
    /// The path of the file is taken by this media item.
    #[error("the file of media item {0} has that path here")]
    File(u64),
    /// The site's own settings are kept.
    #[error("the site has settings of its own")]
    Settings,
    /// The item of a revision does not exist here.
    #[error("item {0}, of which it is a revision, is not here")]
    NoItem(u64),
}

/// Fingerprint of a record: 16 bytes in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Fingerprint(String);

pub(crate) fn fingerprint_of<T: Serialize>(record: &T) -> Result<Fingerprint, StoreError> {
    let digest = Sha256::digest(serde_json::to_vec(record)?);
    Ok(Fingerprint(hex::encode(
        digest.get(..16).unwrap_or_default(),
    )))
}

/// Fingerprint of an item without the number of its change. The interface does not expose the
/// modification date of menu items, so theirs is left out.
pub(crate) fn content_fingerprint(content: &Content) -> Result<Fingerprint, StoreError> {
    let mut content = content.clone();
    content.seq = 0;
    if content.kind == domain::site::Kind::NavMenuItem {
        content.date = domain::site::date::ItemDate {
            local: jiff::civil::DateTime::ZERO,
            gmt: None,
        };
        content.modified = jiff::civil::DateTime::ZERO;
        content.modified_gmt = jiff::Timestamp::UNIX_EPOCH;
    }
    fingerprint_of(&content)
}

fn revision_fingerprint(revision: &Revision, texts: &str) -> Result<Fingerprint, StoreError> {
    let Revision {
        id,
        parent,
        author,
        date,
        ..
    } = revision;
    fingerprint_of(&(id, parent, author, date, texts))
}

/// Fingerprint of a revision, from the read model.
pub(crate) fn summary_fingerprint(known: &RevisionSummary) -> Result<Fingerprint, StoreError> {
    let RevisionSummary {
        id,
        parent,
        author,
        date,
        fingerprint,
        ..
    } = known;
    fingerprint_of(&(id, parent, author, date, fingerprint))
}

/// Row of the ledger.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    #[serde(rename = "f")]
    pub(crate) family: ImportFamily,
    #[serde(rename = "i")]
    pub(crate) id: u64,
    /// Fingerprint at the source.
    #[serde(rename = "s")]
    pub(crate) source: Fingerprint,
    /// Fingerprint of the stored record.
    #[serde(rename = "h")]
    pub(crate) here: Fingerprint,
}

/// Stored form of the rows that one write added.
#[derive(Serialize, Deserialize)]
pub(crate) struct Rows {
    #[serde(with = "items::packed", rename = "p")]
    text: String,
}

impl Rows {
    pub(crate) fn pack(rows: &[Row]) -> Result<Self, StoreError> {
        Ok(Self {
            text: serde_json::to_string(rows)?,
        })
    }
}

/// Source of a site's imports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    /// Home address of the source, as the source reports it.
    pub(crate) home: String,
    /// Whether the site was empty when the first import began, so that the source's settings replace
    /// the site's.
    pub(crate) was_fresh: bool,
}

/// Records imported so far.
#[derive(Debug)]
pub struct ImportLedger {
    pub(crate) source: Source,
    pub(crate) rows: HashMap<(ImportFamily, u64), Row>,
}

impl ImportLedger {
    /// Whether nothing has been imported.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether the site was empty when the first import began.
    pub const fn was_fresh(&self) -> bool {
        self.source.was_fresh
    }

    /// Whether the record was imported and has not changed at the source since.
    pub fn is_level_with(&self, item: &ImportItem) -> bool {
        let known = self.rows.get(&(item.record.family(), item.record.id()));
        known.is_some_and(|row| row.source == item.source)
    }

    /// Whether the record was ever imported.
    pub fn knows(&self, family: ImportFamily, id: u64) -> bool {
        self.rows.contains_key(&(family, id))
    }

    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        for row in rows {
            self.rows.insert((row.family, row.id), row);
        }
    }
}

/// Result of [`SiteStore::import_ledger`].
#[derive(Debug)]
pub enum ImportStart {
    /// The import may continue with this ledger.
    Ledger(ImportLedger),
    /// The site already holds imports from another source, with this address.
    OtherSource(String),
}

impl SiteStore {
    /// Ledger of the imports from the source at `home`. Writes nothing.
    pub async fn import_ledger(&self, home: &str) -> Result<ImportStart, StoreError> {
        self.catch_up().await?;
        let table = &self.0.parts.table;
        let known: Option<Source> = table.get(&keys::import_source(self.tenant())).await?;
        let source = match known {
            Some(source) if source.home != home => {
                return Ok(ImportStart::OtherSource(source.home));
            }
            Some(source) => source,
            None => Source {
                home: home.to_owned(),
                was_fresh: self.model().is_untouched(),
            },
        };
        let mut ledger = ImportLedger {
            source,
            rows: HashMap::new(),
        };
        let query = Query::prefix(keys::import_rows(self.tenant()), "");
        for rows in table.query::<Rows>(&query).await? {
            ledger.add(serde_json::from_str(&rows.text)?);
        }
        Ok(ImportStart::Ledger(ledger))
    }

    /// Description of the record that occupies an identifier; `None` when the identifier is free or its
    /// record was imported.
    pub fn holder(
        &self,
        ledger: &ImportLedger,
        family: ImportFamily,
        id: u64,
    ) -> Result<Option<String>, StoreError> {
        if ledger.rows.contains_key(&(family, id)) {
            return Ok(None);
        }
        self.model().holder(family, id)
    }

    /// Media item whose main file has the path `path` below `uploads/`.
    pub fn file_holder(&self, path: &str) -> Result<Option<u64>, StoreError> {
        self.model().file_holder(path)
    }
}
