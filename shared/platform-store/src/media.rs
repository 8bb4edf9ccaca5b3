//! Images of posts. The newest image of a post is its featured image, except those inside its text, which are listed apart. Adding or removing an image also
//! writes the post's `featured_media_id` in the same transaction, so the two always agree.

use domain::platform::id::{MediaId, PostId};
use domain::platform::media::{Media, StagedUpload};
use domain::platform::post::Post;
use items::{Condition, Contention, Entry, ItemsError, Key, Query, Write, retry_on_conflict};

use crate::PlatformStore;
use crate::idempotency::{Claim, Work};
use crate::posts::PostChange;
use crate::uploads::completion;

/// Why an image was not written.
#[derive(Debug, thiserror::Error)]
pub enum MediaWriteError {
    /// The post does not exist.
    #[error("there is no such post")]
    NoPost,
    /// The post is soft-deleted.
    #[error("the post is deleted")]
    PostDeleted,
    /// The upload already became an image.
    #[error("the upload was completed before")]
    UploadUsed,
    /// Another request changed or removed the image first.
    #[error("another request changed or removed the picture")]
    Stale,
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl From<Contention> for MediaWriteError {
    fn from(_: Contention) -> Self {
        Self::Stale
    }
}

fn key(id: MediaId) -> Key {
    Key::new(format!("MEDIA#{id}"), "MEDIA")
}

/// Lists of a post's images, of which one has each.
const LISTS: [&str; 2] = ["MEDIA", "TEXTMEDIA"];

/// Key of the record in the post's partition that lists the image.
fn pointer_key(media: &Media) -> Key {
    let [featured, in_text] = LISTS;
    let list = if media.in_text { in_text } else { featured };
    listed_key(media.content_id, media.id, list)
}

fn listed_key(post: PostId, id: MediaId, list: &str) -> Key {
    Key::new(format!("POST#{post}"), format!("{list}#{:020}", id.0))
}

fn record(media: &Media) -> Result<Entry, ItemsError> {
    Ok(Entry::new(key(media.id), media)?.revision(media.version))
}

/// Change of `post` that adds `media`: three writes, of which the first fails when the post changed after it was read.
pub(crate) fn addition(post: &Post, media: &Media) -> Result<PostChange, ItemsError> {
    let pointer = Entry::new(pointer_key(media), &media.id)?;
    Ok(PostChange::of(post, |post| {
        if !media.in_text {
            post.featured_media_id = post.featured_media_id.max(Some(media.id));
        }
    })
    .also(Write::Put(record(media)?, Condition::Absent))
    .also(Write::Put(pointer, Condition::Any)))
}

impl PlatformStore {
    /// Allocates the identifier of a new image.
    pub async fn next_media_id(&self) -> Result<MediaId, ItemsError> {
        self.table.next_id("MEDIA").await.map(MediaId)
    }

    /// Image `id`.
    pub async fn media(&self, id: MediaId) -> Result<Option<Media>, ItemsError> {
        self.table.get(&key(id)).await
    }

    /// Images `ids`, in that order.
    pub(crate) async fn media_of(&self, ids: &[MediaId]) -> Result<Vec<Option<Media>>, ItemsError> {
        let keys: Vec<_> = ids.iter().copied().map(key).collect();
        self.table.get_many(&keys).await
    }

    /// Whether a post lists an image, whether or not the image has a record.
    pub(crate) async fn is_listed(&self, post: PostId, id: MediaId) -> Result<bool, ItemsError> {
        let keys = LISTS.map(|list| listed_key(post, id, list));
        let found: Vec<Option<MediaId>> = self.table.get_many(&keys).await?;
        Ok(found.iter().any(Option::is_some))
    }

    /// Images of a post, newest first, without those inside its text.
    pub async fn post_media(&self, post: PostId) -> Result<Vec<Media>, ItemsError> {
        let ids = self.post_media_ids(post).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.media_of(&ids).await?;
        Ok(found.into_iter().flatten().collect())
    }

