//! Files of media: judged by their content, named so that no other file is overwritten, and shown
//! in smaller sizes where they are pictures (docs/interface/site/media.md#sizes).

mod copy;
mod edit;
mod font;
mod font_format;
mod missing;
mod name;
mod sideload;
mod sniff;
mod texts;
mod unnamed;

pub use edit::EditError;
pub use font::{FontError, FontFaceRecord, FontSource, StoredSource};
pub use name::safe_path;
pub use sideload::{AddedFile, Finalized, MOST_ADDED, Purpose, SideloadError};

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use domain::site::{Kind, upload};
use items::{Condition, Entry};
use jiff::SignedDuration;
use pictures::{Format, MainReason, PictureError};
use ports::{Blob, OpenBlob};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tracing::Instrument as _;

use crate::change::ContentChange;
use crate::content::{Content, Media, SubSize};
use crate::error::StoreError;
use crate::keys;
use crate::store::SiteStore;
use crate::write::{Plan, created};

/// Lifetime of a name reservation whose upload never finished.
const RESERVATION: SignedDuration = SignedDuration::from_hours(24);
/// Number of names tried before an upload fails.
const NAMES: u32 = 1000;

/// File to upload.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// File name sent by the client.
    pub name: String,
    /// Its content.
    pub bytes: Bytes,
    /// User who uploads.
    pub author: u64,
    /// Title, as plain text, when neither the change nor the image's metadata has one; `None` for the name under
    /// which the file is stored, or the sent name where that one lacks letters of it.
    pub title: Option<String>,
    /// Whether to make the sizes of an image, scale a large one and apply its orientation; otherwise the client does.
    pub makes_sizes: bool,
    /// Title, caption and other values. A missing title or caption is taken from the image's metadata.
    pub change: ContentChange,
}

/// Why a file is rejected. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file type is not allowed, or the content does not match the file name.
    #[error("files of this kind are not taken")]
    Type,
    /// The image is damaged, too large or not an image.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The store failed or rejected the write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Reservation {
    pub(crate) path: String,
}

/// Validated file, resized where it is an image.
struct Prepared {
    stem: String,
    extension: String,
    media_type: String,
    original: Bytes,
    picture: Option<Picture>,
    details: Map<String, Value>,
}

struct Picture {
    width: u32,
    height: u32,
    exif: pictures::Exif,
    texts: pictures::Texts,
    renditions: pictures::SubSizes,
}

impl SiteStore {
    /// Stores a file with its resized images and creates the media item.
    ///
    /// # Errors
    /// [`UploadError`] by cause.
    pub async fn upload(&self, file: NewFile) -> Result<Arc<Content>, UploadError> {
        let prepared = prepare(&file).await?;
        let folder = self.upload_folder(file.change.parent).await?;
        let stem = self.reserve(&folder, &prepared).await?;
        let (media, files) = lay_out(&folder, &stem, &prepared);
        let mut change = file.change;
        let read = prepared.picture.map(|picture| picture.texts);
        let is_missing = |text: &Option<String>| text.as_ref().is_none_or(String::is_empty);
        if is_missing(&change.title) {
            let from_picture = texts::filled(read.as_ref().and_then(|texts| texts.title.clone()));
            let given = || texts::filled(file.title);
            let sent = || texts::filled(name::unstorable(&file.name));
            change.title = from_picture.or_else(given).or_else(sent).or(Some(stem));
        }
        if is_missing(&change.excerpt) {
            let from_picture = texts::filled(read.and_then(|texts| texts.caption));
            change.excerpt = from_picture.or(change.excerpt);
        }
        Ok(self.keep(file.author, change, media, files).await?)
    }

    /// Stores the files and creates their media item; on failure removes the files again. This goes on when its caller is gone,
    /// so that a client that leaves does not leave files without an item.
    async fn keep(
        &self,
        author: u64,
        change: ContentChange,
        media: Media,
        files: Vec<(String, Blob)>,
    ) -> Result<Arc<Content>, StoreError> {
        let store = self.clone();
        let kept = async move {
            let created = match store.store_files(&files).await {
                Ok(()) => store.create_media(author, &change, &media).await,
                Err(error) => Err(error),
            };
            if created.is_err() {
                store.remove_files(&media).await;
            }
            created
        };
        tokio::spawn(kept.in_current_span())
            .await
            .map_err(|error| StoreError::Model(error.to_string()))?
    }

    /// File below `uploads/`, for example `2024/05/ipe.jpg`; `None` when there is none.
    pub async fn file(&self, path: &str) -> Result<Option<Blob>, StoreError> {
        if !name::is_safe_path(path) {
            return Ok(None);
        }
        Ok(self.0.parts.blobs.get(&self.blob_key(path)).await?)
    }

    /// File below `uploads/`, to be read in parts; `None` when there is none.
    pub async fn open_file(&self, path: &str) -> Result<Option<OpenBlob>, StoreError> {
        if !name::is_safe_path(path) {
            return Ok(None);
        }
        Ok(self.0.parts.blobs.open(&self.blob_key(path)).await?)
    }

