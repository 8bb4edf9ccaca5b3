//! Turns `style` attributes into classes with a style sheet. A policy without `unsafe-inline` ignores the attributes, but
//! allows a style sheet by its hash.

use std::collections::HashMap;

use crate::escape;
use crate::sanitise::style_declarations;
use crate::tags;

/// Most different styles of a text; further ones have no effect.
const MOST_STYLES: usize = 200;

/// The text with a class in place of each `style` attribute, and the style sheet of these classes. Its rules apply below
/// `scope`, a selector; only declarations that authors may use are in it.
pub fn classed(html: &str, scope: &str) -> (String, String) {
    if !html.contains("style") {
        return (html.to_owned(), String::new());
    }
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut sheet = String::new();
    let classed = tags::edited(html, |tag| {
        let Some(style) = tag.take("style") else {
            return false;
        };
        let Some(declarations) = style_declarations(&escape::decode(&style)) else {
            return true;
        };
        let next = known.len();
        if next >= MOST_STYLES && !known.contains_key(&declarations) {
            return true;
        }
        let number = *known
            .entry(declarations)
            .or_insert_with_key(|declarations| {
                sheet.push_str(&format!("{scope} .s{next}{{{declarations}}}\n"));
                next
            });
        tag.add_class(&format!("s{number}"));
        true
    });
    (classed, sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_become_classes_once_each() {
        let (html, sheet) = classed(
            "<p style=\"color:red\">a</p><p class=\"x\" style='color:red'>b</p><td style=\"width:50%;position:fixed\">c",
            "#c",
        );
        assert_eq!(
            html,
            "<p class=\"s0\">a</p><p class=\"x s0\">b</p><td class=\"s1\">c"
        );
        assert_eq!(sheet, "#c .s0{color:red}\n#c .s1{width:50%}\n");
    }

    #[test]
    fn what_is_not_allowed_is_in_no_style_sheet() {
        for style in [
            "color:red}body{display:none",
            "background:url(https://a.example/x)",
            "color:red</style><script>x</script>",
            "position:fixed",
        ] {
            let (html, sheet) = classed(&format!("<p style=\"{style}\">a</p>"), "#c");
            assert!(
                !html.contains("style=") && sheet.is_empty(),
                "{style}: {sheet}"
            );
        }
    }
}
