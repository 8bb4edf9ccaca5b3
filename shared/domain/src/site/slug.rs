//! Addresses of content: which are reserved and how they are made unique (docs/interface/site/posts.md#slugs).

use super::kind::Kind;

/// Longest slug in bytes.
pub const MAXIMUM_BYTES: usize = 200;

/// Suffix of a trashed item's slug; it frees the slug for other items.
pub const TRASHED: &str = "__trashed";

/// Whether items of this type cannot use this slug because the URL has another meaning.
pub fn is_reserved(kind: Kind, slug: &str) -> bool {
    if matches!(slug, "feed" | "rdf" | "rss" | "rss2" | "atom" | "embed") {
        return true;
    }
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        // `/2024/` is the archive of a year.
        Kind::Post => number(slug) && slug.bytes().any(|byte| byte != b'0'),
        // `/about/2` and `/about/page2` are pages of a list.
        Kind::Page => number(slug.strip_prefix("page").unwrap_or(slug)),
        Kind::Attachment
        | Kind::NavMenuItem
        | Kind::Block
        | Kind::Navigation
        | Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => false,
    }
}

/// `wanted`, or `wanted` with the lowest number from 2 on that is not taken.
pub fn unique(wanted: &str, mut is_taken: impl FnMut(&str) -> bool) -> String {
    if !is_taken(wanted) {
        return wanted.to_owned();
    }
    let mut number = 2_u64;
    loop {
        let suffix = format!("-{number}");
        let candidate = format!("{}{suffix}", truncate(wanted, MAXIMUM_BYTES - suffix.len()));
        if !is_taken(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// The slug of a trashed item.
pub fn trashed(slug: &str) -> String {
    format!("{}{TRASHED}", truncate(slug, MAXIMUM_BYTES - TRASHED.len()))
}

/// The longest prefix of a slug within `limit` bytes that neither splits a percent-encoded character nor
/// ends with a dash.
pub fn truncate(slug: &str, limit: usize) -> &str {
    if slug.len() <= limit {
        return slug;
    }
    let mut end = 0;
    let mut rest = slug;
    while !rest.is_empty() {
        let length = character_length(rest);
        if end + length > limit {
            break;
        }
        end += length;
        rest = rest.get(length..).unwrap_or_default();
    }
    slug.get(..end).unwrap_or_default().trim_end_matches('-')
}

/// Length in bytes of the first character of `slug`; a percent-encoded character counts as one.
fn character_length(slug: &str) -> usize {
    let octet = |at: usize| {
        let text = slug.get(at..at + 3)?.strip_prefix('%')?;
        u8::from_str_radix(text, 16).ok()
    };
    let Some(first) = octet(0) else {
        return slug.chars().next().map_or(0, char::len_utf8);
    };
    let mut length = 3;
    if first >= 0xC0 {
        while octet(length).is_some_and(|byte| byte & 0xC0 == 0x80) {
            length += 3;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reserved_slugs() {
        for kind in Kind::ALL {
            assert!(is_reserved(kind, "feed"));
            assert!(is_reserved(kind, "embed"));
            assert!(!is_reserved(kind, "sobre"));
        }
        for (kind, slug, reserved) in [
            (Kind::Post, "123", true),
            (Kind::Post, "0", false),
            (Kind::Post, "page2", false),
            (Kind::Page, "2", true),
            (Kind::Page, "page2", true),
            (Kind::Page, "page", false),
            (Kind::Page, "page-2", false),
            (Kind::Attachment, "123", false),
        ] {
            assert_eq!(is_reserved(kind, slug), reserved, "{kind:?} {slug}");
        }
    }

    #[test]
    fn unique_slugs_use_the_lowest_free_number() {
        assert_eq!(unique("a", |_| false), "a");
        assert_eq!(unique("123", |slug| slug == "123"), "123-2");
        assert_eq!(
            unique("a", |slug| ["a", "a-2", "a-3"].contains(&slug)),
            "a-4"
        );
        let long = "x".repeat(200);
        assert_eq!(unique(&long, |slug| slug == long).len(), 200);
    }

    #[test]
    fn trashed_slugs() {
        assert_eq!(trashed("ola"), "ola__trashed");
        assert_eq!(trashed(""), "__trashed");
        assert_eq!(trashed(&"x".repeat(200)).len(), 200);
    }

    #[test]
    fn percent_encoded_characters_are_not_split() {
        assert_eq!(truncate("%e6%9d%b1%e4%ba%ac", 17), "%e6%9d%b1");
        assert_eq!(truncate("ab-cd", 3), "ab");
    }

    proptest! {
        #[test]
        fn a_truncated_slug_fits(slug in "([a-z0-9-]|%e6%9d%b1|é){0,120}", limit in 1_usize..120) {
            let cut = truncate(&slug, limit);
            prop_assert!(cut.len() <= limit);
            prop_assert!(slug.starts_with(cut));
        }
    }
}
