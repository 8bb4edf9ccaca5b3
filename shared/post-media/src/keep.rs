//! Stores a validated file as the picture of a post.

use bytes::Bytes;
use domain::platform::generation::{AnsweredBy, Generation, GenerationResult, GenerationState};
use domain::platform::id::{MediaId, PostId};
use domain::platform::media::{Media, MediaTexts, StagedUpload};
use domain::platform::post::Post;
use domain::platform::stock::StockSource;
use domain::platform::token_usage::BilledCall;
use jiff::tz::TimeZone;
use platform_store::{Claim, GenerationEnd, MediaWriteError};
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
    /// Whether it is shown inside the text, and is no featured image.
    pub in_text: bool,
}

/// How a picture arrives, which decides what its record is written together with.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'a> {
    /// A request, under its idempotency key.
    Request(&'a Claim),
    /// An upload past the gateway, which the picture completes.
    Upload(&'a StagedUpload),
}

/// Whether the store may have written the record although it did not answer.
fn may_be_stored(error: &MediaWriteError) -> bool {
    matches!(error, MediaWriteError::Items(error) if !error.is_conflict())
}

impl PictureStore {
    /// Stores a picture of a post, which becomes its featured image unless it is one inside the text.
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
        let media = self.put_files(new, picture).await?;
        let added = match origin {
            Origin::Upload(upload) => self.store.add_uploaded_media(&media, upload).await,
            Origin::Request(claim) => self.store.add_media_under(claim, &media).await,
        };
        match added {
            Ok(post) => Ok((media, post)),
            Err(error) => {
                if !may_be_stored(&error) {
                    self.remove_files(&media).await;
                }
                Err(error.into())
            }
        }
    }

    /// Stores a picture that `generation` made, and ends the generation in the same transaction. Returns the generation as
    /// it is stored: when it ended otherwise meanwhile, the picture is not kept.
    ///
    /// # Errors
    /// [`KeepError`]; the picture is not stored, and the generation still runs, except after
    /// [`platform_store::MediaWriteError::Items`], when the store may have written both although it did not answer.
    pub async fn keep_generated(
        &self,
        new: NewPicture<'_>,
        picture: CheckedPicture,
        generation: &Generation,
        answered_by: AnsweredBy,
        calls: &[BilledCall],
        zone: &TimeZone,
    ) -> Result<Generation, KeepError> {
        let media = self.put_files(new, picture).await?;
        let now = self.clock.now();
        let alt_text = media.texts.alt_text.clone();
        let end = GenerationEnd::Done {
            result: GenerationResult::Image {
                media_id: media.id,
                alt_text: Some(alt_text).filter(|text| !text.is_empty()),
            },
            answered_by,
        };
        let added = self
            .store
            .add_generated_media(&media, generation, &end, calls, zone, now)
            .await;
        let is_unused = match &added {
            Ok(ended) => ended.state != GenerationState::Done,
            Err(error) => !may_be_stored(error),
        };
        if is_unused {
            self.remove_files(&media).await;
        }
        Ok(added?)
    }

    /// Stores the files of a picture, and describes it.
    async fn put_files(
        &self,
        new: NewPicture<'_>,
        picture: CheckedPicture,
    ) -> Result<Media, KeepError> {
        let id = self.store.next_media_id().await;
        let id = id.map_err(MediaWriteError::Items)?;
        let media = self.record(id, new, &picture);
        let mime = picture.inspected.mime;
        self.put(&media.original_key, picture.bytes, mime).await?;
        self.put(&media.webp_key, picture.rendition, "image/webp")
            .await?;
        Ok(media)
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
            host_url: None,
            in_text: new.in_text,
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
