//! Middleware of every router: request id, log line, common response headers, body limit, and responses for
//! unknown paths and methods.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, header};
use ports::{Clock, Random};
use tracing::Instrument;

use crate::code::Code;
use crate::context::{self, RequestContext};
use crate::error::ApiError;
use http_edge::{per_caller, strict_transport};

/// Largest JSON body, in bytes.
pub const BODY_LIMIT: usize = 1024 * 1024;

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Configuration of the middleware.
#[derive(Clone)]
pub struct MiddlewareConfig {
    /// Generates request ids.
    pub random: Arc<dyn Random>,
    /// Measures the duration of requests.
    pub clock: Arc<dyn Clock>,
    /// Whether technical detail may be shown (APP_DEBUG=1).
    pub debug: bool,
}

/// Wraps a router of the platform's API in its middleware.
pub fn wrap(router: Router, middleware: MiddlewareConfig) -> Router {
    let router = router
        .fallback(|| async { ApiError::new(Code::NotFound) })
        .method_not_allowed_fallback(|| async { ApiError::new(Code::MethodNotAllowed) })
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn_with_state(middleware, accompany));
    strict_transport(per_caller(router), false)
}

/// The response to a request whose body did not arrive in time, in place of what the router made of the part that did:
/// [`Code::RequestTimeout`] with the request id of that response.
pub fn late_body(response: Response) -> Response {
    let id = response.headers().get(&REQUEST_ID);
    let context = RequestContext {
        id: id
            .and_then(|id| id.to_str().ok())
            .unwrap_or_default()
            .to_owned(),
        debug: false,
    };
    let mut late = context::during(context, || {
        ApiError::new(Code::RequestTimeout).into_response()
    });
    for (name, value) in response.headers() {
        if *name != header::CONTENT_TYPE && *name != header::CONTENT_LENGTH {
            late.headers_mut().insert(name, value.clone());
        }
    }
    late
}

async fn accompany(
    State(middleware): State<MiddlewareConfig>,
    request: Request,
    next: Next,
) -> Response {
    let id = middleware.random.uuid().to_string();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned());
    let span = tracing::info_span!("request", request_id = id, method = %request.method(), path);
    let context = RequestContext {
        id: id.clone(),
        debug: middleware.debug,
    };
    let begun = middleware.clock.now();
    let mut response = context::within(context, async {
        let response = next.run(request).await;
        let milliseconds = middleware.clock.now().duration_since(begun).as_millis();
        tracing::info!(target: "http", status = response.status().as_u16(), milliseconds = %milliseconds, "answered");
        response
    })
    .instrument(span)
    .await;
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID.clone(), id);
    }
    headers
        .entry(header::X_CONTENT_TYPE_OPTIONS)
        .or_insert(HeaderValue::from_static("nosniff"));
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    headers
        .entry(header::REFERRER_POLICY)
        .or_insert(HeaderValue::from_static("no-referrer"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(
            "default-src 'none'; frame-ancestors 'none'",
        ));
    response.into_response()
}
