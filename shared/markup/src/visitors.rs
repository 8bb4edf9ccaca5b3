//! Links in texts of visitors.

use linkify::{LinkFinder, LinkKind};
use url::Url;

use crate::render::entity_length;
use crate::tags::{self, Run};

/// Elements whose text has no further links.
const LITERAL: [&str; 7] = ["a", "pre", "code", "script", "style", "textarea", "title"];

const AMPERSAND: &str = "&amp;";

/// The text with its bare web and e-mail addresses as links, as deployed systems show comments. A web address begins
/// with `http://`, `https://` or `www.`. Texts inside links, `pre` and `code` stay.
pub fn with_links(html: &str) -> String {
    let mut open: Vec<String> = Vec::new();
    let mut out = String::with_capacity(html.len());
    for run in tags::runs(html) {
        match run {
            Run::Text(text) if open.is_empty() => link_text(text, &mut out),
            Run::Text(text) => out.push_str(text),
            Run::Markup(markup) => {
                follow(markup, &mut open);
                out.push_str(markup);
            }
        }
    }
    out
}

/// Tracks the literal elements that a tag opens or closes.
fn follow(markup: &str, open: &mut Vec<String>) {
    let Some(name) = tags::name(markup) else {
        return;
    };
    let bare = name.trim_start_matches('/');
    if !LITERAL.contains(&bare) {
        return;
    }
    if name.starts_with('/') {
        let at = open.iter().rposition(|open| open == bare);
        open.truncate(at.unwrap_or(open.len()));
    } else {
        open.push(name);
    }
}

/// Writes a text without tags. An address ends at each character reference except `&amp;`, because quotes and signs that
/// surround addresses are written so.
fn link_text(text: &str, out: &mut String) {
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|tail| tail.find('&')) {
        let at = from + at;
        let reference = rest.get(at..).map_or(0, entity_length);
        if reference == 0 || rest.get(at..at + reference) == Some(AMPERSAND) {
            from = at + 1;
            continue;
        }
        let (before, tail) = rest.split_at(at);
        let (reference, tail) = tail.split_at(reference);
        link_run(before, out);
        out.push_str(reference);
        rest = tail;
        from = 0;
    }
    link_run(rest, out);
}

/// Writes a text whose only character references are `&amp;`.
fn link_run(text: &str, out: &mut String) {
    let plain = text.replace(AMPERSAND, "&");
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let mut rest = text;
    for span in finder.spans(&plain) {
        let (shown, behind) = rest.split_at(written_length(rest, span.as_str()));
        rest = behind;
        let scheme = match span.kind() {
            Some(LinkKind::Email) => Some("mailto:"),
            Some(LinkKind::Url) => web_scheme(span.as_str()),
            _ => None,
        };
        let Some(scheme) = scheme else {
            out.push_str(shown);
            continue;
        };
        if Url::parse(&format!("{scheme}{}", span.as_str())).is_err() {
            out.push_str(shown);
            continue;
        }
        let address = html_escape::encode_double_quoted_attribute(span.as_str());
        for part in ["<a href=\"", scheme, &address, "\">", shown, "</a>"] {
            out.push_str(part);
        }
    }
}

/// How many bytes of `written` are `plain`, whose ampersands may be written as references.
fn written_length(written: &str, plain: &str) -> usize {
    let mut rest = written;
    for character in plain.chars() {
        let length = match rest.starts_with(AMPERSAND) {
            true => AMPERSAND.len(),
            false => character.len_utf8(),
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    written.len() - rest.len()
}

/// What an address lacks to be a web address; `None` for addresses that are not linked.
fn web_scheme(address: &str) -> Option<&'static str> {
    let begins = |with: &str| {
        let head = address.get(..with.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(with))
    };
    if begins("http://") || begins("https://") {
        Some("")
    } else if begins("www.") {
        Some("http://")
    } else {
        None
    }
}

/// The text with links that recommend nothing: search engines do not count them (HTML standard, `nofollow` and `ugc`). Other
/// relations and targets are left out.
pub fn unrecommended(html: &str) -> String {
    tags::edited(html, |tag| {
        if tag.name != "a" {
            return false;
        }
        for name in ["rel", "target"] {
            tag.take(name);
        }
        let rel = ("rel".to_owned(), "nofollow ugc".to_owned());
        tag.attributes.push(rel);
        true
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{sanitise, text};

    #[test]
    fn bare_addresses_become_links() {
        for (text, shown) in [
            (
                "Veja https://a.example/x?a=1&amp;b=2, e (http://b.example/y).",
                "Veja <a href=\"https://a.example/x?a=1&amp;b=2\">https://a.example/x?a=1&amp;b=2</a>, e (<a href=\"http://b.example/y\">http://b.example/y</a>).",
            ),
            (
                "<em>www.a.example</em> ana@a.example",
                "<em><a href=\"http://www.a.example\">www.a.example</a></em> <a href=\"mailto:ana@a.example\">ana@a.example</a>",
            ),
            (
                "&quot;https://a.example/&quot; &lt;https://b.example/&gt;",
                "&quot;<a href=\"https://a.example/\">https://a.example/</a>&quot; &lt;<a href=\"https://b.example/\">https://b.example/</a>&gt;",
            ),
        ] {
            assert_eq!(with_links(text), shown);
        }
    }

    #[test]
    fn texts_inside_links_and_code_and_other_addresses_stay() {
        for text in [
            "<a href=\"https://a.example/\">https://a.example/ <b>https://a.example/</b></a>",
            "<code>https://a.example/</code><pre>www.a.example</pre>",
            "<img alt=\"https://a.example/\"><!-- https://a.example/ -->",
            "a.example javascript:alert(1) data:text/html,x ftp://a.example/ 1 < 2 &eacute; AT&amp;T AT&T",
        ] {
            assert_eq!(with_links(text), text);
        }
    }

    proptest! {
        #[test]
        fn linked_texts_are_safe_and_say_the_same(html in "(\\PC|[<>\"'&; ]|https://a|www\\.|&quot;|&amp;|<a>|</a>|@b.example){0,20}") {
            let safe = sanitise::inline(&html);
            let linked = with_links(&safe);
            prop_assert_eq!(text::plain(&linked), text::plain(&safe));
            for tag in tags::runs(&linked).map(Run::written).filter(|tag| tag.contains("href=")) {
                let address = tag.trim_start_matches("<a href=\"");
                let is_known = ["http://", "https://", "mailto:"].iter().any(|scheme| {
                    let head = address.get(..scheme.len()).unwrap_or_default();
                    head.eq_ignore_ascii_case(scheme)
                });
                prop_assert!(is_known && !address.trim_end_matches("\">").contains(['"', '<']), "{}", tag);
            }
        }
    }

    #[test]
    fn links_have_one_relation_and_other_elements_stay() {
        assert_eq!(
            unrecommended(
                "<p>a <a rel=\"dofollow\" href=\"/x\" target=\"_blank\">x</a> <abbr rel=\"y\">z</abbr></p>"
            ),
            "<p>a <a href=\"/x\" rel=\"nofollow ugc\">x</a> <abbr rel=\"y\">z</abbr></p>"
        );
    }
}
