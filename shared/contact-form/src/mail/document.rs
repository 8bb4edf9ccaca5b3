//! The HTML document of a mail.

use markup::escape;
use markup::render::paragraphs;

/// Languages that are written from right to left.
const RIGHT_TO_LEFT: [&str; 5] = ["ar", "fa", "he", "ur", "ps"];

/// A locale such as `pt_BR` as a language tag, and the direction of its script.
pub fn language(locale: &str) -> (String, &'static str) {
    let tag = locale.replace('_', "-");
    let language = tag.split('-').next().unwrap_or_default();
    let direction = match RIGHT_TO_LEFT.contains(&language) {
        true => "rtl",
        false => "ltr",
    };
    (tag, direction)
}

/// A body in paragraphs as a full document. Tags in `body` are replaced already; `subject` is plain text.
pub fn document(locale: &str, subject: &str, body: &str) -> String {
    let (tag, direction) = language(locale);
    format!(
        "<!doctype html>\n<html dir=\"{direction}\" lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n\
         </head>\n<body>\n{}\n</body>\n</html>",
        escape::text(&tag),
        escape::text(subject),
        paragraphs(body).trim()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_language_title_and_paragraphs() {
        let html = document("pt_BR", "A & B", "Um\nDois\n\nTrês");
        assert!(
            html.starts_with("<!doctype html>\n<html dir=\"ltr\" lang=\"pt-BR\">"),
            "{html}"
        );
        assert!(html.contains("<title>A &amp; B</title>"));
        assert!(html.contains("<p>Um<br />\nDois</p>"), "{html}");
        assert!(html.contains("<p>Três</p>"));
        assert!(html.ends_with("</html>"));
    }

    #[test]
    fn directions() {
        assert_eq!(language("ar").1, "rtl");
        assert_eq!(language("he_IL"), ("he-IL".to_owned(), "rtl"));
        assert_eq!(language("pt_BR").1, "ltr");
    }
}
