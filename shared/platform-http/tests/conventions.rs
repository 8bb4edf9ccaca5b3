//! Checks the wire conventions on every kind of response.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::routing::{get, post};
use embedded::clock::SystemClock;
use embedded::random::SeededRandom;
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use platform_http::layers::{MiddlewareConfig, wrap};
use platform_http::{ApiError, Json, Paging, Query};
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt;

#[derive(Deserialize, utoipa::ToSchema)]
struct Note {
    text: String,
    tags: Vec<u64>,
    #[serde(default)]
    colour: Option<Colour>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
}

fn app(debug: bool) -> Router {
    let router = Router::new()
        .route(
            "/notes",
            post(|Json(note): Json<Note>| async move {
                format!("{} {} {:?}", note.text, note.tags.len(), note.colour)
            }),
        )
        .route(
            "/list",
            get(|Query(paging): Query<Paging>| async move {
                paging
                    .checked()
                    .map(|paging| Json(paging.cut(vec![1, 2, 3])))
            }),
        )
        .route(
            "/broken",
            get(|| async { ApiError::internal("the disk is full") }),
        );
    wrap(
        router,
        MiddlewareConfig {
            random: Arc::new(SeededRandom::new(1)),
            clock: Arc::new(SystemClock),
            debug,
        },
    )
}

async fn ask(app: Router, request: Request<Body>) -> (StatusCode, http::HeaderMap, Value) {
    let response = app.oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (
        status,
        headers,
        serde_json::from_slice(&body).unwrap_or(Value::Null),
    )
}

fn post_json(body: &str) -> Request<Body> {
    Request::post("/notes")
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()))
        .unwrap()
}

#[tokio::test]
async fn errors_of_bodies_name_the_cause() {
    for (body, status, code) in [
        ("{", 400, "invalid_json"),
        ("", 400, "invalid_json"),
        ("{}", 422, "invalid_fields"),
        (r#"{"text":"a","tags":[]} x"#, 400, "invalid_json"),
        (r#"{"text":1,"tags":[]}"#, 422, "invalid_fields"),
        (
            r#"{"text":"a","tags":[],"colour":5}"#,
            422,
            "invalid_fields",
        ),
        (
            r#"{"text":"a","tags":[],"colour":[]}"#,
            422,
            "invalid_fields",
        ),
        (r#"{"text":"a","tags":[],"colour":5"#, 400, "invalid_json"),
        (
            r#"{"text":"a","tags":[],"colour":red}"#,
            400,
            "invalid_json",
        ),
        (r#" ["a",[]]"#, 422, "invalid_fields"),
        (r#"["a",[]"#, 400, "invalid_json"),
    ] {
        let (answered, _, answer) = ask(app(false), post_json(body)).await;
        assert_eq!(
            (answered.as_u16(), answer["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
    }
    let (_, _, answer) = ask(app(false), post_json(r#"{"text":"a","tags":[1,"x"]}"#)).await;
    assert_eq!(answer["issues"][0]["field"], json!("tags[1]"));
    let named = post_json(r#"{"text":"a","tags":[],"colour":5}"#);
    let (_, _, answer) = ask(app(false), named).await;
    assert_eq!(answer["issues"][0]["field"], json!("colour"));
}

#[tokio::test]
async fn a_body_of_another_type_or_size_is_refused() {
    let form = Request::post("/notes").body(Body::from("text=a")).unwrap();
    assert_eq!(
        ask(app(false), form).await.0,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let large = post_json(&format!(
        "\"{}\"",
        "a".repeat(platform_http::layers::BODY_LIMIT)
    ));
    assert_eq!(
        ask(app(false), large).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[tokio::test]
async fn unknown_paths_and_methods_have_the_envelope() {
    let (status, _, answer) = ask(
        app(false),
        Request::get("/nowhere").body(Body::empty()).unwrap(),
    )
    .await;
    assert_eq!(
        (status.as_u16(), answer["code"].as_str()),
        (404, Some("not_found"))
    );
    let (status, headers, answer) = ask(
        app(false),
        Request::delete("/notes").body(Body::empty()).unwrap(),
    )
    .await;
    assert_eq!(
        (status.as_u16(), answer["code"].as_str()),
        (405, Some("method_not_allowed"))
    );
    assert_eq!(headers["allow"], "POST");
}

#[tokio::test]
async fn inner_detail_is_shown_in_debug_only_and_the_request_id_always() {
    for debug in [false, true] {
        let (_, headers, answer) = ask(
            app(debug),
            Request::get("/broken").body(Body::empty()).unwrap(),
        )
        .await;
        assert_eq!(answer["debug"].is_string(), debug);
        assert_eq!(
            answer["request_id"].as_str().unwrap(),
            headers["x-request-id"].to_str().unwrap()
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
    }
}

#[tokio::test]
async fn lists_are_paged() {
    let (_, _, answer) = ask(
        app(false),
        Request::get("/list?page=2&per_page=2")
            .body(Body::empty())
            .unwrap(),
    )
    .await;
    assert_eq!(
        answer,
        json!({"items": [3], "page": 2, "per_page": 2, "total": 3})
    );
    for bad in ["page=0", "per_page=101", "page=-1", "page=a"] {
        let request = Request::get(format!("/list?{bad}"))
            .body(Body::empty())
            .unwrap();
        assert_eq!(
            ask(app(false), request).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{bad}"
        );
    }
}

#[tokio::test]
async fn errors_name_the_invalid_parameter() {
    for (query, code, message) in [
        (
            "per_page=abc",
            "invalid_value",
            "Informe um número inteiro, sem sinal.",
        ),
        (
            "per_page=99999999999",
            "out_of_range",
            "Este número é grande demais.",
        ),
        (
            "per_page=0",
            "out_of_range",
            "Peça de 1 a 100 itens por página.",
        ),
    ] {
        let request = Request::get(format!("/list?{query}"))
            .body(Body::empty())
            .unwrap();
        let (status, _, body) = ask(app(false), request).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        let issue = json!({ "code": code, "field": "per_page", "message": message });
        assert_eq!(body["issues"], json!([issue]), "{query}");
    }
}

#[tokio::test]
async fn responses_over_https_have_strict_transport_security() {
    let asked = |scheme: Option<&'static str>| {
        let mut request = Request::get("/list");
        if let Some(scheme) = scheme {
            request = request.header("x-forwarded-proto", scheme);
        }
        ask(app(false), request.body(Body::empty()).unwrap())
    };
    const HSTS: &str = "strict-transport-security";
    let (_, headers, _) = asked(Some("https")).await;
    assert_eq!(headers[HSTS], "max-age=31536000");
    for plain in [None, Some("http")] {
        let (_, headers, _) = asked(plain).await;
        assert!(!headers.contains_key(HSTS), "{plain:?}");
    }
}
