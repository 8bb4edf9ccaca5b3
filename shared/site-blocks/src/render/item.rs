//! Title, date and excerpt of an item, and the link to it.

use jiff::tz::TimeZone;
use markup::render::{self, RenderOptions};
use site_store::{Content, StoreError};
use site_urls::address;

use super::attributes::Attributes;
use super::context::Context;
use super::text::{element, escaped, without_shortcodes};

/// The title of an item as HTML; empty without one.
pub fn title_html(item: &Content) -> String {
    without_shortcodes(&render::title(&item.title))
}

/// The title of an item as HTML, or a placeholder for an empty one.
pub fn titled(cx: &Context<'_>, item: &Content) -> String {
    let title = title_html(item);
    if title.is_empty() {
        return cx.word("(sem título)", "(no title)").to_owned();
    }
    title
}

/// The title of an item as plain text in HTML.
pub fn plain_title(cx: &Context<'_>, item: &Content) -> String {
    escaped(&markup::text::plain(&titled(cx, item)))
}

/// The address of an item's page, in HTML.
///
/// # Errors
/// The read model fails.
pub fn href(cx: &Context<'_>, item: &Content) -> Result<String, StoreError> {
    Ok(escaped(&address::item(item, cx.store, cx.home)?))
}

/// A date of publication for programs: with the site's offset.
pub fn machine_date(item: &Content, zone: &TimeZone) -> String {
    let published = item.date.instant(zone).unwrap_or(item.modified_gmt);
    offset(published, zone)
}

/// An instant with the site's offset (RFC 3339).
pub fn offset(instant: jiff::Timestamp, zone: &TimeZone) -> String {
    let zoned = instant.to_zoned(zone.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// Bytes of a text that is read for an excerpt, or whose words are counted, that are one unit of work.
const UNIT: usize = 2048;

/// Takes the work of reading the text of an item.
fn may_read(cx: &Context<'_>, item: &Content) -> bool {
    cx.spend((item.excerpt.len() + item.content.len()) / UNIT)
}

/// The excerpt of an item as plain text, at most as many words of it as the block asks for, and whether it was cut; `None` when
/// that would be too much work.
pub fn summary(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Option<(String, bool)> {
    if !may_read(cx, item) {
        return None;
    }
    let words = attributes.number("excerptLength").unwrap_or(55).min(1000);
    let words = usize::try_from(words).unwrap_or(55);
    let html = RenderOptions::default().excerpt(&item.excerpt, &item.content, words);
    let plain = markup::text::plain(&html);
    let (text, is_cut) = match plain.trim_end().strip_suffix("[…]") {
        Some(before) => (before.trim_end(), true),
        None => (plain.trim_end(), false),
    };
    let begun = markup::text::beginning(text, words);
    Some((begun.text, is_cut || begun.cut))
}

/// The title as a heading, or as a paragraph for level 0.
pub fn title(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let mut title = title_html(item);
    if title.is_empty() {
        return Ok(title);
    }
    if attributes.flag("isLink") {
        let (href, target, rel) = (href(cx, item)?, attributes.target(), attributes.rel());
        title = format!("<a href=\"{href}\"{target}{rel}>{title}</a>");
    }
    let tag = element(attributes.number("level"), 2);
    let outer = attributes.outer("wp-block-post-title");
    Ok(format!("<{tag} {outer}>{title}</{tag}>"))
}

/// The date of publication, or of the last change.
pub fn date(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let zone = cx.store.zone();
    let bound = attributes.members("metadata").members("bindings");
    let field = bound.members("datetime").members("args");
    let is_changed = attributes.text("displayType") == Some("modified")
        || field.text("field").or(field.text("key")) == Some("modified");
    let (machine, local) = if is_changed {
        if item.modified.date() <= item.date.local.date() {
            return Ok(String::new());
        }
        (offset(item.modified_gmt, &zone), item.modified)
    } else {
        (machine_date(item, &zone), item.date.local)
    };
    let form = attributes.text("format");
    let form = form.filter(|form| !form.is_empty() && *form != "human-diff");
    let shown = escaped(&cx.date(form, local));
    let shown = if attributes.flag("isLink") {
        format!("<a href=\"{}\">{shown}</a>", href(cx, item)?)
    } else {
        shown
    };
    let time = format!("<time datetime=\"{machine}\">{shown}</time>");
    let class = if is_changed {
        "wp-block-post-date wp-block-post-date__modified-date"
    } else {
        "wp-block-post-date"
    };
    Ok(format!("<div {}>{time}</div>", attributes.outer(class)))
}

/// The excerpt, with a link to the item where the block has a text for it.
pub fn excerpt(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let Some((text, is_cut)) = summary(cx, attributes, item) else {
        return Ok(String::new());
    };
    let text = escaped(&text) + if is_cut { "…" } else { "" };
    let more = match attributes.plain("moreText") {
        Some(more) => format!(
            "<a class=\"wp-block-post-excerpt__more-link\" href=\"{}\">{}</a>",
            href(cx, item)?,
            escaped(&more)
        ),
        None => String::new(),
    };
    let is_below = attributes.flag("showMoreOnNewLine");
    let outer = attributes.outer("wp-block-post-excerpt");
    let below = if is_below && !more.is_empty() {
        format!("<p class=\"wp-block-post-excerpt__more-text\">{more}</p>")
    } else {
        String::new()
    };
    let beside = if is_below || more.is_empty() {
        String::new()
    } else {
        format!(" {more}")
    };
    Ok(format!(
        "<div {outer}><p class=\"wp-block-post-excerpt__excerpt\">{text}{beside}</p>{below}</div>"
    ))
}

/// The link to an item, which names it for those who only hear the link.
pub fn read_more(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let text = attributes.plain("content");
    let text = text.unwrap_or_else(|| cx.word("Leia mais", "Read more").to_owned());
    Ok(format!(
        "<a {} href=\"{}\"{}>{}<span class=\"screen-reader-text\">: {}</span></a>",
        attributes.outer("wp-block-read-more"),
        href(cx, item)?,
        attributes.target(),
        escaped(&text),
        plain_title(cx, item)
    ))
}

/// Fastest reading that a block may name, in words per minute.
const FASTEST: u64 = 2000;

/// The minutes that reading the item takes, or the number of its words.
pub fn time_to_read(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    if !may_read(cx, item) {
        return String::new();
    }
    let words = u64::try_from(markup::text::words(&item.content)).unwrap_or(u64::MAX / 100);
    let text = if attributes.text("displayMode") == Some("words") {
        let unit = match words {
            1 => cx.word("palavra", "word"),
            _ => cx.word("palavras", "words"),
        };
        format!("{words} {unit}")
    } else {
        let speed = attributes.number("averageReadingSpeed").unwrap_or(189);
        let speed = speed.clamp(1, FASTEST);
        // Rounded; `percent` of the usual time, at least a minute.
        let minutes = |percent: u64| ((words * percent + speed * 50) / (speed * 100)).max(1);
        if attributes.flag("displayAsRange") {
            let fast = minutes(80);
            let slow = minutes(120).max(fast + 1);
            format!("{fast}–{slow} {}", cx.word("minutos", "minutes"))
        } else {
            let unit = match minutes(100) {
                1 => cx.word("minuto", "minute"),
                _ => cx.word("minutos", "minutes"),
            };
            format!("{} {unit}", minutes(100))
        }
    };
    let outer = attributes.outer("wp-block-post-time-to-read");
    format!("<div {outer}>{text}</div>")
}
