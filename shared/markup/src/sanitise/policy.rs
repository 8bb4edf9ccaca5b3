//! The allow-lists: elements, attributes, and the syntax of their values.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use url::Url;

use super::long_runs::Mark;
use super::{Form, style, video};

/// Allowed elements. Other elements are removed, their text stays.
const ELEMENTS: [&str; 56] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
];

/// Additional elements for stored site content.
const STORED_ELEMENTS: [&str; 13] = [
    "acronym", "address", "article", "aside", "audio", "dfn", "footer", "header", "main", "nav",
    "strike", "var", "video",
];

/// The element of this name, if it is allowed.
pub(super) fn element(name: &str, form: Form) -> Option<&'static str> {
    let more: &[&str] = match form {
        Form::Editor => &[],
        Form::Stored => &STORED_ELEMENTS,
    };
    ELEMENTS
        .iter()
        .chain(more)
        .find(|own| **own == name)
        .copied()
}

/// Attributes of individual elements.
const ATTRIBUTES: [(&str, &[&str]); 21] = [
    ("a", &["href", "target", "rel", "id"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("details", &["open"]),
    ("h1", &["id"]),
    ("h2", &["id"]),
    ("h3", &["id"]),
    ("h4", &["id"]),
    ("h5", &["id"]),
    ("h6", &["id"]),
    (
        "iframe",
        &[
            "src",
            "width",
            "height",
            "allow",
            "allowfullscreen",
            "loading",
        ],
    ),
    (
        "img",
        &[
            "src", "alt", "width", "height", "srcset", "sizes", "loading",
        ],
    ),
    ("li", &["value", "id"]),
    ("ol", &["start", "type", "reversed"]),
    ("section", &["id"]),
    ("sup", &["id"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan", "scope"]),
    ("time", &["datetime"]),
    ("p", &["id"]),
    ("div", &["id"]),
];

/// Additional attributes for stored site content: those of audio and video players, and the alignment
/// attributes of old editors.
const STORED_ATTRIBUTES: [(&str, &[&str]); 9] = [
    ("a", &["download"]),
    (
        "audio",
        &["src", "controls", "preload", "loop", "muted", "autoplay"],
    ),
    (
        "video",
        &[
            "src",
            "poster",
            "controls",
            "preload",
            "loop",
            "muted",
            "autoplay",
            "playsinline",
            "width",
            "height",
        ],
    ),
    ("div", &["align"]),
    ("img", &["align", "decoding"]),
    ("p", &["align"]),
    (
        "table",
        &["align", "border", "cellpadding", "cellspacing", "width"],
    ),
    ("td", &["align", "valign", "width"]),
    ("th", &["align", "valign", "width"]),
];

/// Attributes of every element.
const GENERIC: [&str; 4] = ["class", "dir", "lang", "title"];

/// Additional attributes of every element for stored site content.
const STORED_GENERIC: [&str; 3] = ["id", "role", "style"];

/// Prefixes of additional attributes for stored site content: accessibility and data attributes.
const STORED_PREFIXES: [&str; 2] = ["aria-", "data-"];

const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Allowed values of `rel`: they describe the link and grant nothing.
const RELATIONS: [&str; 7] = [
    "nofollow",
    "sponsored",
    "ugc",
    "noopener",
    "noreferrer",
    "external",
    "license",
];

/// Allowed permissions (`allow`) of a video frame.
const PERMISSIONS: [&str; 9] = [
    "accelerometer",
    "autoplay",
    "clipboard-write",
    "encrypted-media",
    "fullscreen",
    "gyroscope",
    "picture-in-picture",
    "web-share",
    "screen-wake-lock",
];

const CLASSES: usize = 20;
const NAME_BYTES: usize = 100;
const SIZES_BYTES: usize = 500;
const SRCSET_BYTES: usize = 8_000;

/// The largest span of a cell that browsers honour (HTML standard, table model).
const SPAN: u32 = 1_000;

static EDITOR: LazyLock<Builder<'static>> = LazyLock::new(|| filtered(Form::Editor));

static STORED: LazyLock<Builder<'static>> = LazyLock::new(|| filtered(Form::Stored));

fn filtered(form: Form) -> Builder<'static> {
    let mut builder = builder(form);
    builder.attribute_filter(value);
    builder
}

/// The allow-list of a form, without the check of values.
fn builder(form: Form) -> Builder<'static> {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(ELEMENTS))
        .tag_attributes(HashMap::from(
            ATTRIBUTES.map(|(element, names)| (element, names.iter().copied().collect())),
        ))
        .tag_attribute_values(HashMap::new())
        .generic_attributes(HashSet::from(GENERIC))
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        // `outline` writes `rel` where it is needed; a value set here would replace the author's.
        .link_rel(None)
        .strip_comments(true);
    if form == Form::Stored {
        builder
            .add_tags(STORED_ELEMENTS)
            .add_generic_attributes(STORED_GENERIC)
            .add_generic_attribute_prefixes(STORED_PREFIXES);
        for (element, names) in STORED_ATTRIBUTES {
            builder.add_tag_attributes(element, names);
        }
    }
    builder
}

/// Applies the allow-list to an outline.
pub(super) fn clean(html: &str, form: Form) -> String {
    let Some(mark) = Mark::needed(html) else {
        return clean_at_once(html, form);
    };
    let mut cleaner = builder(form);
    cleaner.attribute_filter(move |element, name, written| {
        value(element, name, written).map(|value| Cow::from(mark.value(&value)))
    });
    let clean = cleaner.clean(&mark.texts(html)).to_string();
    mark.removed(&clean)
}

/// Applies the allow-list to an outline without long runs.
pub(super) fn clean_at_once(html: &str, form: Form) -> String {
    let cleaner = match form {
        Form::Editor => &EDITOR,
        Form::Stored => &STORED,
    };
    cleaner.clean(html).to_string()
}

/// The value to keep of an allowed attribute, or `None`. The schemes of `href` and `src` have been checked
/// before.
fn value<'a>(element: &str, name: &str, value: &'a str) -> Option<Cow<'a, str>> {
    match (element, name) {
        ("iframe", "src") => video::frame_address(value).map(Cow::from),
        ("iframe", "allow") => permissions(value).map(Cow::from),
        (
            _,
            "allowfullscreen" | "reversed" | "open" | "download" | "controls" | "loop" | "muted"
            | "autoplay" | "playsinline",
        ) => Some(Cow::from("")),
        (_, "class") => classes(value).map(Cow::from),
        (_, "style") => style::declarations(value).map(Cow::from),
        (_, "id") => is_name(value).then_some(Cow::from(value)),
        (_, "dir") => one_of(value, &["ltr", "rtl", "auto"]),
        (_, "lang") => value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            .then_some(Cow::from(value)),
        (_, "target") => one_of(value, &["_blank", "_self"]),
        (_, "rel") => relations(value, false).map(Cow::from),
        (_, "loading") => one_of(value, &["lazy", "eager"]),
        (_, "decoding") => one_of(value, &["async", "sync", "auto"]),
        (_, "preload") => one_of(value, &["none", "metadata", "auto"]),
        (_, "align") => one_of(value, &["left", "center", "right", "justify"]),
        (_, "valign") => one_of(value, &["top", "middle", "bottom", "baseline"]),
        (_, "scope") => one_of(value, &["row", "col", "rowgroup", "colgroup"]),
        ("ol", "type") => matches!(value, "1" | "a" | "A" | "i" | "I").then_some(Cow::from(value)),
        (_, "width" | "height" | "border" | "cellpadding" | "cellspacing") => {
            is_length(value).then_some(Cow::from(value))
        }
        (_, "colspan" | "rowspan" | "span") => value
            .parse::<u32>()
            .is_ok_and(|span| span <= SPAN)
            .then_some(Cow::from(value)),
        (_, "start" | "value") => value.parse::<i32>().is_ok().then_some(Cow::from(value)),
        (_, "sizes") => (value.len() <= SIZES_BYTES).then_some(Cow::from(value)),
        (_, "srcset") => is_srcset(value).then_some(Cow::from(value)),
        _ => Some(Cow::from(value)),
    }
}

