//! Files that clients make themselves and add to a media item
//! (docs/interface/site/media.md#files-made-by-clients).

use std::sync::Arc;

use bytes::Bytes;
use domain::site::{Kind, upload};
use items::Condition;
use pictures::{Format, sizes};
use ports::Blob;
use sha2::{Digest, Sha256};

use super::{Reservation, name, sniff, upright};
use crate::change::Guard;
use crate::content::{Added, Content, Media, SubSize};
use crate::error::StoreError;
use crate::keys;
use crate::store::SiteStore;
use crate::write::{Plan, current};

/// Most files that clients add to one item.
pub const MOST_ADDED: usize = 100;

/// Pixels by which a picture may exceed a size, as rounding differs between encoders.
const TOLERANCE: u32 = 1;

/// What an added file is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// Sizes that share the file.
    Sizes(Vec<String>),
    /// A smaller main file.
    Scaled,
    /// A main file as large as the uploaded one, with its orientation applied.
    Upright,
    /// The picture in the format of its source, such as HEIC.
    Source,
    /// A video that shows an animated picture.
    Video,
    /// The still picture of that video.
    Poster,
}

/// A file to add to a media item.
#[derive(Debug, Clone)]
pub struct AddedFile {
    /// File name sent by the client.
    pub name: String,
    /// Its content.
    pub bytes: Bytes,
    /// What it is for.
    pub purpose: Purpose,
}

/// An added file that is to become part of its item.
#[derive(Debug, Clone)]
pub struct Finalized {
    /// What it is for.
    pub purpose: Purpose,
    /// Its name, or its path below `uploads/`.
    pub file: String,
    /// Name of the file that it replaces as the main file, if the client says so.
    pub original: Option<String>,
}

/// Why a file is not added. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum SideloadError {
    /// The item is neither a picture nor a PDF.
    #[error("the item takes no further files")]
    Item,
    /// The file is empty, cannot be read, or is of another type than its purpose needs.
    #[error("the file cannot be read or does not fit")]
    File,
    /// The picture is too large for its purpose, or of another shape.
    #[error("a picture of {width} × {height} pixels does not fit {of}")]
    Dimensions {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// The size or file that it is for.
        of: String,
    },
    /// The item has [`MOST_ADDED`] files already.
    #[error("the item has too many added files")]
    TooMany,
    /// A file to finalize was not added to this item.
    #[error("the file was not added to the item")]
    Unknown,
    /// A file to finalize is of another type, or a picture of other dimensions, than its purpose needs.
    #[error("the file does not fit the purpose for which it is finalized")]
    Unfit,
    /// The store failed or rejected the write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is known of a file's content.
struct Checked {
    media_type: String,
    extension: String,
    size: Option<(u32, u32)>,
}

impl SiteStore {
    /// Stores a file beside those of a media item and returns its name with its description. It becomes part of the
    /// item by [`SiteStore::finalize`]. The same content again returns the file that is there.
    ///
    /// # Errors
    /// [`SideloadError`] by cause.
    pub async fn sideload(
        &self,
        id: u64,
        file: AddedFile,
        guard: Guard<'_>,
    ) -> Result<(String, Added), SideloadError> {
        let item = self.stored(id).await?;
        let media = item.media.as_ref().filter(|media| media.takes_files());
        let media = media.ok_or(SideloadError::Item)?;
        let checked = check(&file, media).await?;
        let added = Added {
            mime_type: checked.media_type.clone(),
            file_size: file.bytes.len() as u64,
            width: checked.size.map(|(width, _)| width),
            height: checked.size.map(|(_, height)| height),
            digest: hex::encode(Sha256::digest(&file.bytes)),
        };
        if let Some(known) = media.added_like(&added) {
            return Ok(known);
        }
        if media.added.len() >= MOST_ADDED {
            return Err(SideloadError::TooMany);
        }
        let name = self.reserve_beside(media, &file.name, &checked).await?;
        let path = media.beside(&name);
        let blob = Blob {
            bytes: file.bytes,
            content_type: checked.media_type,
        };
        let stored = match self.store_files(&[(path.clone(), blob)]).await {
            Ok(()) => self.note_added(id, guard, &name, &added).await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(Some(kept)) if kept == name => Ok((name, added)),
            // Another request added the same content meanwhile.
            Ok(Some(kept)) => {
                self.remove_added(&path).await;
                Ok((kept, added))
            }
            // Others added the last files that the item takes.
            Ok(None) => {
                self.remove_added(&path).await;
                Err(SideloadError::TooMany)
            }
            Err(error) => {
                self.remove_added(&path).await;
                Err(error.into())
            }
        }
    }

    /// Reserves a name in the folder of a media item. The name of a derived file, such as `ipe-300x200.jpg`, is used
    /// as it is only where it derives from the item's own file.
    async fn reserve_beside(
        &self,
        media: &Media,
        sent: &str,
        checked: &Checked,
    ) -> Result<String, StoreError> {
        let (stem, _) = name::parts(sent);
        let (own_stem, own_extension) = name::of_sizes(media);
        let is_own = own_extension == checked.extension
            && stem
                .rsplit_once('-')
                .is_some_and(|(base, _)| base == own_stem);
        let first = u32::from(name::looks_derived(&stem) && !is_own);
        let folder = media.folder();
        let own = media.paths();
        let extension = &checked.extension;
        let stem = self
            .reserve_name(folder, &stem, extension, first, &own)
            .await?;
        Ok(format!("{stem}.{extension}"))
    }

