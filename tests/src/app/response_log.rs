//! Records every response of the application.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Mutex;

use axum::Router;
use uuid::Uuid;

use super::{TestApp, TestRequest, TestResponse};

/// A response with its request.
#[derive(Debug, Clone)]
pub struct LoggedResponse {
    /// Method and path of the request, with `{id}` for numbers and `{token}` for UUIDs.
    pub route: String,
    /// The response.
    pub response: TestResponse,
}

/// The recorded responses.
#[derive(Debug, Default)]
pub(super) struct ResponseLog(Mutex<Vec<LoggedResponse>>);

/// The path of an address with placeholders for identifiers and tokens.
fn pattern_of(address: &str) -> String {
    let path = address.split('?').next().unwrap_or_default();
    let parts = path.split('/').map(|part| match part {
        number if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => "{id}",
        token if Uuid::try_parse(token).is_ok() => "{token}",
        other => other,
    });
    parts.collect::<Vec<_>>().join("/")
}

impl TestApp {
    /// Removes and returns the recorded responses.
    pub fn take_responses(&self) -> Vec<LoggedResponse> {
        std::mem::take(&mut self.responses.0.lock().unwrap())
    }

    pub(super) async fn send_logged(&self, router: &Router, request: TestRequest) -> TestResponse {
        let route = format!("{} {}", request.method, pattern_of(&request.path));
        let request = request.client(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let response = request.send(router).await;
        let logged = LoggedResponse {
            route,
            response: response.clone(),
        };
        self.responses.0.lock().unwrap().push(logged);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_no_values() {
        assert_eq!(
            pattern_of("/aprovacao/6f1c2a1e-1111-4222-8333-444455556666/12/x"),
            "/aprovacao/{token}/{id}/x"
        );
    }
}
