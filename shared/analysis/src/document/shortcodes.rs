//! Removes shortcodes: names in square brackets that a host replaces when it renders the text.

use std::borrow::Cow;

/// The text without its shortcodes. What stands between an opening and a closing one stays.
pub(super) fn removed(text: &str) -> Cow<'_, str> {
    if !text.contains('[') {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        kept.push_str(before);
        // Up to the next bracket of either kind, so that each byte is searched once.
        let end = behind.find(['[', ']']).unwrap_or(behind.len());
        let (inside, ended) = behind.split_at(end);
        match ended.strip_prefix(']') {
            Some(after) if is_shortcode(inside) => rest = after,
            _ => {
                kept.push('[');
                rest = behind;
            }
        }
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Whether the text in brackets is a name, with attributes if any. An editor's remark in brackets is none.
fn is_shortcode(inside: &str) -> bool {
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let end = inside
        .find(|one: char| {
            !(one.is_ascii_lowercase() || one.is_ascii_digit() || matches!(one, '_' | '-'))
        })
        .unwrap_or(inside.len());
    let (name, attributes) = inside.split_at_checked(end).unwrap_or(("", ""));
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name != "sic"
        && (attributes.trim_matches([' ', '/']).is_empty()
            || attributes.starts_with(' ') && attributes.contains('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcodes_are_removed() {
        assert_eq!(
            removed("a [gallery ids=\"1,2\"] b [foto]c[/foto]"),
            "a  b c"
        );
    }

    #[test]
    fn remarks_stay() {
        for text in [
            "a [1] b",
            "ele [o réu] disse",
            "[sic]",
            "a [ b",
            "[...]",
            "[a [b",
        ] {
            assert_eq!(removed(text), text);
        }
    }
}
