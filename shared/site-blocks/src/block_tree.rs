//! The blocks of a text, by their delimiters: HTML comments that hold the name of a block and its attributes as JSON.

/// A block of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block<'a> {
    /// Name; core blocks have no namespace.
    pub name: &'a str,
    /// Attributes as JSON, which can be anything; empty without any.
    pub attributes: &'a str,
    /// The text inside of it, with the delimiters of inner blocks; empty for a block without content.
    pub inside: &'a str,
    /// The whole block, as it is stored.
    pub whole: &'a str,
}

/// A delimiter.
#[derive(Debug, PartialEq, Eq)]
enum Mark<'a> {
    Open(&'a str, &'a str),
    Void(&'a str, &'a str),
    Close,
}

/// The outermost blocks of a text in their order. A block without an end reaches to the end of the text.
pub fn blocks(raw: &str) -> Vec<Block<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some((begin, end, mark)) = next(raw, at) {
        at = end;
        match mark {
            Mark::Close => {}
            Mark::Void(name, attributes) => out.push(Block {
                name,
                attributes,
                inside: "",
                whole: raw.get(begin..end).unwrap_or_default(),
            }),
            Mark::Open(name, attributes) => {
                let (inside_end, whole_end) = closed(raw, end);
                at = whole_end;
                out.push(Block {
                    name,
                    attributes,
                    inside: raw.get(end..inside_end).unwrap_or_default(),
                    whole: raw.get(begin..whole_end).unwrap_or_default(),
                });
            }
        }
    }
    out
}

/// Where the text inside of a block that opens before `from` ends, and where the block ends.
fn closed(raw: &str, from: usize) -> (usize, usize) {
    let mut depth = 0_usize;
    let mut at = from;
    while let Some((begin, end, mark)) = next(raw, at) {
        at = end;
        match mark {
            Mark::Open(..) => depth += 1,
            Mark::Close if depth == 0 => return (begin, end),
            Mark::Close => depth -= 1,
            Mark::Void(..) => {}
        }
    }
    (raw.len(), raw.len())
}

/// The next delimiter at or after `from`, with its range.
fn next(raw: &str, from: usize) -> Option<(usize, usize, Mark<'_>)> {
    let mut at = from;
    loop {
        let begin = at + raw.get(at..)?.find("<!--")?;
        let inside = begin + "<!--".len();
        let end = inside + raw.get(inside..)?.find("-->")?;
        at = end + "-->".len();
        if let Some(mark) = raw.get(inside..end).and_then(mark) {
            return Some((begin, at, mark));
        }
    }
}

/// The inside of a comment as a delimiter; `None` for any other comment.
fn mark(inside: &str) -> Option<Mark<'_>> {
    let text = inside.trim();
    if let Some(closed) = text.strip_prefix("/wp:") {
        return named(closed).map(|_| Mark::Close);
    }
    let (name, behind) = named(text.strip_prefix("wp:")?)?;
    let behind = behind.trim();
    let (attributes, is_void) = behind
        .strip_suffix('/')
        .map_or((behind, false), |before| (before.trim_end(), true));
    let is_object = attributes.starts_with('{') && attributes.ends_with('}');
    if !(attributes.is_empty() || is_object) {
        return None;
    }
    Some(if is_void {
        Mark::Void(name, attributes)
    } else {
        Mark::Open(name, attributes)
    })
}

/// The name at the beginning of a delimiter, and the text after it.
fn named(mark: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-/".contains(c);
    let end = mark.find(|c| !is_part(c)).unwrap_or(mark.len());
    let (name, behind) = mark.split_at(end);
    let is_whole = behind.is_empty() || behind.starts_with(char::is_whitespace);
    (is_whole && !name.is_empty()).then(|| (name.strip_prefix("core/").unwrap_or(name), behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_with_what_is_inside() {
        let inner = "<!-- wp:b --><i>x</i><!-- /wp:b -->";
        let text = format!(
            "t<!-- wp:core/a {{\"k\":\"}} /\"}} -->{inner}<!-- /wp:a --><!-- nota --><!-- wp:c /-->"
        );
        let found = blocks(&text);
        let short: Vec<_> = found
            .iter()
            .map(|one| (one.name, one.attributes, one.inside))
            .collect();
        assert_eq!(short, [("a", "{\"k\":\"} /\"}", inner), ("c", "", "")]);
        assert_eq!(found[1].whole, "<!-- wp:c /-->");
        assert!(found[0].whole.ends_with("<!-- /wp:a -->"));
        assert_eq!(blocks(inner)[0].inside, "<i>x</i>");
    }

    #[test]
    fn a_block_without_an_end_reaches_to_the_end() {
        let found = blocks("<!-- wp:a --><!-- wp:a -->x<!-- /wp:a -->y");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].inside, "<!-- wp:a -->x<!-- /wp:a -->y");
        for text in [
            "",
            "<!-- wp:A -->",
            "<!-- wp:a",
            "<!-- /wp:a -->",
            "<!-- wp:a {x -->",
        ] {
            assert!(blocks(text).is_empty(), "{text}");
        }
    }
}