    pub(crate) fn blob_key(&self, path: &str) -> String {
        format!("sites/{}/uploads/{path}", self.tenant())
    }

    /// Upload folder of the month: that of the parent item's date unless the parent is a page,
    /// otherwise the present month.
    async fn upload_folder(&self, parent: Option<u64>) -> Result<String, StoreError> {
        let parent = match parent {
            Some(id) if id != 0 => self.get(id).await?,
            _ => None,
        };
        let date = match parent {
            Some(parent) if parent.kind != Kind::Page => parent.date.local.date(),
            _ => self.zone().to_datetime(self.now()).date(),
        };
        Ok(format!("{:04}/{:02}", date.year(), date.month()))
    }

    /// Reserves a file name for this upload and returns its stem.
    async fn reserve(&self, folder: &str, file: &Prepared) -> Result<String, StoreError> {
        let first = u32::from(name::looks_derived(&file.stem));
        self.reserve_name(folder, &file.stem, &file.extension, first, &[])
            .await
    }

    /// Reserves the name `stem` with an extension, or one with a number where it is taken or among `own`, and returns
    /// its stem. `first` is the first number tried, 0 for none.
    async fn reserve_name(
        &self,
        folder: &str,
        stem: &str,
        extension: &str,
        first: u32,
        own: &[String],
    ) -> Result<String, StoreError> {
        let mut taken = self.model().file_names(folder, stem)?;
        taken.extend(own.iter().map(|path| path.to_lowercase()));
        let expires = (self.now().as_second()).saturating_add(RESERVATION.as_secs());
        for number in first..first + NAMES {
            let stem = match number {
                0 => stem.to_owned(),
                number => format!("{stem}-{number}"),
            };
            let path = format!("{folder}/{stem}.{extension}");
            if taken.contains(&path.to_lowercase()) {
                continue;
            }
            let reservation = Reservation { path: path.clone() };
            let entry = Entry::new(
                keys::file(self.tenant(), &path.to_lowercase()),
                &reservation,
            )?
            .expires(expires);
            match self.0.parts.table.put(entry, Condition::Absent).await {
                Ok(()) => return Ok(stem),
                Err(error) if error.is_conflict() => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Contended)
    }

    async fn store_files(&self, files: &[(String, Blob)]) -> Result<(), StoreError> {
        for (path, blob) in files {
            self.0
                .parts
                .blobs
                .put(&self.blob_key(path), blob.clone())
                .await?;
        }
        Ok(())
    }

    async fn create_media(
        &self,
        author: u64,
        change: &ContentChange,
        media: &Media,
    ) -> Result<Arc<Content>, StoreError> {
        // The reservation is under the name of the uploaded original.
        let reserved = media.uploaded_path();
        let id = self
            .commit(&[], |context| {
                let mut content = created(context, Kind::Attachment, author, change)?;
                let id = content.id;
                let mut media = media.clone();
                if let Some(alt_text) = &change.alt_text {
                    alt_text.clone_into(&mut media.alt_text);
                }
                content.media = Some(media);
                let mut plan = Plan::default();
                // Makes the reservation permanent.
                let key = keys::file(self.tenant(), &reserved.to_lowercase());
                let reservation = Reservation {
                    path: reserved.clone(),
                };
                plan.put(key, &reservation)?;
                self.plan_content(&mut plan, None, content)?;
                Ok((plan, id))
            })
            .await?;
        self.stored(id).await
    }

    /// Deletes the files of a media item, then releases their name. A failure leaves unreferenced files
    /// behind.
    pub(crate) async fn remove_files(&self, media: &Media) {
        for path in media.paths() {
            if let Err(error) = self.0.parts.blobs.delete(&self.blob_key(&path)).await {
                tracing::warn!(target: "site", %error, path, "a file of deleted media was not removed");
                return;
            }
        }
        let added = media.added.keys().map(|name| media.beside(name));
        let sizes = media.sizes.values().map(|size| media.beside(&size.file));
        let sizes = sizes.filter(|path| name::needs_reservation(path));
        for path in added.chain(sizes).chain([media.uploaded_path()]) {
            let key = keys::file(self.tenant(), &path.to_lowercase());
            if let Err(error) = self.0.parts.table.delete(key, Condition::Any).await {
                tracing::warn!(target: "site", %error, "the name of deleted media was not freed");
            }
        }
    }
}

/// Validates a file. Decodable images are validated by content alone, and a wrong extension is
/// corrected. Any other content must match the type of its file name.
async fn prepare(file: &NewFile) -> Result<Prepared, UploadError> {
    if file.bytes.is_empty() {
        return Err(UploadError::Empty);
    }
    let (stem, extension) = name::parts(&file.name);
    let named = upload::media_type(&extension).ok_or(UploadError::Type)?;
    let Some(format) = Format::of(&file.bytes) else {
        if !sniff::fits(named, &file.bytes) {
            return Err(UploadError::Type);
        }
        return Ok(Prepared {
            stem,
            extension,
            media_type: named.to_owned(),
            original: file.bytes.clone(),
            picture: None,
            details: texts::details(recordings::read(file.bytes.clone(), named).await),
        });
    };
    if !named.starts_with("image/") {
        return Err(UploadError::Type);
    }
    let is_right = named == format.mime();
    let extension = if is_right {
        extension
    } else {
        format.extension().to_owned()
    };
    prepare_picture(stem, extension, file.bytes.clone(), file.makes_sizes).await
}

/// Resizes an image whose name is settled. Without sizes the dimensions are those of the file as it is stored.
async fn prepare_picture(
    stem: String,
    extension: String,
    bytes: Bytes,
    makes_sizes: bool,
) -> Result<Prepared, UploadError> {
    let inspected = pictures::inspect(bytes.clone(), usize::MAX).await?;
    let (mut width, mut height) = (inspected.width, inspected.height);
    let renditions = if makes_sizes {
        pictures::make_sub_sizes(bytes.clone()).await?
    } else {
        if inspected.exif.swaps_sides() {
            (width, height) = (height, width);
        }
        pictures::SubSizes::default()
    };
    Ok(Prepared {
        stem,
        extension,
        media_type: inspected.mime.to_owned(),
        original: bytes,
        picture: Some(Picture {
            width,
            height,
            exif: inspected.exif,
            texts: inspected.texts,
            renditions,
        }),
        details: Map::new(),
    })
}

/// File names and paths of an upload.
fn lay_out(folder: &str, stem: &str, file: &Prepared) -> (Media, Vec<(String, Blob)>) {
    let extension = &file.extension;
    let blob = |bytes: &Bytes| Blob {
        bytes: bytes.clone(),
        content_type: file.media_type.clone(),
    };
    let original = format!("{stem}.{extension}");
    let mut media = Media {
        path: format!("{folder}/{original}"),
        mime_type: file.media_type.clone(),
        file_size: file.original.len() as u64,
        width: None,
        height: None,
        sizes: BTreeMap::new(),
        original: None,
        image_meta: Map::new(),
        alt_text: String::new(),
        edited_from: None,
        details: file.details.clone(),
        added: BTreeMap::new(),
        companions: BTreeMap::new(),
    };
    let mut files = vec![(media.path.clone(), blob(&file.original))];
    let Some(picture) = &file.picture else {
        return (media, files);
    };
    media.width = Some(picture.width);
    media.height = Some(picture.height);
    media.image_meta = image_meta(&picture.exif, &picture.texts);
    if let Some((reason, main)) = &picture.renditions.main {
        let reason = match reason {
            MainReason::Scaled => "scaled",
            MainReason::Rotated => "rotated",
        };
        media.path = format!("{folder}/{stem}-{reason}.{extension}");
        media.original = Some(original);
        media.width = Some(main.width);
        media.height = Some(main.height);
        media.file_size = main.bytes.len() as u64;
        files.push((media.path.clone(), blob(&main.bytes)));
        if picture.exif.is_turned() {
            upright(&mut media.image_meta);
        }
    }
    for size in &picture.renditions.sizes {
        let name = format!("{stem}-{}x{}.{extension}", size.width, size.height);
        files.push((format!("{folder}/{name}"), blob(&size.bytes)));
        let size_record = SubSize {
            file: name,
            width: size.width,
            height: size.height,
            mime_type: file.media_type.clone(),
            file_size: size.bytes.len() as u64,
        };
        media.sizes.insert(size.name.to_owned(), size_record);
    }
    (media, files)
}

/// Image metadata in the form of the interface. Camera, exposure and time are omitted to protect the photographer's
/// privacy; credit and copyright are written into a picture to be published with it.
fn image_meta(exif: &pictures::Exif, texts: &pictures::Texts) -> Map<String, Value> {
    let text = |text: &Option<String>| texts::as_html(text.as_deref().unwrap_or_default());
    let keywords: Vec<_> = texts
        .keywords
        .iter()
        .map(|one| texts::as_html(one))
        .collect();
    let value = json!({
        "aperture": "0",
        "credit": text(&texts.credit),
        "camera": "",
        "caption": text(&texts.caption),
        "created_timestamp": "0",
        "copyright": text(&texts.copyright),
        "focal_length": "0",
        "iso": "0",
        "shutter_speed": "0",
        "title": text(&texts.title),
        "orientation": exif.orientation.to_string(),
        "keywords": keywords,
    });
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Sets the orientation to upright after the pixels were rotated: as a number where it was text, as
/// deployed systems do.
fn upright(image_meta: &mut Map<String, Value>) {
    if let Some(orientation) = image_meta.get_mut("orientation")
        && *orientation != "0"
    {
        *orientation = json!(1);
    }
}
