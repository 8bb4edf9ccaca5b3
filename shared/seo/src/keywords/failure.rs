//! Bodies of failures of the connected services.

use serde_json::{Value, json};

/// Message without a stored token.
pub const NO_TOKEN: &str = "Token usage failed. Token is empty.";

/// A failure of a connected service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The service is not connected: HTTP 400.
    NotConnected,
    /// The service refused the code or could not be reached while it was exchanged: HTTP 401.
    Authentication(String),
    /// The service refused to renew the access: HTTP 401. The service must be connected again.
    Renewal(String),
    /// The service refused a call, or did not answer: HTTP 200 with status 0 in the body.
    Refused(String),
    /// More phrases than the account allows: HTTP 400.
    OverLimit(u64),
}

impl Failure {
    /// The HTTP status.
    pub const fn http_status(&self) -> u16 {
        match self {
            Self::NotConnected | Self::OverLimit(_) => 400,
            Self::Authentication(_) | Self::Renewal(_) => 401,
            Self::Refused(_) => 200,
        }
    }

    /// The body.
    pub fn body(&self) -> Value {
        match self {
            Self::NotConnected => json!({ "error": NO_TOKEN, "status": 400 }),
            Self::Authentication(error) => json!({
                "tokens": [],
                "error": format!("Authentication failed: {error}"),
                "status": 401,
            }),
            Self::Renewal(error) => json!({
                "error": format!("Authentication failed: {error}"),
                "status": 401,
            }),
            Self::Refused(error) => json!({ "error": error, "status": 0 }),
            Self::OverLimit(limit) => {
                json!({ "limit": limit, "error": "Account limit exceeded", "status": 400 })
            }
        }
    }

    /// The body of the rank tracker's routes of the account and of tracking, which begin with the status.
    pub fn status_first(&self) -> Value {
        match self.body() {
            Value::Object(body) if body.len() == 2 => {
                json!({ "status": body.get("status"), "error": body.get("error") })
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_and_statuses() {
        let cases = [
            (
                Failure::NotConnected,
                400,
                json!({"error": NO_TOKEN, "status": 400}),
            ),
            (
                Failure::Authentication("invalid_grant".to_owned()),
                401,
                json!({"tokens": [], "error": "Authentication failed: invalid_grant", "status": 401}),
            ),
            (
                Failure::Renewal("invalid_grant".to_owned()),
                401,
                json!({"error": "Authentication failed: invalid_grant", "status": 401}),
            ),
            (
                Failure::Refused("limite".to_owned()),
                200,
                json!({"error": "limite", "status": 0}),
            ),
            (
                Failure::OverLimit(5),
                400,
                json!({"limit": 5, "error": "Account limit exceeded", "status": 400}),
            ),
        ];
        for (failure, status, body) in cases {
            assert_eq!(failure.http_status(), status);
            assert_eq!(failure.body(), body);
        }
        assert_eq!(
            Failure::NotConnected.status_first().to_string(),
            format!("{{\"status\":400,\"error\":\"{NO_TOKEN}\"}}")
        );
    }
}
