//! Records that the change log does not have, because a disk lost or damaged the entry that made them. They are sound: their
//! identifiers are not given again, and they are entered into the log anew.
//!
//! A record that a write creates must not exist yet, so nothing is overwritten. A writer that meets such a record enters it and
//! decides again. The local run also looks for them at its start ([`SiteStore::recover_unlogged`]). A counter of the log's last
//! number beside the log would find every lost entry at its end, at the price of one more write in each transaction.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use domain::site::Taxonomy;
use items::{Key, Query};
use serde::de::DeserializeOwned;

use super::Plan;
use crate::comment::Comment;
use crate::error::StoreError;
use crate::keys;
use crate::lock::lock;
use crate::log::Change;
use crate::model::Model;
use crate::packing::{Packed, Record, RevisionRecord};
use crate::store::SiteStore;
use crate::tenant::Tenant;

/// Identifiers after the last one of the log that a start looks for.
const PROBED: u64 = 100;
/// Records that one entry of the log takes: a transaction takes 4 MB, and a record 300 KB.
const AT_ONCE: usize = 10;

/// An object that has a record besides its entries in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LoggedObject {
    Item(u64),
    Revision { parent: u64, id: u64 },
    Term(u64),
    User(u64),
    Comment(u64),
}

impl LoggedObject {
    /// The object whose state a change has.
    pub(crate) fn of(change: &Change) -> Option<Self> {
        match change {
            Change::Content(content) => Some(Self::Item(content.id)),
            Change::Revision(revision) => Some(Self::Revision {
                parent: revision.parent,
                id: revision.id,
            }),
            Change::Term(term) => Some(Self::Term(term.id)),
            Change::User(user) => Some(Self::User(user.id)),
            Change::Comment(comment) => Some(Self::Comment(comment.id)),
            _ => None,
        }
    }

    /// The object of the record under `key`; `None` for records of other kinds and other tenants.
    pub(crate) fn at(tenant: &Tenant, key: &Key) -> Option<Self> {
        let place = key.pk.strip_prefix(&format!("{tenant}#"))?;
        let id = |text: &str| text.parse().ok();
        match place {
            "TERMS" => id(&key.sk).map(Self::Term),
            "USERS" => id(&key.sk).map(Self::User),
            "COMMENTS" => id(&key.sk).map(Self::Comment),
            _ => {
                let item = id(place.strip_prefix("CONTENT#")?)?;
                if key.sk == "RECORD" {
                    return Some(Self::Item(item));
                }
                let revision = id(key.sk.strip_prefix("REVISION#")?)?;
                Some(Self::Revision {
                    parent: item,
                    id: revision,
                })
            }
        }
    }

    /// Key of the record.
    pub(crate) fn key(&self, tenant: &Tenant) -> Key {
        match *self {
            Self::Item(id) => keys::content(tenant, id),
            Self::Revision { parent, id } => keys::revision(tenant, parent, id),
            Self::Term(id) => keys::term(tenant, id),
            Self::User(id) => keys::user(tenant, id),
            Self::Comment(id) => keys::comment(tenant, id),
        }
    }

    /// Whether the log gave the identifier, or a later one.
    const fn is_given(self, model: &Model) -> bool {
        let next = match self {
            Self::Item(_) | Self::Revision { .. } => model.next_content(),
            Self::Term(_) => model.next_term(),
            Self::User(_) => model.next_user(),
            Self::Comment(_) => model.next_comment(),
        };
        self.id() < next
    }

    /// The change that gives the identifier, so that no later object gets it.
    const fn given(self) -> Change {
        let (id, heir) = (self.id(), 0);
        match self {
            Self::Item(_) | Self::Revision { .. } => Change::ContentIdTaken { id },
            Self::Term(_) => Change::TermGone {
                id,
                taxonomy: Taxonomy::Category,
                heir,
                fallback: None,
            },
            Self::User(_) => Change::UserGone { id, heir },
            Self::Comment(_) => Change::CommentGone { id, heir },
        }
    }

    fn is_in(self, model: &Model) -> Result<bool, StoreError> {
        Ok(match self {
            Self::Item(id) => model.summary(id)?.is_some(),
            Self::Revision { id, .. } => model.revisions().get(id).is_some(),
            Self::Term(id) => model.term(id).is_some(),
            Self::User(id) => model.user(id).is_some(),
            Self::Comment(id) => model.comment(id).is_some(),
        })
    }

    /// What a message calls the object.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Item(_) => "item",
            Self::Revision { .. } => "revision",
            Self::Term(_) => "term",
            Self::User(_) => "user",
            Self::Comment(_) => "comment",
        }
    }

    /// Identifier.
    pub(crate) const fn id(self) -> u64 {
        match self {
            Self::Item(id)
            | Self::Revision { id, .. }
            | Self::Term(id)
            | Self::User(id)
            | Self::Comment(id) => id,
        }
    }
}

impl SiteStore {
    /// The objects of a plan that the model does not have.
    pub(crate) fn created_by(&self, plan: &Plan) -> Result<Vec<LoggedObject>, StoreError> {
        let model = self.model();
        let mut created = Vec::new();
        for object in plan.objects() {
            if !object.is_in(&model)? {
                created.push(object);
            }
        }
        Ok(created)
    }

    /// Enters records that the log lost, if it shows signs of a loss: entries that cannot be read, or records after the last
    /// identifiers that it has. Returns their number. Further losses are named by [`SiteStore::check`].
    ///
    /// # Errors
    /// The table or the blob store fails.
    pub async fn recover_unlogged(&self) -> Result<usize, StoreError> {
        let _guard = self.0.writing.lock().await;
        self.catch_up().await?;
        let shows_loss =
            self.0.lacks_entries.load(Ordering::Relaxed) || self.has_records_beyond_log().await?;
        if !shows_loss || self.model().misses_changes() {
            return Ok(0);
        }
        let records = self.logged_records().await?;
        let lost = self.unlogged(&records, self.locked_model()).await?;
        for part in lost.chunks(AT_ONCE) {
            self.enter(part).await?;
        }
        Ok(lost.len())
    }

