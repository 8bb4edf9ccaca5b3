//! Sizes of the pictures in a text, from the files of the media that they show: a browser loads the one that fits.

use std::collections::HashMap;
use std::sync::Arc;

use domain::site::Caller;
use markup::tags::{self, StartTag};
use markup::{attached, escape};
use site_store::{Content, Media};

use crate::page_request::{PageRequest, PageResult};
use crate::picture::picture;

/// Most files whose sizes a text uses.
const MOST_FILES: usize = 100;

/// Width of a text and of the margins beside it on a small screen, in pixels.
const COLUMN: u32 = 680;
const MARGINS: u32 = 40;

/// The files that the pictures of a text name.
#[derive(Default)]
pub(super) struct Files(HashMap<u64, Arc<Content>>);

impl Files {
    /// Reads the files that everyone may read, in one request to the store for all of them; in none for a text without
    /// pictures of the media.
    ///
    /// # Errors
    /// The store fails.
    pub(super) async fn of(request: &PageRequest, text: &str) -> PageResult<Self> {
        let named = attached::files_of(text, MOST_FILES);
        if named.is_empty() {
            return Ok(Self::default());
        }
        let found = request
            .store
            .media_items(&Caller::anonymous(), &named)
            .await?;
        Ok(Self(
            found.into_iter().map(|file| (file.id, file)).collect(),
        ))
    }

    /// The text with the sizes of its pictures. A picture that has some, or that shows another file, keeps what it has.
    pub(super) fn sized(&self, request: &PageRequest, html: &str) -> String {
        if self.0.is_empty() {
            return html.to_owned();
        }
        tags::edited(html, |tag| {
            tag.name == "img" && self.add_sizes(request, tag).is_some()
        })
    }

    fn add_sizes(&self, request: &PageRequest, tag: &mut StartTag) -> Option<()> {
        if tag.value("srcset").is_some() {
            return None;
        }
        let file = self.0.get(&attached::file_of(tag.value("class")?)?)?;
        let sizes = picture(request, file)?.srcset;
        let (width, height) = shown(tag.value("src")?, file.media.as_ref()?, &request.home)?;
        if sizes.contains(", ") {
            let sizes = ("srcset".to_owned(), escape::text(&sizes));
            tag.attributes.push(sizes);
        }
        // Lazy loading without a known size shifts the layout when the picture arrives.
        if tag.value("width").is_none() && tag.value("height").is_none() {
            let size = [("width", width), ("height", height)];
            let size = size.map(|(name, value)| (name.to_owned(), value.to_string()));
            tag.attributes.extend(size);
            if tag.value("loading").is_none() {
                let lazy = ("loading".to_owned(), "lazy".to_owned());
                tag.attributes.push(lazy);
            }
        }
        if tag.value("srcset").is_some() && tag.value("sizes").is_none() {
            let sizes = ("sizes".to_owned(), widths(tag, width));
            tag.attributes.push(sizes);
        }
        Some(())
    }
}

/// Value of `sizes` of a picture: the width that it has, at most that of the column. A browser that knows `auto` takes the
/// width of the layout for a picture that it loads lazily.
fn widths(tag: &StartTag, natural: u32) -> String {
    let given = tag.value("width").and_then(|width| width.parse().ok());
    let width = given.unwrap_or(natural).min(COLUMN);
    let auto = match tag.value("loading") {
        Some("lazy") => "auto, ",
        _ => "",
    };
    let least = width.saturating_add(MARGINS);
    format!("{auto}(min-width: {least}px) {width}px, calc(100vw - {MARGINS}px)")
}

/// Width and height of the file at an address; none if it is no file of this picture, or a part of it.
fn shown(src: &str, media: &Media, home: &str) -> Option<(u32, u32)> {
    let src = escape::decode(src.trim());
    let below = src.strip_prefix(home).unwrap_or(&src);
    let path = below.strip_prefix("/uploads/")?.split(['?', '#']).next()?;
    if path == media.path || path == media.uploaded_path() {
        return media.width.zip(media.height);
    }
    let mut sizes = media.whole_sizes();
    let size = sizes.find(|size| media.beside(&size.file) == path)?;
    Some((size.width, size.height))
}
