//! The text of a page in its charset
//! (<https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>).

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How much of a page is searched for the charset that it names, in bytes.
const PRESCAN: usize = 1024;

/// The text of a page, of which the end may be cut off. A byte order mark comes first, then the charset of `Content-Type`, then
/// that of a `meta` element; a page that names none is read as UTF-8, or as Windows-1252 where it is not valid.
pub fn decoded(page: &[u8], content_type: Option<&str>) -> String {
    let named = content_type.and_then(named_in).or_else(|| of_meta(page));
    let charset = named.unwrap_or_else(|| if is_utf8(page) { UTF_8 } else { WINDOWS_1252 });
    charset.decode(page).0.into_owned()
}

fn is_utf8(page: &[u8]) -> bool {
    match std::str::from_utf8(page) {
        Ok(_) => true,
        // The end is in the middle of a character.
        Err(error) => error.error_len().is_none(),
    }
}

/// The charset that the first `meta` element with one names. A page whose `meta` element can be read is not UTF-16.
fn of_meta(page: &[u8]) -> Option<&'static Encoding> {
    let begin = page.get(..PRESCAN).unwrap_or(page);
    let begin = String::from_utf8_lossy(begin).to_ascii_lowercase();
    let mut elements = begin.split("<meta").skip(1);
    let charset = elements.find_map(|element| named_in(element.split('>').next()?))?;
    Some(charset.output_encoding())
}

/// The charset that `charset=` names in a text.
fn named_in(text: &str) -> Option<&'static Encoding> {
    let text = text.to_ascii_lowercase();
    text.split("charset").skip(1).find_map(|rest| {
        let value = rest.trim_start().strip_prefix('=')?;
        let value = value.trim_start_matches([' ', '"', '\'']);
        let is_label = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
        let end = value.find(|c| !is_label(c)).unwrap_or(value.len());
        Encoding::for_label(value.get(..end)?.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_header_says_comes_before_what_the_page_says() {
        let latin = b"<title>Not\xedcias \xb3</title>";
        let said = b"<meta charset='iso-8859-2'>\xb3";
        for (page, kind, text) in [
            (
                &latin[..],
                Some("text/html; charset=ISO-8859-1"),
                "<title>Notícias ³</title>",
            ),
            (latin, Some("text/html"), "<title>Notícias ³</title>"),
            (
                latin,
                Some("text/html; charset=nada"),
                "<title>Notícias ³</title>",
            ),
            (latin, None, "<title>Notícias ³</title>"),
            (said, None, "<meta charset='iso-8859-2'>ł"),
            (
                said,
                Some("text/html;charset=\"windows-1252\""),
                "<meta charset='iso-8859-2'>³",
            ),
            (
                "<meta charset=utf-16>ã".as_bytes(),
                None,
                "<meta charset=utf-16>ã",
            ),
            (
                b"\xef\xbb\xbf\xc3\xa3",
                Some("text/html; charset=latin1"),
                "ã",
            ),
        ] {
            assert_eq!(decoded(page, kind), text, "{kind:?}");
        }
    }

    #[test]
    fn a_page_that_is_cut_in_a_character_is_still_utf_8() {
        assert_eq!(decoded(b"S\xc3\xa3o \xc3", None), "São \u{fffd}");
        assert_eq!(decoded(b"", None), "");
    }

    #[test]
    fn only_meta_elements_at_the_beginning_count() {
        let equiv = b"<META http-equiv=content-type content=\"text/html; charset=ISO-8859-2\">\xb3";
        assert!(decoded(equiv, None).ends_with('ł'));
        let text = b"<p>charset=iso-8859-2</p>\xb3";
        assert!(decoded(text, None).ends_with('³'));
        let late = [
            vec![b' '; PRESCAN],
            b"<meta charset=iso-8859-2>\xb3".to_vec(),
        ]
        .concat();
        assert!(decoded(&late, None).ends_with('³'));
    }
}
