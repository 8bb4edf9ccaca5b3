//! ETags and `If-Match` (RFC 9110, 8.8.3 and 13.1.1). The tag is the record's version number.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};

use crate::code::Code;
use crate::error::ApiError;

/// The entity tag of `version`.
pub fn etag(version: u64) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{version}\""))
        .unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

/// The `ETag` header of `version`.
pub fn tagged(version: u64) -> [(http::HeaderName, HeaderValue); 1] {
    [(header::ETAG, etag(version))]
}

/// The condition of `If-Match`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IfMatch {
    /// The header is absent: any version.
    Absent,
    /// `*`: any version that exists.
    Any,
    /// One of these tags. Weak tags never match.
    Tags(Vec<String>),
}

impl IfMatch {
    /// Reads the header.
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let mut tags = Vec::new();
        let mut present = false;
        for value in headers.get_all(header::IF_MATCH) {
            present = true;
            for tag in value.to_str().unwrap_or_default().split(',').map(str::trim) {
                if tag == "*" {
                    return Self::Any;
                }
                if let Some(tag) = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"')) {
                    tags.push(tag.to_owned());
                }
            }
        }
        if present {
            Self::Tags(tags)
        } else {
            Self::Absent
        }
    }

    /// Checks the condition against the record's `version`.
    ///
    /// # Errors
    /// 412 when the condition does not hold.
    pub fn check(&self, version: u64) -> Result<(), ApiError> {
        match self {
            Self::Absent | Self::Any => Ok(()),
            Self::Tags(tags) if tags.iter().any(|tag| *tag == version.to_string()) => Ok(()),
            Self::Tags(_) => {
                Err(ApiError::new(Code::PreconditionFailed).header(header::ETAG, etag(version)))
            }
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_headers(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &'static str) -> IfMatch {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_MATCH, HeaderValue::from_static(value));
        IfMatch::from_headers(&headers)
    }

    #[test]
    fn tags_match_strongly() {
        assert!(read("\"1\", \"7\"").check(7).is_ok());
        assert!(read("*").check(7).is_ok());
        for other in ["\"8\"", "W/\"7\"", "7", "", "\"7"] {
            assert!(read(other).check(7).is_err(), "{other}");
        }
        assert!(IfMatch::from_headers(&HeaderMap::new()).check(7).is_ok());
    }
}
