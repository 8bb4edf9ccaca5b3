//! Parses block delimiters: HTML comments that hold the name of a block and its attributes as JSON. Block
//! editors need them; rendering removes them.

mod classes;
mod excerpt;

use std::borrow::Cow;

pub use classes::layout_classes;
pub(super) use excerpt::excerpt_source;

/// One token of a body.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Open(Block<'a>),
    /// A self-closing block: it has no content, and only a site that knows the block can render it.
    Void(Block<'a>),
    Close,
}

/// The start delimiter of a block.
#[derive(Debug, PartialEq, Eq)]
struct Block<'a> {
    /// The block's name; core blocks have no namespace.
    name: &'a str,
    /// The JSON as written; empty without attributes.
    attributes: &'a str,
}

/// The tokens of a body. Blocks may stay open, and end delimiters are not matched with start delimiters.
struct Pieces<'a> {
    rest: &'a str,
    /// The delimiter after the text that was returned last.
    next: Option<Piece<'a>>,
}

/// Iterates over the tokens of a body.
fn pieces(raw: &str) -> Pieces<'_> {
    Pieces {
        rest: raw,
        next: None,
    }
}

impl<'a> Pieces<'a> {
    /// The text inside of the block whose start delimiter was returned last, with the delimiters in it. Iteration goes on
    /// behind the block, which without an end delimiter reaches to the end of the body.
    fn inside(&mut self) -> &'a str {
        let mut depth = 0_usize;
        let mut searched = 0;
        while let Some((begin, end)) = comment(self.rest, searched) {
            searched = end;
            match self.rest.get(begin..end).and_then(delimiter) {
                Some(Piece::Open(_)) => depth += 1,
                Some(Piece::Close) if depth == 0 => {
                    let (inside, _) = self.rest.split_at(begin);
                    self.rest = self.rest.split_at(end).1;
                    return inside;
                }
                Some(Piece::Close) => depth -= 1,
                _ => {}
            }
        }
        std::mem::take(&mut self.rest)
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(delimiter) = self.next.take() {
            return Some(delimiter);
        }
        let mut searched = 0;
        while let Some((begin, end)) = comment(self.rest, searched) {
            searched = end;
            let Some(found) = self.rest.get(begin..end).and_then(delimiter) else {
                continue;
            };
            let (before, _) = self.rest.split_at(begin);
            self.rest = self.rest.split_at(end).1;
            if before.is_empty() {
                return Some(found);
            }
            self.next = Some(found);
            return Some(Piece::Text(before));
        }
        let text = std::mem::take(&mut self.rest);
        (!text.is_empty()).then_some(Piece::Text(text))
    }
}

/// Kind of a block delimiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delimiter {
    /// Start of a block.
    Open,
    /// A block without content.
    Void,
    /// End of a block.
    Close,
}

/// The next delimiter at or after `from`, and where its comment begins and ends.
pub(crate) fn next_delimiter(html: &str, from: usize) -> Option<(Delimiter, usize, usize)> {
    let mut searched = from;
    while let Some((begin, end)) = comment(html, searched) {
        searched = end;
        let kind = match html.get(begin..end).and_then(delimiter) {
            Some(Piece::Open(_)) => Delimiter::Open,
            Some(Piece::Void(_)) => Delimiter::Void,
            Some(Piece::Close) => Delimiter::Close,
            Some(Piece::Text(_)) | None => continue,
        };
        return Some((kind, begin, end));
    }
    None
}

/// The range of the next complete comment at or after `from`.
fn comment(text: &str, from: usize) -> Option<(usize, usize)> {
    let begin = from + text.get(from..)?.find("<!--")?;
    let end = begin + text.get(begin..)?.find("-->")? + "-->".len();
    Some((begin, end))
}