    /// Whether there are records with identifiers after the last ones of the log.
    async fn has_records_beyond_log(&self) -> Result<bool, StoreError> {
        let (item, last) = {
            let model = self.model();
            let last = [
                keys::term(self.tenant(), model.next_term() - 1),
                keys::user(self.tenant(), model.next_user() - 1),
                keys::comment(self.tenant(), model.next_comment() - 1),
            ];
            (model.next_content(), last)
        };
        let table = &self.0.parts.table;
        for Key { pk, sk } in last {
            let beyond = Query::after(pk, sk).limit(1);
            if !table.key_page(&beyond, None).await?.keys.is_empty() {
                return Ok(true);
            }
        }
        let next: Vec<Key> = (item..item + PROBED)
            .map(|id| keys::content(self.tenant(), id))
            .collect();
        Ok(!table.present(&next).await?.is_empty())
    }

    /// Keys of all records of objects that the log has.
    pub(crate) async fn logged_records(&self) -> Result<HashSet<Key>, StoreError> {
        let mut found = HashSet::new();
        let mut start = None;
        loop {
            let page = self.0.parts.table.scan_keys(start.as_ref()).await?;
            let keys = page.keys.into_iter();
            found.extend(keys.filter(|key| LoggedObject::at(self.tenant(), key).is_some()));
            start = page.next;
            if start.is_none() {
                return Ok(found);
            }
        }
    }

    /// Enters the records of `objects`, as far as there are any and the log lacks them, as the next entry of the log. Of a record
    /// that cannot be read the identifier is entered. When another writer is first, nothing is entered.
    pub(crate) async fn enter(&self, objects: &[LoggedObject]) -> Result<(), StoreError> {
        let mut plan = Plan::default();
        let head = self.model().head();
        let mut entered = Vec::new();
        for object in objects {
            let (is_known, is_given) = {
                let model = self.model();
                (object.is_in(&model)?, object.is_given(&model))
            };
            if is_known {
                continue;
            }
            match self.plan_record(&mut plan, *object).await {
                Ok(true) => {}
                Err(error) if error.is_damage() && !is_given => plan.change(object.given()),
                Err(error) if !error.is_damage() => return Err(error),
                _ => continue,
            }
            entered.push(*object);
        }
        if !entered.is_empty() && self.try_commit(head + 1, plan, &[]).await? {
            for object in entered {
                tracing::error!(
                    target: "site", severity = "critical", tenant = %self.tenant(),
                    kind = object.noun(), id = object.id(),
                    "a record that the change log had lost is entered again"
                );
            }
        }
        Ok(())
    }

    /// Adds the state in the record of an object to a plan; `false` without a record.
    async fn plan_record(&self, plan: &mut Plan, object: LoggedObject) -> Result<bool, StoreError> {
        let key = object.key(self.tenant());
        let change = match object {
            LoggedObject::Item(_) => {
                let Some(Record { record, .. }) = self.read(&key).await? else {
                    return Ok(false);
                };
                plan.content(self.whole(&record).await?);
                plan.orphan(record.blob());
                return Ok(true);
            }
            LoggedObject::Revision { .. } => {
                let Some(RevisionRecord { record }) = self.read(&key).await? else {
                    return Ok(false);
                };
                plan.revision(self.whole(&record).await?);
                plan.orphan(record.blob());
                return Ok(true);
            }
            LoggedObject::Term(_) => self.read(&key).await?.map(Change::Term),
            LoggedObject::User(_) => self.read(&key).await?.map(Change::User),
            LoggedObject::Comment(_) => self.read(&key).await?.map(Change::Comment),
        };
        let is_there = change.is_some();
        change.into_iter().for_each(|change| plan.change(change));
        Ok(is_there)
    }

    async fn whole<T: DeserializeOwned>(&self, record: &Packed) -> Result<T, StoreError> {
        let unpacked = record.unpack(&*self.0.parts.blobs).await?;
        unpacked.ok_or_else(|| StoreError::unreadable("its blob is missing"))
    }

    /// The objects of `records` that the model lacks, in the order of their creation. Revisions and comments of an item that was
    /// deleted are left out: their records are removed after it.
    pub(crate) async fn unlogged(
        &self,
        records: &HashSet<Key>,
        model: &Mutex<Model>,
    ) -> Result<Vec<LoggedObject>, StoreError> {
        let mut lost = Vec::new();
        for key in records {
            if let Some(object) = LoggedObject::at(self.tenant(), key)
                && !object.is_in(&lock(model))?
            {
                lost.push(object);
            }
        }
        lost.sort_by_key(|object| (object.id(), object.noun()));
        let mut found = Vec::with_capacity(lost.len());
        for object in lost {
            let owner = match object {
                LoggedObject::Revision { parent, .. } => Some(parent),
                LoggedObject::Comment(_) => {
                    match self.read::<Comment>(&object.key(self.tenant())).await {
                        Ok(comment) => comment.map(|comment| comment.post),
                        Err(error) if error.is_damage() => None,
                        Err(error) => return Err(error),
                    }
                }
                _ => None,
            };
            let is_there = match owner {
                Some(owner) => {
                    records.contains(&keys::content(self.tenant(), owner))
                        || lock(model).summary(owner)?.is_some()
                }
                None => true,
            };
            if is_there {
                found.push(object);
            }
        }
        Ok(found)
    }

    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        key: &Key,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.0.parts.table.get(key).await?)
    }
}
