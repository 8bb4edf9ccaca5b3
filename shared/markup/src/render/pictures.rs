//! Pictures in a shown text are decoded beside the page's other work (spec: Rendering; HTML standard,
//! `decoding`), unless their author says otherwise.

const OPEN: &str = "<img";

/// `html` with the hint in each picture that has none.
pub(super) fn hinted(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, from)) = rest.find(OPEN).map(|at| rest.split_at(at)) {
        out.push_str(text);
        out.push_str(OPEN);
        let behind = from.split_at(OPEN.len()).1;
        let end = behind.find('>').unwrap_or_default();
        let attributes = behind.split_at(end).0;
        if attributes.starts_with(char::is_whitespace) && !attributes.contains(" decoding=") {
            out.push_str(" decoding=\"async\"");
        }
        out.push_str(attributes);
        rest = behind.split_at(end).1;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_gets_one_hint() {
        assert_eq!(
            hinted("<p><img src=\"a\"></p><img decoding=\"sync\" src=\"b\" /><image><img"),
            "<p><img decoding=\"async\" src=\"a\"></p><img decoding=\"sync\" src=\"b\" /><image><img"
        );
        let once = hinted("<img src=\"a\">");
        assert_eq!(hinted(&once), once);
    }
}
