//! Reads all records of a site, and compares them with each other: the change log with its snapshot, items with their records,
//! revisions and files.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::comment::Comment;
use crate::content::{Content, Media};
use crate::error::StoreError;
use crate::keys;
use crate::model::Model;
use crate::packing::{Packed, Record, RevisionRecord};
use crate::revision::Revision;
use crate::store::SiteStore;
use crate::term::Term;
use crate::user::User;
use crate::write::LoggedObject;

/// Something that a check found wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// An entry of the change log is missing or damaged.
    #[error("change {0}: its entry of the change log is missing or damaged")]
    Entry(u64),
    /// The file with the text of an entry of the change log is missing or cannot be read.
    #[error("change {seq}: the file {key} with its text is missing or damaged")]
    EntryText {
        /// Number of the change.
        seq: u64,
        /// Key of the file.
        key: String,
    },
    /// A snapshot cannot be read.
    #[error("the snapshot in the format {format} cannot be used: {reason}")]
    Snapshot {
        /// Format.
        format: String,
        /// Why.
        reason: String,
    },
    /// A snapshot leads to another state than the change log.
    #[error("the snapshot in the format {0} differs from the change log")]
    Differs(String),
    /// The record of an item is missing, damaged, or of another change than the change log names.
    #[error("item {id}: its record is {what}")]
    Item {
        /// Item.
        id: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The file with the text of an item's record is missing or cannot be read.
    #[error("item {id}: the file {key} with its text is missing or damaged")]
    ItemText {
        /// Item.
        id: u64,
        /// Key of the file.
        key: String,
    },
    /// The record of a revision is missing or damaged.
    #[error("revision {0}: its record is missing or damaged")]
    Revision(u64),
    /// The record of a term, user or comment cannot be read.
    #[error("{what} {id}: its record is damaged")]
    Damaged {
        /// Kind of record.
        what: &'static str,
        /// Identifier.
        id: u64,
    },
    /// A record is not in the change log.
    #[error("{what} {id}: the change log does not have it")]
    Unlogged {
        /// Kind of record.
        what: &'static str,
        /// Identifier.
        id: u64,
    },
    /// A file of an item is missing.
    #[error("item {item}: its file {path} is missing")]
    NoFile {
        /// Item.
        item: u64,
        /// Path below `uploads/`.
        path: String,
    },
    /// A file of an item has another length than its record says, or none.
    #[error("item {item}: its file {path} has {length} bytes, which is not its length")]
    Length {
        /// Item.
        item: u64,
        /// Path below `uploads/`.
        path: String,
        /// Length of the file in bytes.
        length: u64,
    },
    /// The end of an item's file is missing.
    #[error("item {item}: the end of its file {path} is missing")]
    Cut {
        /// Item.
        item: u64,
        /// Path below `uploads/`.
        path: String,
    },
    /// A file of an item is there and cannot be read.
    #[error("item {item}: its file {path} cannot be read")]
    UnreadableFile {
        /// Item.
        item: u64,
        /// Path below `uploads/`.
        path: String,
    },
    /// The record of a term, user or comment is missing.
    #[error("{what} {id}: its record is missing")]
    NoRecord {
        /// Kind of record.
        what: &'static str,
        /// Identifier.
        id: u64,
    },
}

impl SiteStore {
    /// Checks the site. Nothing is written meanwhile, or the findings may be those of two states.
    ///
    /// # Errors
    /// The table or the blob store fails.
    pub async fn check(&self) -> Result<Vec<Finding>, StoreError> {
        let mut findings = Vec::new();
        let model = self.followed(Model::new()?, &mut findings).await?;
        self.check_snapshots(&model, &mut findings).await?;
        self.check_items(&model, &mut findings).await?;
        self.check_revisions(&model, &mut findings).await?;
        let records = self.logged_records().await?;
        for one in objects(&model) {
            let (what, id) = (one.noun(), one.id());
            if !records.contains(&one.key(self.tenant())) {
                findings.push(Finding::NoRecord { what, id });
            } else if self.is_damaged(one).await? {
                findings.push(Finding::Damaged { what, id });
            }
        }
        for one in self.unlogged(&records, &Mutex::new(model)).await? {
            let (what, id) = (one.noun(), one.id());
            findings.push(Finding::Unlogged { what, id });
            if let LoggedObject::Item(id) = one {
                findings.extend(self.record(id).await?.err());
            }
        }
        Ok(findings)
    }

