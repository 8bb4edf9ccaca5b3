//! Carries the notation of tags past a parser that does not preserve it. The outline inserts marks, and
//! [`restored`] replaces them in the output. Both notations mean the same to every parser.

/// Follows an empty element that was written with a slash.
pub(super) const SLASH: char = '\u{e0b3}';
/// In the tag of an implied `tbody`.
pub(super) const IMPLIED: char = '\u{e0b4}';

/// The tag of an implied `tbody`. The mark is in the `title` attribute, which the allow-list permits.
pub(super) fn implied_body() -> String {
    format!("<tbody title=\"{IMPLIED}\">")
}

/// Restores the notation of tags in serialised HTML, where values are in double quotes and brackets in text
/// are entities.
pub(super) fn restored(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 16);
    let mut bodies: Vec<bool> = Vec::new();
    let mut rest = html;
    while let Some((text, tag, after)) = next_tag(rest) {
        unmarked(text, &mut out);
        rest = after;
        if tag.starts_with("<tbody") {
            let is_implied = tag.contains(IMPLIED);
            bodies.push(is_implied);
            if is_implied {
                continue;
            }
        } else if tag == "</tbody>" && bodies.pop() == Some(true) {
            continue;
        }
        match (is_empty_element(tag), after.strip_prefix(SLASH)) {
            (true, Some(after)) => {
                out.push_str(tag.trim_end_matches('>'));
                out.push_str(" />");
                rest = after;
            }
            _ => out.push_str(tag),
        }
    }
    unmarked(rest, &mut out);
    out
}

fn is_empty_element(tag: &str) -> bool {
    ["br", "hr", "img"].iter().any(|name| {
        tag.strip_prefix('<')
            .and_then(|tag| tag.strip_prefix(name))
            .is_some_and(|behind| behind.starts_with([' ', '>']))
    })
}

/// The next tag of serialised HTML, as (text before it, tag, rest).
pub(super) fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let (text, from) = html.split_at(html.find('<')?);
    let (tag, behind) = from.split_at(tag_length(from));
    Some((text, tag, behind))
}

/// The length of the tag at the beginning. A bracket in a value does not end it.
fn tag_length(html: &str) -> usize {
    let mut quoted = false;
    for (at, byte) in html.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => return at + 1,
            _ => {}
        }
    }
    html.len()
}

/// Drops a mark that the parser moved away from its element.
fn unmarked(text: &str, out: &mut String) {
    out.extend(text.split(SLASH));
}