    /// Records an added file and makes the reservation of its name permanent. Returns the name under which the content
    /// is recorded: another one when the same content was added first, `None` when the item has [`MOST_ADDED`] files.
    async fn note_added(
        &self,
        id: u64,
        guard: Guard<'_>,
        name: &str,
        added: &Added,
    ) -> Result<Option<String>, StoreError> {
        self.commit(&[id], |context| {
            let current = current(context, Kind::Attachment, guard)?;
            let mut plan = Plan::default();
            let mut content = Content::clone(&current);
            let Some(media) = &mut content.media else {
                return Ok((plan, Some(name.to_owned())));
            };
            if let Some((known, _)) = media.added_like(added) {
                return Ok((plan, Some(known)));
            }
            if media.added.len() >= MOST_ADDED {
                return Ok((plan, None));
            }
            media.added.insert(name.to_owned(), added.clone());
            let path = media.beside(name);
            let key = keys::file(self.tenant(), &path.to_lowercase());
            plan.put(key, &Reservation { path })?;
            self.plan_content(&mut plan, Some(&current), content)?;
            Ok((plan, Some(name.to_owned())))
        })
        .await
    }

    /// Removes a file that did not become part of its item, and releases its name. A failure leaves it behind.
    pub(super) async fn remove_added(&self, path: &str) {
        let key = keys::file(self.tenant(), &path.to_lowercase());
        let blob = self.0.parts.blobs.delete(&self.blob_key(path)).await;
        let name = self.0.parts.table.delete(key, Condition::Any).await;
        if blob.is_err() || name.is_err() {
            tracing::warn!(target: "site", path, "a file that was not added was not removed");
        }
    }

    /// Makes added files part of their media item. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`SideloadError::Unknown`] for a file that was not added to the item, [`SideloadError::Unfit`] for one that
    /// does not fit its purpose, or the store fails.
    pub async fn finalize(
        &self,
        id: u64,
        files: &[Finalized],
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, SideloadError> {
        let item = self.stored(id).await?;
        let media = item.media.as_ref().ok_or(SideloadError::Item)?;
        let names = files
            .iter()
            .flat_map(|one| [Some(&one.file), one.original.as_ref()]);
        if names.flatten().any(|name| media.own_name(name).is_none()) {
            return Err(SideloadError::Unknown);
        }
        if !files.iter().all(|one| fits(media, one)) {
            return Err(SideloadError::Unfit);
        }
        let mut after = media.clone();
        take_in(&mut after, files);
        if after == *media {
            return Ok(item);
        }
        let changed = self.change_item(Kind::Attachment, id, 0, guard, |_, current| {
            let mut content = current.clone();
            if let Some(media) = &mut content.media {
                take_in(media, files);
            }
            Ok(content)
        });
        Ok(changed.await?)
    }
}

/// Whether a file of the item fits the purpose for which it is finalized, as [`check`] does when it is added for it.
fn fits(media: &Media, one: &Finalized) -> bool {
    let Some((media_type, size)) = media.kind_of(&one.file) else {
        return false;
    };
    match &one.purpose {
        Purpose::Source => media_type.starts_with("image/"),
        Purpose::Video => media_type.starts_with("video/"),
        purpose => size.is_some_and(|size| check_size(size, purpose, media).is_ok()),
    }
}

/// Makes files part of a media item; one that it does not have is skipped.
fn take_in(media: &mut Media, files: &[Finalized]) {
    for one in files {
        let Some(name) = media.own_name(&one.file) else {
            continue;
        };
        match &one.purpose {
            Purpose::Sizes(sizes) => {
                let Some(size) = media.as_size(&name) else {
                    continue;
                };
                for of in sizes {
                    media.sizes.insert(of.clone(), size.clone());
                }
            }
            Purpose::Scaled | Purpose::Upright => replace_main(media, &name),
            Purpose::Source => keep_as(media, "source_image", name),
            Purpose::Video => keep_as(media, "animated_video", name),
            Purpose::Poster => keep_as(media, "animated_video_poster", name),
        }
    }
}

fn keep_as(media: &mut Media, role: &str, name: String) {
    media.companions.insert(role.to_owned(), name);
}

/// Makes an added file the main file. The uploaded file stays the original.
fn replace_main(media: &mut Media, name: &str) {
    let path = media.beside(name);
    let Some(added) = media.added.get(name).cloned() else {
        return;
    };
    let (Some(width), Some(height)) = (added.width, added.height) else {
        return;
    };
    if path == media.path {
        return;
    }
    let former = media.path.rsplit('/').next().unwrap_or_default().to_owned();
    if media.original.is_none() {
        media.original = Some(former);
    } else {
        // It remains known, so that it is deleted with the item.
        media.added.entry(former).or_insert(Added {
            mime_type: media.mime_type.clone(),
            file_size: media.file_size,
            width: media.width,
            height: media.height,
            digest: String::new(),
        });
    }
    media.path = path;
    media.mime_type = added.mime_type;
    media.file_size = added.file_size;
    media.width = Some(width);
    media.height = Some(height);
    upright(&mut media.image_meta);
}

impl Media {
    /// Whether clients may add files: to pictures and PDFs.
    fn takes_files(&self) -> bool {
        self.is_image() || self.mime_type == "application/pdf"
    }