    /// Checks only that the files which records name are there and whole.
    ///
    /// # Errors
    /// The table or the blob store fails.
    pub async fn check_stored_files(&self) -> Result<Vec<Finding>, StoreError> {
        let mut findings = Vec::new();
        let files = self.files().await?;
        for key in self.logged_records().await? {
            match LoggedObject::at(self.tenant(), &key) {
                Some(LoggedObject::Item(id)) => match self.record(id).await? {
                    Ok(Content { media: None, .. }) => {}
                    Ok(Content {
                        media: Some(media), ..
                    }) => self.check_files(id, &media, &files, &mut findings).await?,
                    Err(finding) => findings.push(finding),
                },
                Some(LoggedObject::Revision { parent, id }) => {
                    self.check_revision(parent, id, &mut findings).await?;
                }
                _ => {}
            }
        }
        let mut last = 0;
        loop {
            let (entries, more) = self.0.journal.page::<Packed>(last).await?;
            for entry in entries {
                last = entry.seq;
                if entry.what.blob().is_some() && self.read_changes(&entry.what).await?.is_none() {
                    findings.push(missing_changes(last, &entry.what));
                }
            }
            if !more {
                return Ok(findings);
            }
        }
    }

    /// `model` with the changes of the log after it, without the entries that are missing or damaged, which `findings` names.
    pub(crate) async fn followed(
        &self,
        mut model: Model,
        findings: &mut Vec<Finding>,
    ) -> Result<Model, StoreError> {
        loop {
            let (entries, more) = self.0.journal.page::<Packed>(model.head()).await?;
            for entry in entries {
                if let Some((first, last)) = model.pass_gap(entry.seq) {
                    findings.extend((first..=last).map(Finding::Entry));
                }
                let changes = self.read_changes(&entry.what).await?;
                if changes.is_none() {
                    findings.push(missing_changes(entry.seq, &entry.what));
                }
                model.apply(entry.seq, &changes.unwrap_or_default().known)?;
                tokio::task::yield_now().await;
            }
            if !more {
                return Ok(model);
            }
        }
    }

    async fn check_items(
        &self,
        model: &Model,
        findings: &mut Vec<Finding>,
    ) -> Result<(), StoreError> {
        let files = self.files().await?;
        for (id, seq) in model.records()? {
            match self.record(id).await? {
                Ok(content) if content.seq == seq => {
                    if let Some(media) = &content.media {
                        self.check_files(id, media, &files, findings).await?;
                    }
                }
                Ok(_) => findings.push(Finding::Item {
                    id,
                    what: "of another change than the log has",
                }),
                Err(finding) => findings.push(finding),
            }
        }
        Ok(())
    }

    /// The record of an item, without the relations of now, or what is wrong with it.
    async fn record(&self, id: u64) -> Result<Result<Content, Finding>, StoreError> {
        let key = keys::content(self.tenant(), id);
        let record: Record = match self.0.parts.table.get(&key).await.map_err(StoreError::from) {
            Ok(Some(record)) => record,
            Ok(None) => {
                let what = "missing";
                return Ok(Err(Finding::Item { id, what }));
            }
            Err(error) if error.is_damage() => {
                let what = "damaged";
                return Ok(Err(Finding::Item { id, what }));
            }
            Err(error) => return Err(error),
        };
        match record.record.unpack(&*self.0.parts.blobs).await {
            Ok(Some(content)) => Ok(Ok(content)),
            Err(error) if !error.is_damage() => Err(error),
            Ok(None) | Err(_) => Ok(Err(match record.record.blob() {
                Some(key) => Finding::ItemText {
                    id,
                    key: key.to_owned(),
                },
                None => Finding::Item {
                    id,
                    what: "damaged",
                },
            })),
        }
    }

