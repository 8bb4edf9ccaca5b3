//! Pictures: the featured picture of an item, the logo.

use std::fmt::Write as _;
use std::sync::Arc;

use domain::site::{Kind, Status};
use site_store::{Content, Media, StoreError};
use site_urls::address;

use super::attributes::Attributes;
use super::context::Context;
use super::item::{href, plain_title};
use super::text::escaped;

/// How a picture shows.
#[derive(Default)]
pub struct Look<'a> {
    /// Name of the size; the main file without one or when the picture has no such size.
    pub size: Option<&'a str>,
    /// CSS classes.
    pub class: &'a str,
    /// CSS declarations; may be empty.
    pub style: String,
    /// Width in pixels in place of that of the file.
    pub width: Option<u32>,
    /// Alternative text in HTML in place of the picture's own.
    pub alt: Option<String>,
}

/// The file of a media item that is a picture.
pub fn file(item: &Content) -> Option<&Media> {
    let is_file = item.kind == Kind::Attachment && item.status == Status::Inherit;
    item.media
        .as_ref()
        .filter(|file| is_file && file.is_image())
}

/// A picture as an element, with the sizes that show the whole picture.
pub fn element(cx: &Context<'_>, file: &Media, look: &Look<'_>) -> String {
    let size = look.size.and_then(|name| file.sizes.get(name));
    let path = size.map_or_else(|| file.path.clone(), |size| file.beside(&size.file));
    let pixels = match size {
        Some(size) => Some((size.width, size.height)),
        None => file.width.zip(file.height),
    };
    let mut out = format!(
        "<img src=\"{}\" class=\"{}\" alt=\"{}\"",
        escaped(&address::file(&path, cx.home)),
        escaped(look.class),
        match &look.alt {
            Some(alt) => alt.clone(),
            // Stored sanitised, with character references for markup characters.
            None => escaped(&markup::escape::decode(&file.alt_text)),
        }
    );
    if let Some((width, height)) = pixels {
        let (width, height) = match look.width {
            Some(wanted) => {
                let high = u64::from(wanted) * u64::from(height) / u64::from(width.max(1));
                (u64::from(wanted), high)
            }
            None => (u64::from(width), u64::from(height)),
        };
        let _ = write!(out, " width=\"{width}\" height=\"{height}\"");
    }
    let is_whole = size.is_none_or(|size| file.whole_sizes().any(|whole| whole == size));
    if let Some(width) = file.width.filter(|_| is_whole) {
        let mut sizes: Vec<(u32, String)> = file
            .whole_sizes()
            .map(|size| (size.width, file.beside(&size.file)))
            .chain([(width, file.path.clone())])
            .collect();
        sizes.sort();
        sizes.dedup_by_key(|(width, _)| *width);
        if sizes.len() > 1 {
            let shown = sizes.iter().map(|(width, path)| {
                let address = escaped(&address::file(path, cx.home));
                format!("{address} {width}w")
            });
            let srcset = shown.collect::<Vec<_>>().join(", ");
            let shown_width = look.width.or(pixels.map(|(width, _)| width));
            let width = shown_width.unwrap_or(width);
            let _ = write!(
                out,
                " srcset=\"{srcset}\" sizes=\"(max-width: {width}px) 100vw, {width}px\""
            );
        }
    }
    if !look.style.is_empty() {
        let _ = write!(out, " style=\"{}\"", escaped(&look.style));
    }
    out.push('>');
    out
}

/// A length such as `50%` or `20rem`; none for other texts.
fn length(text: &str) -> Option<&str> {
    let units = ["px", "rem", "em", "%", "vh", "vw"];
    let number = units.into_iter().find_map(|unit| text.strip_suffix(unit))?;
    let number: f64 = number.parse().ok()?;
    (0.0..=10_000.0).contains(&number).then_some(text)
}

/// A ratio such as `16/9` or `1.5`; none for other texts.
fn ratio(text: &str) -> Option<&str> {
    let mut parts = text.split('/');
    let is_number = |part: &str| {
        let number: Option<f64> = part.trim().parse().ok();
        number.is_some_and(|number| number > 0.0 && number <= 10_000.0)
    };
    let is_ratio = parts.clone().count() <= 2 && parts.all(is_number);
    is_ratio.then_some(text)
}

/// The declarations that the block's sizes ask for.
fn style(attributes: &Attributes) -> String {
    let mut out = String::new();
    if let Some(text) = attributes
        .text("aspectRatio")
        .filter(|text| !text.is_empty())
    {
        if let Some(ratio) = ratio(text) {
            let _ = write!(out, "aspect-ratio:{ratio};");
        }
        out.push_str("width:100%;");
    }
    let (width, height) = (attributes.text("width"), attributes.text("height"));
    let width = width.and_then(length);
    if let Some(height) = height.and_then(length) {
        let _ = write!(out, "height:{height};");
    } else if width.is_some() {
        out.push_str("height:auto;");
    }
    if let Some(width) = width {
        let _ = write!(out, "width:{width};");
    }
    let scales = ["cover", "contain", "fill"];
    if let Some(scale) = attributes
        .text("scale")
        .filter(|scale| scales.contains(scale))
    {
        let _ = write!(out, "object-fit:{scale};");
    }
    out
}

/// The media item that is the featured picture of an item, if the reader may read it.
///
/// # Errors
/// The store fails.
pub async fn of(cx: &Context<'_>, item: &Content) -> Result<Option<Arc<Content>>, StoreError> {
    if item.featured_media == 0 || !cx.spend(1) {
        return Ok(None);
    }
    cx.store.media_item(&cx.reader, item.featured_media).await
}

/// The featured picture of an item in a figure; nothing without one.
///
/// # Errors
/// The store fails.
pub async fn featured(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let found = of(cx, item).await?;
    let Some(file) = found.as_deref().and_then(file) else {
        return Ok(String::new());
    };
    let is_link = attributes.flag("isLink");
    let size = attributes.text("sizeSlug").filter(|size| !size.is_empty());
    let class = format!("attachment-{0} size-{0}", size.unwrap_or("post-thumbnail"));
    let look = Look {
        size,
        class: &format!("{class} wp-post-image"),
        style: style(attributes),
        // A link says where it leads.
        alt: is_link.then(|| plain_title(cx, item)),
        ..Look::default()
    };
    let mut picture = element(cx, file, &look);
    if is_link {
        let (href, target, rel) = (href(cx, item)?, attributes.target(), attributes.rel());
        picture = format!("<a href=\"{href}\"{target}{rel}>{picture}</a>");
    }
    let outer = attributes.outer("wp-block-post-featured-image");
    Ok(format!("<figure {outer}>{picture}</figure>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sizes_are_styles() {
        for (text, expected) in [
            ("50%", true),
            ("1.5rem", true),
            ("10px;color:red", false),
            ("-1px", false),
            ("", false),
        ] {
            assert_eq!(length(text).is_some(), expected, "{text}");
        }
        for (text, expected) in [
            ("16/9", true),
            ("1.5", true),
            ("1/2/3", false),
            ("0", false),
            ("auto", false),
            ("1;x", false),
        ] {
            assert_eq!(ratio(text).is_some(), expected, "{text}");
        }
    }
}
