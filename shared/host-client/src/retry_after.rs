//! Reads how long a host asks to wait.

use std::time::Duration;

use http::HeaderMap;
use http::header::{DATE, RETRY_AFTER};
use jiff::fmt::rfc2822;

/// Longest accepted wait.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The wait in `Retry-After` (RFC 9110 §10.2.3): seconds, or a date, which is compared with the response's
/// own `Date`. At most a day.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        // A number beyond 64 bits is treated as the longest wait.
        text.parse().map_or(LONGEST, Duration::from_secs)
    } else {
        let until = rfc2822::parse(text).ok()?.timestamp();
        let now = rfc2822::parse(headers.get(DATE)?.to_str().ok()?.trim())
            .ok()?
            .timestamp();
        Duration::try_from(until.duration_since(now)).unwrap_or(Duration::ZERO)
    };
    Some(wait.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read() {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT";
        for (value, expected) in [
            ("120", Some(120)),
            ("0", Some(0)),
            (" 7 ", Some(7)),
            ("999999", Some(86_400)),
            ("99999999999999999999999", Some(86_400)),
            ("Wed, 21 Oct 2026 07:29:30 GMT", Some(90)),
            ("Wed, 21 Oct 2026 07:00:00 GMT", Some(0)),
            ("-5", None),
            ("soon", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            headers.insert(DATE, date.parse().unwrap());
            assert_eq!(
                retry_after(&headers),
                expected.map(Duration::from_secs),
                "{value}"
            );
        }
    }

    #[test]
    fn a_date_without_a_response_date_is_ignored() {
        let mut headers = HeaderMap::new();
        headers.insert(
            RETRY_AFTER,
            "Wed, 21 Oct 2026 07:29:30 GMT".parse().unwrap(),
        );
        assert_eq!(retry_after(&headers), None);
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
