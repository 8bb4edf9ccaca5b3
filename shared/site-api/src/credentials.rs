//! Reads credentials from requests: HTTP Basic with an application password (RFC 7617).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, header};
use secrecy::SecretString;

/// A login name or e-mail address with an application password.
#[derive(Debug)]
pub struct Credentials {
    /// The login.
    pub login: String,
    /// The password.
    pub secret: SecretString,
}

/// The credentials of a request.
#[derive(Debug)]
pub enum Presented {
    /// No header, or another scheme.
    Nothing,
    /// Malformed Basic credentials.
    Unreadable,
    /// Credentials.
    Credentials(Credentials),
}

/// Alternative header for clients behind proxies that remove `Authorization`.
const SPARE_HEADER: &str = "x-authorization";

impl Presented {
    /// Reads the credentials from headers.
    pub fn of(headers: &HeaderMap) -> Self {
        let value = headers
            .get(header::AUTHORIZATION)
            .or_else(|| headers.get(SPARE_HEADER));
        let Some(value) = value else {
            return Self::Nothing;
        };
        let Ok(text) = value.to_str() else {
            return Self::Unreadable;
        };
        let (scheme, encoded) = text.trim().split_once(' ').unwrap_or((text, ""));
        if !scheme.eq_ignore_ascii_case("basic") {
            return Self::Nothing;
        }
        let plain = STANDARD
            .decode(encoded.trim())
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok());
        match plain.as_deref().and_then(|plain| plain.split_once(':')) {
            Some((login, secret)) => Self::Credentials(Credentials {
                login: login.to_owned(),
                secret: SecretString::from(secret),
            }),
            None => Self::Unreadable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;

    fn presented(value: &str) -> Presented {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, value.parse().unwrap());
        Presented::of(&headers)
    }

    #[test]
    fn basic_credentials() {
        let Presented::Credentials(read) = presented("basic YW5hOmFiY2QgZWZnaDpp") else {
            panic!("unread")
        };
        assert_eq!(read.login, "ana");
        assert_eq!(read.secret.expose_secret(), "abcd efgh:i");
    }

    #[test]
    fn other_headers() {
        assert!(matches!(
            Presented::of(&HeaderMap::new()),
            Presented::Nothing
        ));
        assert!(matches!(presented("Bearer abc"), Presented::Nothing));
        assert!(matches!(presented("Basic ???"), Presented::Unreadable));
        assert!(matches!(presented("Basic YW5h"), Presented::Unreadable));
    }
}
