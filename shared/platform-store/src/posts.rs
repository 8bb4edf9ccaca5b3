//! Posts and their versions.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::event::ContentEvent;
use domain::id::PostId;
use domain::post::{Post, PostVersion};
use items::{Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::PlatformStore;
use crate::events::event_write;
use crate::idempotency::{Claim, Work};
use crate::sites::{site_key, site_posts_key};

/// Kind of the due entries of scheduled posts, see [`Post::due_at`].
const DUE_POST: &str = "SCHEDULED_POST";

/// A version as it is stored: the body packed.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct StoredVersion {
    number: u64,
    title: String,
    #[serde(with = "items::packed")]
    body: String,
    user_id: domain::id::UserId,
    created_at: jiff::Timestamp,
}

/// A version without its body, as lists show it. It is a record of its own, because the store reads, and
/// bills, whole records: a list of versions must not cost, or weigh, what their bodies do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionHead {
    /// From 1, without gaps.
    pub number: u64,
    /// Title.
    pub title: String,
    /// Who made the edit.
    pub user_id: domain::id::UserId,
    /// When.
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

/// A change of one post and what happens with it, all or nothing.
#[derive(Debug, Clone)]
pub struct PostChange {
    /// The post after the change. Its `revision` is set by the save.
    pub post: Post,
    /// The revision the change was made from.
    pub from_revision: u64,
    /// The new version, when a person edited title or body.
    pub version: Option<PostVersion>,
    /// What is told of it.
    pub events: Vec<ContentEvent>,
    /// What else is written with it.
    pub also: Vec<Write>,
    claim: Claim,
    work: Work,
}

impl PostChange {
    /// A change of `post`, as it was read, to what `alter` makes of it.
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

    /// Made by the request of `claim`, whose work it is.
    #[must_use]
    pub fn under(mut self, claim: &Claim) -> Self {
        self.claim = claim.clone();
        self
    }

    /// The work of the request is `work`, not the changed post.
    #[must_use]
    pub const fn doing(mut self, work: Work) -> Self {
        self.work = work;
        self
    }

    /// Told as `event`.
    #[must_use]
    pub fn event(mut self, event: ContentEvent) -> Self {
        self.events.push(event);
        self
    }

    /// Together with `write`.
    #[must_use]
    pub fn also(mut self, write: Write) -> Self {
        self.also.push(write);
        self
    }
}

fn key(id: PostId) -> Key {
    Key::new(format!("POST#{id}"), "POST")
}

fn version_key(id: PostId, number: u64) -> Key {
    Key::new(format!("POST#{id}"), format!("V#{number:08}"))
}

fn head_key(id: PostId, number: u64) -> Key {
    Key::new(format!("POST#{id}"), format!("VHEAD#{number:08}"))
}

fn entry(post: &Post) -> Result<Entry, ItemsError> {
    let entry = Entry::new(key(post.id), post)?.revision(post.revision);
    Ok(match post.due_at() {
        Some(at) => entry.due(DUE_POST, at.as_second()),
        None => entry,
    })
}

/// The digest of what the client reads: title, body and FAQ.
fn content_digest(post: &Post, version: &PostVersion) -> Result<String, ItemsError> {
    let faq = serde_json::to_vec(&post.fields.faq_data)
        .map_err(|error| ItemsError::Defect(error.to_string()))?;
    let mut hash = Sha256::new();
    for part in [version.title.as_bytes(), version.body.as_bytes(), &faq] {
        // The length keeps one part from running into the next.
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
    // The version's own write, in the same transaction, is the one that meets a conflict.
    Ok(Write::Put(entry, Condition::Any))
}

impl PlatformStore {
    /// The next post's identifier.
    pub async fn next_post_id(&self) -> Result<PostId, ItemsError> {
        self.table.next_id("posts").await.map(PostId)
    }

    /// Writes a new post with its first version. A conflict at place 3 means that its site is gone.
    pub async fn create_post(
        &self,
        post: &Post,
        version: &PostVersion,
        events: &[ContentEvent],
    ) -> Result<(), ItemsError> {
        self.create_post_under(&Claim::none(), post, version, events)
            .await
    }

    /// The same, by the request of `claim`.
    pub async fn create_post_under(
        &self,
        claim: &Claim,
        post: &Post,
        version: &PostVersion,
        events: &[ContentEvent],
    ) -> Result<(), ItemsError> {
        let post = &Post {
            content_digest: Some(content_digest(post, version)?),
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
        ];
        for event in events {
            writes.push(event_write(event)?);
        }
        writes.extend(claim.write(Work::Post(post.id))?);
        self.commit_post(post, writes).await
    }

    /// The post, deleted or not.
    pub async fn post(&self, id: PostId) -> Result<Option<Post>, ItemsError> {
        self.table.get(&key(id)).await
    }

    /// The posts, in the order of `ids`; none where there is none.
    pub async fn posts_by_id(&self, ids: &[PostId]) -> Result<Vec<Option<Post>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|id| key(*id)).collect();
        self.table.get_many(&keys).await
    }

    /// Saves a change of a post. A conflict at place 0 means that somebody else changed the post
    /// since it was read; later places are those of `also`, from 1.
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
        for event in &change.events {
            writes.push(event_write(event)?);
        }
        writes.extend(change.claim.write(change.work)?);
        self.commit_post(&post, writes).await?;
        Ok(post)
    }

    /// The writes that move a post from one site to another, for the count of posts a site has.
    pub fn site_move_writes(from: domain::id::SiteId, to: domain::id::SiteId) -> Vec<Write> {
        if from == to {
            return Vec::new();
        }
        vec![
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
        ]
    }

    /// One version of a post.
    pub async fn post_version(
        &self,
        id: PostId,
        number: u64,
    ) -> Result<Option<PostVersion>, ItemsError> {
        let stored: Option<StoredVersion> = self.table.get(&version_key(id, number)).await?;
        Ok(stored.map(Into::into))
    }

    /// The heads of the versions of a post from number `oldest` to `newest`, newest first.
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
        // Versions that were written before heads were kept have none.
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

    /// Scheduled posts that the tick must look at by `now`, earliest first: at most `limit`, from `start` on.
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
