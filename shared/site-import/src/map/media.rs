//! Mapping of media items and their files.

use std::collections::BTreeMap;

use domain::site::{Kind, Status};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use site_store::{Content, EditedFrom, Media, SubSize, safe_path};
use url::Url;

use super::content::{self, blank, set_dates, set_openness};
use super::member::Item;
use super::meta::of_content;
use super::{MapError, Mapped};

/// Upload folder in file URLs, both of Pauta and of deployed systems.
const UPLOADS: &str = "/uploads/";

/// Role of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Main file.
    Main,
    /// Resized image, with the name of its size.
    Size(String),
    /// Uploaded original, when the main file was derived from it.
    Original,
}

/// File to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Role of the file.
    pub part: Part,
    /// URL.
    pub address: Url,
    /// Path below `uploads/` under which it is stored.
    pub path: String,
}

/// Media item with its files.
#[derive(Debug, Clone, PartialEq)]
pub struct MediaItem {
    /// The item.
    pub content: Content,
    /// Files, the main one first.
    pub files: Vec<File>,
}

/// Maps a media item. Files keep their paths, so that URLs in texts can be redirected to them.
pub fn map(
    item: &Item<'_>,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Mapped<MediaItem>, MapError> {
    let mut lost = Vec::new();
    let mut content = blank(item, Kind::Attachment)?;
    content.status = item.get("status")?.word(|word| match word {
        "private" => Some(Status::Private),
        "trash" => Some(Status::Trash),
        _ => Some(Status::Inherit),
    })?;
    content.slug = item.get("slug")?.text()?;
    content.template = item.get("template")?.text()?;
    content.title = item.get("title")?.raw()?;
    content.excerpt = item.get("caption")?.raw()?;
    content.content = item.get("description")?.raw()?;
    set_dates(&mut content, item, zone, now)?;
    set_openness(&mut content, item)?;
    content.author = item.get("author")?.number()?;
    content.parent = item.get("post")?.number()?;
    // Only kinds for which an extension enables it have the member.
    let featured = item.where_known("featured_media")?;
    content.featured_media = featured.map_or(Ok(0), |featured| featured.number())?;
    content.meta = of_content(Kind::Attachment, content::meta(item)?, &mut lost);
    let (media, files) = media(item, &mut lost)?;
    content.media = Some(media);
    Ok(Mapped {
        record: MediaItem { content, files },
        lost,
    })
}

/// File data of a media item. Only images have dimensions and sizes.
fn media(item: &Item<'_>, lost: &mut Vec<String>) -> Result<(Media, Vec<File>), MapError> {
    let given = item.get("source_url")?.text()?;
    let address = Url::parse(&given).map_err(|_| MapError::FileAddress(given.clone()))?;
    let details = item.get("media_details")?.object()?.cloned();
    let details = Value::Object(details.unwrap_or_default());
    let details = Item::whole(&details);
    let text = |name| match details.where_known(name)? {
        Some(member) => member.text(),
        None => Ok(String::new()),
    };
    let path = path_of(&address, &text("file")?).ok_or(MapError::FileAddress(given))?;
    let main = Main { address, path };
    let mut files = vec![File {
        part: Part::Main,
        address: main.address.clone(),
        path: main.path.clone(),
    }];
    let mut sizes = BTreeMap::new();
    let given = details.where_known("sizes")?.map(|sizes| sizes.object());
    for (name, one) in given.transpose()?.flatten().into_iter().flatten() {
        // The host's name for the main file itself.
        if name == "full" {
            continue;
        }
        match main.size(name, &Item::whole(one)) {
            Ok((record, file)) => {
                sizes.insert(name.clone(), record);
                files.push(file);
            }
            Err(cause) => lost.push(format!("the size {name}: {cause}")),
        }
    }
    let original = text("original_image")?;
    let original = main.beside(&original).filter(|_| !original.is_empty());
    let original = original.map(|(address, path, file)| {
        files.push(File {
            part: Part::Original,
            address,
            path,
        });
        file
    });
    let edited_from = match details.where_known("parent_image")? {
        Some(from) => {
            let from = Item::whole(from.value());
            let id = from.get("attachment_id")?.number()?;
            let path = safe_path(&from.get("file")?.text()?);
            path.filter(|_| id > 0).map(|path| EditedFrom {
                id,
                path,
                root: None,
            })
        }
        None => None,
    };
    let image_meta = details.where_known("image_meta")?;
    let image_meta = image_meta.map_or(Ok(None), |meta| meta.object())?;
    let measure = |name| match details.where_known(name)? {
        Some(_) => measure(&details, name).map(Some),
        None => Ok(None),
    };
    let media = Media {
        path: main.path.clone(),
        mime_type: item.get("mime_type")?.text()?,
        // Older releases do not report the size; it is counted after the download.
        file_size: bytes(&details)?,
        width: measure("width")?.filter(|width| *width > 0),
        height: measure("height")?.filter(|height| *height > 0),
        sizes,
        original,
        image_meta: image_meta.cloned().unwrap_or_default(),
        alt_text: item.get("alt_text")?.text()?,
        edited_from,
        details: serde_json::Map::new(),
        added: BTreeMap::new(),
        companions: BTreeMap::new(),
    };
    Ok((media, files))
}

fn measure(of: &Item<'_>, name: &'static str) -> Result<u32, MapError> {
    u32::try_from(of.get(name)?.number()?).map_err(|_| MapError::Malformed(name))
}

