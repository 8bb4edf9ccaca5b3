//! A host and providers that fail and repeat their input, including credentials.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{StatusCode, header};
use serde_json::json;

/// Number of kinds of failure.
const WAYS: usize = 9;

/// Headers with credentials: of hosts and most providers, of Anthropic, of Google, of Evolution API and of Z-API.
const CREDENTIALS: [&str; 5] = [
    "authorization",
    "x-api-key",
    "x-goog-api-key",
    "apikey",
    "client-token",
];

/// Selects the kind of failure; clones share the selection.
#[derive(Debug, Clone, Default)]
pub struct Echo(Arc<AtomicUsize>);

impl Echo {
    /// Number of kinds of failure.
    pub const WAYS: usize = WAYS;

    /// Selects a kind of failure, from 1 to [`Echo::WAYS`]; 0 means none.
    pub fn set(&self, way: usize) {
        assert!(way <= WAYS);
        self.0.store(way, Ordering::SeqCst);
    }

    /// Adds the failures to a host's router.
    pub(super) fn before(&self, host: Router) -> Router {
        host.layer(middleware::from_fn_with_state(self.clone(), answer))
    }
}

async fn answer(State(echo): State<Echo>, request: Request, next: Next) -> Response {
    let way = echo.0.load(Ordering::SeqCst);
    let Some(credentials) = credentials(&request) else {
        // Requests without credentials succeed, so that the client sends credentials next.
        return next.run(request).await;
    };
    if way == 0 {
        return next.run(request).await;
    }
    failure(way, &credentials)
}

/// The credentials of a request: its header's, or with a token in the path both by a comma.
fn credentials(request: &Request) -> Option<String> {
    let headers = request.headers();
    let values = CREDENTIALS.iter().filter_map(|name| headers.get(*name));
    let of_header = values.filter_map(|value| value.to_str().ok()).next();
    let both = [path_token(request.uri().path()), of_header];
    let found: Vec<&str> = both.into_iter().flatten().collect();
    (!found.is_empty()).then(|| found.join(","))
}

/// The token of an instance of Z-API, which is part of the path.
fn path_token(path: &str) -> Option<&str> {
    let (token, _) = path.split_once("/token/")?.1.split_once('/')?;
    Some(token)
}

fn failure(way: usize, credentials: &str) -> Response {
    let token = credentials.trim_start_matches("Basic ");
    let pair = STANDARD.decode(token).unwrap_or_default();
    let pair = String::from_utf8_lossy(&pair).into_owned();
    let words = format!("Falha com {credentials}, ou seja {pair}");
    let problem = |status: u16, code: &str| {
        // Hosts state code and message at the top, providers below `error`.
        let body = json!({
            "code": code, "message": words, "data": { "status": status, "login": pair },
            "error": { "code": words, "type": words, "status": words, "message": words },
        });
        let status = StatusCode::from_u16(status).unwrap();
        (status, axum::Json(body)).into_response()
    };
    let page = |status: StatusCode| {
        let page = format!("<html><head><title>{words}</title></head><body>{words}</body></html>");
        (status, Html(page)).into_response()
    };
    match way {
        1 => problem(500, &pair),
        2 => problem(401, "incorrect_password"),
        3 => problem(403, &format!("rest_forbidden {credentials}")),
        4 => problem(400, "rest_invalid_param"),
        5 => page(StatusCode::SERVICE_UNAVAILABLE),
        6 => page(StatusCode::OK),
        7 => {
            let to = format!("https://outro.example/{token}?pair={token}");
            (StatusCode::FOUND, [(header::LOCATION, to)]).into_response()
        }
        8 => {
            // The beginning of a stream of any provider, which then fails.
            let event = json!({
                "type": "error", "code": "server_error", "message": words,
                "error": { "type": "overloaded_error", "code": 503, "status": "UNAVAILABLE", "message": words },
            });
            let events = format!("event: error\ndata: {event}\n\n");
            ([(header::CONTENT_TYPE, "text/event-stream")], events).into_response()
        }
        _ => axum::Json(json!(words)).into_response(),
    }
}
