//! `Prefer: wait=n` (RFC 7240, 4.3): the number of seconds that the client is willing to wait for the outcome.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use http::request::Parts;

/// Longest wait that is honoured, in seconds; below the gateway's limit of 30 seconds.
const LONGEST: u64 = 25;

/// Requested time to wait; `None` when the header is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreferWait(pub Option<Duration>);

impl<S: Send + Sync> FromRequestParts<S> for PreferWait {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let wait = parts
            .headers
            .get_all("prefer")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split([',', ';']))
            .filter_map(|preference| preference.trim().split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("wait"))
            .and_then(|(_, seconds)| seconds.trim().parse::<u64>().ok());
        Ok(Self(
            wait.filter(|&seconds| seconds > 0)
                .map(|seconds| Duration::from_secs(seconds.min(LONGEST))),
        ))
    }
}
