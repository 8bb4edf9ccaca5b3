//! Pictures of the blob store in the sizes that they have.

use domain::site::{Kind, Status};
use markup::{escape, render};
use site_store::{Content, Media};
use site_web::address;

use crate::visit::{Found, Visit};

/// A picture as a page shows it.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Address of the main file.
    pub src: String,
    /// All sizes of the same shape with their widths.
    pub srcset: String,
    /// Address of a size for a card or a list.
    pub small: String,
    /// Width of the main file in pixels.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Text for those who do not see it.
    pub alt: String,
    /// Caption, as HTML without paragraphs; may be empty.
    pub caption: String,
}

/// The featured picture of an item; none when it has none or the file is gone.
///
/// # Errors
/// The store fails.
pub async fn featured(visit: &Visit, item: &Content) -> Found<Option<Picture>> {
    if item.featured_media == 0 {
        return Ok(None);
    }
    let found = visit.store.get(item.featured_media).await?;
    Ok(found.and_then(|file| picture(visit, &file)))
}

/// A media item as a picture; none when it is something else.
pub fn picture(visit: &Visit, item: &Content) -> Option<Picture> {
    if item.kind != Kind::Attachment || item.status != Status::Inherit {
        return None;
    }
    let file = item.media.as_ref().filter(|file| file.is_image())?;
    let (width, height) = (file.width?, file.height?);
    let beside = |name: &str| address::file(&file.beside(name), &visit.home);
    let src = address::file(&file.path, &visit.home);
    let mut sizes: Vec<(u32, String)> = file
        .sizes
        .values()
        .filter(|size| same_shape(file, size.width, size.height))
        .map(|size| (size.width, beside(&size.file)))
        .collect();
    sizes.push((width, src.clone()));
    sizes.sort();
    sizes.dedup_by_key(|(width, _)| *width);
    let small = sizes
        .iter()
        .find(|(width, _)| *width >= 600)
        .map_or_else(|| src.clone(), |(_, address)| address.clone());
    let srcset: Vec<String> = sizes
        .iter()
        .map(|(width, address)| format!("{address} {width}w"))
        .collect();
    Some(Picture {
        src,
        srcset: srcset.join(", "),
        small,
        width,
        height,
        // It is stored cleaned of markup, with character references for what would be some.
        alt: escape::decode(&file.alt_text),
        caption: render::typography(&item.excerpt),
    })
}

/// Whether a smaller size shows the whole picture, give or take a pixel of rounding.
fn same_shape(file: &Media, width: u32, height: u32) -> bool {
    let (Some(full_width), Some(full_height)) = (file.width, file.height) else {
        return false;
    };
    let wanted = u64::from(width) * u64::from(full_height) / u64::from(full_width.max(1));
    wanted.abs_diff(u64::from(height)) <= 1
}
