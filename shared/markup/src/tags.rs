//! Edits the start tags of a text and leaves everything else as it is.

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
    fn of(text: &str) -> Option<Self> {
        let Some(Piece::Start(tag)) = Lexer::new(text).next() else {
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

/// The text with the start tags that `edit` changed, for which it returns true.
pub fn edited(html: &str, mut edit: impl FnMut(&mut StartTag) -> bool) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, from) = rest.split_at(at);
        out.push_str(text);
        let length = length_of_tag(from);
        let (whole, behind) = from.split_at(length);
        rest = behind;
        let tag = whole.ends_with('>').then(|| StartTag::of(whole)).flatten();
        let Some(mut tag) = tag else {
            out.push_str(whole);
            continue;
        };
        if edit(&mut tag) {
            tag.write(&mut out);
        } else {
            out.push_str(whole);
        }
        if RAW.contains(&tag.name.as_str()) {
            let end = rest.find("</").unwrap_or(rest.len());
            let (raw, behind) = rest.split_at(end);
            out.push_str(raw);
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

/// The tags, the comments and the texts between them, in their order: together they are `html`.
pub fn pieces(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let length = match rest.find('<') {
            Some(0) => length_of_tag(rest),
            Some(at) => at,
            None => rest.len(),
        };
        let (piece, behind) = rest.split_at(length);
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The name of a tag in lower case, that of an end tag after a slash; `None` for comments and texts.
pub fn name(piece: &str) -> Option<String> {
    let inner = piece.strip_prefix('<')?.strip_suffix('>')?;
    let slash = if inner.starts_with('/') { "/" } else { "" };
    let name = inner.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let name = name.get(..end.unwrap_or(name.len()))?;
    (!name.is_empty()).then(|| format!("{slash}{}", name.to_ascii_lowercase()))
}

/// The length of the tag or comment at the beginning of `text`, which begins with `<`; 1 for a character that opens none.
fn length_of_tag(text: &str) -> usize {
    if text.starts_with("<!--") {
        return text.find("-->").map_or(text.len(), |at| at + "-->".len());
    }
    let second = text.chars().nth(1);
    if !second.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) {
        return 1;
    }
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), character) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '>') => return at + 1,
            (None, _) => {}
        }
    }
    // An open quote to the end: the tag has no end, as for browsers.
    text.len()
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

    proptest! {
        #[test]
        fn what_is_not_changed_stays(html in "(\\PC|[<>\"'/=! -]|<p a=|<!--|-->|<script>|</script>){0,40}") {
            prop_assert_eq!(edited(&html, |_| false), html);
        }
    }
}
