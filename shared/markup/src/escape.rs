//! Plain text as HTML and back: entities and line breaks.

/// `text` as HTML text or as the content of a quoted attribute.
pub fn text(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

/// Plain `text` of several lines as HTML: blank lines separate paragraphs, a line break within one
/// becomes `<br>`. Nothing of the text is read as markup.
pub fn paragraphs(plain: &str) -> String {
    let mut html = String::with_capacity(plain.len() + plain.len() / 8 + 7);
    let mut open = false;
    for line in plain.lines().map(str::trim) {
        if line.is_empty() {
            if open {
                html.push_str("</p>\n");
            }
            open = false;
            continue;
        }
        html.push_str(if open { "<br>\n" } else { "<p>" });
        html.push_str(&text(line));
        open = true;
    }
    if open {
        html.push_str("</p>");
    }
    html
}

/// `html` with its named and numeric entities decoded once. Tags stay as they are; an entity without
/// its semicolon stays too.
pub fn decode(html: &str) -> String {
    html_escape::decode_html_entities(html).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decodes_what_hosts_send() {
        assert_eq!(decode("Caf&eacute; &amp; P&atilde;o"), "Café & Pão");
        assert_eq!(
            decode("Not&#237;cias &#8211; Sa&#xFA;de"),
            "Notícias – Saúde"
        );
        assert_eq!(decode("R&D &lt;b&gt; &nenhuma;"), "R&D <b> &nenhuma;");
    }

    #[test]
    fn lines_and_paragraphs_stay_apart_and_markup_stays_text() {
        assert_eq!(
            paragraphs("a < b\r\n<i>c</i>\n\n \n& d\n"),
            "<p>a &lt; b<br>\n&lt;i&gt;c&lt;/i&gt;</p>\n<p>&amp; d</p>"
        );
        assert_eq!(paragraphs(" \n"), "");
    }

    #[test]
    fn decodes_once_only() {
        assert_eq!(decode("&amp;lt;"), "&lt;");
    }

    proptest! {
        #[test]
        fn escaping_is_undone_by_decoding(source in "\\PC*") {
            let escaped = text(&source);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            prop_assert_eq!(decode(&escaped), source);
        }
    }
}
