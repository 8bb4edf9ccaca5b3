//! The service of keyword research: related phrases.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};

use crate::exchange::{self, bearer, query, with_header};
use crate::keyword_accounts::{Rules, token};
use crate::record::{Call, Record};
use crate::routing::service_router;
use crate::service::Service;

const SERVICE: Service = Service::KeywordResearch;

const RULES: Rules = Rules {
    service: SERVICE,
    has_secret: true,
    redirect: "/success",
    has_verifier: false,
};

/// Parameters of a search with the values that are fixed.
const PARAMETERS: [(&str, Option<&str>); 7] = [
    ("access_token", None),
    ("phrase", None),
    ("database", None),
    ("export_columns", Some("Ph,Nq,Td,In,Kd")),
    ("display_limit", Some("10")),
    ("display_offset", Some("0")),
    ("display_sort", Some("nq_desc")),
];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    service_router(record, SERVICE, named, respond)
}

fn refused(status: u16, error: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    exchange::json(
        status,
        &json!({ "error": error, "status": status.as_u16() }),
    )
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    Some(match name {
        "invalid_grant" => refused(400, "invalid_grant"),
        "400" => refused(400, "bad database"),
        "402" => refused(402, "no units left"),
        "403" => refused(403, "the account is blocked"),
        "limit" => with_header(refused(429, "too many requests"), "retry-after", 60),
        "500" => refused(500, "internal error"),
        "odd" => exchange::json(StatusCode::OK, &json!({ "data": { "rows": 7 } })),
        _ => return None,
    })
}

fn respond(record: &Record, call: &Call) -> Response {
    match (call.method.as_str(), call.path.as_str()) {
        ("POST", "/oauth2/access_token") => token(record, call, &RULES),
        ("GET", "/api/v1/keywords/phrase_fullsearch") => search(record, call),
        _ => refused(404, "not found"),
    }
}

fn search(record: &Record, call: &Call) -> Response {
    let sent = query(call);
    let access = sent
        .get("access_token")
        .map(String::as_str)
        .unwrap_or_default();
    if bearer(call) != Some(access) || !record.keywords.is_alive(SERVICE, access) {
        return refused(401, "the access token is not valid");
    }
    let fits = |(name, fixed): &(&str, Option<&str>)| {
        let value = sent.get(*name).filter(|value| !value.is_empty());
        value.is_some_and(|value| fixed.is_none_or(|fixed| fixed == value))
    };
    if sent.len() != PARAMETERS.len() || !PARAMETERS.iter().all(fits) {
        return refused(400, "wrong parameters");
    }
    let phrase = sent.get("phrase").map(String::as_str).unwrap_or_default();
    let row = |number: u32| -> Value {
        json!([
            format!("{phrase} {number}"),
            (1_000 / number).to_string(),
            "0.5,0.7",
            "1",
            "42"
        ])
    };
    let rows: Vec<Value> = (1..=3).map(row).collect();
    let columns = [
        "Keyword",
        "Search Volume",
        "Trends",
        "Intent",
        "Keyword Difficulty Index",
    ];
    let data = json!({ "columnNames": columns, "rows": rows });
    exchange::json(StatusCode::OK, &json!({ "data": data, "status": 200 }))
}