fn bytes(of: &Item<'_>) -> Result<u64, MapError> {
    of.where_known("filesize")?
        .map_or(Ok(0), |bytes| bytes.number())
}

/// Main file, in whose folder the other files are.
struct Main {
    address: Url,
    path: String,
}

impl Main {
    /// URL, path and name of another file in the same folder.
    fn beside(&self, name: &str) -> Option<(Url, String, String)> {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut address = self.address.clone();
        address.path_segments_mut().ok()?.pop().push(name);
        let path = safe_path(format!("{folder}/{name}").trim_start_matches('/'))?;
        let file = path.rsplit('/').next()?.to_owned();
        Some((address, path, file))
    }

    /// Resized image and its file.
    fn size(&self, name: &str, one: &Item<'_>) -> Result<(SubSize, File), MapError> {
        let given = one.get("file")?.text()?;
        let found = self.beside(&given).filter(|_| !given.is_empty());
        let (beside, path, file) = found.ok_or(MapError::FileAddress(given))?;
        let address = one.where_known("source_url")?;
        let address = address.map_or(Ok(String::new()), |address| address.text())?;
        // The MIME type by which hosts store the size, unless they changed it for the response.
        let mime_type = match one.where_known("mime_type")? {
            Some(mime_type) => mime_type,
            None => one.get("mime-type")?,
        };
        let record = SubSize {
            file,
            width: measure(one, "width")?,
            height: measure(one, "height")?,
            mime_type: mime_type.text()?,
            file_size: bytes(one)?,
        };
        let file = File {
            part: Part::Size(name.to_owned()),
            address: Url::parse(&address).unwrap_or(beside),
            path,
        };
        Ok((record, file))
    }
}

/// Path below `uploads/` for a file: the part of its URL after that folder, otherwise the path reported
/// by the host, otherwise the file name.
fn path_of(address: &Url, reported: &str) -> Option<String> {
    let path = percent_decode_str(address.path()).decode_utf8().ok()?;
    let below = path
        .split_once(UPLOADS)
        .map(|(_, below)| below.to_owned())
        .or_else(|| {
            Some(reported.to_owned())
                .filter(|reported| !reported.is_empty() && path.ends_with(reported))
        })
        .or_else(|| path.rsplit('/').next().map(str::to_owned))?;
    safe_path(&below)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mapped(item: &Value) -> MediaItem {
        let now = Timestamp::UNIX_EPOCH;
        map(&Item::whole(item), &TimeZone::UTC, now).unwrap().record
    }

    #[test]
    fn files_keep_their_paths() {
        let item = json!({
            "id": 5, "slug": "ipe", "status": "inherit", "title": {"raw": "Ipê"}, "caption": {"raw": ""},
            "description": {"raw": ""}, "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T10:00:00",
            "modified": "2024-05-01T10:00:00", "modified_gmt": "2024-05-01T10:00:00", "post": null, "author": 1,
            "comment_status": "open", "ping_status": "closed", "template": "", "alt_text": "", "mime_type": "image/jpeg", "source_url": "https://a.example/wp-content/uploads/2024/05/ip%C3%AA-scaled.jpg",
            "media_details": {
                "width": 2560, "height": 1700, "file": "2024/05/ipê-scaled.jpg", "original_image": "ipê.jpg",
                "sizes": {
                    "medium": {"file": "ipê-300x200.jpg", "width": 300, "height": 200, "mime_type": "image/jpeg",
                        "source_url": "https://cdn.example/2024/05/x-300x200.jpg"},
                    "full": {"file": "ipê-scaled.jpg", "width": 2560, "height": 1700, "mime_type": "image/jpeg",
                        "source_url": "https://a.example/wp-content/uploads/2024/05/ip%C3%AA-scaled.jpg"},
                },
            },
        });
        let MediaItem { content, files } = mapped(&item);
        let media = content.media.unwrap();
        assert_eq!(media.path, "2024/05/ipe-scaled.jpg");
        assert_eq!(media.original.as_deref(), Some("ipe.jpg"));
        assert_eq!(media.sizes["medium"].file, "ipe-300x200.jpg");
        assert_eq!(media.sizes.len(), 1);
        let shown: Vec<_> = files
            .iter()
            .map(|file| (file.address.as_str(), file.path.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                (
                    "https://a.example/wp-content/uploads/2024/05/ip%C3%AA-scaled.jpg",
                    "2024/05/ipe-scaled.jpg"
                ),
                (
                    "https://cdn.example/2024/05/x-300x200.jpg",
                    "2024/05/ipe-300x200.jpg"
                ),
                (
                    "https://a.example/wp-content/uploads/2024/05/ip%C3%AA.jpg",
                    "2024/05/ipe.jpg"
                ),
            ]
        );
    }

    #[test]
    fn a_file_without_a_folder_of_uploads_goes_by_its_name() {
        let url = |text: &str| Url::parse(text).unwrap();
        assert_eq!(
            path_of(&url("https://cdn.example/b/2024/05/a.pdf"), "2024/05/a.pdf").as_deref(),
            Some("2024/05/a.pdf")
        );
        assert_eq!(
            path_of(&url("https://cdn.example/b/a.pdf"), "").as_deref(),
            Some("a.pdf")
        );
        assert_eq!(path_of(&url("https://cdn.example/"), ""), None);
    }
}
