//! Reads the `<head>` of another site's page.

use crate::escape;
use crate::lexer::{Lexer, Piece, Tag};

/// Types of oEmbed answers in JSON.
const OEMBED: [&str; 2] = ["application/json+oembed", "text/json+oembed"];

/// Types of feeds.
const FEEDS: [&str; 3] = [
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
];

/// The `href` of the page's JSON oEmbed link, as written; it may be relative.
pub fn oembed(html: &str) -> Option<String> {
    link(html, |link| is_of(link, &OEMBED))
}

/// The `href` of the first feed that the page's head names, as written; it may be relative
/// (<https://html.spec.whatwg.org/multipage/links.html#rel-alternate>).
pub fn feed(html: &str) -> Option<String> {
    link(html, |link| {
        has_relation(link, "alternate") && is_of(link, &FEEDS)
    })
}

/// The `href` of the first link before the body that is wanted and has one, as written.
fn link(html: &str, is_wanted: impl Fn(&Tag<'_>) -> bool) -> Option<String> {
    let tags = Lexer::new(html).filter_map(|piece| match piece {
        Piece::Start(tag) => Some(tag),
        _ => None,
    });
    let href = tags
        .take_while(|tag| tag.name != "body")
        .filter(|tag| tag.name == "link" && is_wanted(tag))
        .find_map(|tag| tag.attribute("href"))?;
    Some(escape::decode(href.trim()))
}

/// Whether the type of a link is one of these.
fn is_of(link: &Tag<'_>, types: &[&str]) -> bool {
    let own = link.attribute("type").unwrap_or_default().trim();
    types.iter().any(|one| own.eq_ignore_ascii_case(one))
}

/// Whether a link has this relation.
fn has_relation(link: &Tag<'_>, relation: &str) -> bool {
    let relations = link.attribute("rel").unwrap_or_default();
    relations
        .split_ascii_whitespace()
        .any(|own| own.eq_ignore_ascii_case(relation))
}

/// What the head of a page says of it; members are empty where it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageHead {
    /// Title, plain text.
    pub title: String,
    /// Address of the icon, as written.
    pub icon: String,
    /// Description, plain text.
    pub description: String,
    /// Address of the picture that stands for the page, as written.
    pub image: String,
}

/// Reads the head of a page: the title, the first icon, and the descriptions and pictures of HTML and of the Open Graph
/// protocol (<https://ogp.me/>), of which the first counts.
pub fn head(html: &str) -> PageHead {
    let mut found = PageHead::default();
    let mut lexer = Lexer::new(html);
    while let Some(piece) = lexer.next() {
        match piece {
            Piece::Start(tag) if tag.name == "body" => break,
            Piece::Start(tag) if tag.name == "title" => {
                keep_first(&mut found.title, Some(lexer.raw_text()));
            }
            Piece::Start(tag) if tag.name == "link" && has_relation(&tag, "icon") => {
                keep_first(&mut found.icon, tag.attribute("href"));
            }
            Piece::Start(tag) if tag.name == "meta" => {
                let name = tag.attribute("name").or(tag.attribute("property"));
                let content = tag.attribute("content");
                match name.unwrap_or_default().to_ascii_lowercase().as_str() {
                    "description" | "og:description" => keep_first(&mut found.description, content),
                    "og:image" | "og:image:url" | "og:image:secure_url" => {
                        keep_first(&mut found.image, content);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found.title = without_tags(&found.title);
    found.description = without_tags(&found.description);
    found
}

/// A decoded text as one line, without the tags that a program would take for markup. Entities are not decoded again, so that
/// none becomes a tag.
fn without_tags(text: &str) -> String {
    let texts: String = Lexer::new(text)
        .filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Start(_) | Piece::End(_) => None,
        })
        .collect();
    texts.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn keep_first(member: &mut String, value: Option<&str>) {
    if member.is_empty() {
        *member = escape::decode(value.unwrap_or_default().trim());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_page() {
        let html = "<!doctype html><head><title>P\u{e3}o &amp;\n  vinho</title>
            <link rel=\"Shortcut Icon\" href=\"/a.ico\"><link rel=icon href=/b.png>
            <meta property=\"og:description\" content=\"Receita &quot;de casa&quot;\">
            <meta name=description content=outra>
            <meta property=\"og:image\" content=\"img/p.jpg?a=1&amp;b=2\"></head>
            <body><title>n\u{e3}o</title><link rel=icon href=/c.png></body>";
        let expected = PageHead {
            title: "P\u{e3}o & vinho".to_owned(),
            icon: "/a.ico".to_owned(),
            description: "Receita \"de casa\"".to_owned(),
            image: "img/p.jpg?a=1&b=2".to_owned(),
        };
        assert_eq!(head(html), expected);
        assert_eq!(head("<p>texto</p>"), PageHead::default());
    }

    #[test]
    fn texts_of_the_head_have_no_tags() {
        for (written, shown) in [
            ("a<script>b()</script>c", "ac"),
            ("&lt;b>P\u{e3}o&lt;/b&gt; quente", "P\u{e3}o quente"),
            ("&amp;lt;img src=x&amp;gt;", "&lt;img src=x&gt;"),
            ("1 &lt; 2 &amp; 3 > 2", "1 < 2 & 3 > 2"),
            ("a\n <style>p{}</style>\n b", "a b"),
        ] {
            let html =
                format!("<title>{written}</title><meta name=description content=\"{written}\">");
            let found = head(&html);
            assert_eq!(
                (found.title.as_str(), found.description.as_str()),
                (shown, shown)
            );
        }
    }

    #[test]
    fn the_first_feed_of_the_head() {
        let html = "<head><link rel=stylesheet type=\"application/rss+xml\" href=/a>
            <link rel=alternate type=\"application/json+oembed\" href=/b>
            <link rel=\"Alternate x\" type=\" application/Atom+xml\" href=\"/feed?a=1&amp;b=2\">
            <link rel=alternate type=\"application/rss+xml\" href=/c></head>";
        assert_eq!(feed(html).as_deref(), Some("/feed?a=1&b=2"));
        let late = "<body><link rel=alternate type=\"application/rss+xml\" href=/c>";
        assert_eq!(feed(late), None);
    }

    #[test]
    fn the_first_json_link_of_the_head() {
        let html = "<!doctype html><head><link rel=stylesheet href=a.css>
            <link rel=\"alternate\" type=\"text/xml+oembed\" href=\"/x\">
            <link rel=\"alternate\" type=\"application/json+oembed\" href=\"https://a.example/o?url=b&amp;c=d\"></head>
            <body><link type=\"application/json+oembed\" href=\"/no\"></body>";
        assert_eq!(
            oembed(html).as_deref(),
            Some("https://a.example/o?url=b&c=d")
        );
        let late = "<head></head><body><link type=\"application/json+oembed\" href=\"/no\">";
        assert_eq!(oembed(late), None);
    }
}
