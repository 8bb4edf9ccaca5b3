//! Addresses in settings. Deployed systems store the normal form of an address and report a failure when it differs from what
//! was sent; here only what is in that form is accepted.

use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;
use url::Url;

/// Most characters of an address.
const LIMIT: usize = 2_000;

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// An address in its normal form.
    Normal,
    /// An address in another form.
    Otherwise,
    /// No address with http or https and a host, or one with a user or password.
    Wrong,
}

/// How `text` is written. In the normal form, scheme and host are in lower case, and path, query and fragment are
/// percent-encoded in lower case, except letters, digits and `-_.~@`.
pub(crate) fn written(text: &str) -> Written {
    let Some(url) = Url::parse(text).ok().filter(|_| text.len() <= LIMIT) else {
        return Written::Wrong;
    };
    let is_usable = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none();
    if !is_usable {
        Written::Wrong
    } else if is_normal(text) {
        Written::Normal
    } else {
        Written::Otherwise
    }
}

fn is_normal(text: &str) -> bool {
    let Some(rest) = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
    else {
        return false;
    };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) => (place, Some(query)),
        None => (rest, None),
    };
    let (authority, path) = place.split_once('/').unwrap_or((place, ""));
    is_authority(authority)
        && path.split('/').all(|part| is_encoded(part, "-_.~@"))
        && query.is_none_or(is_query)
        && is_encoded(fragment, "-_.~")
}

fn is_authority(text: &str) -> bool {
    let known =
        |one: u8| one.is_ascii_lowercase() || one.is_ascii_digit() || b"-.:[]".contains(&one);
    text.bytes().all(known)
        && (text.starts_with('[')
            || text
                .split(['.', ':'])
                .all(|label| !(label.is_empty() || label.starts_with('-'))))
}

/// Whether a query has distinct names, each alone or with a value that is not empty.
fn is_query(query: &str) -> bool {
    let mut names = BTreeSet::new();
    query.split('&').all(|pair| {
        let (name, value) = match pair.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (pair, None),
        };
        !name.is_empty()
            && is_encoded(name, "-_~")
            && value.is_none_or(|value| !value.is_empty() && is_encoded(value, "-_.~"))
            && names.insert(name)
    })
}

/// Whether a text has letters, digits, `plain` and percent-encoded bytes in lower case only, and needs no cleaning when it is
/// decoded.
fn is_encoded(text: &str, plain: &str) -> bool {
    let decoded = percent_decode_str(text).decode_utf8();
    let is_clean = decoded.is_ok_and(|decoded| {
        decoded == crate::text::folded(&decoded)
            && !decoded.contains(|one: char| one == '<' || one.is_control())
    });
    if !is_clean {
        return false;
    }
    let is_digit = |one: Option<u8>| matches!(one, Some(b'0'..=b'9' | b'a'..=b'f'));
    let mut bytes = text.bytes();
    while let Some(one) = bytes.next() {
        let known = match one {
            b'%' => is_digit(bytes.next()) && is_digit(bytes.next()),
            _ => one.is_ascii_alphanumeric() || plain.as_bytes().contains(&one),
        };
        if !known {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn normal_forms() {
        for text in [
            "https://a.example",
            "http://localhost/x.png",
            "https://a.example:8080/x.png#a",
            "https://a.example//x",
            "https://a.example/@x/~a_b-c.html",
            "https://a.example/%c3%a1.png",
            "https://a.example?x=1",
            "https://a.example/x?y=1&z=2",
            "https://a.example/x?a",
            "https://[::1]/x",
        ] {
            assert_eq!(written(text), Written::Normal, "{text}");
        }
    }

    #[test]
    fn other_forms() {
        for text in [
            "HTTPS://a.example/",
            "https://A.example/",
            "https://a.example/á",
            "https://a.example/%C3%A1",
            "https://a.example/a b",
            "https://a.example/x,y",
            "https://a.example/<b>x</b>",
            "https://a.example/x?a=",
            "https://a.example/x?a=b=c",
            "https://a.example/x?a=%20",
            "https://a.example/%3cb%3e",
            "https://a.example/x?a=b+c",
            "https://a.example/x?a.b=1",
            "https://a.example/x?a[]=1",
            "https://a.example/x?a=1&a=2",
            "https://a.example/?",
            "https://a_b.example/",
            "https://á.example/",
            " https://a.example/",
        ] {
            assert_eq!(written(text), Written::Otherwise, "{text}");
        }
    }

    #[test]
    fn no_addresses() {
        for text in [
            "",
            "x",
            "//a.example/x",
            "ftp://a.example/x",
            "javascript:alert(1)",
            "https://ana:segredo@a.example/",
        ] {
            assert_eq!(written(text), Written::Wrong, "{text}");
        }
        let long = format!("https://a.example/{}", "x".repeat(LIMIT));
        assert_eq!(written(&long), Written::Wrong);
    }

    proptest! {
        #[test]
        fn a_normal_form_has_no_markup(text in "(https://)?(\\PC|[a-z]|%[0-9a-f]{2}|[/?#&=.]){0,40}") {
            if written(&text) == Written::Normal {
                prop_assert!(text.is_ascii());
                prop_assert!(!text.contains(['<', '>', '"', '\'', ' ']));
            }
        }
    }
}
