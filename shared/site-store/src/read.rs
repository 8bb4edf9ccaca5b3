//! Reading. Everything here answers from the model as it was last refreshed; only records that are
//! not at hand are read from the store.

use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::collation::name_key;
use crate::comment::{Comment, CommentFilter};
use crate::content::Content;
use crate::error::StoreError;
use crate::filter::{ContentFilter, Listed};
use crate::keys;
use crate::model::Summary;
use crate::packing::Packed;
use crate::revision::{Revision, RevisionSummary};
use crate::settings::Settings;
use crate::store::{SiteStore, lock};
use crate::term::{Term, TermFilter};
use crate::user::{AppPassword, User, UserFilter};

/// A content item of the store. What stands beside the packed record is for people who look at the
/// table.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) kind: Kind,
    pub(crate) slug: String,
    pub(crate) record: Packed,
}

/// A revision of the store.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RevisionRecord {
    pub(crate) record: Packed,
}

impl SiteStore {
    /// A page of content identifiers and the total.
    pub async fn list(&self, filter: &ContentFilter) -> Result<Listed<u64>, StoreError> {
        if filter.search.is_none() {
            return self.model().list(filter);
        }
        // A search looks at every text; other requests must not wait for the thread it takes.
        loop {
            self.load_texts().await?;
            let (store, filter) = (self.clone(), filter.clone());
            let found = tokio::task::spawn_blocking(move || {
                let model = store.model();
                // It may have been replaced by one that has no texts yet.
                model.has_texts().then(|| model.list(&filter))
            })
            .await
            .map_err(|error| StoreError::Model(error.to_string()))?;
            if let Some(found) = found {
                return found;
            }
        }
    }

    /// The item `id`, of whatever kind.
    pub async fn get(&self, id: u64) -> Result<Option<Arc<Content>>, StoreError> {
        Ok(self.get_many(&[id]).await?.pop())
    }

    /// The items `ids`, in that order, without those that do not exist.
    pub async fn get_many(&self, ids: &[u64]) -> Result<Vec<Arc<Content>>, StoreError> {
        let records = self.records(ids).await?;
        let model = self.model();
        records
            .into_iter()
            .flatten()
            .map(|mut record| {
                let mut related = (*record).clone();
                if model.relate(&mut related)? {
                    record = Arc::new(related);
                }
                Ok(record)
            })
            .collect()
    }

    /// The records of `ids` with their relations as they were written.
    async fn records(&self, ids: &[u64]) -> Result<Vec<Option<Arc<Content>>>, StoreError> {
        let mut records = Vec::with_capacity(ids.len());
        let mut missing = Vec::new();
        {
            let model = self.model();
            let mut cache = lock(&self.0.cache);
            for (place, id) in ids.iter().enumerate() {
                let record = match model.summary(*id)? {
                    Some(summary) => {
                        let kept = cache.get(*id, summary.seq);
                        if kept.is_none() {
                            missing.push((place, *id));
                        }
                        kept
                    }
                    None => None,
                };
                records.push(record);
            }
        }
        if missing.is_empty() {
            return Ok(records);
        }
        let keys: Vec<_> = missing
            .iter()
            .map(|(_, id)| keys::content(&self.0.tenant, *id))
            .collect();
        let found: Vec<Option<Record>> = match keys.as_slice() {
            [key] => vec![self.0.parts.table.get(key).await?],
            keys => self.0.parts.table.get_many(keys).await?,
        };
        for ((place, id), record) in missing.into_iter().zip(found) {
            let Some(record) = record else { continue };
            let content = self.unpacked(id, &record).await?;
            if let Some(content) = &content {
                lock(&self.0.cache).put(Arc::clone(content));
            }
            if let Some(slot) = records.get_mut(place) {
                *slot = content;
            }
        }
        Ok(records)
    }

    /// Unpacks a record. When its blob is gone it was rewritten meanwhile and is read again.
    async fn unpacked(&self, id: u64, record: &Record) -> Result<Option<Arc<Content>>, StoreError> {
        let blobs = &*self.0.parts.blobs;
        if let Some(content) = record.record.unpack(blobs).await? {
            return Ok(Some(Arc::new(content)));
        }
        let key = keys::content(&self.0.tenant, id);
        let Some(again) = self.0.parts.table.get::<Record>(&key).await? else {
            return Ok(None);
        };
        match again.record.unpack(blobs).await? {
            Some(content) => Ok(Some(Arc::new(content))),
            None => Err(StoreError::Unreadable(format!("the text of item {id}"))),
        }
    }

    /// What the model knows of an item. Reads nothing.
    pub fn summary(&self, id: u64) -> Result<Option<Summary>, StoreError> {
        self.model().summary(id)
    }

    /// The items with exactly this slug, of every kind and state. Reads nothing.
    pub fn with_slug(&self, slug: &str) -> Result<Vec<u64>, StoreError> {
        self.model().with_slug(slug)
    }

