//! Links in texts of visitors.

use crate::tags;

/// The text with links that recommend nothing: search engines do not count them (HTML standard, `nofollow` and `ugc`). Other
/// relations and targets are left out.
pub fn unrecommended(html: &str) -> String {
    tags::edited(html, |tag| {
        if tag.name != "a" {
            return false;
        }
        for name in ["rel", "target"] {
            tag.take(name);
        }
        let rel = ("rel".to_owned(), "nofollow ugc".to_owned());
        tag.attributes.push(rel);
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_one_relation_and_other_elements_stay() {
        assert_eq!(
            unrecommended(
                "<p>a <a rel=\"dofollow\" href=\"/x\" target=\"_blank\">x</a> <abbr rel=\"y\">z</abbr></p>"
            ),
            "<p>a <a href=\"/x\" rel=\"nofollow ugc\">x</a> <abbr rel=\"y\">z</abbr></p>"
        );
    }
}
