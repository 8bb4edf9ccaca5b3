//! The content delivery network before the site: which requests came through it, what it says about them, and how long it
//! may serve public responses.
//!
//! The network and the functions share a key. Without the right key a request is treated as one that came to the gateway
//! itself, and its `x-cdn-…` headers are dropped, since any client can send them.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::ClientAddress;

/// The key, set by the network on each request to the origin.
const KEY: HeaderName = HeaderName::from_static("x-cdn-key");
/// The host name that the client requested. The gateway accepts its own name only, so the network cannot send it as `Host`.
const HOST: HeaderName = HeaderName::from_static("x-cdn-host");
/// The client's network address as the network sees it.
const CLIENT: HeaderName = HeaderName::from_static("x-cdn-client");

/// What pages send when nothing stands before the functions.
const REVALIDATED: &str = "public, no-cache";

/// Freshness of a public response behind the network, in seconds: 20 fresh and 20 stale while the network fetches it again
/// (RFC 5861), and up to 20 more in a browser that does the same. A change is visible within a minute.
const CACHED: HeaderValue =
    HeaderValue::from_static("public, max-age=0, s-maxage=20, stale-while-revalidate=20");

/// The key that the network sends, as its hash; the key itself is not kept.
#[derive(Clone)]
pub struct CdnKey([u8; 32]);

impl std::fmt::Debug for CdnKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CdnKey(…)")
    }
}

impl CdnKey {
    /// The key of a deployment.
    pub fn new(key: &str) -> Self {
        Self(Sha256::digest(key.as_bytes()).into())
    }

    fn is(&self, given: &HeaderValue) -> bool {
        let given: [u8; 32] = Sha256::digest(given.as_bytes()).into();
        self.0.ct_eq(&given).into()
    }
}

/// Takes host name and client address of requests with the right key from the network, and lets it keep their public
/// responses for a short time. With `None` no request is one of the network.
pub fn behind_cdn(router: Router, key: Option<CdnKey>) -> Router {
    router.layer(middleware::from_fn_with_state(key, layer))
}

async fn layer(State(key): State<Option<CdnKey>>, mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let [given, host, client] = [KEY, HOST, CLIENT].map(|name| headers.remove(name));
    if !key.zip(given).is_some_and(|(key, given)| key.is(&given)) {
        return next.run(request).await;
    }
    if let Some(host) = host {
        headers.insert(header::HOST, host);
    }
    let client = client.as_ref().and_then(|client| client.to_str().ok());
    let client = client.and_then(|client| client.parse().ok());
    request.extensions_mut().insert(ClientAddress(client));
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_anonymous = !request.headers().contains_key(header::AUTHORIZATION);
    let mut response = next.run(request).await;
    if is_read && is_anonymous && is_public(response.status(), response.headers()) {
        response.headers_mut().insert(header::CACHE_CONTROL, CACHED);
    }
    response
}