/// Parses a comment as a delimiter; `None` for any other comment.
fn delimiter(comment: &str) -> Option<Piece<'_>> {
    let inside = comment.strip_prefix("<!--")?.strip_suffix("-->")?;
    let mark = inside.trim();
    if mark.len() == inside.len() {
        return None;
    }
    if let Some(closed) = mark.strip_prefix("/wp:") {
        return named(closed).map(|_| Piece::Close);
    }
    let (name, behind) = named(mark.strip_prefix("wp:")?)?;
    let behind = behind.trim();
    let (attributes, is_void) = behind
        .strip_suffix('/')
        .map_or((behind, false), |before| (before.trim_end(), true));
    let is_object = attributes.starts_with('{') && attributes.ends_with('}');
    if !(attributes.is_empty() || is_object) {
        return None;
    }
    let block = Block { name, attributes };
    Some(if is_void {
        Piece::Void(block)
    } else {
        Piece::Open(block)
    })
}

/// The block name at the beginning of a delimiter, and the text after it.
fn named(mark: &str) -> Option<(&str, &str)> {
    let is_inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-/".contains(c);
    let end = mark.find(|c| !is_inside(c)).unwrap_or(mark.len());
    let (name, behind) = mark.split_at(end);
    let is_whole = behind.is_empty() || behind.starts_with(char::is_whitespace);
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase());
    (is_whole && is_name).then(|| (name.strip_prefix("core/").unwrap_or(name), behind))
}

/// A part of a body of blocks.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Stored HTML, with the CSS classes of its blocks.
    Html(Cow<'a, str>),
    /// A block that only a site that knows it can render.
    Block(BlockPart<'a>),
}

/// A block that only a site that knows it can render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockPart<'a> {
    /// The block's name; core blocks have no namespace.
    pub name: &'a str,
    /// Its attributes as JSON, which can be anything; empty without any.
    pub attributes: &'a str,
    /// The body inside of it, with the delimiters of inner blocks; empty for a block without content.
    pub inside: &'a str,
}

/// The parts of a body of blocks without the delimiters: blocks without content and those that `is_taken` chooses by name and
/// attributes are parts of their own, the others are HTML.
pub fn parts<'a>(raw: &'a str, is_taken: &dyn Fn(&str, &str) -> bool) -> Vec<Part<'a>> {
    let mut out = Vec::new();
    let mut pieces = pieces(raw);
    let mut opened = None;
    while let Some(piece) = pieces.next() {
        let block = opened.take();
        match piece {
            Piece::Open(Block { name, attributes }) if is_taken(name, attributes) => {
                let inside = pieces.inside();
                out.push(Part::Block(BlockPart {
                    name,
                    attributes,
                    inside,
                }));
            }
            Piece::Open(block) => opened = Some(block),
            Piece::Text(text) => {
                let holds_blocks = matches!(pieces.next, Some(Piece::Open(_) | Piece::Void(_)));
                out.push(Part::Html(match block {
                    Some(block) => classes::added(&block, text, holds_blocks),
                    None => Cow::from(text),
                }));
            }
            Piece::Void(Block { name, attributes }) => out.push(Part::Block(BlockPart {
                name,
                attributes,
                inside: "",
            })),
            Piece::Close => {}
        }
    }
    out
}

/// The HTML inside of a block, with the classes of its layout on the element that the block is stored as.
pub fn with_layout<'a>(block: &BlockPart<'a>) -> Cow<'a, str> {
    let mut pieces = pieces(block.inside);
    let Some(Piece::Text(text)) = pieces.next() else {
        return Cow::from(block.inside);
    };
    let holds_blocks = matches!(pieces.next, Some(Piece::Open(_) | Piece::Void(_)));
    let start = Block {
        name: block.name,
        attributes: block.attributes,
    };
    match classes::added(&start, text, holds_blocks) {
        Cow::Borrowed(_) => Cow::from(block.inside),
        Cow::Owned(changed) => {
            let rest = block.inside.get(text.len()..).unwrap_or_default();
            Cow::from(changed + rest)
        }
    }
}

