//! Reads links from the `<head>` of another site's page.

use crate::escape;
use crate::lexer::{Lexer, Piece};

/// The `href` of the page's JSON oEmbed link, as written; it may be relative.
pub fn oembed(html: &str) -> Option<String> {
    for piece in Lexer::new(html) {
        match piece {
            Piece::Start(tag) if tag.name == "link" => {
                let kind = tag.attribute("type").unwrap_or_default();
                let is_json = matches!(
                    kind.trim().to_ascii_lowercase().as_str(),
                    "application/json+oembed" | "text/json+oembed"
                );
                if let (true, Some(href)) = (is_json, tag.attribute("href")) {
                    return Some(escape::decode(href.trim()));
                }
            }
            Piece::Start(tag) if tag.name == "body" => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

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
