//! The preview paragraph that precedes a file's description.

use site_api::{ViewContext, links};
use site_rest::SiteContext;
use site_store::{Content, Media};

/// Longest side of the displayed picture, in pixels.
const SIDE: u32 = 300;

/// Widest size that `srcset` lists, in pixels.
const WIDEST: u32 = 2048;

struct Source {
    address: String,
    width: u32,
    height: u32,
}

/// A link to the file, with the picture as its content, or the title of other files.
pub fn paragraph(item: &Content, cx: &ViewContext<'_>) -> String {
    let Some(file) = &item.media else {
        return String::new();
    };
    let address = links::file(&file.path, cx.site);
    let shown = match (file.is_image(), file.width, file.height) {
        (true, Some(width), Some(height)) => picture(file, width, height, cx.site),
        _ => markup::render::title(&item.title),
    };
    format!(
        "<p class=\"attachment\"><a href='{}'>{shown}</a></p>",
        escaped(&address)
    )
}

fn picture(file: &Media, width: u32, height: u32, site: &SiteContext) -> String {
    let beside = |name: &str| links::file(&file.beside(name), site);
    let whole = Source {
        address: links::file(&file.path, site),
        width,
        height,
    };
    let src = match file.sizes.get("medium") {
        Some(size) => Source {
            address: beside(&size.file),
            width: size.width,
            height: size.height,
        },
        None => {
            let (width, height) = pictures::sizes::fit(width, height, SIDE, SIDE);
            Source {
                address: whole.address.clone(),
                width,
                height,
            }
        }
    };
    let sizes = file.sizes_in_order().map(|(_, size)| Source {
        address: beside(&size.file),
        width: size.width,
        height: size.height,
    });
    let sources: Vec<_> = if file.sizes.is_empty() {
        Vec::new()
    } else {
        sizes.chain([whole]).collect()
    };
    format!(
        "<img loading=\"lazy\" decoding=\"async\" width=\"{}\" height=\"{}\" src=\"{}\" \
         class=\"attachment-medium size-medium\" alt=\"{}\"{} />",
        src.width,
        src.height,
        escaped(&src.address),
        // Character references in the text are decoded first, so that they are not encoded twice.
        escaped(markup::escape::decode(&file.alt_text).trim()),
        choice(&src, &sources),
    )
}

/// The `srcset`: the displayed source first, then the others of the same aspect ratio.
fn choice(src: &Source, sources: &[Source]) -> String {
    let fits = |source: &&Source| {
        (source.width <= WIDEST || source.address == src.address)
            && has_aspect_ratio_of(src, source)
    };
    let (first, others): (Vec<_>, Vec<_>) = sources
        .iter()
        .filter(fits)
        .partition(|source| source.address == src.address);
    if first.is_empty() || first.len() + others.len() < 2 {
        return String::new();
    }
    let list: Vec<_> = first
        .into_iter()
        .chain(others)
        .map(|source| format!("{} {}w", escaped(&source.address), source.width))
        .collect();
    format!(
        " srcset=\"{}\" sizes=\"auto, (max-width: {width}px) 100vw, {width}px\"",
        list.join(", "),
        width = src.width,
    )
}

/// Whether both have the same aspect ratio, up to one pixel of rounding.
fn has_aspect_ratio_of(one: &Source, other: &Source) -> bool {
    let (large, small) = if one.width > other.width {
        (one, other)
    } else {
        (other, one)
    };
    let ratio = f64::from(small.width) / f64::from(large.width.max(1));
    let height = (f64::from(large.height) * ratio).round();
    (height - f64::from(small.height)).abs() <= 1.0
}

fn escaped(text: &str) -> String {
    text.replace('&', "&#038;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#039;")
}