    /// The folder of the item's files below `uploads/`.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The added file with the same content.
    fn added_like(&self, added: &Added) -> Option<(String, Added)> {
        let mut known = self.added.iter();
        known
            .find(|(_, known)| *known == added)
            .map(|(name, known)| (name.clone(), known.clone()))
    }

    /// The name of one of the item's files, given as name or path.
    fn own_name(&self, given: &str) -> Option<String> {
        let name = given.rsplit('/').next().unwrap_or_default();
        let path = self.beside(name);
        let is_whole = given == name || given == path;
        (is_whole && self.paths().contains(&path)).then(|| name.to_owned())
    }

    /// Type and dimensions of one of the item's files, given as name or path. Those of the uploaded file are not kept
    /// once another file is the main one.
    fn kind_of(&self, given: &str) -> Option<(&str, Option<(u32, u32)>)> {
        let name = self.own_name(given)?;
        if self.beside(&name) == self.path {
            return Some((&self.mime_type, self.width.zip(self.height)));
        }
        if let Some(size) = self.sizes.values().find(|size| size.file == name) {
            return Some((&size.mime_type, Some((size.width, size.height))));
        }
        match self.added.get(&name) {
            Some(added) => Some((&added.mime_type, added.width.zip(added.height))),
            None => Some((&self.mime_type, None)),
        }
    }

    /// The file of this name as a size.
    fn as_size(&self, name: &str) -> Option<SubSize> {
        if let Some(known) = self.sizes.values().find(|size| size.file == name) {
            return Some(known.clone());
        }
        let added = self.added.get(name)?;
        Some(SubSize {
            file: name.to_owned(),
            width: added.width?,
            height: added.height?,
            mime_type: added.mime_type.clone(),
            file_size: added.file_size,
        })
    }
}

/// Checks the content of a file against its purpose.
async fn check(file: &AddedFile, media: &Media) -> Result<Checked, SideloadError> {
    if file.bytes.is_empty() {
        return Err(SideloadError::File);
    }
    match &file.purpose {
        Purpose::Source => named(file, "image/"),
        Purpose::Video => named(file, "video/"),
        Purpose::Sizes(_) | Purpose::Scaled | Purpose::Upright | Purpose::Poster => {
            let inspected = pictures::inspect(file.bytes.clone(), usize::MAX).await;
            let inspected = inspected.map_err(|_| SideloadError::File)?;
            let size = (inspected.width, inspected.height);
            check_size(size, &file.purpose, media)?;
            let (_, sent) = name::parts(&file.name);
            let is_right = upload::media_type(&sent) == Some(inspected.mime);
            let usual = inspected.format.extension().to_owned();
            Ok(Checked {
                media_type: inspected.mime.to_owned(),
                extension: if is_right { sent } else { usual },
                size: Some(size),
            })
        }
    }
}

/// Checks a file that is not decoded: its name and its first bytes.
fn named(file: &AddedFile, group: &str) -> Result<Checked, SideloadError> {
    let (_, extension) = name::parts(&file.name);
    let media_type = upload::media_type(&extension).filter(|named| named.starts_with(group));
    let media_type = media_type.ok_or(SideloadError::File)?;
    let is_right = match Format::of(&file.bytes) {
        Some(format) => format.mime() == media_type,
        None => sniff::fits(media_type, &file.bytes),
    };
    if !is_right {
        return Err(SideloadError::File);
    }
    Ok(Checked {
        media_type: media_type.to_owned(),
        extension,
        size: None,
    })
}

fn check_size(
    (width, height): (u32, u32),
    purpose: &Purpose,
    media: &Media,
) -> Result<(), SideloadError> {
    let wrong_size = |of: &str| SideloadError::Dimensions {
        width,
        height,
        of: of.to_owned(),
    };
    match purpose {
        Purpose::Sizes(names) => {
            let exceeds = |length: u32, most: u32| length > most.saturating_add(TOLERANCE);
            let rules = sizes::RULES
                .iter()
                .filter(|rule| names.iter().any(|name| name == rule.name));
            let mut rules = rules.filter(|rule| {
                exceeds(width, rule.width) || rule.height.is_some_and(|most| exceeds(height, most))
            });
            rules
                .next()
                .map_or(Ok(()), |rule| Err(wrong_size(rule.name)))
        }
        Purpose::Upright => match media.width.zip(media.height) {
            Some(known) if known != (width, height) && known != (height, width) => {
                Err(wrong_size("original"))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}
