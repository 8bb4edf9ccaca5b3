//! Read methods. They answer from the model as of the last refresh; only content records that are not
//! cached are read from the table.

use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use jiff::tz::TimeZone;
use uuid::Uuid;

use crate::collation::name_key;
use crate::comment::{Comment, CommentFilter};
use crate::content::Content;
use crate::error::StoreError;
use crate::filter::{ContentFilter, Listed};
use crate::index::{IndexCount, IndexEntry, IndexMeasure, IndexObject, IndexScope, IndexTask};
use crate::keys;
use crate::lock::lock;
use crate::model::Summary;
use crate::packing::{Record, RevisionRecord};
use crate::revision::{Revision, RevisionSummary};
use crate::settings::Settings;
use crate::snippet::Snippet;
use crate::store::SiteStore;
use crate::term::{Term, TermFilter};
use crate::user::{AppPassword, User, UserFilter};

impl SiteStore {
    /// Page of content identifiers with the total.
    ///
    /// # Errors
    /// [`StoreError::Stopped`] when the list takes more than [`crate::Parts::read_limits`].
    pub async fn list(&self, filter: &ContentFilter) -> Result<Listed<u64>, StoreError> {
        if filter.search.is_some() {
            self.search(filter).await
        } else {
            self.reading().list(filter)
        }
    }

    /// Item `id`, of any kind.
    pub async fn get(&self, id: u64) -> Result<Option<Arc<Content>>, StoreError> {
        let record = self.records(&[id]).await?;
        Ok(self.related_to(record)?.pop())
    }

    /// Items in the order of `ids`; unknown ones are left out, and damaged ones, which events name.
    pub async fn get_many(&self, ids: &[u64]) -> Result<Vec<Arc<Content>>, StoreError> {
        let records = match self.records(ids).await {
            Err(error) if error.is_damage() => self.readable_records(ids).await?,
            records => records?,
        };
        self.related_to(records)
    }

    /// The records of `ids` one by one, without damaged ones.
    async fn readable_records(&self, ids: &[u64]) -> Result<Vec<Option<Arc<Content>>>, StoreError> {
        let mut records = Vec::with_capacity(ids.len());
        for id in ids {
            match self.records(&[*id]).await {
                Err(error) if error.is_damage() => {
                    tracing::error!(target: "site", severity = "critical", tenant = %self.0.tenant, id, "an item is damaged and left out");
                }
                record => records.append(&mut record?),
            }
        }
        Ok(records)
    }

