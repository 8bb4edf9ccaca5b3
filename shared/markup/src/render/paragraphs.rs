//! Adds paragraphs to text that was typed with line breaks: a blank line separates paragraphs, a single
//! break becomes `<br>`, block elements are not wrapped.

use super::typography::ends_first;

/// Block elements: never wrapped in a paragraph.
const BLOCKS: [&str; 41] = [
    "table",
    "thead",
    "tfoot",
    "caption",
    "col",
    "colgroup",
    "tbody",
    "tr",
    "td",
    "th",
    "div",
    "dl",
    "dd",
    "dt",
    "ul",
    "ol",
    "li",
    "form",
    "map",
    "area",
    "blockquote",
    "address",
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "fieldset",
    "legend",
    "section",
    "article",
    "aside",
    "header",
    "footer",
    "nav",
    "figure",
    "figcaption",
    "details",
];

/// Block elements whose line breaks are significant.
const OPAQUE: [&str; 2] = ["pre", "style"];

/// Inline elements whose line breaks are significant.
const WITHIN_LINES: [&str; 3] = ["script", "svg", "math"];

/// Placeholder for a line break that must not be converted; a private-use character that is removed from
/// input.
const PROTECTED_BREAK: char = '\u{e0b5}';

/// Adds paragraph and line-break elements to `html`.
pub fn paragraphs(html: &str) -> String {
    let html = html.replace("\r\n", "\n").replace('\r', "\n");
    let html = protect_line_breaks(&html.replace(PROTECTED_BREAK, ""));
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    for chunk in chunks(&html) {
        close(&chunk, &mut out);
    }
    out.replace(PROTECTED_BREAK, "\n")
}

/// Replaces the line breaks inside tags, comments and [`WITHIN_LINES`] elements by [`PROTECTED_BREAK`]. An unclosed
/// `<` is a tag up to the end of the text and its last line break, as in deployed WordPress sites.
fn protect_line_breaks(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 4);
    let mut rest = html;
    while let Some((text, from)) = rest.find('<').map(|at| rest.split_at(at)) {
        out.push_str(text);
        let end = match from.strip_prefix("<!--") {
            Some(comment) => comment.find("-->").map(|at| at + "<!---->".len()),
            None => from.find('>').map(|at| at + 1),
        };
        let Some(end) = end else {
            protect(from, &mut out);
            out.push(PROTECTED_BREAK);
            return out;
        };
        let (tag, after) = from.split_at(end);
        let known = Tag::at(tag).filter(|tag| !tag.closing);
        let within = known.filter(|tag| WITHIN_LINES.contains(&tag.name.as_str()));
        let (body, after) = after.split_at(within.map_or(0, |tag| find_close(after, &tag.name)));
        protect(tag, &mut out);
        protect(body, &mut out);
        rest = after;
    }
    out.push_str(rest);
    out
}

fn protect(markup: &str, out: &mut String) {
    out.extend(
        markup
            .chars()
            .map(|one| if one == '\n' { PROTECTED_BREAK } else { one }),
    );
}

/// The text between blank lines, cut at the start and the end of each block element.
#[derive(Default)]
struct Chunk {
    pieces: Vec<Piece>,
}

enum Piece {
    Inline(String),
    Block(String),
    Opaque(String),
}

impl Chunk {
    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Inline(known)) => known.push_str(text),
            _ => self.pieces.push(Piece::Inline(text.to_owned())),
        }
    }

    fn is_blank(&self) -> bool {
        self.pieces
            .iter()
            .all(|piece| matches!(piece, Piece::Inline(text) if text.trim().is_empty()))
    }
}

