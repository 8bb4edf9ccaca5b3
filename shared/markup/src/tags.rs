//! Splits a text into tags and what stands between them, and edits its start tags. Everything else stays as it is.

use crate::lexer::{Lexer, Piece};

/// Elements whose content is not markup.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

/// Most attributes of a tag that is edited; the lexer reads no more.
const MOST_ATTRIBUTES: usize = 32;

/// A start tag. Values are as written, entities not decoded.
#[derive(Debug)]
pub struct StartTag {
    /// The element's name in lower case.
    pub name: String,
    /// Names in lower case with their values.
    pub attributes: Vec<(String, String)>,
    slashed: bool,
}

impl StartTag {
    /// `None` for comments, end tags and tags without an end.
    fn of(markup: &str) -> Option<Self> {
        if !markup.ends_with('>') {
            return None;
        }
        let Some(Piece::Start(tag)) = Lexer::new(markup).next() else {
            return None;
        };
        let own = |(name, value): &(String, &str)| (name.clone(), (*value).to_owned());
        let attributes: Vec<_> = tag.attributes.iter().map(own).collect();
        (attributes.len() < MOST_ATTRIBUTES).then_some(Self {
            name: tag.name,
            attributes,
            slashed: tag.slashed,
        })
    }

    /// The value of an attribute.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Removes an attribute and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.attributes.iter().position(|(own, _)| own == name)?;
        Some(self.attributes.remove(at).1)
    }

    /// Adds a class.
    pub fn add_class(&mut self, class: &str) {
        let given = self.take("class").unwrap_or_default();
        let given = given.trim();
        let blank = if given.is_empty() { "" } else { " " };
        let classes = format!("{given}{blank}{class}");
        self.attributes.push(("class".to_owned(), classes));
    }

    fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(&self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            out.push_str(&value.replace('"', "&quot;"));
            out.push('"');
        }
        out.push_str(if self.slashed { " />" } else { ">" });
    }
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'a> {
    /// A tag or a comment.
    Markup(&'a str),
    /// What stands between them, and the content of elements whose content is not markup.
    Text(&'a str),
}

impl<'a> Run<'a> {
    /// The part as written.
    pub const fn written(self) -> &'a str {
        match self {
            Self::Markup(written) | Self::Text(written) => written,
        }
    }
}

/// The parts of a text in their order: together they are `html`.
pub fn runs(html: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = html;
    let mut is_raw = false;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mark = if is_raw { "</" } else { "<" };
        let before = rest.find(mark).unwrap_or(rest.len());
        let tag = if before == 0 {
            length_of_tag(rest)
        } else {
            None
        };
        // A character that opens no tag is a text of its own.
        let (written, behind) = rest.split_at(tag.unwrap_or(before.max(1)));
        rest = behind;
        is_raw = tag.is_some() && name(written).is_some_and(|name| RAW.contains(&name.as_str()));
        Some(match tag {
            Some(_) => Run::Markup(written),
            None => Run::Text(written),
        })
    })
}

/// The text with the start tags that `edit` changed, for which it returns true.
pub fn edited(html: &str, mut edit: impl FnMut(&mut StartTag) -> bool) -> String {
    let mut out = String::with_capacity(html.len());
    for run in runs(html) {
        let tag = match run {
            Run::Markup(markup) => StartTag::of(markup),
            Run::Text(_) => None,
        };
        match tag.and_then(|mut tag| edit(&mut tag).then_some(tag)) {
            Some(tag) => tag.write(&mut out),
            None => out.push_str(run.written()),
        }
    }
    out
}

/// The name of a tag in lower case, that of an end tag after a slash; `None` for comments and for tags without an end.
pub fn name(markup: &str) -> Option<String> {
    let inner = markup.strip_prefix('<')?.strip_suffix('>')?;
    let (slash, inner) = match inner.strip_prefix('/') {
        Some(inner) => ("/", inner),
        None => ("", inner),
    };
    let end = inner.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    let name = inner.get(..end.unwrap_or(inner.len()))?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    is_name.then(|| format!("{slash}{}", name.to_ascii_lowercase()))
}

/// The length of the tag or comment at the beginning of `text`, which begins with `<`; `None` for a character that opens none.
fn length_of_tag(text: &str) -> Option<usize> {
    if text.starts_with("<!--") {
        let end = text.find("-->").map(|at| at + "-->".len());
        return Some(end.unwrap_or(text.len()));
    }
    let second = text.chars().nth(1);
    if !second.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) {
        return None;
    }
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), character) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '>') => return Some(at + 1),
            (None, _) => {}
        }
    }
    // An open quote to the end: the tag has no end, as for browsers.
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_changed_tags_are_written_anew() {
        let html =
            "<p CLASS='a \"b\"'>x</p><!-- <p> --><IMG src=a /><script>\"<p>\"</script> 1 < 2";
        assert_eq!(edited(html, |_| false), html);
        let changed = edited(html, |tag| {
            tag.add_class("s");
            matches!(tag.name.as_str(), "p" | "img")
        });
        assert_eq!(
            changed,
            "<p class=\"a &quot;b&quot; s\">x</p><!-- <p> --><img src=\"a\" class=\"s\" /><script>\"<p>\"</script> 1 < 2"
        );
    }

    #[test]
    fn content_that_is_not_markup_is_text() {
        let html = "a < b<!-- <p> --><STYLE x='>'>\"<p>\"</style><p/><script></script><i";
        let found: Vec<_> = runs(html).collect();
        assert_eq!(
            found,
            [
                Run::Text("a "),
                Run::Text("<"),
                Run::Text(" b"),
                Run::Markup("<!-- <p> -->"),
                Run::Markup("<STYLE x='>'>"),
                Run::Text("\"<p>\""),
                Run::Markup("</style>"),
                Run::Markup("<p/>"),
                Run::Markup("<script>"),
                Run::Markup("</script>"),
                Run::Markup("<i"),
            ]
        );
    }

    #[test]
    fn names_end_as_in_browsers() {
        for (markup, expected) in [
            ("<P>", Some("p")),
            ("<br/>", Some("br")),
            ("<img\tsrc=a>", Some("img")),
            ("</Pre\n>", Some("/pre")),
            ("<a-b:c.d x>", Some("a-b:c.d")),
            ("<code\"x>", Some("code\"x")),
            ("<h1>", Some("h1")),
            ("<1h>", None),
            ("</ a>", None),
            ("<//a>", None),
            ("</>", None),
            ("<!-- a -->", None),
            ("<!DOCTYPE html>", None),
            ("<a", None),
            ("a", None),
        ] {
            assert_eq!(name(markup).as_deref(), expected, "{markup}");
        }
    }

    proptest! {
        #[test]
        fn what_is_not_changed_stays(html in "(\\PC|[<>\"'/=! -]|<p a=|<!--|-->|<script>|</script>){0,40}") {
            prop_assert_eq!(edited(&html, |_| false), html);
        }
    }
}
