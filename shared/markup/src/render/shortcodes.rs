//! Expands shortcodes: names in square brackets by which older texts place a caption, a gallery or a player
//! (docs/interface/site/rendering.md#content). The renderer has no access to the site's media: in the interface galleries render as
//! nothing and players stay as typed; pages fill their places.

mod places;

use crate::escape;

pub use places::{MOST_FILES, NamedForm, NamedMedia, media_of};
pub(super) use places::{Places, expand_and_mark, fill_form_marks, fill_marks, fill_media_marks};

/// The shortcode of a code snippet, which only pages replace.
const SNIPPET: &str = "code_snippet";

/// The shortcodes of a contact form, which only pages replace: this site's and the one of deployed systems.
const FORMS: [&str; 2] = ["contact-form", "contact-form-7"];

/// The known names. Any other text in brackets stays as it is.
const NAMES: [&str; 10] = [
    "audio",
    "caption",
    SNIPPET,
    FORMS[0],
    FORMS[1],
    "embed",
    "gallery",
    "playlist",
    "video",
    "wp_caption",
];

/// A shortcode at the beginning of a text.
struct Shortcode<'a> {
    name: &'static str,
    /// The text between the name and the closing bracket.
    attributes: &'a str,
    /// The content before the end tag; `None` strip an end tag.
    inner: Option<&'a str>,
    /// Total length in bytes.
    length: usize,
}

/// Position of the next end tag of each name, in bytes from there to the end of the text; `None` when there
/// is none. The cache keeps time linear: no range is searched twice.
#[derive(Default)]
struct EndTags(Vec<(&'static str, Option<usize>)>);

impl EndTags {
    /// The content before the next end tag of `name` in `behind`, the rest of the text.
    fn inner<'a>(&mut self, name: &'static str, behind: &'a str) -> Option<&'a str> {
        let known = self.0.iter().find(|(own, _)| *own == name);
        let left = match known {
            Some((_, None)) => None,
            Some((_, Some(left))) if *left <= behind.len() => Some(*left),
            _ => {
                let found = behind.find(&end_tag(name)).map(|at| behind.len() - at);
                self.0.retain(|(own, _)| *own != name);
                self.0.push((name, found));
                found
            }
        };
        behind.get(..behind.len() - left?)
    }
}

fn end_tag(name: &str) -> String {
    format!("[/{name}]")
}

fn name_at(inside: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|name| {
        inside.strip_prefix(name).is_some_and(|behind| {
            !behind.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '-'))
        })
    })
}

/// The position of the closing bracket, unless another bracket opens before it.
fn tag_end(inside: &str) -> Option<usize> {
    let end = inside.find(['[', ']', '<'])?;
    inside.get(end..)?.starts_with(']').then_some(end)
}

/// The length in bytes of a shortcode's start or end tag at the beginning of `text`.
pub(super) fn tag_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let named = inside.strip_prefix('/').unwrap_or(inside);
    name_at(named)?;
    let end = tag_end(inside)?;
    Some(1 + end + 1)
}

impl<'a> Shortcode<'a> {
    fn at(text: &'a str, end_tags: &mut EndTags) -> Option<Self> {
        let inside = text.strip_prefix('[')?;
        let name = name_at(inside)?;
        let end = tag_end(inside)?;
        let attributes = inside.get(name.len()..end)?;
        let start = end + 2;
        let closed = attributes.trim_end().ends_with('/');
        let behind = text.get(start..)?;
        let inner = if closed {
            None
        } else {
            end_tags.inner(name, behind)
        };
        Some(Self {
            name,
            attributes,
            inner,
            length: start + inner.map_or(0, |inner| inner.len() + end_tag(name).len()),
        })
    }

    fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        while let Some((before, behind)) = rest.split_once('=') {
            let own = before.trim_end();
            let own = own.rsplit(char::is_whitespace).next().unwrap_or(own);
            let behind = behind.trim_start();
            let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (value, after) = match quote {
                Some(quote) => {
                    let value = behind.split_at(1).1;
                    value.split_once(quote).unwrap_or((value, ""))
                }
                None => behind
                    .split_once(char::is_whitespace)
                    .unwrap_or((behind, "")),
            };
            if own == name {
                return Some(value);
            }
            rest = after;
        }
        None
    }

    /// The HTML that replaces the shortcode; `None` when it stays as typed.
    fn html(&self) -> Option<String> {
        let inner = self.inner.unwrap_or_default();
        match self.name {
            "caption" | "wp_caption" => Some(self.captioned(inner)),
            "gallery" => Some(String::new()),
            name if FORMS.contains(&name) => Some(String::new()),
            "embed" => {
                let address = inner.trim();
                let link = escape::text(&escape::decode(address));
                let is_address = ["http://", "https://"]
                    .iter()
                    .any(|way| address.starts_with(way));
                Some(if is_address {
                    format!("<a href=\"{link}\">{link}</a>")
                } else {
                    link
                })
            }
            _ => None,
        }
    }

    /// The content of a caption shortcode as a figure. The caption is the attribute of that name or the
    /// text after the image. Without a width or a caption, the content is returned unwrapped.
    fn captioned(&self, inner: &str) -> String {
        let (picture, behind) = split_picture(inner).unwrap_or((inner, ""));
        let (picture, caption) = match self.attribute("caption") {
            Some(caption) => (inner, escape::text(&escape::decode(caption))),
            None => (picture, behind.trim().to_owned()),
        };
        let width = self.attribute("width").and_then(|width| {
            let digits = width.trim_end_matches("px");
            digits.parse::<u32>().ok().filter(|width| *width > 0)
        });
        let Some(width) = width.filter(|_| !caption.is_empty()) else {
            return inner.to_owned();
        };
        let quoted = |text: &str| escape::text(&escape::decode(text));
        let id = self.attribute("id").filter(|id| !id.is_empty()).map(quoted);
        let (of_figure, of_caption) = id.map_or_else(Default::default, |id| {
            let words = format!("caption-{}", id.replace('_', "-"));
            (
                format!("id=\"{id}\" aria-describedby=\"{words}\" "),
                format!("id=\"{words}\" "),
            )
        });
        let align = quoted(self.attribute("align").unwrap_or("alignnone"));
        let class = self.attribute("class").map(quoted).unwrap_or_default();
        let classes = format!("wp-caption {align} {class}");
        format!(
            "<figure {of_figure}style=\"width: {width}px\" class=\"{}\">{picture}<figcaption {of_caption}class=\"wp-caption-text\">{caption}</figcaption></figure>",
            classes.trim_end()
        )
    }
}

/// Splits after the image and the link around it.
fn split_picture(inner: &str) -> Option<(&str, &str)> {
    let picture = inner.find("<img ")?;
    let end = picture + inner.get(picture..)?.find('>')? + 1;
    let behind = inner.get(end..)?;
    let link = behind.trim_start().strip_prefix("</a>");
    let end = link.map_or(end, |link| inner.len() - link.len());
    Some(inner.split_at(end))
}

