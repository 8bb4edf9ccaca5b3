//! Copying another host's records into a site, under their own identifiers.
//!
//! What was copied is remembered in a ledger: of each record what it came down to at the source and
//! what was stored here. So a record that did not change at the source is never written again, one that did is
//! brought up to date as long as nobody changed it here, and nothing of the site's own is ever overwritten.

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
use crate::store::SiteStore;
use crate::term::Term;
use crate::user::User;

/// A record as the source has it.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportRecord {
    /// A user. Passwords are never copied.
    User(User),
    /// A term.
    Term(Term),
    /// A post, page, media file, menu item or block.
    Content(Box<Content>),
    /// A revision. Its item must be here.
    Revision(Box<Revision>),
    /// That the revisions of an item are here, as many as were asked for. Nothing but the ledger remembers it.
    History(History),
    /// A comment.
    Comment(Comment),
    /// The settings.
    Settings(Box<Settings>),
}

/// The revisions of an item, as the source counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct History {
    /// The item.
    pub item: u64,
    /// How many the source has, autosaves among them.
    pub count: u64,
    /// Identifier of the newest.
    pub newest: u64,
    /// The most that were asked for; none for all.
    pub most: Option<u64>,
}

/// Families of records that each have identifiers of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportFamily {
    /// Users.
    User,
    /// Terms of all taxonomies.
    Term,
    /// Content of all kinds.
    Content,
    /// Revisions, which have identifiers of the same sequence as content.
    Revision,
    /// The revisions of an item as a whole, by its identifier.
    History,
    /// Comments.
    Comment,
    /// The settings, which are one record.
    Settings,
}

impl ImportRecord {
    /// Its family.
    pub const fn family(&self) -> ImportFamily {
        match self {
            Self::User(_) => ImportFamily::User,
            Self::Term(_) => ImportFamily::Term,
            Self::Content(_) => ImportFamily::Content,
            Self::Revision(_) => ImportFamily::Revision,
            Self::History(_) => ImportFamily::History,
            Self::Comment(_) => ImportFamily::Comment,
            Self::Settings(_) => ImportFamily::Settings,
        }
    }

    /// Its identifier; 0 for the settings.
    pub const fn id(&self) -> u64 {
        match self {
            Self::User(user) => user.id,
            Self::Term(term) => term.id,
            Self::Content(content) => content.id,
            Self::Revision(revision) => revision.id,
            Self::History(history) => history.item,
            Self::Comment(comment) => comment.id,
            Self::Settings(_) => 0,
        }
    }

    pub(crate) fn print(&self) -> Result<Print, StoreError> {
        match self {
            Self::User(user) => print(user),
            Self::Term(term) => print(term),
            Self::Content(content) => print_of_content(content),
            Self::Revision(revision) => print_of_revision(revision, &revision.fingerprint()),
            Self::History(history) => print(history),
            Self::Comment(comment) => print(comment),
            Self::Settings(settings) => print(&**settings),
        }
    }
}

/// A record on its way into the site.
#[derive(Debug, Clone)]
pub struct ImportItem {
    /// The record to store: as the source has it, but for what was found out since [`ImportItem::new`], such
    /// as files that could not be had.
    pub record: ImportRecord,
    pub(crate) source: Print,
}

impl ImportItem {
    /// The record as the source tells it.
    pub fn new(record: ImportRecord) -> Result<Self, StoreError> {
        let source = record.print()?;
        Ok(Self { record, source })
    }
}

/// What became of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportOutcome {
    /// It is here now.
    Added {
        /// The slug that it got because its own is taken here.
        renamed: Option<String>,
    },
    /// It was here and is brought up to date.
    Renewed {
        /// The slug that it got because its own is taken here.
        renamed: Option<String>,
    },
    /// It is here as it is at the source, or as it was changed here while the source did not.
    Unchanged,
    /// It changed at the source and here since it was copied; it stays as it is here.
    ChangedHere,
    /// It changed at the source since it was copied, and was deleted here; it stays deleted.
    DeletedHere,
    /// Something of the site's own is in the way.
    InTheWay(InTheWay),
}