    /// Whether the record of a term, user or comment cannot be read.
    async fn is_damaged(&self, object: LoggedObject) -> Result<bool, StoreError> {
        let key = object.key(self.tenant());
        let read = match object {
            LoggedObject::Term(_) => self.read::<Term>(&key).await.map(drop),
            LoggedObject::User(_) => self.read::<User>(&key).await.map(drop),
            LoggedObject::Comment(_) => self.read::<Comment>(&key).await.map(drop),
            LoggedObject::Item(_) | LoggedObject::Revision { .. } => Ok(()),
        };
        match read {
            Ok(()) => Ok(false),
            Err(error) if error.is_damage() => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Checks the files of an item. Of files whose length is not known, the end is looked at.
    async fn check_files(
        &self,
        item: u64,
        media: &Media,
        files: &BTreeMap<String, u64>,
        findings: &mut Vec<Finding>,
    ) -> Result<(), StoreError> {
        let expected = media.lengths();
        for path in media.paths() {
            let Some(length) = files.get(&path).copied() else {
                findings.push(Finding::NoFile { item, path });
                continue;
            };
            let is_right = match expected.get(&path) {
                Some(expected) => length == *expected,
                None => length > 0,
            };
            if !is_right {
                findings.push(Finding::Length { item, path, length });
            } else if !expected.contains_key(&path) {
                let blob = self.0.parts.blobs.get(&self.blob_key(&path)).await;
                match blob.map_err(StoreError::from) {
                    Ok(Some(blob)) if pictures::is_whole(&blob.bytes) => {}
                    Ok(Some(_)) => findings.push(Finding::Cut { item, path }),
                    Ok(None) => findings.push(Finding::NoFile { item, path }),
                    Err(error) if error.is_damage() => {
                        findings.push(Finding::UnreadableFile { item, path });
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    async fn check_revisions(
        &self,
        model: &Model,
        findings: &mut Vec<Finding>,
    ) -> Result<(), StoreError> {
        for one in model.revisions().all() {
            self.check_revision(one.parent, one.id, findings).await?;
        }
        Ok(())
    }

    async fn check_revision(
        &self,
        parent: u64,
        id: u64,
        findings: &mut Vec<Finding>,
    ) -> Result<(), StoreError> {
        let key = keys::revision(self.tenant(), parent, id);
        let unpacked = match self.0.parts.table.get::<RevisionRecord>(&key).await {
            Ok(Some(found)) => found.record.unpack(&*self.0.parts.blobs).await,
            Ok(None) => Ok(None),
            Err(error) => Err(error.into()),
        };
        match unpacked {
            Ok(Some(Revision { .. })) => {}
            Err(error) if !error.is_damage() => return Err(error),
            Ok(None) | Err(_) => findings.push(Finding::Revision(id)),
        }
        Ok(())
    }

    /// The paths of all files below `uploads/`, with their lengths.
    async fn files(&self) -> Result<BTreeMap<String, u64>, StoreError> {
        let prefix = self.blob_key("");
        let files = self.0.parts.blobs.list_all(&prefix).await?;
        let paths = files.iter().filter_map(|one| {
            let path = one.key.strip_prefix(&prefix)?;
            Some((path.to_owned(), one.length))
        });
        Ok(paths.collect())
    }
}

/// The finding for an entry of the change log whose changes cannot be read.
fn missing_changes(seq: u64, entry: &Packed) -> Finding {
    match entry.blob() {
        Some(key) => Finding::EntryText {
            seq,
            key: key.to_owned(),
        },
        None => Finding::Entry(seq),
    }
}

/// The terms, users and comments of a site.
fn objects(model: &Model) -> Vec<LoggedObject> {
    let terms = model.term_ids().map(LoggedObject::Term);
    let users = model.user_ids().map(LoggedObject::User);
    let comments = model.comment_ids().map(LoggedObject::Comment);
    terms.chain(users).chain(comments).collect()
}