/// Calls `each` with every shortcode outside of tags and copies the rest. `[[name]]` is an escaped
/// shortcode and becomes `[name]`.
fn replaced(html: &str, mut each: impl FnMut(&Shortcode<'_>) -> Option<String>) -> String {
    let mut out = String::with_capacity(html.len());
    let mut end_tags = EndTags::default();
    let mut rest = html;
    while let Some((text, from)) = rest.find(['[', '<']).map(|at| rest.split_at(at)) {
        out.push_str(text);
        let mut length = 1;
        let doubled = from
            .strip_prefix('[')
            .filter(|behind| behind.starts_with('['));
        if from.starts_with('<') {
            length = from.find('>').map_or(from.len(), |at| at + 1);
        } else if let Some(code) = doubled.and_then(|behind| Shortcode::at(behind, &mut end_tags)) {
            let end = 1 + code.length;
            if from
                .get(end..)
                .is_some_and(|behind| behind.starts_with(']'))
            {
                out.push_str(from.get(1..end).unwrap_or_default());
                rest = from.get(end + 1..).unwrap_or_default();
                continue;
            }
        } else if let Some(code) = Shortcode::at(from, &mut end_tags) {
            let (whole, after) = from.split_at(code.length);
            match each(&code) {
                Some(html) => out.push_str(&html),
                None => out.push_str(whole),
            }
            rest = after;
            continue;
        }
        let (plain, after) = from.split_at(length);
        out.push_str(plain);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Expands the shortcodes of `html`; those of snippets stay as typed.
pub(super) fn expand(html: &str) -> String {
    replaced(html, |code| code.html())
}

/// Whether a text may hold a shortcode; false is certain, true is not.
pub fn may_contain(raw: &str) -> bool {
    raw.contains('[')
}

/// Removes shortcodes and the content they enclose, for an excerpt.
pub fn strip(raw: &str) -> String {
    replaced(raw, |_| Some(String::new()))
}

/// Unwraps paragraphs that consist of one shortcode only.
pub(super) fn unwrap_standalone(html: &str) -> String {
    if !may_contain(html) {
        return html.to_owned();
    }
    let mut out = String::with_capacity(html.len());
    let mut end_tags = EndTags::default();
    let mut rest = html;
    while let Some((text, from)) = rest.find("<p>").map(|at| rest.split_at(at)) {
        out.push_str(text);
        let inside = from.split_at("<p>".len()).1.trim_start();
        let whole = Shortcode::at(inside, &mut end_tags).and_then(|code| {
            let (code, behind) = inside.split_at(code.length);
            Some((code, behind.trim_start().strip_prefix("</p>")?))
        });
        let (kept, after) = whole.unwrap_or_else(|| from.split_at("<p>".len()));
        out.push_str(kept);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_become_figures() {
        let picture = "<a href=\"/a\"><img src=\"/a.jpg\" /></a>";
        assert_eq!(
            expand(&format!(
                "[caption id=\"attachment_5\" align=\"alignleft\" width=\"300\"]{picture} Uma <em>horta</em>[/caption]"
            )),
            format!(
                "<figure id=\"attachment_5\" aria-describedby=\"caption-attachment-5\" style=\"width: 300px\" class=\"wp-caption alignleft\">{picture}<figcaption id=\"caption-attachment-5\" class=\"wp-caption-text\">Uma <em>horta</em></figcaption></figure>"
            )
        );
        assert_eq!(
            expand("[wp_caption width='9' caption='a & b']<img src=x>[/wp_caption]"),
            "<figure style=\"width: 9px\" class=\"wp-caption alignnone\"><img src=x><figcaption class=\"wp-caption-text\">a &amp; b</figcaption></figure>"
        );
        assert_eq!(expand("[caption]x[/caption] y"), "x y");
    }

    #[test]
    fn attribute_values_are_escaped() {
        let html =
            expand("[caption width=9 id='\">' class=\"'&quot;onload=x\" caption=x]y[/caption]");
        assert!(
            !html.contains("\">'") && !html.contains("=\"\">") && !html.contains("\"onload"),
            "{html}"
        );
        let html =
            expand("[embed]https://a.example/\"onclick=\"x[/embed][embed]javascript:x[/embed]");
        assert!(
            !html.contains("\"onclick") && !html.contains("href=\"java"),
            "{html}"
        );
    }

    #[test]
    fn unknown_shortcodes_stay_as_typed() {
        for text in [
            "[foo]",
            "[gallery",
            "[galleryx]",
            "[gallery-x]",
            "[ gallery]",
            "[/gallery]",
            "<a title=\"[gallery]\">x</a>",
            "[video src=\"a.mp4\"]",
        ] {
            assert_eq!(expand(text), text);
        }
        assert_eq!(
            expand("[[gallery]] [gallery /][gallery ids=\"1\"]"),
            "[gallery] "
        );
    }

    #[test]
    fn excerpts_hold_no_shortcodes() {
        assert_eq!(
            strip("a [gallery] b [caption]x[/caption][foo]"),
            "a  b [foo]"
        );
        assert_eq!(strip("[[gallery]] [video][/video]"), "[gallery] ");
    }
}
