//! Write loop: decide on the model, commit together with the next log entry, and decide again on the
//! newer state when another writer took that entry.

mod app_passwords;
mod comments;
mod compose;
mod content;
mod fonts;
mod global_styles;
mod import;
mod index;
mod menus;
mod revisions;
mod settings;
mod snippets;
mod terms;
mod unlogged;
mod users;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use items::{Condition, Entry, Key, MAX_CONFLICT_RETRIES, Write};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::Value;

pub(crate) use compose::{created, unique_slug};
pub(crate) use content::current;
pub use fonts::NewFontFace;
pub use global_styles::GLOBAL_STYLES;
pub use import::SourceIds;
use index::Rated;
pub use revisions::Autosaved;
pub(crate) use unlogged::LoggedObject;

use crate::content::Content;
use crate::error::StoreError;
use crate::keys;
use crate::lock::lock;
use crate::log::Change;
use crate::model::Model;
use crate::packing::NewBlobs;
use crate::packing::{INLINE_BYTES, Packed, Record, RevisionRecord};
use crate::revision::Revision;
use crate::store::SiteStore;

/// The pause before the fourth attempt of a write; each later attempt waits one more.
const PAUSE: Duration = Duration::from_millis(2);
/// Pauses that one attempt waits at most.
const MOST_PAUSES: u32 = 20;

/// State on which a write is decided.
pub(crate) struct WriteContext<'a> {
    pub(crate) model: &'a Model,
    pub(crate) now: Timestamp,
    pub(crate) zone: TimeZone,
    /// Loaded items in the requested order, `None` for unknown ones.
    pub(crate) loaded: &'a [Option<Arc<Content>>],
}

/// Effects of a write. An empty plan writes nothing.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    changes: Vec<Change>,
    writes: Vec<Write>,
    revisions: Vec<Revision>,
    /// Blobs that no record names after the write.
    orphans: Vec<String>,
}

impl Plan {
    /// Adds a changed row of the model.
    pub(crate) fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Whether there is nothing to write.
    fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.writes.is_empty() && self.revisions.is_empty()
    }

    /// The objects whose state the plan enters into the log.
    pub(crate) fn objects(&self) -> impl Iterator<Item = LoggedObject> {
        let revisions = self.revisions.iter().map(|one| LoggedObject::Revision {
            parent: one.parent,
            id: one.id,
        });
        let changes = self.changes.iter().filter_map(LoggedObject::of);
        changes.chain(revisions)
    }

    /// Whether data are deleted that the log still has.
    pub(crate) fn deletes(&self) -> bool {
        self.changes.iter().any(Change::deletes)
    }

    /// Adds a content item. Its record is packed when the plan is committed.
    pub(crate) fn content(&mut self, content: Content) {
        self.change(Change::Content(Box::new(content)));
    }

    /// Adds a revision.
    pub(crate) fn revision(&mut self, revision: Revision) {
        self.revisions.push(revision);
    }

    /// Whether the plan replaces or deletes the record of `id`.
    fn replaces(&self, id: u64) -> bool {
        self.changes.iter().any(|change| match change {
            Change::Content(content) => content.id == id,
            Change::ContentGone { id: gone, .. } => *gone == id,
            _ => false,
        })
    }

    /// Adds a put of a table item.
    pub(crate) fn put<T: Serialize>(&mut self, key: Key, data: &T) -> Result<(), StoreError> {
        let entry = Entry::new(key, data)?;
        self.entry(entry);
        Ok(())
    }

    pub(crate) fn entry(&mut self, entry: Entry) {
        self.writes.push(Write::Put(entry, Condition::Any));
    }

    /// Adds the removal of a blob whose record the plan replaces or deletes.
    pub(crate) fn orphan(&mut self, blob: Option<&str>) {
        self.orphans.extend(blob.map(str::to_owned));
    }

    /// Adds the deletion of a table item.
    pub(crate) fn delete(&mut self, key: Key) {
        self.writes.push(Write::Delete(key, Condition::Any));
    }
}

/// Meta values after a change; `None` deletes a value.
fn merged(
    mut meta: BTreeMap<String, Value>,
    change: &BTreeMap<String, Option<Value>>,
) -> BTreeMap<String, Value> {
    for (name, value) in change {
        match value {
            Some(value) => meta.insert(name.clone(), value.clone()),
            None => meta.remove(name),
        };
    }
    meta
}

