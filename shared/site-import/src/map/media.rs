//! Media, and which files belong to an item.

use std::collections::BTreeMap;

use domain::site::{Kind, Status};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use site_store::{Content, EditedFrom, Media, SubSize, sound_path};
use url::Url;

use super::content::{blank, set_dates, set_openness};
use super::member::{number, object, raw, text};
use super::{Mapped, Misread};

/// The folder of uploads in the addresses of files, ours and the deployed systems'.
const UPLOADS: &str = "/uploads/";

/// What a file is to its item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The file itself.
    Main,
    /// A smaller picture, by the name of its size.
    Size(String),
    /// The picture as it was uploaded, where the main file was made from it.
    Original,
}

/// A file to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// What it is.
    pub part: Part,
    /// Where it is.
    pub address: Url,
    /// Where it is kept, below `uploads/`.
    pub path: String,
}

/// An item with its files.
#[derive(Debug, Clone, PartialEq)]
pub struct MediaItem {
    /// The item.
    pub content: Content,
    /// Its files, the main one first.
    pub files: Vec<File>,
}

/// A media item. Its files keep their paths, so that addresses in texts can be led to them.
pub fn map(item: &Value, zone: &TimeZone, now: Timestamp) -> Result<Mapped<MediaItem>, Misread> {
    let mut content = blank(item, Kind::Attachment)?;
    content.status = match text(item, "status").as_str() {
        "private" => Status::Private,
        "trash" => Status::Trash,
        _ => Status::Inherit,
    };
    content.title = raw(item, "title")?;
    content.excerpt = raw(item, "caption")?;
    content.content = raw(item, "description")?;
    set_dates(&mut content, item, zone, now)?;
    set_openness(&mut content, item);
    content.author = number(item, "author");
    content.featured_media = number(item, "featured_media");
    content.parent = number(item, "post");
    let none = Map::new();
    let details = object(item, "media_details").unwrap_or(&none);
    let (media, files) = media(item, details)?;
    content.media = Some(media);
    Ok(Mapped {
        record: MediaItem { content, files },
        lost: Vec::new(),
    })
}

fn media(item: &Value, details: &Map<String, Value>) -> Result<(Media, Vec<File>), Misread> {
    let given = text(item, "source_url");
    let address = Url::parse(&given).map_err(|_| Misread::FileAddress(given.clone()))?;
    let details = Value::Object(details.clone());
    let path = path_of(&address, &text(&details, "file"))
        .ok_or_else(|| Misread::FileAddress(given.clone()))?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |name: &str| -> Option<(Url, String, String)> {
        let mut address = address.clone();
        address.path_segments_mut().ok()?.pop().push(name);
        let path = sound_path(format!("{folder}/{name}").trim_start_matches('/'))?;
        let file = path.rsplit('/').next()?.to_owned();
        Some((address, path, file))
    };
    let mut files = vec![File {
        part: Part::Main,
        address: address.clone(),
        path: path.clone(),
    }];
    let size = |of: &Value, name: &str| {
        u32::try_from(number(of, name))
            .ok()
            .filter(|size| *size > 0)
    };
    let mut sizes = BTreeMap::new();
    for (name, one) in object(&details, "sizes").into_iter().flatten() {
        let (Some(width), Some(height)) = (size(one, "width"), size(one, "height")) else {
            continue;
        };
        let Some((beside, path, file)) = beside(&text(one, "file")).filter(|_| name != "full")
        else {
            continue;
        };
        files.push(File {
            part: Part::Size(name.clone()),
            address: Url::parse(&text(one, "source_url")).unwrap_or(beside),
            path,
        });
        let record = SubSize {
            file,
            width,
            height,
            mime_type: text(one, "mime_type"),
            file_size: number(one, "filesize"),
        };
        sizes.insert(name.clone(), record);
    }
    let original = text(&details, "original_image");
    let original = beside(&original).filter(|_| !original.is_empty());
    let original = original.map(|(address, path, file)| {
        files.push(File {
            part: Part::Original,
            address,
            path,
        });
        file
    });
    let edited_from = details.get("parent_image").and_then(|from| {
        let id = number(from, "attachment_id");
        let path = sound_path(&text(from, "file"))?;
        (id > 0).then_some(EditedFrom { id, path })
    });
    let media = Media {
        path,
        mime_type: text(item, "mime_type"),
        file_size: number(&details, "filesize"),
        width: size(&details, "width"),
        height: size(&details, "height"),
        sizes,
        original,
        image_meta: object(&details, "image_meta").cloned().unwrap_or_default(),
        alt_text: text(item, "alt_text"),
        edited_from,
    };
    Ok((media, files))
}

/// The path below `uploads/` at which a file is kept: what follows that folder in its address, else what the host
/// calls its path, else its name.
fn path_of(address: &Url, told: &str) -> Option<String> {
    let path = percent_decode_str(address.path()).decode_utf8().ok()?;
    let below = path
        .split_once(UPLOADS)
        .map(|(_, below)| below.to_owned())
        .or_else(|| Some(told.to_owned()).filter(|told| !told.is_empty() && path.ends_with(told)))
        .or_else(|| path.rsplit('/').next().map(str::to_owned))?;
    sound_path(&below)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mapped(item: &Value) -> MediaItem {
        let now = Timestamp::UNIX_EPOCH;
        map(item, &TimeZone::UTC, now).unwrap().record
    }

    #[test]
    fn files_keep_their_paths() {
        let item = json!({
            "id": 5, "slug": "ipe", "status": "inherit", "title": {"raw": "Ipê"}, "caption": {"raw": ""},
            "description": {"raw": ""}, "date": "2024-05-01T10:00:00", "post": null, "author": 1,
            "mime_type": "image/jpeg", "source_url": "https://a.example/wp-content/uploads/2024/05/ip%C3%AA-scaled.jpg",
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
