//! Reads all records of a site, and compares them with each other: the change log with its snapshot, items with their records,
//! revisions and files.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::content::{Content, Media};
use crate::error::StoreError;
use crate::keys;
use crate::model::Model;
use crate::packing::{Packed, Record, RevisionRecord};
use crate::revision::Revision;
use crate::store::SiteStore;
use crate::write::LoggedObject;

/// Something that a check found wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// An entry of the change log is missing or damaged.
    #[error("change {0}: its entry of the change log is missing or damaged")]
    Entry(u64),
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
    /// The record of a revision is missing or damaged.
    #[error("revision {0}: its record is missing or damaged")]
    Revision(u64),
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
            if !records.contains(&one.key(self.tenant())) {
                let (what, id) = (one.noun(), one.id());
                findings.push(Finding::NoRecord { what, id });
            }
        }
        let unlogged = self.unlogged(&records, &Mutex::new(model)).await?;
        findings.extend(unlogged.into_iter().map(|one| Finding::Unlogged {
            what: one.noun(),
            id: one.id(),
        }));
        Ok(findings)
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
                    findings.push(Finding::Entry(entry.seq));
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
            let what = match self.record(id).await {
                Ok(Some(content)) if content.seq == seq => {
                    let media = content.media.iter();
                    findings.extend(media.flat_map(|media| check_files(id, media, &files)));
                    continue;
                }
                Ok(Some(_)) => "of another change than the log has",
                Ok(None) => "missing",
                Err(error) if error.is_damage() => "damaged",
                Err(error) => return Err(error),
            };
            findings.push(Finding::Item { id, what });
        }
        Ok(())
    }

    /// The record of an item, without the relations of now.
    async fn record(&self, id: u64) -> Result<Option<Content>, StoreError> {
        let key = keys::content(self.tenant(), id);
        let record: Option<Record> = self.0.parts.table.get(&key).await?;
        match record {
            Some(record) => record.record.unpack(&*self.0.parts.blobs).await,
            None => Ok(None),
        }
    }

    async fn check_revisions(
        &self,
        model: &Model,
        findings: &mut Vec<Finding>,
    ) -> Result<(), StoreError> {
        for one in model.revisions().all() {
            let key = keys::revision(self.tenant(), one.parent, one.id);
            let unpacked = match self.0.parts.table.get::<RevisionRecord>(&key).await {
                Ok(Some(found)) => found.record.unpack(&*self.0.parts.blobs).await,
                Ok(None) => Ok(None),
                Err(error) => Err(error.into()),
            };
            match unpacked {
                Ok(Some(Revision { .. })) => {}
                Err(error) if !error.is_damage() => return Err(error),
                Ok(None) | Err(_) => findings.push(Finding::Revision(one.id)),
            }
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

/// The terms, users and comments of a site.
fn objects(model: &Model) -> Vec<LoggedObject> {
    let terms = model.term_ids().map(LoggedObject::Term);
    let users = model.user_ids().map(LoggedObject::User);
    let comments = model.comment_ids().map(LoggedObject::Comment);
    terms.chain(users).chain(comments).collect()
}

/// What is wrong with the files of an item.
fn check_files(item: u64, media: &Media, files: &BTreeMap<String, u64>) -> Vec<Finding> {
    let expected = media.lengths();
    let found = media.paths().into_iter().filter_map(|path| {
        let Some(length) = files.get(&path).copied() else {
            return Some(Finding::NoFile { item, path });
        };
        let is_right = match expected.get(&path) {
            Some(expected) => length == *expected,
            None => length > 0,
        };
        (!is_right).then_some(Finding::Length { item, path, length })
    });
    found.collect()
}
