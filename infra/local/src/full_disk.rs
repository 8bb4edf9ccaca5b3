//! What people can still do when the disk is full: sign in, and delete.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::response::Response;
use embedded::reserve::essential;
use http::Method;
use http::request::Parts;

/// Routes of the platform that delete without the method for it.
const CLEARING: [&str; 2] = ["/api/v1/logs/clear-all", "/api/v1/posts/history/clear"];
/// Routes of the platform that sign in and out.
const SIGN_IN: &str = "/api/v1/auth/";
/// The site's member and header that replace the method.
const METHOD_MEMBER: &str = "_method";
const METHOD_HEADER: &str = "x-http-method-override";

/// A router whose requests may use the reserve when they sign in or delete.
pub(crate) fn marked(router: Router) -> Router {
    router.layer(middleware::from_fn(
        async |request: Request, next: Next| -> Response {
            let (parts, body) = request.into_parts();
            let is_essential = is_essential(&parts);
            let answered = next.run(Request::from_parts(parts, body));
            match is_essential {
                true => essential(answered).await,
                false => answered.await,
            }
        },
    ))
}

/// Whether a request signs in or deletes.
fn is_essential(request: &Parts) -> bool {
    let path = request.uri.path();
    if request.method == Method::DELETE || path.starts_with(SIGN_IN) || CLEARING.contains(&path) {
        return true;
    }
    let is_deletion = |method: &[u8]| method.eq_ignore_ascii_case(b"DELETE");
    let query = request.uri.query().unwrap_or_default().as_bytes();
    let header = request.headers.get(METHOD_HEADER);
    header.is_some_and(|method| is_deletion(method.as_bytes()))
        || url::form_urlencoded::parse(query)
            .any(|(name, value)| name == METHOD_MEMBER && is_deletion(value.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_sign_in_or_delete_are_essential() {
        let request = |method: &str, uri: &str, header: Option<&str>| {
            let mut request = http::Request::builder().method(method).uri(uri);
            if let Some(header) = header {
                request = request.header(METHOD_HEADER, header);
            }
            is_essential(&request.body(()).unwrap().into_parts().0)
        };
        for (method, uri, header, expected) in [
            ("POST", "/api/v1/auth/login", None, true),
            ("DELETE", "/api/v1/posts/7", None, true),
            ("POST", "/api/v1/posts/history/clear", None, true),
            ("POST", "/wp-json/wp/v2/posts/7?_method=delete", None, true),
            ("POST", "/wp-json/wp/v2/posts/7", Some("DELETE"), true),
            ("POST", "/wp-json/wp/v2/posts/7", Some("PUT"), false),
            (
                "POST",
                "/wp-json/wp/v2/posts/7?_methods=DELETE",
                None,
                false,
            ),
            ("PUT", "/api/v1/posts/7", None, false),
            ("GET", "/api/v1/posts", None, false),
        ] {
            let found = request(method, uri, header);
            assert_eq!(found, expected, "{method} {uri} {header:?}");
        }
    }
}
