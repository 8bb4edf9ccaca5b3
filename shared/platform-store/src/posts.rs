//! Posts and their versions.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::platform::event::ContentEvent;
use domain::platform::id::{PostId, SiteId};
use domain::platform::month::Month;
use domain::platform::post::{CountedInReports, Post, PostVersion};
use items::{Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::PlatformStore;
use crate::events::writes_of_save;
use crate::idempotency::{Claim, Work};
use crate::reports::{ReportEvent, report_write};
use crate::sites::{site_key, site_posts_key};

/// Kind of the scheduled posts' entries in the index of due records, see [`Post::due_at`].
const DUE_POST: &str = "SCHEDULED_POST";

/// Stored form of a version, with a compressed body.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredVersion {
    number: u64,
    title: String,
    #[serde(with = "items::packed")]
    body: String,
    user_id: domain::platform::id::UserId,
    created_at: jiff::Timestamp,
}

/// Version of a post without its body, for lists. It is a record of its own because DynamoDB reads and
/// bills whole records: listing versions would otherwise cost as much as reading their bodies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionHead {
    /// Version number, from 1 without gaps.
    pub number: u64,
    /// Title.
    pub title: String,
    /// User who made the edit.
    pub user_id: domain::platform::id::UserId,
    /// Time of the edit.
    pub created_at: jiff::Timestamp,
}

impl From<&PostVersion> for VersionHead {
    fn from(version: &PostVersion) -> Self {
        Self {
            number: version.number,
            title: version.title.clone(),
            user_id: version.user_id,
            created_at: version.created_at,
        }
    }
}

impl From<&PostVersion> for StoredVersion {
    fn from(version: &PostVersion) -> Self {
        Self {
            number: version.number,
            title: version.title.clone(),
            body: version.body.clone(),
            user_id: version.user_id,
            created_at: version.created_at,
        }
    }
}

impl From<StoredVersion> for PostVersion {
    fn from(version: StoredVersion) -> Self {
        Self {
            number: version.number,
            title: version.title,
            body: version.body,
            user_id: version.user_id,
            created_at: version.created_at,
        }
    }
}

/// Change of one post with everything that is written in the same transaction.
#[derive(Debug, Clone)]
pub struct PostChange {
    /// The post after the change. [`PlatformStore::save_post`] sets its `revision`.
    pub post: Post,
    /// Revision on which the change is based.
    pub from_revision: u64,
    /// New version, when a user edited title or body.
    pub version: Option<PostVersion>,
    /// Events to record.
    pub events: Vec<ContentEvent>,
    /// Further writes of the transaction.
    pub also: Vec<Write>,
    claim: Claim,
    work: Work,
}

impl PostChange {
    /// Change of `post`, as it was read, by `alter`.
    pub fn of(post: &Post, alter: impl FnOnce(&mut Post)) -> Self {
        let mut changed = post.clone();
        alter(&mut changed);
        Self {
            post: changed,
            from_revision: post.revision,
            version: None,
            events: Vec::new(),
            also: Vec::new(),
            claim: Claim::none(),
            work: Work::Post(post.id),
        }
    }

    /// Runs the change under the idempotency key of `claim`.
    #[must_use]
    pub fn under(mut self, claim: &Claim) -> Self {
        self.claim = claim.clone();
        self
    }

    /// Records `work` under the idempotency key instead of the changed post.
    #[must_use]
    pub const fn doing(mut self, work: Work) -> Self {
        self.work = work;
        self
    }

    /// Adds an event.
    #[must_use]
    pub fn event(mut self, event: ContentEvent) -> Self {
        self.events.push(event);
        self
    }

    /// Adds writes to the transaction.
    #[must_use]
    pub fn also_all(mut self, writes: impl IntoIterator<Item = Write>) -> Self {
        self.also.extend(writes);
        self
    }

    /// Adds a write to the transaction.
    #[must_use]
    pub fn also(mut self, write: Write) -> Self {
        self.also.push(write);
        self
    }
}

pub(crate) fn key(id: PostId) -> Key {
    Key::new(format!("POST#{id}"), "POST")
}

pub(crate) fn version_key(id: PostId, number: u64) -> Key {
    Key::new(format!("POST#{id}"), format!("V#{number:08}"))
}

fn head_key(id: PostId, number: u64) -> Key {
    Key::new(format!("POST#{id}"), format!("VHEAD#{number:08}"))
}

pub(crate) fn entry(post: &Post) -> Result<Entry, ItemsError> {
    let entry = Entry::new(key(post.id), post)?.revision(post.revision);
    Ok(match post.due_at() {
        Some(at) => entry.due(DUE_POST, at.as_second()),
        None => entry,
    })
}

