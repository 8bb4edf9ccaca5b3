//! The form in which tags were written, carried past a parser that does not know it. The outline sets
//! marks; here they become what they stand for. Both forms mean the same to every parser.

/// Behind an empty element that was written with a slash.
pub(super) const SLASH: char = '\u{e0b3}';
/// In the tag of a table's body that nobody wrote.
pub(super) const IMPLIED: char = '\u{e0b4}';

/// The tag of a table's body that nobody wrote. The allow-list lets every title through.
pub(super) fn implied_body() -> String {
    format!("<tbody title=\"{IMPLIED}\">")
}

/// Puts the form back into HTML as the serialiser writes it: values in double quotes, and brackets in texts
/// as entities.
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

/// The next tag of HTML as the serialiser writes it, with the text before it and the rest behind it.
pub(super) fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let (text, from) = html.split_at(html.find('<')?);
    let (tag, behind) = from.split_at(tag_length(from));
    Some((text, tag, behind))
}

/// Bytes of the tag at the beginning. A bracket in a value does not end it.
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

/// A mark that the parser moved away from its element stands for nothing.
fn unmarked(text: &str, out: &mut String) {
    out.extend(text.split(SLASH));
}
