//! Invalid variants of valid requests.

use bytes::Bytes;
use http::{HeaderName, Method, header};
use pauta_tests::app::{RequestBody, TestRequest};
use serde_json::{Map, Value, json};

use super::MISPLACED;

/// Members with free text, in which any value is valid.
const FREE: [&str; 12] = [
    "AGENCY_NAME",
    "title",
    "body",
    "name",
    "content",
    "alt_text",
    "prompt",
    "text",
    "host_user",
    "SMTP_HOST",
    "SEARCH_PROVIDER_CLIENT_ID",
    "SMTP_USER",
];

/// Larger than the limit of a JSON body, in bytes.
const TOO_LONG: usize = 1_100_000;

/// Headers with misplaced secrets.
pub fn headers() -> [(HeaderName, &'static str); 7] {
    [
        (HeaderName::from_static("idempotency-key"), MISPLACED),
        (HeaderName::from_static("prefer"), MISPLACED),
        (HeaderName::from_static("x-request-id"), MISPLACED),
        (header::IF_MATCH, MISPLACED),
        (header::COOKIE, MISPLACED),
        (header::USER_AGENT, MISPLACED),
        (header::REFERER, MISPLACED),
    ]
}

/// Variants of `good` that are refused, or that contain undeclared members.
pub fn variants(good: &TestRequest) -> Vec<TestRequest> {
    let mut calls = addresses(good);
    match &good.body {
        RequestBody::Json(body) => calls.extend(bodies(body).into_iter().map(|body| TestRequest {
            body,
            ..good.clone()
        })),
        RequestBody::Multipart(form) => {
            let spoilt = [form.as_ref(), MISPLACED.as_bytes()].concat();
            for kind in ["application/json", "multipart/form-data; boundary=outro"] {
                let body = RequestBody::Raw(kind, spoilt.clone().into());
                calls.push(TestRequest {
                    body,
                    ..good.clone()
                });
            }
        }
        _ => calls.push(TestRequest {
            body: RequestBody::Json(json!({ "password": MISPLACED })),
            ..good.clone()
        }),
    }
    calls
}

/// Other methods and addresses.
fn addresses(good: &TestRequest) -> Vec<TestRequest> {
    let with_path = |path: String| TestRequest {
        path,
        ..good.clone()
    };
    let join = if good.path.contains('?') { '&' } else { '?' };
    let (path, query) = good.path.split_once('?').unwrap_or((&good.path, ""));
    let above = path.rsplit_once('/').map_or("", |(above, _)| above);
    let mut calls = vec![
        with_path(format!("{path}/{MISPLACED}?{query}")),
        TestRequest {
            method: Method::PATCH,
            ..good.clone()
        },
    ];
    // The last part of a word's address is free text, in which any value is valid.
    if !above.ends_with("/words") {
        calls.push(with_path(format!("{above}/{MISPLACED}?{query}")));
    }
    for name in [
        "passwd",
        "page",
        "per_page",
        "status",
        "site_id",
        "approval",
        "content_id",
        "context",
        "token",
        "_method",
        "_fields",
        "search",
    ] {
        calls.push(with_path(format!("{}{join}{name}={MISPLACED}", good.path)));
    }
    calls
}

/// Malformed bodies, and bodies with members of a wrong type.
fn bodies(good: &Value) -> Vec<RequestBody> {
    let text = good.to_string();
    let raw = |kind, text: &str| RequestBody::Raw(kind, Bytes::copy_from_slice(text.as_bytes()));
    let form: Vec<String> = members(good)
        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default()))
        .collect();
    let mut bodies = vec![
        raw("application/json", &text[..text.len() - 1]),
        raw("application/json", &text.replace(':', " ")),
        raw("application/json", &format!("{text} {MISPLACED}")),
        raw("application/json", &text.replace('"', "")),
        raw("application/json", &text.replace("\":\"", "\":\"\\x")),
        raw("text/plain", &text),
        raw("application/x-www-form-urlencoded", &form.join("&")),
        raw(
            "application/json",
            &text.replacen('{', &format!("{{\"fill\":\"{}\",", "x".repeat(TOO_LONG)), 1),
        ),
        RequestBody::Json(json!([good])),
        RequestBody::Json(json!(text)),
        RequestBody::Json(json!(MISPLACED)),
        RequestBody::Json(json!([[MISPLACED]])),
    ];
    for (name, value) in members(good) {
        let mut wrong = vec![
            json!([value]),
            json!({ "value": value }),
            json!([[MISPLACED]]),
        ];
        if !(FREE.contains(&name.as_str()) || name == "new_password") {
            wrong.push(json!(MISPLACED));
        }
        for wrong in wrong {
            let mut body = good.clone();
            body[name] = wrong;
            bodies.push(RequestBody::Json(body));
        }
    }
    // Members of other operations, each with a secret of its own.
    let mut more = good.clone();
    for name in ["passwd", "token", "host_password_again", "role_name"] {
        if more.get(name).is_none() {
            more[name] = json!(MISPLACED);
        }
    }
    bodies.push(RequestBody::Json(more));
    bodies
}

fn members(body: &Value) -> impl Iterator<Item = (&String, &Value)> {
    body.as_object().into_iter().flat_map(Map::iter)
}