impl SiteStore {
    /// Commits the plan of `decide`. The only condition is that the next log entry is free: then
    /// nothing was committed since the state that `decide` saw.
    pub(crate) async fn commit<T, F>(&self, load: &[u64], decide: F) -> Result<T, StoreError>
    where
        F: Fn(&WriteContext<'_>) -> Result<(Plan, T), StoreError> + Send + Sync,
    {
        let _guard = self.0.writing.lock().await;
        // The caller has just refreshed the model, so the first attempt skips the refresh.
        let mut is_assumed = self.model().head() > 0;
        if !is_assumed {
            self.catch_up().await?;
        }
        let mut rated = Rated::default();
        for attempt in 0..MAX_CONFLICT_RETRIES {
            let head = self.model().head();
            let loaded = self.related(load).await?;
            let (changed, next_record, decided) = {
                let model = self.model();
                if model.misses_changes() {
                    return Err(StoreError::Outdated);
                }
                if model.head() != head {
                    // A concurrent read updated the model, so the loaded items may be outdated.
                    continue;
                }
                let context = WriteContext {
                    model: &model,
                    now: self.now(),
                    zone: model.zone(),
                    loaded: &loaded,
                };
                let decided = decide(&context).and_then(|(plan, answer)| {
                    let open = plan.open_records(&context)?;
                    Ok((plan, open, answer))
                });
                (model.changed(), model.next_index_record(), decided)
            };
            let (mut plan, open, answer) = match decided {
                Ok(decided) => decided,
                // A rejection is final only if the state was queried after the call began.
                Err(error) if is_assumed => {
                    is_assumed = false;
                    self.catch_up().await?;
                    if self.model().head() == head {
                        return Err(error);
                    }
                    continue;
                }
                Err(error) => return Err(error),
            };
            if plan.is_empty() {
                return Ok(answer);
            }
            // The model is not locked while texts are scored.
            plan.make_records(open, self.rater(), &mut rated, self.now(), next_record);
            let replaced = self.large_records(&loaded, &plan).await?;
            plan.orphans.extend(replaced);
            let created = self.created_by(&plan)?;
            if self.try_commit(head + 1, plan, &created).await? {
                self.enqueue_snapshot_after(changed).await;
                return Ok(answer);
            }
            if attempt > 2 {
                tokio::time::sleep(PAUSE * attempt.min(MOST_PAUSES)).await;
            }
            is_assumed = false;
            self.catch_up().await?;
            if self.model().head() == head {
                // No other writer was first: a record is in the way that the log does not have.
                self.enter(&created).await?;
            }
        }
        Err(StoreError::Contended)
    }

    async fn related(&self, ids: &[u64]) -> Result<Vec<Option<Arc<Content>>>, StoreError> {
        let mut loaded = Vec::with_capacity(ids.len());
        for id in ids {
            loaded.push(self.get(*id).await?);
        }
        Ok(loaded)
    }

    /// Blob keys of loaded oversize records that the plan replaces or deletes.
    async fn large_records(
        &self,
        loaded: &[Option<Arc<Content>>],
        plan: &Plan,
    ) -> Result<Vec<String>, StoreError> {
        let mut blobs = Vec::new();
        let replaced = loaded.iter().flatten().filter(|one| plan.replaces(one.id));
        for content in replaced {
            if serde_json::to_string(&**content)?.len() > INLINE_BYTES {
                let key = keys::content(&self.0.tenant, content.id);
                let record: Option<Record> = self.0.parts.table.get(&key).await?;
                blobs.extend(record.and_then(|record| record.record.blob().map(str::to_owned)));
            }
        }
        Ok(blobs)
    }

    /// Commits a plan as entry `seq`; returns `false` when another writer has that entry, or one of the objects that it creates
    /// has a record already.
    pub(crate) async fn try_commit(
        &self,
        seq: u64,
        mut plan: Plan,
        created: &[LoggedObject],
    ) -> Result<bool, StoreError> {
        let tenant = &self.0.tenant;
        let random = &*self.0.parts.random;
        let mut writes = Vec::with_capacity(plan.writes.len() + 4);
        let mut new = NewBlobs::new();
        for change in &mut plan.changes {
            if let Change::Content(content) = change {
                content.seq = seq;
                let record = Packed::pack(&**content, tenant, random, &mut new)?;
                let record = Record {
                    kind: content.kind,
                    slug: content.slug.clone(),
                    record,
                };
                let entry = Entry::new(keys::content(tenant, content.id), &record)?;
                writes.push(Write::Put(entry, Condition::Any));
            }
        }
        for mut revision in std::mem::take(&mut plan.revisions) {
            revision.seq = seq;
            let record = Packed::pack(&revision, tenant, random, &mut new)?;
            let summary = revision.summary(record.blob());
            plan.changes.push(Change::Revision(Box::new(summary)));
            let key = keys::revision(tenant, revision.parent, revision.id);
            let entry = Entry::new(key, &RevisionRecord { record })?;
            writes.push(Write::Put(entry, Condition::Any));
        }
        let erasure = self.plan_erasure(&mut plan)?;
        let entry = Packed::pack(&plan.changes, tenant, random, &mut new)?;
        writes.push(self.0.journal.append(seq, entry)?);
        writes.append(&mut plan.writes);
        let created: HashSet<Key> = created.iter().map(|one| one.key(tenant)).collect();
        for write in &mut writes {
            if let Write::Put(entry, condition @ Condition::Any) = write
                && created.contains(&entry.key())
            {
                *condition = Condition::Absent;
            }
        }
        let orphans = std::mem::take(&mut plan.orphans);
        if !self.transact_with_blobs(writes, new, orphans).await? {
            return Ok(false);
        }
        self.note_erasure(erasure);
        self.settle(seq, plan.changes)?;
        Ok(true)
    }

    /// Applies the own entry to the model and the cache.
    fn settle(&self, seq: u64, changes: Vec<Change>) -> Result<(), StoreError> {
        // A concurrent read may already have applied this entry; the entry before it is always applied.
        self.apply(seq, &changes)?;
        let mut cache = lock(&self.0.cache);
        for change in changes {
            match change {
                Change::Content(content) => cache.put(Arc::from(content)),
                Change::ContentGone { id, .. } => cache.forget(id),
                _ => {}
            }
        }
        Ok(())
    }
}
