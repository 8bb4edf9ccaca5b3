//! Pictures in a shown text are decoded beside the page's other work, and what has a size of its own, pictures
//! and frames, is loaded when a reader comes near (docs/interface/site/rendering.md#content;
//! HTML standard, `decoding` and `loading`),
//! unless their author says otherwise.

const PICTURE: &str = "<img";
const FRAME: &str = "<iframe";

/// `html` with the hints in each picture and frame that has none.
pub(super) fn hinted(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, from)) = rest.find("<i").map(|at| rest.split_at(at)) {
        out.push_str(text);
        let name = [PICTURE, FRAME]
            .into_iter()
            .find(|name| from.starts_with(name));
        let (open, behind) = from.split_at(name.map_or("<i", |name| name).len());
        out.push_str(open);
        rest = behind;
        let end = behind.find('>').unwrap_or_default();
        let attributes = behind.split_at(end).0;
        let Some(name) = name.filter(|_| attributes.starts_with(char::is_whitespace)) else {
            continue;
        };
        let has = |attribute: &str| attributes.contains(attribute);
        // What has no size yet may be anywhere on the page.
        if has(" width=") && has(" height=") && has(" src=") && !has(" loading=") {
            out.push_str(" loading=\"lazy\"");
        }
        if name == PICTURE && !has(" decoding=") {
            out.push_str(" decoding=\"async\"");
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_size_is_loaded_late() {
        let sized = "src=\"a\" width=\"10\" height=\"20\"";
        assert_eq!(
            hinted(&format!(
                "<img {sized}><iframe {sized}></iframe><iframe src=\"a\"></iframe>"
            )),
            format!(
                "<img loading=\"lazy\" decoding=\"async\" {sized}><iframe loading=\"lazy\" {sized}></iframe>\
                 <iframe src=\"a\"></iframe>"
            )
        );
        let eager = format!("<img decoding=\"async\" loading=\"eager\" {sized}>");
        assert_eq!(hinted(&eager), eager);
    }

    #[test]
    fn each_picture_gets_one_hint() {
        assert_eq!(
            hinted("<p><img src=\"a\"></p><img decoding=\"sync\" src=\"b\" /><image><img"),
            "<p><img decoding=\"async\" src=\"a\"></p><img decoding=\"sync\" src=\"b\" /><image><img"
        );
        let once = hinted("<img src=\"a\" width=\"1\" height=\"1\">");
        assert_eq!(hinted(&once), once);
    }
}
