//! Adds loading hints to images and frames: images get `decoding="async"`, and images and frames with a
//! width and a height get `loading="lazy"` (docs/interface/site/rendering.md#content; HTML standard, `decoding` and `loading`).
//! Attributes that the author set are kept.

const PICTURE: &str = "<img";
const FRAME: &str = "<iframe";

/// Adds the missing hints to each image and frame of `html`.
pub(super) fn add_hints(html: &str) -> String {
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
        // Lazy loading without a known size shifts the layout when the image arrives.
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
    fn images_and_frames_with_a_size_load_lazily() {
        let sized = "src=\"a\" width=\"10\" height=\"20\"";
        assert_eq!(
            add_hints(&format!(
                "<img {sized}><iframe {sized}></iframe><iframe src=\"a\"></iframe>"
            )),
            format!(
                "<img loading=\"lazy\" decoding=\"async\" {sized}><iframe loading=\"lazy\" {sized}></iframe>\
                 <iframe src=\"a\"></iframe>"
            )
        );
        let eager = format!("<img decoding=\"async\" loading=\"eager\" {sized}>");
        assert_eq!(add_hints(&eager), eager);
    }

    #[test]
    fn hints_are_added_once() {
        assert_eq!(
            add_hints("<p><img src=\"a\"></p><img decoding=\"sync\" src=\"b\" /><image><img"),
            "<p><img decoding=\"async\" src=\"a\"></p><img decoding=\"sync\" src=\"b\" /><image><img"
        );
        let once = add_hints("<img src=\"a\" width=\"1\" height=\"1\">");
        assert_eq!(add_hints(&once), once);
    }
}
