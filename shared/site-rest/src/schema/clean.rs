//! Sanitisers of text that the interface applies to certain parameters
//! (docs/interface/site/schemas.md#text-cleaners).

use std::borrow::Cow;

/// A key: lower-case letters, digits, `_` and `-`; everything else is dropped.
pub fn key(text: &str) -> String {
    text.chars()
        .map(|character| character.to_ascii_lowercase())
        .filter(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'))
        .collect()
}

/// One line of text: tags, percent-encoded bytes and line breaks are removed, blanks collapsed, ends trimmed.
pub fn one_line(text: &str) -> String {
    let bare = without_octets(&without_tags(&without_raw(text)));
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text without script and style elements, including their content.
fn without_raw(text: &str) -> Cow<'_, str> {
    let text = without_elements(Cow::from(text), "<script", "</script>");
    without_elements(text, "<style", "</style>")
}

/// The text without the closed elements that begin with `start` and end with `end`. A removal can join the text around it to
/// a further start. Each byte is searched once.
fn without_elements<'a>(text: Cow<'a, str>, start: &str, end: &str) -> Cow<'a, str> {
    // Lower-casing ASCII keeps byte positions.
    let lower = text.to_ascii_lowercase();
    let find = |from: usize, sought: &str| Some(from + lower.get(from..)?.find(sought)?);
    let after_element = |from: usize| {
        let opened = find(from, ">")? + 1;
        Some(find(opened, end)? + end.len())
    };
    let mut kept = String::new();
    let mut at = 0;
    while let Some(from) = find(at, start) {
        let Some(mut to) = after_element(from) else {
            break;
        };
        kept.push_str(text.get(at..from).unwrap_or_default());
        while let Some(joined) = joined_start(&kept, lower.get(to..).unwrap_or_default(), start) {
            let Some(next) = after_element(to) else {
                break;
            };
            kept.truncate(joined);
            to = next;
        }
        at = to;
    }
    if at == 0 {
        return text;
    }
    kept.push_str(text.get(at..).unwrap_or_default());
    Cow::from(kept)
}

/// The place in `before` at which `start` begins, when the beginning of `after` completes it.
fn joined_start(before: &str, after: &str, start: &str) -> Option<usize> {
    let begins_at = |length: usize| {
        let place = before.len().checked_sub(length)?;
        let (head, tail) = start.split_at_checked(length)?;
        let is_start = before.get(place..)?.eq_ignore_ascii_case(head) && after.starts_with(tail);
        is_start.then_some(place)
    };
    (1..start.len()).rev().find_map(begins_at)
}

fn without_tags(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut can_close = true;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        kept.push_str(before);
        let starts_tag = tag
            .chars()
            .nth(1)
            .is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'));
        let close = (starts_tag && can_close).then(|| tag.find('>')).flatten();
        can_close &= !starts_tag || close.is_some();
        match close {
            Some(close) => rest = tag.get(close + 1..).unwrap_or_default(),
            // A `<` that begins no tag stays as text, encoded so that it cannot begin one.
            None => {
                kept.push_str("&lt;");
                rest = tag.get(1..).unwrap_or_default();
            }
        }
    }
    kept.push_str(rest);
    kept
}

fn without_octets(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, octet) = rest.split_at(at);
        kept.push_str(before);
        let is_octet = octet
            .get(1..3)
            .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        if !is_octet {
            kept.push('%');
        }
        rest = octet
            .get(if is_octet { 3 } else { 1 }..)
            .unwrap_or_default();
    }
    kept.push_str(rest);
    kept
}

const SCHEMES: &[&str] = &[
    "http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp",
    "feed", "telnet", "mms", "rtsp", "sms", "svn", "tel", "fax", "xmpp", "webcal", "urn",
];

/// A web address without invalid characters; empty when its scheme is not allowed in links. An address without a
/// scheme that is not a path gets `http://`.
pub fn url(text: &str) -> String {
    let text: String = text
        .trim()
        .chars()
        .map(|character| {
            if character == ' ' {
                "%20".to_owned()
            } else {
                character.to_string()
            }
        })
        .collect::<String>()
        .chars()
        .filter(|character| {
            !character.is_control()
                && !matches!(character, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '}')
        })
        .collect();
    if text.is_empty() || text.starts_with(['/', '#', '?']) {
        return text;
    }
    let scheme_end = text
        .find([':', '/', '?', '#'])
        .filter(|&at| text.as_bytes().get(at) == Some(&b':'));
    match scheme_end.and_then(|at| text.get(..at)) {
        // In `host:port` the part before the colon is not a scheme; a port consists of digits.
        Some(scheme)
            if SCHEMES
                .iter()
                .any(|known| known.eq_ignore_ascii_case(scheme)) =>
        {
            text
        }
        Some(scheme) => {
            let after = text.get(scheme.len() + 1..).unwrap_or_default();
            let port = after.split(['/', '?', '#']).next().unwrap_or_default();
            let is_host = scheme.contains('.') || scheme.eq_ignore_ascii_case("localhost");
            if is_host && !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) {
                format!("http://{text}")
            } else {
                String::new()
            }
        }
        None => format!("http://{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert_eq!(one_line(" <b>Olá</b>\n mundo %20 50% "), "Olá mundo 50%");
        assert_eq!(one_line("1 < 2"), "1 &lt; 2");
        assert_eq!(one_line("a <Script b>x</script> c<style>d</style>"), "a c");
        assert_eq!(one_line("<script>x"), "x");
        assert_eq!(one_line("a<scr<script></script>ipt>b</script>c"), "ac");
        assert_eq!(
            one_line("<s<sc<script></script>ript></script>cript></script>d"),
            "d"
        );
        assert_eq!(one_line("<script>a</script><script>b"), "b");
        assert_eq!(one_line("1 < 2 <b>3</b> > 4 <i"), "1 &lt; 2 3 > 4 &lt;i");
    }

    #[test]
    fn addresses() {
        assert_eq!(url("javascript:alert(1)"), "");
        assert_eq!(url("javascript:1"), "");
        assert_eq!(url("data:text/html,x"), "");
        assert_eq!(url("https://a.b/c d"), "https://a.b/c%20d");
        assert_eq!(url("exemplo.com.br"), "http://exemplo.com.br");
        assert_eq!(url("localhost:80/a"), "http://localhost:80/a");
        assert_eq!(url("/a"), "/a");
    }

    #[test]
    fn keys() {
        assert_eq!(key("View!"), "view");
        assert_eq!(key("a-b_c ç"), "a-b_c");
    }
}
