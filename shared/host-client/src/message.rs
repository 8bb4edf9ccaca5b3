//! Converts a host's messages to plain text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outbound::Basic;
use secrecy::ExposeSecret;

/// Longest message in characters.
const LONGEST: usize = 300;

/// Longest part of a message that is processed, in bytes.
const LONGEST_READ: usize = 16 * 1024;

/// Shorter passwords are not masked: the mask would hit ordinary words.
const SHORTEST_SECRET: usize = 6;

/// Replaces a credential that the host repeated.
const HIDDEN: &str = "•••";

/// Converts HTML to single-line plain text: drops tags, decodes entities, collapses white space.
pub(crate) fn plain(html: &str) -> String {
    let text = without_tags(html);
    let text = html_escape::decode_html_entities(&text);
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A name with its entities decoded.
pub(crate) fn decoded(name: &str) -> String {
    html_escape::decode_html_entities(name).trim().to_owned()
}

/// The host's message for users: plain text, at most 300 characters, without `credentials`.
pub(crate) fn from_host(message: &str, credentials: Option<&Basic>) -> String {
    let mut end = message.len().min(LONGEST_READ);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    let mut text = plain(message.get(..end).unwrap_or_default());
    if let Some(basic) = credentials {
        let password = basic.password.expose_secret();
        let joined: String = password.split_whitespace().collect();
        let token = STANDARD.encode(format!("{}:{password}", basic.user));
        let joined_token = STANDARD.encode(format!("{}:{joined}", basic.user));
        for secret in [password, &joined, &token, &joined_token] {
            if secret.len() >= SHORTEST_SECRET {
                text = text.replace(secret, HIDDEN);
            }
        }
    }
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some(_) => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// The title of an HTML page, for responses that are not JSON.
pub(crate) fn page_title(body: &[u8]) -> Option<String> {
    let head = body.get(..body.len().min(LONGEST_READ))?;
    let text = String::from_utf8_lossy(head);
    let lower = text.to_ascii_lowercase();
    let (_, after) = text.split_at_checked(lower.find("<title")?)?;
    let (_, inside) = after.split_once('>')?;
    let (title, _) = inside.split_once('<')?;
    Some(plain(title)).filter(|title| !title.is_empty())
}

/// Drops tags and comments; a lone `<` stays. A tag becomes a space, so that the words on both sides stay
/// separate.
fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let is_tag = after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        if !is_tag {
            text.push('<');
            rest = after;
            continue;
        }
        let Some((_, behind)) = after.split_once('>') else {
            // An unterminated tag was cut off; the rest is not text.
            return text;
        };
        text.push(' ');
        rest = behind;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tags_are_dropped_and_entities_decoded() {
        for (html, expected) in [
            (
                "<strong>Erro:</strong> usu&aacute;rio &#8220;ana&#8221;",
                "Erro: usuário “ana”",
            ),
            ("A &amp; B &#039;c&#x27; &lt;b&gt;", "A & B 'c' <b>"),
            ("1 < 2 e 3 > 2", "1 < 2 e 3 > 2"),
            ("linha\r\num\tdois\u{0}", "linha um dois"),
            ("<!-- x --><p>texto</p", "texto"),
            ("", ""),
        ] {
            assert_eq!(plain(html), expected, "{html}");
        }
    }

    #[test]
    fn repeated_credentials_are_masked() {
        let basic = Basic {
            user: "ana".into(),
            password: "abcd efgh ijkl".into(),
        };
        let token = STANDARD.encode("ana:abcd efgh ijkl");
        let message = format!("senha abcd efgh ijkl ou abcdefghijkl em Basic {token}");
        let words = from_host(&message, Some(&basic));
        assert_eq!(words, "senha ••• ou ••• em Basic •••");
    }

    #[test]
    fn long_messages_are_shortened() {
        assert_eq!(from_host(&"á".repeat(300), None).chars().count(), 300);
        let long = from_host(&"á".repeat(50_000), None);
        assert_eq!(long.chars().count(), 300);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn the_title_of_a_page_is_its_message() {
        let page = b"<!doctype html><html><head><TITLE lang=pt>Acesso &amp; bloqueio</TITLE>";
        assert_eq!(page_title(page).as_deref(), Some("Acesso & bloqueio"));
        assert_eq!(page_title(b"<html><title></title>"), None);
        assert_eq!(page_title(b"\xff\xfe"), None);
    }

    proptest! {
        #[test]
        fn any_message_becomes_one_short_line(message: String) {
            let words = from_host(&message, None);
            prop_assert!(words.chars().count() <= LONGEST);
            prop_assert!(!words.contains(['\n', '\r']));
        }

        #[test]
        fn any_page_is_parsed_without_panic(page: Vec<u8>) {
            let _ = page_title(&page);
        }
    }
}
