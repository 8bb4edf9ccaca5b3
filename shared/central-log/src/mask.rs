//! Masking of secrets in fields and texts.

use std::borrow::Cow;

/// Replacement for a masked value.
pub const MASK: &str = "••••";

/// Words that make a field a secret wherever they stand in its name.
const ANYWHERE: [&str; 7] = [
    "password",
    "passwd",
    "senha",
    "secret",
    "authorization",
    "credential",
    "apikey",
];
/// Words that make a field a secret when they are one of the words of its name.
const WHOLE: [&str; 5] = ["token", "key", "cookie", "bearer", "signature"];
/// Authorization schemes whose credentials are masked in texts.
const SCHEMES: [&str; 2] = ["bearer ", "basic "];

/// Whether a field of this name may hold a secret.
pub(crate) fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ANYWHERE.iter().any(|word| name.contains(word))
        || name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| WHOLE.contains(&word))
}

/// Masks credentials inside a text: values after a secret's name and `=` or `:` (also quoted, as in JSON and in query
/// strings), credentials of an authorization scheme, and the password of a URL.
pub(crate) fn mask_text(text: &str) -> Cow<'_, str> {
    // Nearly every text holds none of these characters in a way that matters; this keeps the common case cheap.
    if !text.contains(['=', ':', ' ']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let found = secret_at(text, at).filter(|(start, end)| start < end);
        if let Some((start, end)) = found {
            out.push_str(text.get(kept..start).unwrap_or_default());
            out.push_str(MASK);
            kept = end;
            at = end;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

/// The range of a secret value that is announced at `at`.
fn secret_at(text: &str, at: usize) -> Option<(usize, usize)> {
    let rest = text.get(at..)?;
    match rest.chars().next()? {
        '=' | ':' if rest.starts_with("://") => url_password(text, at + "://".len()),
        '=' | ':' => {
            let name = text.get(..at)?.trim_end_matches(['"', '\'', '\\', ' ']);
            let begin = name
                .rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
                .map_or(0, |place| {
                    place + name.get(place..).and_then(first_length).unwrap_or(1)
                });
            is_secret(name.get(begin..)?).then(|| value_after(text, at + 1))
        }
        'b' | 'B' => {
            let begins_word = text
                .get(..at)?
                .chars()
                .next_back()
                .is_none_or(|c| !c.is_alphanumeric());
            let scheme = SCHEMES.iter().find(|scheme| {
                rest.get(..scheme.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            })?;
            let (start, end) = value_after(text, at + scheme.len());
            // Shorter words are prose ("basic settings"), not credentials.
            let is_credential = text.get(start..end)?.chars().count() >= 12;
            (begins_word && is_credential).then_some((start, end))
        }
        _ => None,
    }
}

fn first_length(text: &str) -> Option<usize> {
    text.chars().next().map(char::len_utf8)
}

/// The password in `user:password@host`, which begins at `at`.
fn url_password(text: &str, at: usize) -> Option<(usize, usize)> {
    let rest = text.get(at..)?;
    let authority = rest.split(['/', '?', '#', ' ', '"', '\'']).next()?;
    let (user, _) = authority.rsplit_once('@')?;
    let colon = user.find(':')?;
    Some((at + colon + 1, at + user.len()))
}

/// The range of the value that begins at `at`, after spaces, quotes and an authorization scheme.
fn value_after(text: &str, at: usize) -> (usize, usize) {
    let mut start = at;
    while let Some(rest) = text.get(start..) {
        let scheme = SCHEMES.iter().find(|scheme| {
            rest.get(..scheme.len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
        });
        if let Some(scheme) = scheme {
            start += scheme.len();
        } else if rest.starts_with([' ', '"', '\'', '\\']) {
            start += 1;
        } else {
            break;
        }
    }
    let rest = text.get(start..).unwrap_or_default();
    let length = rest
        .find(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '\'' | '&' | ',' | ';' | ')' | '}' | ']' | '\\')
        })
        .unwrap_or(rest.len());
    (start, start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_recognised() {
        for name in [
            "password",
            "host_password",
            "client_secret",
            "Authorization",
            "api_key",
            "key",
            "access_token",
            "x-api-key",
            "cookie",
            "smtpPassword",
            "senha",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "keyword",
            "input_tokens",
            "monkey",
            "post_id",
            "code",
            "status",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn secrets_inside_texts_are_masked() {
        for (text, masked) in [
            (
                "GET https://api.example/v1?key=AIza-3141&alt=sse failed",
                "GET https://api.example/v1?key=••••&alt=sse failed",
            ),
            (
                r#"{"access_token":"ya29.secret","expires_in":1}"#,
                r#"{"access_token":"••••","expires_in":1}"#,
            ),
            (
                r#"answered \"client_secret\": \"s3\", then closed"#,
                r#"answered \"client_secret\": \"••••\", then closed"#,
            ),
            (
                "header Authorization: Bearer abc.def-123 was refused",
                "header Authorization: Bearer •••• was refused",
            ),
            (
                "sent Basic YWRtaW46c2VuaGE0NQ== to the host",
                "sent Basic •••• to the host",
            ),
            (
                "connect to smtp://ana:s3nh4@mail.example:587 failed",
                "connect to smtp://ana:••••@mail.example:587 failed",
            ),
            ("ação: senha=olá!", "ação: senha=••••"),
        ] {
            assert_eq!(mask_text(text), masked);
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "a step failed on the host: 503 Service Unavailable",
            "basic settings, keyword: bolo de fubá; tokens used: 31",
            "the key ring has 2 keys",
            "https://site.example/a:b",
            "",
        ] {
            assert!(matches!(mask_text(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