/// Digest of what the client approves: title, body and FAQ.
fn content_digest(post: &Post, version: &PostVersion) -> Result<String, ItemsError> {
    let faq = serde_json::to_vec(&post.fields.faq_data)
        .map_err(|error| ItemsError::Defect(error.to_string()))?;
    let mut hash = Sha256::new();
    for part in [version.title.as_bytes(), version.body.as_bytes(), &faq] {
        // The length prefix keeps the boundary between two parts unambiguous.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    Ok(URL_SAFE_NO_PAD.encode(hash.finalize()))
}

fn version_write(id: PostId, version: &PostVersion) -> Result<Write, ItemsError> {
    let entry = Entry::new(
        version_key(id, version.number),
        &StoredVersion::from(version),
    )?;
    Ok(Write::Put(entry, Condition::Absent))
}

fn head_write(id: PostId, version: &PostVersion) -> Result<Write, ItemsError> {
    let entry = Entry::new(head_key(id, version.number), &VersionHead::from(version))?;
    // The version's own write in the same transaction carries the condition.
    Ok(Write::Put(entry, Condition::Any))
}

impl PlatformStore {
    /// Allocates the identifier of a new post.
    pub async fn next_post_id(&self) -> Result<PostId, ItemsError> {
        self.table.next_id("posts").await.map(PostId)
    }

    /// The identifier that was allocated last; 0 before the first post.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn last_post_id(&self) -> Result<u64, ItemsError> {
        self.table.last_id("posts").await
    }

    /// Writes a new post with its first version, and counts it in the report of its month in UTC.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`]; a conflict at index 3 means that the site does not exist.
    pub async fn create_post(
        &self,
        post: &Post,
        version: &PostVersion,
        events: &[ContentEvent],
    ) -> Result<(), ItemsError> {
        let month = Month::of(post.created_at, &TimeZone::UTC);
        self.create_post_under(&Claim::none(), post, version, events, month)
            .await
    }

    /// Like [`PlatformStore::create_post`], under the idempotency key of `claim`; `month` is the month of
    /// the creation in the platform's time zone.
    pub async fn create_post_under(
        &self,
        claim: &Claim,
        post: &Post,
        version: &PostVersion,
        events: &[ContentEvent],
        month: Month,
    ) -> Result<(), ItemsError> {
        let post = &Post {
            content_digest: Some(content_digest(post, version)?),
            counted: CountedInReports {
                created: true,
                ..post.counted
            },
            ..post.clone()
        };
        let mut writes = vec![
            Write::Put(entry(post)?, Condition::Absent),
            version_write(post.id, version)?,
            Write::Add {
                key: site_posts_key(post.site_id),
                by: 1,
                floor: None,
            },
            Write::Check(site_key(post.site_id), Condition::Present),
            head_write(post.id, version)?,
            report_write(post.site_id, month, ReportEvent::Created),
        ];
        writes.extend(writes_of_save(events, post.revision)?);
        writes.extend(claim.write(Work::Post(post.id))?);
        self.commit_post(post, writes).await
    }

    /// Post `id`, soft-deleted or not.
    pub async fn post(&self, id: PostId) -> Result<Option<Post>, ItemsError> {
        self.table.get(&key(id)).await
    }

    /// Posts in the order of `ids`, `None` for unknown ones.
    pub async fn posts_by_id(&self, ids: &[PostId]) -> Result<Vec<Option<Post>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|id| key(*id)).collect();
        self.table.get_many(&keys).await
    }

    /// Saves a change of a post and returns the post with its new revision.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`]: index 0 means that the post changed after it was read; indices from 1
    /// refer to `also`.
    pub async fn save_post(&self, change: PostChange) -> Result<Post, ItemsError> {
        let mut post = change.post;
        post.revision = change.from_revision + 1;
        if let Some(version) = &change.version {
            post.content_digest = Some(content_digest(&post, version)?);
        }
        let mut writes = vec![Write::Put(
            entry(&post)?,
            Condition::Revision(change.from_revision),
        )];
        writes.extend(change.also);
        if let Some(version) = &change.version {
            writes.push(version_write(post.id, version)?);
            writes.push(head_write(post.id, version)?);
        }
        writes.extend(writes_of_save(&change.events, post.revision)?);
        writes.extend(change.claim.write(change.work)?);
        self.commit_post(&post, writes).await?;
        Ok(post)
    }

    /// Writes that move `post` to the site `to` in the sites' counters of posts and, in the month of its
    /// creation in `zone`, in the reports; empty when it belongs to that site.
    pub fn site_move_writes(post: &Post, to: SiteId, zone: &TimeZone) -> Vec<Write> {
        let from = post.site_id;
        if from == to {
            return Vec::new();
        }
        let mut writes = vec![
            Write::Add {
                key: site_posts_key(from),
                by: -1,
                floor: Some(0),
            },
            Write::Add {
                key: site_posts_key(to),
                by: 1,
                floor: None,
            },
        ];
        if post.counted.created {
            let month = Month::of(post.created_at, zone);
            writes.push(report_write(from, month, ReportEvent::MovedAway));
            writes.push(report_write(to, month, ReportEvent::Created));
        }
        writes
    }

    /// Version `number` of a post.
    pub async fn post_version(
        &self,
        id: PostId,
        number: u64,
    ) -> Result<Option<PostVersion>, ItemsError> {
        let stored: Option<StoredVersion> = self.table.get(&version_key(id, number)).await?;
        Ok(stored.map(Into::into))
    }

    /// Versions of a post from number `oldest` to `newest` without their bodies, newest first.
    pub async fn post_version_heads(
        &self,
        id: PostId,
        oldest: u64,
        newest: u64,
    ) -> Result<Vec<VersionHead>, ItemsError> {
        if newest < oldest {
            return Ok(Vec::new());
        }
        let (from, to) = (head_key(id, oldest), head_key(id, newest));
        let query = Query::between(from.pk, from.sk, to.sk).newest_first();
        let mut heads: Vec<VersionHead> = self.table.query(&query).await?;
        // Versions written by earlier releases have no head record.
        let missing: Vec<Key> = (oldest..=newest)
            .filter(|number| !heads.iter().any(|head| head.number == *number))
            .map(|number| version_key(id, number))
            .collect();
        if !missing.is_empty() {
            let stored: Vec<Option<VersionHead>> = self.table.get_many(&missing).await?;
            heads.extend(stored.into_iter().flatten());
            heads.sort_by_key(|head| std::cmp::Reverse(head.number));
        }
        Ok(heads)
    }

    /// Page of the scheduled posts due by `now`, earliest first: at most `limit`, starting at `start`.
    pub async fn due_posts(
        &self,
        now: jiff::Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Post>, ItemsError> {
        let query = Query::due(DUE_POST, now.as_second()).limit(limit);
        self.table.batch(&query, start).await
    }
}