/// The values of `rel` to keep, plus `noopener` when the link opens a new window.
pub(super) fn relations(value: &str, new_window: bool) -> Option<String> {
    let mut kept: Vec<&str> = Vec::new();
    for token in value.split_ascii_whitespace() {
        let known = RELATIONS
            .iter()
            .find(|relation| relation.eq_ignore_ascii_case(token));
        if let Some(relation) = known.filter(|relation| !kept.contains(relation)) {
            kept.push(relation);
        }
    }
    if new_window && !kept.contains(&"noopener") {
        kept.push("noopener");
    }
    (!kept.is_empty()).then(|| kept.join(" "))
}

fn one_of<'a>(value: &str, allowed: &[&'static str]) -> Option<Cow<'a, str>> {
    let value = value.trim_ascii();
    allowed
        .iter()
        .find(|own| own.eq_ignore_ascii_case(value))
        .map(|own| Cow::from(*own))
}

fn classes(value: &str) -> Option<String> {
    let kept: Vec<_> = value
        .split_ascii_whitespace()
        .filter(|class| is_name(class))
        .take(CLASSES)
        .collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

fn permissions(value: &str) -> Option<String> {
    let kept: Vec<_> = value
        .split(';')
        .map(str::trim_ascii)
        .filter(|permission| PERMISSIONS.contains(permission))
        .collect();
    (!kept.is_empty()).then(|| kept.join("; "))
}

fn is_name(value: &str) -> bool {
    (1..=NAME_BYTES).contains(&value.len())
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':'))
}

fn is_length(value: &str) -> bool {
    let digits = value.strip_suffix('%').unwrap_or(value);
    (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether every candidate of a `srcset` is a URL of an allowed scheme with at most a width or a density.
fn is_srcset(value: &str) -> bool {
    value.len() <= SRCSET_BYTES
        && value.split(',').all(|candidate| {
            let mut parts = candidate.split_ascii_whitespace();
            let address = parts.next().is_some_and(is_picture_address);
            let descriptor = parts.next().is_none_or(is_descriptor);
            address && descriptor && parts.next().is_none()
        })
}

fn is_picture_address(address: &str) -> bool {
    match Url::parse(address) {
        Ok(url) => matches!(url.scheme(), "http" | "https"),
        Err(fault) => fault == url::ParseError::RelativeUrlWithoutBase,
    }
}

fn is_descriptor(descriptor: &str) -> bool {
    descriptor
        .strip_suffix(['w', 'x'])
        .is_some_and(|number| number.parse::<f32>().is_ok_and(|number| number > 0.0))
}
