//! Pictures in a shown text are decoded beside the page's other work, and what has a size of its own, pictures
//! and frames, is loaded when a reader comes near (spec: Rendering; HTML standard, `decoding` and `loading`),
//! unless their author says otherwise.

const PICTURE: &str = "<img";
const FRAME: &str = "<iframe";

/// `html` with the hints in each picture and frame that has none.
pub(super) fn hinted(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, from)) = rest.find("<i").map(|at| rest.split_at(at)) {
        out.push_str(text);
        let names = [PICTURE, FRAME].into_iter();
        let name = names.filter(|name| from.starts_with(name)).find(|name| {
            let behind = from.get(name.len()..).unwrap_or_default();
            behind.starts_with(char::is_whitespace)
        });
        let Some(name) = name else {
            let (sign, behind) = from.split_at("<i".len());
            out.push_str(sign);
            rest = behind;
            continue;
        };
        let Some(end) = from.find('>') else {
            rest = from;
            break;
        };
        let (tag, behind) = from.split_at(end);
        rest = behind;
        let (open, attributes) = tag.split_at(name.len());
        out.push_str(open);
        let has = |attribute: &str| attributes.contains(attribute);
        // What has no size yet may be anywhere on the page.
        if has(" width=") && has(" height=") && has(" src=") && !has(" loading=") {
            out.push_str(" loading=\"lazy\"");
        }
        if name == PICTURE && !has(" decoding=") {
            out.push_str(" decoding=\"async\"");
        }
        out.push_str(attributes);
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