    async fn post_media_ids(&self, post: PostId) -> Result<Vec<MediaId>, ItemsError> {
        let query = Query::prefix(format!("POST#{post}"), "MEDIA#").newest_first();
        self.table.query(&query).await
    }

    pub(crate) async fn open_post(&self, id: PostId) -> Result<Post, MediaWriteError> {
        let post = self.post(id).await?.ok_or(MediaWriteError::NoPost)?;
        if post.is_deleted() {
            return Err(MediaWriteError::PostDeleted);
        }
        Ok(post)
    }

    /// Adds an image to its post and makes it the featured image unless it is one inside the text or the post has a newer
    /// one.
    ///
    /// # Errors
    /// [`MediaWriteError::NoPost`] and [`MediaWriteError::PostDeleted`].
    pub async fn add_media(&self, media: &Media) -> Result<Post, MediaWriteError> {
        self.add(media, None, &Claim::none()).await
    }

    /// Like [`PlatformStore::add_media`], under the idempotency key of `claim`.
    ///
    /// # Errors
    /// As [`PlatformStore::add_media`].
    pub async fn add_media_under(
        &self,
        claim: &Claim,
        media: &Media,
    ) -> Result<Post, MediaWriteError> {
        self.add(media, None, claim).await
    }

    /// Adds the image made from an upload, and records its identifier in the upload.
    ///
    /// # Errors
    /// As [`PlatformStore::add_media`], and [`MediaWriteError::UploadUsed`].
    pub async fn add_uploaded_media(
        &self,
        media: &Media,
        upload: &StagedUpload,
    ) -> Result<Post, MediaWriteError> {
        self.add(media, Some(upload), &Claim::none()).await
    }

    async fn add(
        &self,
        media: &Media,
        upload: Option<&StagedUpload>,
        claim: &Claim,
    ) -> Result<Post, MediaWriteError> {
        retry_on_conflict(|| async {
            let post = self.open_post(media.content_id).await?;
            let mut change = addition(&post, media)?
                .under(claim)
                .doing(Work::Media(media.id));
            if let Some(upload) = upload {
                change = change.also(completion(upload, media.id)?);
            }
            match self.save_post(change).await {
                Err(error) if upload.is_some() && error.failed_at(3) => {
                    Err(MediaWriteError::UploadUsed)
                }
                Err(error) if error.failed_at(0) => Ok(None),
                done => Ok(Some(done?)),
            }
        })
        .await
    }

    /// Replaces the image `before` by `after`, whose version is one higher.
    ///
    /// # Errors
    /// [`MediaWriteError::Stale`] when `before` is not the stored version any more.
    pub async fn update_media(&self, before: &Media, after: &Media) -> Result<(), MediaWriteError> {
        let condition = Condition::Revision(before.version);
        match self.table.put(record(after)?, condition).await {
            Err(error) if error.is_conflict() => Err(MediaWriteError::Stale),
            done => Ok(done?),
        }
    }

    /// Removes an image; the newest remaining one becomes the featured image. The caller deletes the
    /// files.
    ///
    /// # Errors
    /// [`MediaWriteError::Stale`] when the image is already gone, [`MediaWriteError::NoPost`] and
    /// [`MediaWriteError::PostDeleted`].
    pub async fn remove_media(&self, media: &Media) -> Result<Post, MediaWriteError> {
        retry_on_conflict(|| async {
            let post = self.open_post(media.content_id).await?;
            // Read after the post: a concurrent change of the post's images also raises the post's
            // revision, so this attempt's conditional write fails.
            let latest = self
                .post_media_ids(post.id)
                .await?
                .into_iter()
                .find(|id| *id != media.id);
            let change = PostChange::of(&post, |post| post.featured_media_id = latest)
                .also(Write::Delete(key(media.id), Condition::Present))
                .also(Write::Delete(pointer_key(media), Condition::Any));
            match self.save_post(change).await {
                Err(error) if error.failed_at(1) => Err(MediaWriteError::Stale),
                Err(error) if error.failed_at(0) => Ok(None),
                done => Ok(Some(done?)),
            }
        })
        .await
    }
}