fn chunks(html: &str) -> Vec<Chunk> {
    let mut chunks = vec![];
    let mut current = Chunk::default();
    let mut finish = |current: &mut Chunk| {
        let chunk = std::mem::take(current);
        if !chunk.is_blank() {
            chunks.push(chunk);
        }
    };
    let mut rest = html;
    while !rest.is_empty() {
        let Some(tag) = Tag::at(rest) else {
            let end = rest
                .char_indices()
                .skip(1)
                .find(|&(at, c)| c == '<' && Tag::at(rest.get(at..).unwrap_or_default()).is_some());
            let (text, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            rest = after;
            let mut parts = blank_line_split(text);
            if let Some(first) = parts.next() {
                current.text(first);
            }
            for part in parts {
                finish(&mut current);
                current.text(part);
            }
            continue;
        };
        let (text, after) = rest.split_at(tag.length);
        rest = after;
        if tag.opaque() {
            finish(&mut current);
            let end = find_close(rest, &tag.name);
            let (body, after) = rest.split_at(end);
            rest = after;
            current.pieces.push(Piece::Opaque(format!("{text}{body}")));
            finish(&mut current);
        } else if !BLOCKS.contains(&tag.name.as_str()) {
            current.text(text);
        } else if tag.closing || tag.name == "hr" {
            current.pieces.push(Piece::Block(text.to_owned()));
            finish(&mut current);
        } else {
            finish(&mut current);
            current.pieces.push(Piece::Block(text.to_owned()));
        }
    }
    finish(&mut current);
    chunks
}

struct Tag {
    name: String,
    closing: bool,
    length: usize,
}

impl Tag {
    fn at(html: &str) -> Option<Self> {
        let inner = html.strip_prefix('<')?;
        let closing = inner.starts_with('/');
        let name: String = inner
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_lowercase();
        if name.is_empty() || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if !ends_first(inner) {
            return None;
        }
        let length = html.find('>')? + 1;
        Some(Self {
            name,
            closing,
            length,
        })
    }

    fn opaque(&self) -> bool {
        !self.closing && OPAQUE.contains(&self.name.as_str())
    }
}

/// The length up to and including the end tag of `name`, or of the whole text without one.
fn find_close(html: &str, name: &str) -> usize {
    let end_tag = |at: &usize| {
        html.get(at + 2..at + 2 + name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    html.match_indices("</")
        .map(|(at, _)| at)
        .find(end_tag)
        .and_then(|at| html.get(at..)?.find('>').map(|end| at + end + 1))
        .unwrap_or(html.len())
}

/// Splits at blank lines, which may protect spaces and tabs.
fn blank_line_split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let gap = text
            .char_indices()
            .filter(|(_, c)| *c == '\n')
            .find_map(|(at, _)| {
                let tail = text.get(at + 1..)?;
                let blanks = tail.get(..tail.len() - tail.trim_start().len())?;
                let last = blanks.rfind('\n')?;
                Some((at, at + 1 + last + 1))
            });
        match gap {
            Some((from, to)) => {
                rest = text.get(to..);
                text.get(..from)
            }
            None => rest.take(),
        }
    })
}

/// Writes a chunk. Its text becomes a paragraph, unless block tags both begin and end the chunk; in a
/// quotation it always becomes one.
fn close(chunk: &Chunk, out: &mut String) {
    let opened = chunk
        .pieces
        .first()
        .map(|piece| matches!(piece, Piece::Block(_)));
    let closed = chunk
        .pieces
        .last()
        .map(|piece| matches!(piece, Piece::Block(_)));
    let quotation = matches!(chunk.pieces.first(), Some(Piece::Block(tag)) if tag.to_ascii_lowercase().starts_with("<blockquote"));
    let wrap = opened != Some(true) || closed != Some(true) || quotation;
    for (at, piece) in chunk.pieces.iter().enumerate() {
        match piece {
            Piece::Block(tag) | Piece::Opaque(tag) => out.push_str(tag),
            Piece::Inline(text) => {
                let text = line_end(line_start(text));
                let alone_in_item = opened == Some(true) && at > 0 && !quotation && is_item(chunk);
                if text.trim().is_empty() {
                    continue;
                }
                if wrap && !alone_in_item {
                    out.push_str("<p>");
                    out.push_str(&breaks(text));
                    out.push_str("</p>");
                } else {
                    out.push_str(&breaks(text));
                }
            }
        }
    }
    out.push('\n');
}

/// Removes trailing line breaks; spaces at the end of the last line stay, as in deployed WordPress sites.
fn line_end(text: &str) -> &str {
    let (_, blanks) = text.split_at(text.trim_end().len());
    let behind = blanks.find('\n').map_or(0, |at| blanks.len() - at);
    text.split_at(text.len() - behind).0
}