/// Renders a body: removes the delimiters and adds the CSS classes of its blocks. Blocks without content show nothing.
pub(super) fn render(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for part in parts(raw, &|_, _| false) {
        if let Part::Html(html) = part {
            out.push_str(&html);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open<'a>(name: &'a str, attributes: &'a str) -> Piece<'a> {
        Piece::Open(Block { name, attributes })
    }

    #[test]
    fn delimiters() {
        let text = "a<!-- wp:core/group {\"a\":\"} /\"} -->b<!--  /wp:group  -->c<!-- wp:acme/x {\"y\":1} /-->";
        let found: Vec<_> = pieces(text).collect();
        assert_eq!(
            found,
            [
                Piece::Text("a"),
                open("group", "{\"a\":\"} /\"}"),
                Piece::Text("b"),
                Piece::Close,
                Piece::Text("c"),
                Piece::Void(Block {
                    name: "acme/x",
                    attributes: "{\"y\":1}",
                }),
            ]
        );
    }

    #[test]
    fn other_comments_are_text() {
        for text in [
            "<!-- nota -->",
            "<!--wp:x-->",
            "<!-- wp: -->",
            "<!-- wp:X -->",
            "<!-- wp:a b -->",
            "<!-- wp:a {\"b\":1 -->",
            "<!-- wp:a",
            "<!-->",
            "<!-- nota <!-- wp:a -->",
        ] {
            let found: Vec<_> = pieces(text).collect();
            assert_eq!(found, [Piece::Text(text)], "{text}");
        }
    }

    #[test]
    fn rendering_removes_delimiters() {
        let text = "<!-- wp:paragraph -->\n<p>Um</p>\n<!-- /wp:paragraph -->\n\n<!-- nota --><!-- wp:x /-->";
        assert_eq!(render(text), "\n<p>Um</p>\n\n\n<!-- nota -->");
    }

    fn html(text: &str) -> Part<'_> {
        Part::Html(Cow::from(text))
    }

    fn block<'a>(name: &'a str, attributes: &'a str, inside: &'a str) -> Part<'a> {
        Part::Block(BlockPart {
            name,
            attributes,
            inside,
        })
    }

    #[test]
    fn blocks_without_content_are_parts() {
        let text = "<!-- wp:html --><i><!-- wp:core/search {\"a\":1} /--></i><!-- /wp:html --><!-- wp:acme/x /-->";
        let found = parts(text, &|_, _| false);
        assert_eq!(
            found,
            [
                html("<i>"),
                block("search", "{\"a\":1}", ""),
                html("</i>"),
                block("acme/x", "", "")
            ]
        );
    }

    #[test]
    fn a_taken_block_gets_the_classes_of_its_layout() {
        let part = |name, inside| BlockPart {
            name,
            attributes: "{\"layout\":{\"type\":\"constrained\"}}",
            inside,
        };
        let inside = "<div class=\"q\"><!-- wp:x /--><div class=\"y\"></div></div>";
        assert_eq!(
            with_layout(&part("query", inside)),
            "<div class=\"q is-layout-constrained wp-block-query-is-layout-constrained\"><!-- wp:x /--><div class=\"y\"></div></div>"
        );
        for (name, inside) in [("x", inside), ("query", ""), ("query", "<!-- wp:x /-->")] {
            assert_eq!(with_layout(&part(name, inside)), inside);
        }
    }

    #[test]
    fn taken_blocks_are_parts_with_what_is_inside() {
        let inside = "a<!-- wp:query --><!-- wp:x /-->b<!-- /wp:query -->c";
        let text = format!("0<!-- wp:query {{}} -->{inside}<!-- /wp:query -->1<!-- /wp:html -->");
        let found = parts(&text, &|name, _| name == "query");
        assert_eq!(found, [html("0"), block("query", "{}", inside), html("1")]);
        // Without its end, a block holds the rest.
        let found = parts("<!-- wp:query -->a<!-- wp:html -->b", &|name, _| {
            name == "query"
        });
        assert_eq!(found, [block("query", "", "a<!-- wp:html -->b")]);
    }
}