/// What of the site's own is in the way of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InTheWay {
    /// The identifier is taken.
    #[error("number {0} is taken here by {1}")]
    Id(u64, String),
    /// The login name is taken.
    #[error("user {0} has that login name here")]
    Login(u64),
    /// The e-mail address is taken.
    #[error("user {0} has that e-mail address here")]
    Email(u64),
    /// The path of the file is taken.
    #[error("the file of media item {0} has that path here")]
    File(u64),
    /// The settings are the site's own.
    #[error("the site has settings of its own")]
    Settings,
    /// The item of which it is a revision is not here.
    #[error("item {0}, of which it is a revision, is not here")]
    NoItem(u64),
}

/// Sixteen bytes in hexadecimal that a record comes down to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Print(String);

pub(crate) fn print<T: Serialize>(record: &T) -> Result<Print, StoreError> {
    let digest = Sha256::digest(serde_json::to_vec(record)?);
    Ok(Print(hex::encode(digest.get(..16).unwrap_or_default())))
}

/// What an item comes down to, whichever change wrote it. The interface does not tell when a menu item was
/// written, so that does not count.
pub(crate) fn print_of_content(content: &Content) -> Result<Print, StoreError> {
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
    print(&content)
}

fn print_of_revision(revision: &Revision, texts: &str) -> Result<Print, StoreError> {
    let Revision {
        id,
        parent,
        author,
        date,
        ..
    } = revision;
    print(&(id, parent, author, date, texts))
}

/// The same of what the read model knows of a revision.
pub(crate) fn print_of_known(known: &RevisionSummary) -> Result<Print, StoreError> {
    let RevisionSummary {
        id,
        parent,
        author,
        date,
        fingerprint,
        ..
    } = known;
    print(&(id, parent, author, date, fingerprint))
}

/// A row of the ledger.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    #[serde(rename = "f")]
    pub(crate) family: ImportFamily,
    #[serde(rename = "i")]
    pub(crate) id: u64,
    /// What the record came down to at the source.
    #[serde(rename = "s")]
    pub(crate) source: Print,
    /// What was stored came down to.
    #[serde(rename = "h")]
    pub(crate) here: Print,
}

/// The rows that one write added, as they are stored.
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

/// Where a site's copies come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    /// Address of the source, as it names itself.
    pub(crate) home: String,
    /// Whether the site had nothing of its own when the first import began, so that it takes the source's
    /// settings.
    pub(crate) was_fresh: bool,
}

/// What was copied so far.
#[derive(Debug)]
pub struct ImportLedger {
    pub(crate) source: Source,
    pub(crate) rows: HashMap<(ImportFamily, u64), Row>,
}

impl ImportLedger {
    /// Whether nothing was copied yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether the site had nothing of its own when the first import began.
    pub const fn was_fresh(&self) -> bool {
        self.source.was_fresh
    }

    /// Whether a record was copied and has not changed at the source since.
    pub fn is_level_with(&self, item: &ImportItem) -> bool {
        let known = self.rows.get(&(item.record.family(), item.record.id()));
        known.is_some_and(|row| row.source == item.source)
    }

    /// Whether a record was copied, in whatever state.
    pub fn knows(&self, family: ImportFamily, id: u64) -> bool {
        self.rows.contains_key(&(family, id))
    }

    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        for row in rows {
            self.rows.insert((row.family, row.id), row);
        }
    }
}

/// How an import begins.
#[derive(Debug)]
pub enum ImportStart {
    /// It may go on.
    Ledger(ImportLedger),
    /// The site has copies of another source already, at this address.
    OtherSource(String),
}

impl SiteStore {
    /// What was copied so far from the source at `home`. Writes nothing.
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

    /// What of the site's own has this identifier, for people; none when it is free or was copied.
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

    /// The media item whose main file lies at `path` below `uploads/`.
    pub fn file_holder(&self, path: &str) -> Result<Option<u64>, StoreError> {
        self.model().file_holder(path)
    }
}
