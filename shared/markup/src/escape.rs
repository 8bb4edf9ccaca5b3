//! Escapes plain text as HTML and decodes entities.

/// Escapes `text` for HTML text or for a quoted attribute value.
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

/// Converts multi-line plain text to HTML: blank lines separate paragraphs, a line break within a paragraph
/// becomes `<br>`. Markup in the text is escaped.
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

/// Decodes the named and numeric entities of `html` once. Tags stay as they are, and so does an entity
/// without its semicolon.
pub fn decode(html: &str) -> String {
    html_escape::decode_html_entities(html).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decodes_named_and_numeric_entities() {
        assert_eq!(decode("Caf&eacute; &amp; P&atilde;o"), "Café & Pão");
        assert_eq!(
            decode("Not&#237;cias &#8211; Sa&#xFA;de"),
            "Notícias – Saúde"
        );
        assert_eq!(decode("R&D &lt;b&gt; &nenhuma;"), "R&D <b> &nenhuma;");
    }

    #[test]
    fn converts_lines_and_paragraphs_and_escapes_markup() {
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
        fn decoding_reverses_escaping(source in "\\PC*") {
            let escaped = text(&source);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            prop_assert_eq!(decode(&escaped), source);
        }
    }
}
