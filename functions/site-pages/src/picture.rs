//! Images with the sizes that exist in the blob store.

use domain::site::{Caller, Kind, Status};
use markup::{escape, render};
use site_store::Content;
use site_urls::address;

use crate::page_request::{PageRequest, PageResult};

/// Image on a page.
#[derive(Debug, Clone)]
pub struct Picture {
    /// URL of the main file.
    pub src: String,
    /// `srcset` of all sizes with the same aspect ratio.
    pub srcset: String,
    /// URL of a size for a card or a list.
    pub small: String,
    /// Width of the main file in pixels.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Alternative text.
    pub alt: String,
    /// Caption as HTML without paragraphs; may be empty.
    pub caption: String,
}

/// Featured image of an item; `None` without one, when its file is gone and when not everyone may read the file.
///
/// # Errors
/// The store fails.
pub async fn featured(request: &PageRequest, item: &Content) -> PageResult<Option<Picture>> {
    if item.featured_media == 0 {
        return Ok(None);
    }
    let everyone = Caller::anonymous();
    let found = request
        .store
        .media_item(&everyone, item.featured_media)
        .await?;
    Ok(found.and_then(|file| picture(request, &file)))
}

/// Media item as an image; `None` for other files.
pub fn picture(request: &PageRequest, item: &Content) -> Option<Picture> {
    if item.kind != Kind::Attachment || item.status != Status::Inherit {
        return None;
    }
    let file = item.media.as_ref().filter(|file| file.is_image())?;
    let (width, height) = (file.width?, file.height?);
    let beside = |name: &str| address::file(&file.beside(name), &request.home);
    let src = address::file(&file.path, &request.home);
    let mut sizes: Vec<(u32, String)> = file
        .whole_sizes()
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
        // Stored sanitised, with character references for markup characters.
        alt: escape::decode(&file.alt_text),
        caption: render::typography(&item.excerpt),
    })
}
