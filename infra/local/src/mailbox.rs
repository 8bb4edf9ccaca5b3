//! `GET /dev/mailbox/{secret}`: the stored mails, newest first. Exists in the local process only.
//!
//! The mails hold second factors and links that set passwords, so the address is known to the person at the machine only:
//! its secret is drawn at each start and printed (docs/operations.md, "The mailbox").

use std::sync::Arc;

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use http::{HeaderValue, Method, header};
use http_edge::ClientAddress;
use platform_http::{ApiError, Code};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;
use vault::token::random_token;

use crate::outbox::Outbox;

/// Path before the secret.
const PREFIX: &str = "/dev/mailbox/";

/// Random bytes of the secret, which has 32 characters.
const SECRET_BYTES: usize = 24;

/// The secret of the mailbox's address.
#[derive(Debug, Clone)]
pub struct MailboxSecret(SecretString);

impl MailboxSecret {
    /// A new secret.
    pub fn draw(random: &dyn Random) -> Self {
        Self(random_token(random, SECRET_BYTES))
    }

    /// Path of the mailbox.
    pub fn path(&self) -> String {
        format!("{PREFIX}{}", self.0.expose_secret())
    }

    fn opens(&self, path: &str) -> bool {
        let secret = self.0.expose_secret().as_bytes();
        path.strip_prefix(PREFIX)
            .is_some_and(|given| given.as_bytes().ct_eq(secret).into())
    }
}

/// Router with the route.
pub fn router(outbox: Arc<Outbox>, secret: MailboxSecret) -> Router {
    Router::new()
        .route("/dev/mailbox/{secret}", any(newest_first))
        .with_state((outbox, secret))
}

/// Without the secret, and from other machines, the response is that of an unknown path.
async fn newest_first(
    State((outbox, secret)): State<(Arc<Outbox>, MailboxSecret)>,
    OriginalUri(address): OriginalUri,
    client: ClientAddress,
    method: Method,
) -> Response {
    let is_here = client.0.is_some_and(|address| address.is_loopback());
    if !is_here || !secret.opens(address.path()) {
        return ApiError::new(Code::NotFound).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = ApiError::new(Code::MethodNotAllowed).into_response();
        let methods = HeaderValue::from_static("GET,HEAD");
        response.headers_mut().insert(header::ALLOW, methods);
        return response;
    }
    Json(outbox.newest_first()).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http::Request;
    use http_body_util::BodyExt as _;
    use serde_json::Value;
    use tower::ServiceExt as _;

    use super::*;
    use crate::parts::Parts;
    use crate::platform;

    /// Status, headers and body of a response, without what differs between any two.
    async fn asked(
        router: &Router,
        method: &Method,
        path: &str,
        from: &str,
    ) -> (u16, String, Value) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .extension(ClientAddress(from.parse().ok()))
            .body(Body::empty())
            .unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let mut headers = response.headers().clone();
        headers.remove("x-request-id");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let mut body: Value = serde_json::from_slice(&body).unwrap_or_default();
        if let Some(body) = body.as_object_mut() {
            body.remove("request_id");
        }
        (status, format!("{headers:?}"), body)
    }

    #[tokio::test]
    async fn without_the_secret_it_is_an_unknown_path() {
        let parts = Parts::memory().await.unwrap();
        let router = platform::assemble(&parts).0;
        let secret = parts.mailbox.as_ref().unwrap().path();
        let here = "127.0.0.1";
        assert_eq!(asked(&router, &Method::GET, &secret, here).await.0, 200);
        assert_eq!(asked(&router, &Method::HEAD, &secret, "::1").await.0, 200);
        assert_eq!(asked(&router, &Method::POST, &secret, here).await.0, 405);
        let upper = secret
            .to_uppercase()
            .replace("/DEV/MAILBOX", "/dev/mailbox");
        let shorter = &secret[..secret.len() - 1];
        for method in [
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::OPTIONS,
            Method::DELETE,
        ] {
            let unknown = asked(&router, &method, "/dev/unknown", here).await;
            assert_eq!(unknown.0, 404);
            for path in [
                "/dev/mailbox",
                "/dev/mailbox/",
                "/dev/mailbox?secret",
                "/dev/mailbox/%00%ff",
                &format!("/dev/mailbox/{}", "a".repeat(32)),
                &format!("{secret}a"),
                &format!("{secret}/"),
                &format!("/{secret}"),
                shorter,
                &upper,
            ] {
                let answer = asked(&router, &method, path, here).await;
                assert_eq!(answer, unknown, "{method} {path}");
            }
            for from in [
                "192.168.1.7",
                "::ffff:192.168.1.7",
                "2001:db8::1",
                "unknown",
            ] {
                let answer = asked(&router, &method, &secret, from).await;
                assert_eq!(answer, unknown, "{method} from {from}");
            }
        }
    }

    #[tokio::test]
    async fn each_start_has_its_own_secret() {
        let path = || async { Parts::memory().await.unwrap().mailbox.unwrap().path() };
        let (one, other) = (path().await, path().await);
        assert_ne!(one, other);
        assert_eq!(one.len(), PREFIX.len() + 32);
    }
}