    /// The slug that an item would get if it were published with this text as title or slug.
    /// `id` is the item itself, 0 for one that does not exist yet.
    pub fn free_slug(
        &self,
        kind: Kind,
        parent: u64,
        text: &str,
        id: u64,
    ) -> Result<String, StoreError> {
        let mut wanted = crate::slug::sanitise(text);
        if wanted.is_empty() && id > 0 {
            wanted = id.to_string();
        }
        crate::write::unique_slug(&self.model(), kind, parent, id, &wanted)
    }

    /// The revisions and autosaves of an item, the newest first. Reads nothing.
    pub fn revisions_of(&self, item: u64) -> Vec<Arc<RevisionSummary>> {
        self.model()
            .revisions()
            .newest_first(item)
            .cloned()
            .collect()
    }

    /// How many revisions and autosaves an item has, and the newest of them. Reads nothing.
    pub fn history(&self, item: u64) -> (usize, Option<u64>) {
        self.model().revisions().history(item)
    }

    /// What is known of the revision `id`. Reads nothing.
    pub fn revision(&self, id: u64) -> Option<Arc<RevisionSummary>> {
        self.model().revisions().get(id)
    }

    /// The records of revisions, in that order, without those that are gone meanwhile.
    pub async fn revisions(
        &self,
        which: &[Arc<RevisionSummary>],
    ) -> Result<Vec<Revision>, StoreError> {
        let keys: Vec<_> = which
            .iter()
            .map(|one| keys::revision(&self.0.tenant, one.parent, one.id))
            .collect();
        let found: Vec<Option<RevisionRecord>> = match keys.as_slice() {
            [] => Vec::new(),
            [key] => vec![self.0.parts.table.get(key).await?],
            keys => self.0.parts.table.get_many(keys).await?,
        };
        let mut revisions = Vec::with_capacity(found.len());
        for (known, record) in which.iter().zip(found) {
            let Some(record) = record else { continue };
            let revision: Option<Revision> = record.record.unpack(&*self.0.parts.blobs).await?;
            if let Some(mut revision) = revision {
                // A deleted person's work went to an heir, which the record does not know.
                revision.author = known.author;
                revisions.push(revision);
            }
        }
        Ok(revisions)
    }

    /// The term `id`.
    pub fn term(&self, id: u64) -> Option<Arc<Term>> {
        self.model().term(id)
    }

    /// `terms` in the order of their names, without regard to case and accents.
    pub fn by_name(&self, terms: &[u64]) -> Vec<u64> {
        let model = self.model();
        let name = |id: &u64| model.term(*id).map(|term| name_key(&term.name));
        let mut sorted = terms.to_vec();
        sorted.sort_by_cached_key(name);
        sorted
    }

    /// How many published items carry the term.
    pub fn term_count(&self, id: u64) -> u64 {
        self.model().term_count(id)
    }

    /// A page of terms and the total.
    pub fn terms(
        &self,
        taxonomy: Taxonomy,
        filter: &TermFilter,
    ) -> Result<Listed<Arc<Term>>, StoreError> {
        self.model().list_terms(taxonomy, filter)
    }

    /// The comment `id`.
    pub fn comment(&self, id: u64) -> Option<Arc<Comment>> {
        self.model().comment(id)
    }

    /// A page of comments and the total.
    pub fn comments(&self, filter: &CommentFilter) -> Listed<Arc<Comment>> {
        self.model().list_comments(filter)
    }

    /// Whether a comment has answers that are neither trash nor spam.
    pub fn is_answered(&self, comment: &Comment) -> bool {
        self.model().is_answered(comment)
    }

    /// The user `id`.
    pub fn user(&self, id: u64) -> Option<Arc<User>> {
        self.model().user(id)
    }

    /// The user of this login name or e-mail address.
    pub fn user_by_login(&self, login: &str) -> Option<Arc<User>> {
        self.model().user_by_login(login)
    }

    /// The user of this slug.
    pub fn user_by_slug(&self, slug: &str) -> Option<Arc<User>> {
        let model = self.model();
        model.all_users().find(|user| user.slug == slug).cloned()
    }

    /// A page of users and the total.
    pub fn users(&self, filter: &UserFilter) -> Result<Listed<Arc<User>>, StoreError> {
        self.model().list_users(filter)
    }

    /// Whether a user has a published item of one of these kinds, which makes them public.
    pub fn has_published(&self, user: u64, kinds: &[Kind]) -> Result<bool, StoreError> {
        self.model().has_published(user, kinds)
    }

    /// The application passwords of a user, the oldest first.
    pub fn app_passwords(&self, user: u64) -> Vec<Arc<AppPassword>> {
        self.model().app_passwords(user)
    }

    /// One application password of a user.
    pub fn app_password(&self, user: u64, uuid: Uuid) -> Option<Arc<AppPassword>> {
        self.model().app_password(user, uuid)
    }

    /// The settings.
    pub fn settings(&self) -> Arc<Settings> {
        self.model().settings()
    }

    /// The time zone of the settings.
    pub fn zone(&self) -> TimeZone {
        self.model().zone()
    }

    /// Number of the last change that the model knows: the same number means the same answers.
    pub fn version(&self) -> u64 {
        self.model().head()
    }
}