    /// Items with the relations of now.
    fn related_to(
        &self,
        records: Vec<Option<Arc<Content>>>,
    ) -> Result<Vec<Arc<Content>>, StoreError> {
        let model = self.reading();
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

    /// Records of `ids` with the relations that they were written with.
    async fn records(&self, ids: &[u64]) -> Result<Vec<Option<Arc<Content>>>, StoreError> {
        let mut records = Vec::with_capacity(ids.len());
        let mut missing = Vec::new();
        {
            let model = self.reading();
            let mut cache = lock(&self.0.cache);
            for (place, id) in ids.iter().enumerate() {
                let record = match model.summary(*id)? {
                    Some(summary) => {
                        let cached = cache.get(*id, summary.seq);
                        if cached.is_none() {
                            missing.push((place, *id));
                        }
                        cached
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

    /// Unpacks a record. When its blob is gone, the record was rewritten meanwhile and is read again.
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

    /// Summary of an item, from the model.
    pub fn summary(&self, id: u64) -> Result<Option<Summary>, StoreError> {
        self.reading().summary(id)
    }

    /// Items with exactly this slug, of any kind and state, from the model.
    pub fn with_slug(&self, slug: &str) -> Result<Vec<u64>, StoreError> {
        self.reading().with_slug(slug)
    }

    /// Items that readers found under this slug before ([`Content::former_slugs`]).
    ///
    /// # Errors
    /// The read model fails.
    pub fn with_former_slug(&self, slug: &str) -> Result<Vec<u64>, StoreError> {
        self.reading().with_former_slug(slug)
    }

    /// Published posts and pages whose slug begins with `start`, at most `limit`, those with the shortest slug first.
    ///
    /// # Errors
    /// The read model fails.
    pub fn with_slug_start(&self, start: &str, limit: u32) -> Result<Vec<u64>, StoreError> {
        self.reading().with_slug_start(start, limit)
    }

    /// Slug that an item would get if it were published with this text as title or slug. `id` is the
    /// item itself, 0 for a new one.
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
        crate::write::unique_slug(&self.reading(), kind, parent, id, &wanted)
    }

    /// Revisions and autosaves of an item, newest first, from the model.
    pub fn revisions_of(&self, item: u64) -> Vec<Arc<RevisionSummary>> {
        self.reading()
            .revisions()
            .newest_first(item)
            .cloned()
            .collect()
    }

    /// Number of revisions and autosaves of an item, and the newest, from the model.
    pub fn history(&self, item: u64) -> (usize, Option<u64>) {
        self.reading().revisions().history(item)
    }

    /// Summary of revision `id`, from the model.
    pub fn revision(&self, id: u64) -> Option<Arc<RevisionSummary>> {
        self.reading().revisions().get(id)
    }

    /// Records of revisions, in the given order; deleted ones are left out.
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
                // When a user is deleted, only the model moves their work to the heir.
                revision.author = known.author;
                revisions.push(revision);
            }
        }
        Ok(revisions)
    }

    /// Term `id`.
    pub fn term(&self, id: u64) -> Option<Arc<Term>> {
        self.reading().term(id)
    }

    /// `terms` ordered by name, ignoring case and accents.
    pub fn by_name(&self, terms: &[u64]) -> Vec<u64> {
        let model = self.reading();
        let name = |id: &u64| model.term(*id).map(|term| name_key(&term.name));
        let mut sorted = terms.to_vec();
        sorted.sort_by_cached_key(name);
        sorted
    }

    /// Number of published items with the term.
    pub fn term_count(&self, id: u64) -> u64 {
        self.reading().term_count(id)
    }

    /// Page of terms with the total.
    pub fn terms(
        &self,
        taxonomy: Taxonomy,
        filter: &TermFilter,
    ) -> Result<Listed<Arc<Term>>, StoreError> {
        self.reading().list_terms(taxonomy, filter)
    }

    /// Comment `id`.
    pub fn comment(&self, id: u64) -> Option<Arc<Comment>> {
        self.reading().comment(id)
    }

    /// Page of comments with the total.
    pub fn comments(&self, filter: &CommentFilter) -> Listed<Arc<Comment>> {
        self.reading().list_comments(filter)
    }

    /// Whether a comment has replies that are neither in the trash nor spam.
    pub fn is_answered(&self, comment: &Comment) -> bool {
        self.reading().is_answered(comment)
    }

    /// User `id`.
    pub fn user(&self, id: u64) -> Option<Arc<User>> {
        self.reading().user(id)
    }

    /// User with this login name or e-mail address.
    pub fn user_by_login(&self, login: &str) -> Option<Arc<User>> {
        self.reading().user_by_login(login)
    }

    /// User with this slug.
    pub fn user_by_slug(&self, slug: &str) -> Option<Arc<User>> {
        let model = self.reading();
        model.all_users().find(|user| user.slug == slug).cloned()
    }

    /// Page of users with the total.
    pub fn users(&self, filter: &UserFilter) -> Result<Listed<Arc<User>>, StoreError> {
        self.reading().list_users(filter)
    }

    /// Whether a user has a published item of one of these kinds, which makes the user public.
    pub fn has_published(&self, user: u64, kinds: &[Kind]) -> Result<bool, StoreError> {
        self.reading().has_published(user, kinds)
    }

    /// Application passwords of a user, oldest first.
    pub fn app_passwords(&self, user: u64) -> Vec<Arc<AppPassword>> {
        self.reading().app_passwords(user)
    }

    /// Application password of a user.
    pub fn app_password(&self, user: u64, uuid: Uuid) -> Option<Arc<AppPassword>> {
        self.reading().app_password(user, uuid)
    }

    /// The code snippets, by identifier.
    pub fn snippets(&self) -> Vec<Arc<Snippet>> {
        self.reading().snippets().cloned().collect()
    }

    /// Code snippet `id`.
    pub fn snippet(&self, id: u64) -> Option<Arc<Snippet>> {
        self.reading().snippet(id)
    }

    /// Identifiers of the next texts, or terms, for which a task of the index is left, newest first.
    pub fn index_work(
        &self,
        task: IndexTask,
        of_terms: bool,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        self.reading().index_work(task, of_terms, limit)
    }

    /// What is stored of the record of an object in the index.
    pub fn index_entry(&self, object: IndexObject) -> Result<Option<IndexEntry>, StoreError> {
        self.reading().index_entry(object)
    }

    /// Published texts of a kind by score, without those of count 0. Reads no texts.
    pub fn index_counts(
        &self,
        scope: IndexScope,
        kind: Kind,
        measure: IndexMeasure,
    ) -> Result<Vec<IndexCount>, StoreError> {
        self.reading().index_counts(scope, kind, measure)
    }

    /// Published texts of a kind, and of a category if one is given, by identifier, with their scores. By those for
    /// search engines without the texts that these shall not show.
    pub fn index_scores(
        &self,
        category: Option<u64>,
        kind: Kind,
        measure: IndexMeasure,
    ) -> Result<Vec<(u64, Option<u32>)>, StoreError> {
        self.reading().index_scores(category, kind, measure)
    }

    /// Identifiers of at most `limit` indexed texts with a focus keyword, newest first. Texts in the trash are left out.
    pub fn index_with_phrase(&self, limit: usize) -> Result<Vec<u64>, StoreError> {
        self.reading().index_with_phrase(limit)
    }

    /// Published texts without password whose title contains `search`, ignoring case and accents; the last changed
    /// first.
    pub fn published_texts(
        &self,
        kind: Kind,
        search: &str,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        self.reading().published_texts(kind, search, limit)
    }

    /// The settings.
    pub fn settings(&self) -> Arc<Settings> {
        self.reading().settings()
    }

    /// The time zone of the settings.
    pub fn zone(&self) -> TimeZone {
        self.reading().zone()
    }

    /// Number of the last change in the model: equal numbers mean equal answers.
    pub fn version(&self) -> u64 {
        self.reading().head()
    }
}
