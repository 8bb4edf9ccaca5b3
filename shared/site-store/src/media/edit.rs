//! Edited images and creation of missing sizes.

use std::sync::Arc;

use domain::site::Kind;
use pictures::{Modifier, PictureError};
use ports::Blob;

use super::{UploadError, lay_out, name, prepare_picture, upright};
use crate::change::{ContentChange, Guard};
use crate::content::{Content, EditedFrom, Media, SubSize};
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
        Ok(self.keep(author, &change, media, &files).await?)
    }

    /// Creates the missing sizes of an image. A size that cannot be created stays missing.
    pub async fn make_missing_sizes(
        &self,
        id: u64,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        let item = self.stored(id).await?;
        let Some(media) = &item.media else {
            return Ok(item);
        };
        let made = self.missing_sizes(media).await?;
        if made.is_empty() {
            return Ok(item);
        }
        let files: Vec<_> = made
            .iter()
            .map(|(_, size, blob)| (media.beside(&size.file), blob.clone()))
            .collect();
        self.store_files(&files).await?;
        self.add_sizes(id, guard, &made).await?;
        self.stored(id).await
    }

    async fn missing_sizes(
        &self,
        media: &Media,
    ) -> Result<Vec<(&'static str, SubSize, Blob)>, StoreError> {
        if media.missing_sizes().is_empty() {
            return Ok(Vec::new());
        }
        let Some(file) = self.file(&media.path).await? else {
            return Ok(Vec::new());
        };
        let made = match pictures::make_sub_sizes(file.bytes).await {
            Ok(made) => made.sizes,
            Err(error) => {
                tracing::warn!(target: "site", %error, path = media.path, "sizes were not made");
                return Ok(Vec::new());
            }
        };
        let (stem, extension) = name::of_sizes(media);
        let missing = made
            .into_iter()
            .filter(|size| !media.sizes.contains_key(size.name));
        Ok(missing
            .map(|size| {
                let record = SubSize {
                    file: format!("{stem}-{}x{}.{extension}", size.width, size.height),
                    width: size.width,
                    height: size.height,
                    mime_type: media.mime_type.clone(),
                    file_size: size.bytes.len() as u64,
                };
                let blob = Blob {
                    bytes: size.bytes,
                    content_type: media.mime_type.clone(),
                };
                (size.name, record, blob)
            })
            .collect())
    }

    async fn add_sizes(
        &self,
        id: u64,
        guard: Guard<'_>,
        made: &[(&'static str, SubSize, Blob)],
    ) -> Result<(), StoreError> {
        self.change_item(Kind::Attachment, id, 0, guard, |_, current| {
            let mut content = current.clone();
            if let Some(media) = &mut content.media {
                for (name, size, _) in made {
                    media.sizes.insert((*name).to_owned(), size.clone());
                }
            }
            Ok(content)
        })
        .await?;
        Ok(())
    }
}
