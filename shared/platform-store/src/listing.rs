//! List of posts with any combination of filters and an exact total. An in-memory model follows a
//! change log to which every save of a post appends its row; listing costs one small query, usually
//! empty, for the new log entries.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use domain::platform::approval::Label;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::{Post, PostStatus};
use items::{ItemsError, Write, retry_on_conflict};
use jiff::Timestamp;
use journal::Journal;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use crate::PlatformStore;

/// Row of a post in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostRow {
    /// Identifier.
    pub id: PostId,
    /// Owner.
    pub user_id: UserId,
    /// Site.
    pub site_id: SiteId,
    /// Title.
    pub title: String,
    /// Workflow state.
    pub status: PostStatus,
    /// Approval label, derived from rounds and decisions.
    pub approval: Option<Label>,
    /// Whether title, body, FAQ or image changed after the client approved them.
    #[serde(default)]
    pub changed_after_approval: bool,
    /// Planned time of publication.
    pub scheduled_at: Option<Timestamp>,
    /// Time of publication.
    pub published_at: Option<Timestamp>,
    /// URL of the post on its host.
    pub host_post_url: Option<String>,
    /// Time of the soft deletion.
    pub deleted_at: Option<Timestamp>,
    /// User who deleted it.
    pub deleted_by: Option<UserId>,
    /// Version number of title and body.
    pub version: u64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last edit by a user.
    pub updated_at: Timestamp,
}

impl From<&Post> for PostRow {
    fn from(post: &Post) -> Self {
        Self {
            id: post.id,
            user_id: post.user_id,
            site_id: post.site_id,
            title: post.fields.title.clone(),
            status: post.status,
            approval: post.approval_label(),
            changed_after_approval: post.changed_after_approval(),
            scheduled_at: post.scheduled_at,
            published_at: post.published_at,
            host_post_url: post.host_post_url.clone(),
            deleted_at: post.deleted_at,
            deleted_by: post.deleted_by,
            version: post.version,
            created_at: post.created_at,
            updated_at: post.updated_at,
        }
    }
}

/// Filter of a list; all members that are set must match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostFilter {
    /// Only posts of these sites.
    pub sites: Option<Vec<SiteId>>,
    /// Only posts of this owner.
    pub user: Option<UserId>,
    /// Only posts in this state.
    pub status: Option<PostStatus>,
    /// Only posts with this approval label.
    pub approval: Option<Label>,
    /// Only posts whose title contains this text, ignoring case.
    pub title: Option<String>,
}

impl PostFilter {
    fn matches(&self, row: &PostRow, title: Option<&str>) -> bool {
        row.deleted_at.is_none()
            && self
                .sites
                .as_ref()
                .is_none_or(|sites| sites.contains(&row.site_id))
            && self.user.is_none_or(|user| user == row.user_id)
            && self.status.is_none_or(|status| status == row.status)
            && self
                .approval
                .is_none_or(|label| row.approval == Some(label))
            && title.is_none_or(|title| row.title.to_lowercase().contains(title))
    }
}

#[derive(Debug, Default)]
struct Model {
    seq: u64,
    rows: BTreeMap<(Reverse<Timestamp>, Reverse<PostId>), PostRow>,
    places: HashMap<PostId, Timestamp>,
}

impl Model {
    fn take(&mut self, seq: u64, row: PostRow) {
        self.seq = seq;
        if let Some(at) = self.places.insert(row.id, row.updated_at) {
            self.rows.remove(&(Reverse(at), Reverse(row.id)));
        }
        self.rows
            .insert((Reverse(row.updated_at), Reverse(row.id)), row);
    }
}

#[derive(Debug)]
pub(crate) struct PostList {
    journal: Journal,
    model: Mutex<Model>,
}

impl PostList {
    pub(crate) fn new(journal: Journal) -> Self {
        Self {
            journal,
            model: Mutex::default(),
        }
    }

    async fn catch_up(&self, model: &mut Model) -> Result<(), ItemsError> {
        for change in self.journal.after::<PostRow>(model.seq).await? {
            model.take(change.seq, change.what);
        }
        Ok(())
    }
}

impl PlatformStore {
    /// Page of the posts that match `filter`, most recently edited first: at most `take` after the
    /// first `skip`, with the total number of matches.
    pub async fn list_posts(
        &self,
        filter: &PostFilter,
        skip: usize,
        take: usize,
    ) -> Result<(Vec<PostRow>, u64), ItemsError> {
        let mut model = self.posts.model.lock().await;
        self.posts.catch_up(&mut model).await?;
        let title = filter.title.as_ref().map(|title| title.to_lowercase());
        let mut total = 0;
        let mut rows = Vec::new();
        for row in model
            .rows
            .values()
            .filter(|row| filter.matches(row, title.as_deref()))
        {
            if total >= skip && rows.len() < take {
                rows.push(row.clone());
            }
            total += 1;
        }
        Ok((rows, total as u64))
    }

    /// Commits `writes` together with the log entry of `post`. Indices in a returned
    /// [`ItemsError::Conflict`] refer to `writes`, without the log entry.
    pub(crate) async fn commit_post(
        &self,
        post: &Post,
        writes: Vec<Write>,
    ) -> Result<(), ItemsError> {
        let row = PostRow::from(post);
        let (row, writes) = (&row, &writes);
        retry_on_conflict(|| async move {
            let mut model = self.posts.model.lock().await;
            let seq = model.seq + 1;
            let mut all = vec![self.posts.journal.append(seq, row)?];
            all.extend(writes.iter().cloned());
            match self.table.transact(all).await {
                Ok(()) => {
                    model.take(seq, row.clone());
                    Ok(Some(()))
                }
                Err(ItemsError::Conflict { failed }) => {
                    let own: Vec<usize> = failed
                        .iter()
                        .filter_map(|place| place.checked_sub(1))
                        .collect();
                    if !own.is_empty() {
                        return Err(ItemsError::Conflict { failed: own });
                    }
                    self.posts.catch_up(&mut model).await?;
                    Ok(None)
                }
                Err(error) => Err(error),
            }
        })
        .await
    }
}
