//! Parses block delimiters: HTML comments that hold the name of a block and its attributes as JSON. Block
//! editors need them; rendering removes them.

mod classes;
mod excerpt;

use std::iter;

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

/// Iterates over the tokens of a body. Blocks may stay open, and end delimiters are not matched with start
/// delimiters.
fn pieces(raw: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = raw;
    let mut next = None;
    iter::from_fn(move || {
        if let Some(delimiter) = next.take() {
            return Some(delimiter);
        }
        let mut searched = 0;
        while let Some((begin, end)) = comment(rest, searched) {
            searched = end;
            let Some(found) = rest.get(begin..end).and_then(delimiter) else {
                continue;
            };
            let (before, _) = rest.split_at(begin);
            rest = rest.split_at(end).1;
            if before.is_empty() {
                return Some(found);
            }
            next = Some(found);
            return Some(Piece::Text(before));
        }
        let text = std::mem::take(&mut rest);
        (!text.is_empty()).then_some(Piece::Text(text))
    })
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

/// Renders a body: removes the delimiters, adds the CSS classes of its blocks, and has `void` render those that have no
/// content, by their name and their attributes as JSON.
pub(super) fn render(raw: &str, void: &dyn Fn(&str, &str) -> String) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut pieces = pieces(raw).peekable();
    let mut opened = None;
    while let Some(piece) = pieces.next() {
        let block = opened.take();
        match piece {
            Piece::Open(block) => opened = Some(block),
            Piece::Text(text) => {
                let holds_blocks = matches!(pieces.peek(), Some(Piece::Open(_) | Piece::Void(_)));
                match block {
                    Some(block) => out.push_str(&classes::added(&block, text, holds_blocks)),
                    None => out.push_str(text),
                }
            }
            Piece::Void(block) => out.push_str(&void(block.name, block.attributes)),
            Piece::Close => {}
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
        let none = |_: &str, _: &str| String::new();
        assert_eq!(render(text, &none), "\n<p>Um</p>\n\n\n<!-- nota -->");
    }

    #[test]
    fn blocks_without_content_are_rendered_in_their_place() {
        let text = "<!-- wp:group --><div><!-- wp:core/search {\"a\":1} /--></div><!-- /wp:group --><!-- wp:acme/x /-->";
        let named = |name: &str, json: &str| format!("[{name} {json}]");
        let found = render(text, &named);
        let (before, after) = found.split_once("[search {\"a\":1}]").unwrap();
        assert!(before.starts_with("<div"), "{before}");
        assert_eq!(after, "</div>[acme/x ]");
    }
}