/// Removes leading line breaks; spaces at the beginning of the first line stay.
fn line_start(text: &str) -> &str {
    let (blanks, _) = text.split_at(text.len() - text.trim_start().len());
    text.split_at(blanks.rfind('\n').map_or(0, |at| at + 1)).1
}

/// Whether a chunk begins with an element that usually holds plain text, such as a list item.
fn is_item(chunk: &Chunk) -> bool {
    matches!(chunk.pieces.first(), Some(Piece::Block(tag)) if Tag::at(tag).is_some_and(|tag| !matches!(tag.name.as_str(), "div" | "section" | "article" | "aside" | "blockquote")))
}

/// Converts single line breaks to `<br />`, except after a tag that already breaks the line.
fn breaks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let last = text.lines().count().saturating_sub(1);
    for (at, line) in text.lines().enumerate() {
        if at > 0 {
            let broken = ["<br />", "<br/>", "<br>"]
                .iter()
                .any(|tag| out.ends_with(tag));
            if !broken {
                out.push_str("<br />");
            }
            out.push('\n');
        }
        out.push_str(if at < last { line.trim_end() } else { line });
    }
    out.replace("<br>", "<br />").replace("<br/>", "<br />")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text() {
        assert_eq!(paragraphs("a\nb\n\n\nc"), "<p>a<br />\nb</p>\n<p>c</p>\n");
        assert_eq!(paragraphs("a<br>b"), "<p>a<br />b</p>\n");
        assert_eq!(paragraphs("  "), "");
        assert_eq!(
            paragraphs(" a \n b \n\n  c"),
            "<p> a<br />\n b </p>\n<p>  c</p>\n"
        );
        assert_eq!(paragraphs("<em>a</em> b"), "<p><em>a</em> b</p>\n");
    }

    #[test]
    fn block_elements_are_not_wrapped() {
        assert_eq!(
            paragraphs("a\n<h2>b</h2>\nc"),
            "<p>a</p>\n<h2>b</h2>\n<p>c</p>\n"
        );
        assert_eq!(
            paragraphs("<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
            "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"
        );
        assert_eq!(paragraphs("<div>texto</div>"), "<div>texto</div>\n");
        assert_eq!(
            paragraphs("<blockquote>a</blockquote>"),
            "<blockquote><p>a</p></blockquote>\n"
        );
        assert_eq!(paragraphs("a<hr />b"), "<p>a</p><hr />\n<p>b</p>\n");
    }

    #[test]
    fn code_keeps_its_lines() {
        assert_eq!(
            paragraphs("a\n\n<pre>x\n\ny</pre>"),
            "<p>a</p>\n<pre>x\n\ny</pre>\n"
        );
    }

    #[test]
    fn scripts_are_inline_and_keep_their_line_breaks() {
        assert_eq!(
            paragraphs("<script>var a=\"b\"</script>fim"),
            "<p><script>var a=\"b\"</script>fim</p>\n"
        );
        assert_eq!(
            paragraphs("<script>\na;\n\nb\n</script>\nfim"),
            "<p><script>\na;\n\nb\n</script><br />\nfim</p>\n"
        );
        assert_eq!(
            paragraphs("<style>\n.a{}\n</style>\n<p>x</p>"),
            "<style>\n.a{}\n</style>\n<p>x</p>\n"
        );
    }

    #[test]
    fn tags_keep_their_line_breaks() {
        assert_eq!(
            paragraphs("<a\n\nhref=\"x\">a</a>\nb<!-- c\n\nd -->"),
            "<p><a\n\nhref=\"x\">a</a><br />\nb<!-- c\n\nd --></p>\n"
        );
        assert_eq!(paragraphs("a <3 b"), "<p>a <3 b\n</p>\n");
    }

    #[test]
    fn an_unclosed_division_is_not_split() {
        assert_eq!(
            paragraphs("<div>a\n\nb</div>"),
            "<div><p>a</p>\n<p>b</p></div>\n"
        );
    }
}
