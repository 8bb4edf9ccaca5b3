//! Stores a validated file as the picture of a post.

use bytes::Bytes;
use domain::platform::id::{MediaId, PostId};
use domain::platform::media::{Media, MediaTexts, StagedUpload};
use domain::platform::post::Post;
use domain::platform::stock::StockSource;
use platform_store::{Claim, MediaWriteError};
use ports::{Blob, BlobError};

use crate::checked::CheckedPicture;
use crate::{PictureStore, name};

/// Why a picture was not stored.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The files could not be stored.
    #[error(transparent)]
    Blobs(#[from] BlobError),
    /// The record could not be written.
    #[error(transparent)]
    Record(#[from] MediaWriteError),
}

/// What is known of a picture besides its file.
#[derive(Debug, Clone)]
pub struct NewPicture<'a> {
    /// The post that the picture belongs to.
    pub post: PostId,
    /// Name that is claimed for the file; it becomes a plain one with the ending of the content.
    pub claimed_name: &'a str,
    /// Alternative text, title, caption and description, within their limits.
    pub texts: MediaTexts,
    /// The stock photo that the file is a copy of.
    pub source: Option<StockSource>,
}

/// How a picture arrives, which decides what its record is written together with.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    /// A request, under its idempotency key.
    Request(&'a Claim),
    /// An upload past the gateway, which the picture completes.
    Upload(&'a StagedUpload),
    /// Work without a request, which allocated and recorded the identifier beforehand
    /// ([`platform_store::PlatformStore::next_media_id`]). Work that is repeated finds its picture under it.
    Work(MediaId),
}

impl PictureStore {
    /// Stores a picture of a post, which becomes its featured image.
    ///
    /// # Errors
    /// [`KeepError`]; the picture is not stored, except after [`platform_store::MediaWriteError::Items`], when the store
    /// may have written the record although it did not answer.
    pub async fn keep(
        &self,
        new: NewPicture<'_>,
        picture: CheckedPicture,
        origin: Origin<'_>,
    ) -> Result<(Media, Post), KeepError> {
        let id = match origin {
            Origin::Work(id) => id,
            Origin::Request(_) | Origin::Upload(_) => {
                let id = self.store.next_media_id().await;
                id.map_err(MediaWriteError::Items)?
            }
        };
        let media = self.record(id, new, &picture);
        let mime = picture.inspected.mime;
        self.put(&media.original_key, picture.bytes, mime).await?;
        self.put(&media.webp_key, picture.rendition, "image/webp")
            .await?;
        let added = match origin {
            Origin::Upload(upload) => self.store.add_uploaded_media(&media, upload).await,
            Origin::Request(claim) => self.store.add_media_under(claim, &media).await,
            Origin::Work(_) => self.store.add_media(&media).await,
        };
        match added {
            Ok(post) => Ok((media, post)),
            Err(error) => {
                let is_referenced = match &error {
                    // The store may have written the record although it did not answer. Under an identifier that was
                    // allocated beforehand, a conflict means that a repetition has written it.
                    MediaWriteError::Items(error) => {
                        !error.is_conflict() || matches!(origin, Origin::Work(_))
                    }
                    _ => false,
                };
                if !is_referenced {
                    self.remove_files(&media).await;
                }
                Err(error.into())
            }
        }
    }

    fn record(&self, id: MediaId, new: NewPicture<'_>, picture: &CheckedPicture) -> Media {
        let folder = format!("posts/{}/media/{id}", new.post);
        let inspected = &picture.inspected;
        Media {
            id,
            content_id: new.post,
            file_name: name::of(new.claimed_name, inspected.format),
            mime_type: inspected.mime.to_owned(),
            width: inspected.width,
            height: inspected.height,
            bytes: picture.bytes.len() as u64,
            original_key: format!("{folder}/original.{}", inspected.format.extension()),
            webp_key: format!("{folder}/rendition.webp"),
            texts: new.texts,
            host_media_id: None,
            host_origin: None,
            source: new.source,
            created_at: self.clock.now_seconds(),
            version: 1,
        }
    }

    async fn put(&self, key: &str, bytes: Bytes, mime: &str) -> Result<(), BlobError> {
        let blob = Blob {
            bytes,
            content_type: mime.to_owned(),
        };
        self.blobs.put(key, blob).await
    }
}
