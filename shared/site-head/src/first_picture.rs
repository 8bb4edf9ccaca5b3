//! The first picture in a text.

use markup::lexer::{Lexer, Piece, Tag};
use markup::{attached, escape};

/// A picture in a text.
#[derive(Debug, PartialEq, Eq)]
pub struct FirstPicture {
    /// Its address.
    pub url: String,
    /// Identifier of the file that it shows, if the text tells it.
    pub media: Option<u64>,
}

impl FirstPicture {
    /// The first picture in `html` that has an address with http or https.
    pub fn of(html: &str) -> Option<Self> {
        Lexer::new(html).find_map(|piece| match piece {
            Piece::Start(tag) if tag.name == "img" => picture(&tag),
            _ => None,
        })
    }
}

fn picture(tag: &Tag<'_>) -> Option<FirstPicture> {
    let url = escape::decode(tag.attribute("src")?.trim());
    let scheme = url.split_once("://")?.0;
    if !["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
    {
        return None;
    }
    let media = tag.attribute("class").and_then(attached::file_of);
    Some(FirstPicture { url, media })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_picture_with_an_address_is_found() {
        let found = |html: &str| FirstPicture::of(html).map(|one| (one.url, one.media));
        let at = |url: &str, media| Some((url.to_owned(), media));
        assert_eq!(
            found(
                r#"<p>x</p><img class="a wp-image-7" src="https://a.example/f.png?a=1&amp;b=2">"#
            ),
            at("https://a.example/f.png?a=1&b=2", Some(7))
        );
        assert_eq!(
            found(
                r#"<img src="/f.png"><img src="data:image/png;base64,x"><img src="HTTP://a.example/g.png">"#
            ),
            at("HTTP://a.example/g.png", None)
        );
        assert_eq!(
            found(r#"<img src="https://a.example/f.png" class="wp-image-x">"#),
            at("https://a.example/f.png", None)
        );
        assert_eq!(
            found(r#"<!-- <img src="https://a.example/f.png"> --><img>"#),
            None
        );
        assert_eq!(found("texto"), None);
    }
}
