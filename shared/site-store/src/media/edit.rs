//! Edited images.

use std::sync::Arc;

use pictures::{Modifier, PictureError};

use super::{UploadError, lay_out, name, prepare_picture, upright};
use crate::change::ContentChange;
use crate::content::{Content, EditedFrom};
use crate::error::StoreError;
use crate::store::SiteStore;

/// Why an image cannot be edited. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The item has no file that could be edited.
    #[error("there is no picture to edit")]
    NoPicture,
    /// The image cannot be decoded or the edit is invalid.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The store failed or rejected the write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<UploadError> for EditError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Empty | UploadError::Type => Self::NoPicture,
            UploadError::Picture(error) => Self::Picture(error),
            UploadError::Store(error) => Self::Store(error),
        }
    }
}

impl SiteStore {
    /// Creates a media item from `item` by applying `modifiers`, in order, to the uploaded original.
    /// Texts that the change does not set are copied from `item`.
    pub async fn edit_picture(
        &self,
        item: &Content,
        modifiers: Vec<Modifier>,
        author: u64,
        change: ContentChange,
    ) -> Result<Arc<Content>, EditError> {
        let from = item.media.as_ref().ok_or(EditError::NoPicture)?;
        let path = from.uploaded_path();
        let file = self.file(&path).await?.ok_or(EditError::NoPicture)?;
        let edited = pictures::edit(file.bytes, modifiers).await?;
        let (stem, extension) = name::edited(&path);
        let prepared = prepare_picture(stem, extension, edited.bytes, true).await?;
        let folder = self.upload_folder(None).await?;
        let stem = self.reserve(&folder, &prepared).await?;
        let (mut media, files) = lay_out(&folder, &stem, &prepared);
        media.image_meta.clone_from(&from.image_meta);
        upright(&mut media.image_meta);
        media.alt_text.clone_from(&from.alt_text);
        media.edited_from = Some(EditedFrom {
            id: item.id,
            path,
            root: Some(from.edit_root().unwrap_or(item.id)),
        });
        let text = |given: Option<String>, of: &String| given.or_else(|| Some(of.clone()));
        let change = ContentChange {
            title: text(change.title, &item.title),
            content: text(change.content, &item.content),
            excerpt: text(change.excerpt, &item.excerpt),
            ..change
        };
        Ok(self.keep(author, change, media, files).await?)
    }
}