/// Whether a response is the same for every client: it has a validator, and neither forbids caches nor sets a cookie.
fn is_public(status: StatusCode, headers: &HeaderMap) -> bool {
    let is_found = matches!(status, StatusCode::OK | StatusCode::NOT_MODIFIED);
    let caching = headers.get(header::CACHE_CONTROL);
    is_found
        && headers.contains_key(header::ETAG)
        && !headers.contains_key(header::SET_COOKIE)
        && caching.is_none_or(|caching| caching == REVALIDATED)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    /// Answers with host and client address of the request, and with the headers that the path names.
    async fn seen(client: ClientAddress, request: Request) -> Response {
        let host = request.headers()[header::HOST].to_str().unwrap();
        let leaked = request
            .headers()
            .keys()
            .any(|name| name.as_str().starts_with("x-cdn-"));
        let mut response = Response::new(Body::from(format!("{host} {client} {leaked}")));
        let headers = response.headers_mut();
        headers.insert(header::ETAG, HeaderValue::from_static("W/\"a\""));
        match request.uri().path() {
            "/page" => headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(REVALIDATED)),
            "/private" => headers.insert(
                header::CACHE_CONTROL,
                HeaderValue::from_static("private, no-store"),
            ),
            "/file" => headers.insert(
                header::CACHE_CONTROL,
                HeaderValue::from_static("public, max-age=31536000, immutable"),
            ),
            "/cookie" => headers.insert(header::SET_COOKIE, HeaderValue::from_static("a=b")),
            "/untagged" => headers.remove(header::ETAG),
            "/missing" => {
                *response.status_mut() = StatusCode::NOT_FOUND;
                None
            }
            _ => None,
        };
        response
    }

    async fn ask(key: Option<&str>, path: &str, headers: &[(&str, &str)]) -> (String, String) {
        let router = Router::new().route("/{path}", get(seen).post(seen));
        let router = behind_cdn(router, key.map(CdnKey::new));
        let mut request = http::Request::builder()
            .uri(path)
            .header(header::HOST, "gateway.example")
            .extension(ClientAddress(Some([192, 0, 2, 1].into())));
        for (name, value) in headers {
            request = match *name {
                "method" => request.method(*value),
                _ => request.header(*name, *value),
            };
        }
        let request = request.body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        let caching = response.headers().get(header::CACHE_CONTROL);
        let caching = caching
            .map_or("", |value| value.to_str().unwrap())
            .to_owned();
        let body = axum::body::to_bytes(response.into_body(), 1000)
            .await
            .unwrap();
        (String::from_utf8(body.to_vec()).unwrap(), caching)
    }

    const SENT: [(&str, &str); 3] = [
        ("x-cdn-key", "right"),
        ("x-cdn-host", "blog.example"),
        ("x-cdn-client", "2001:db8::7"),
    ];
    const CACHING: &str = "public, max-age=0, s-maxage=20, stale-while-revalidate=20";

    #[tokio::test]
    async fn only_the_right_key_names_host_and_client() {
        let (seen, _) = ask(Some("right"), "/page", &SENT).await;
        assert_eq!(seen, "blog.example 2001:db8::7 false");
        for key in [Some("other"), Some(""), None] {
            let (seen, caching) = ask(key, "/page", &SENT).await;
            assert_eq!(seen, "gateway.example 192.0.2.1 false", "{key:?}");
            assert_eq!(caching, REVALIDATED);
        }
        let (seen, _) = ask(Some("right"), "/page", &SENT[1..]).await;
        assert_eq!(seen, "gateway.example 192.0.2.1 false");
    }

    #[tokio::test]
    async fn a_client_without_a_valid_address_is_unknown() {
        let sent = [SENT[0], SENT[1], ("x-cdn-client", "unknown")];
        assert_eq!(
            ask(Some("right"), "/page", &sent).await.0,
            "blog.example unknown false"
        );
        assert_eq!(
            ask(Some("right"), "/page", &SENT[..1]).await.0,
            "gateway.example unknown false"
        );
    }

    #[tokio::test]
    async fn only_public_reads_are_cached() {
        for path in ["/page", "/interface"] {
            assert_eq!(ask(Some("right"), path, &SENT).await.1, CACHING, "{path}");
        }
        for (path, expected) in [
            ("/private", "private, no-store"),
            ("/file", "public, max-age=31536000, immutable"),
            ("/cookie", ""),
            ("/untagged", ""),
            ("/missing", ""),
        ] {
            assert_eq!(ask(Some("right"), path, &SENT).await.1, expected, "{path}");
        }
        let signed_in = [&SENT[..], &[("authorization", "Basic YTpi")]].concat();
        assert_eq!(ask(Some("right"), "/page", &signed_in).await.1, REVALIDATED);
        let written = [&SENT[..], &[("method", "POST")]].concat();
        assert_eq!(ask(Some("right"), "/page", &written).await.1, REVALIDATED);
    }

    #[test]
    fn the_key_is_not_printed() {
        assert_eq!(format!("{:?}", CdnKey::new("right")), "CdnKey(…)");
    }
}
