//! Responses with an error status.

use std::time::Duration;

use ai_client::FailureKind::{
    self, BadPayload, BadRequest, ContentRefused, InvalidKey, ModelNotFound, NoPermission,
    Overloaded, QuotaExhausted, RateLimited,
};
use serde_json::{Value, json};
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};
use wiremock::ResponseTemplate;

use crate::support::{KEY, failure};

fn openai(kind: &str, code: Option<&str>) -> Value {
    json!({ "error": { "message": "As it is.", "type": kind, "param": null, "code": code } })
}

fn anthropic(kind: &str) -> Value {
    json!({ "type": "error", "error": { "type": kind, "message": "As it is." }, "request_id": "req_1" })
}

fn gemini(code: u16, status: &str, details: Value) -> Value {
    json!({ "error": { "code": code, "message": "As it is.", "status": status, "details": details } })
}

/// Checks kinds. A failure that passes within seconds is tried three times, every other one once; none is billed.
async fn check(provider: AiProvider, cases: Vec<(u16, Value, FailureKind)>) {
    for (status, body, kind) in cases {
        let answer = ResponseTemplate::new(status).set_body_json(&body);
        let (failure, requests) = failure(provider, answer).await;
        assert_eq!(failure.kind, kind, "{status} {body}");
        assert_eq!(failure.message.as_deref(), Some("As it is."));
        assert!(failure.certainly_free);
        let repeated = matches!(kind, RateLimited | Overloaded);
        assert_eq!(requests, if repeated { 3 } else { 1 }, "{status} {body}");
    }
}

#[tokio::test]
async fn openai_states_why() {
    let invalid = "invalid_request_error";
    let quota = |code| {
        (
            429,
            openai("insufficient_quota", Some(code)),
            QuotaExhausted,
        )
    };
    check(
        OpenAi,
        vec![
            (401, openai(invalid, Some("invalid_api_key")), InvalidKey),
            (
                403,
                openai(invalid, Some("unsupported_country")),
                NoPermission,
            ),
            (404, openai(invalid, Some("model_not_found")), ModelNotFound),
            (400, openai(invalid, Some("model_not_found")), ModelNotFound),
            quota("credit_balance_exhausted"),
            quota("organization_spend_limit_exceeded"),
            quota("project_spend_limit_exceeded"),
            quota("organization_usage_limit_exceeded"),
            (429, openai("x", Some("insufficient_quota")), QuotaExhausted),
            (429, openai("insufficient_quota", None), QuotaExhausted),
            (
                429,
                openai("tokens", Some("rate_limit_exceeded")),
                RateLimited,
            ),
            (429, openai("requests", Some("slow_down")), RateLimited),
            (503, openai("server_error", None), Overloaded),
            (500, openai("server_error", None), Overloaded),
            (409, openai("conflict", None), Overloaded),
            (408, openai("timeout", None), Overloaded),
            (
                400,
                openai(invalid, Some("context_length_exceeded")),
                BadRequest,
            ),
            (400, openai(invalid, Some("invalid_prompt")), ContentRefused),
            (400, openai(invalid, None), BadRequest),
            (422, openai(invalid, None), BadRequest),
        ],
    )
    .await;
}

#[tokio::test]
async fn anthropic_states_why() {
    check(
        Anthropic,
        vec![
            (401, anthropic("authentication_error"), InvalidKey),
            (403, anthropic("permission_error"), NoPermission),
            (404, anthropic("not_found_error"), ModelNotFound),
            (402, anthropic("billing_error"), QuotaExhausted),
            (
                429,
                anthropic("enforced_spend_limit_reached"),
                QuotaExhausted,
            ),
            (429, anthropic("rate_limit_error"), RateLimited),
            (529, anthropic("overloaded_error"), Overloaded),
            (503, anthropic("overloaded_error"), Overloaded),
            (504, anthropic("timeout_error"), Overloaded),
            (500, anthropic("api_error"), Overloaded),
            (409, anthropic("conflict_error"), Overloaded),
            (413, anthropic("request_too_large"), BadRequest),
            (400, anthropic("invalid_request_error"), BadRequest),
        ],
    )
    .await;
    let words = "Your credit balance is too low to access the Anthropic API.";
    let body =
        json!({ "type": "error", "error": { "type": "invalid_request_error", "message": words } });
    let (failure, _) = failure(Anthropic, ResponseTemplate::new(400).set_body_json(body)).await;
    assert_eq!(failure.kind, QuotaExhausted);
    assert_eq!(failure.message.as_deref(), Some(words));
}

#[tokio::test]
async fn gemini_states_why() {
    let invalid = "INVALID_ARGUMENT";
    let exhausted = "RESOURCE_EXHAUSTED";
    let reason = json!([{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID" }]);
    let quota = |id: &str| json!([{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{ "quotaId": id }] }]);
    let day = quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier");
    let minute = quota("GenerateRequestsPerMinutePerProjectPerModel");
    let wrapped = json!([gemini(404, "NOT_FOUND", json!([]))]);
    check(
        Gemini,
        vec![
            (400, gemini(400, invalid, reason), InvalidKey),
            (
                403,
                gemini(403, "PERMISSION_DENIED", json!([])),
                NoPermission,
            ),
            (
                400,
                gemini(400, "FAILED_PRECONDITION", json!([])),
                NoPermission,
            ),
            (404, gemini(404, "NOT_FOUND", json!([])), ModelNotFound),
            (404, wrapped, ModelNotFound),
            (402, gemini(402, "X", json!([])), QuotaExhausted),
            (429, gemini(429, exhausted, day), QuotaExhausted),
            (429, gemini(429, exhausted, minute), RateLimited),
            (429, gemini(429, exhausted, Value::Null), RateLimited),
            (503, gemini(503, "UNAVAILABLE", json!([])), Overloaded),
            (500, gemini(500, "INTERNAL", json!([])), Overloaded),
            (504, gemini(504, "DEADLINE_EXCEEDED", json!([])), Overloaded),
            (409, gemini(409, "ABORTED", json!([])), Overloaded),
            (400, gemini(400, invalid, json!([])), BadRequest),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_page_of_a_proxy_is_told_by_its_status() {
    for provider in AiProvider::ALL {
        for (status, kind) in [
            (502, Overloaded),
            (524, Overloaded),
            (401, InvalidKey),
            (403, NoPermission),
            (404, BadPayload),
            (400, BadPayload),
            (302, BadPayload),
        ] {
            let page = "<html><h1>Bad Gateway</h1></html>";
            let answer = ResponseTemplate::new(status).set_body_raw(page, "text/html");
            let (failure, _) = failure(provider, answer).await;
            assert_eq!(
                (failure.kind, failure.message),
                (kind, None),
                "{provider:?} {status}"
            );
            assert!(failure.certainly_free);
        }
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let answer = ResponseTemplate::new(307).insert_header("location", "/elsewhere");
    let (failure, requests) = failure(OpenAi, answer).await;
    assert_eq!((failure.kind, requests), (BadPayload, 1));
    assert!(failure.certainly_free);
}

#[tokio::test]
async fn hints_say_when_and_whether_to_try_again() {
    let limited = || ResponseTemplate::new(429).set_body_json(openai("tokens", None));
    let seconds = |count| Some(Duration::from_secs(count));
    let date = |at: &str| {
        limited()
            .insert_header("date", "Mon, 23 Nov 2026 10:00:00 GMT")
            .insert_header("retry-after", at)
    };
    let delay =
        json!([{ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "38s" }]);
    let info = gemini(429, "RESOURCE_EXHAUSTED", delay);
    let milliseconds = limited()
        .insert_header("retry-after-ms", "1500")
        .insert_header("retry-after", "40");
    for (provider, answer, hint, requests) in [
        (OpenAi, milliseconds, Some(Duration::from_millis(1500)), 3),
        (
            OpenAi,
            limited().insert_header("retry-after", "8"),
            seconds(8),
            3,
        ),
        (
            OpenAi,
            limited().insert_header("retry-after", "9"),
            seconds(9),
            1,
        ),
        (
            OpenAi,
            limited().insert_header("retry-after", "soon"),
            None,
            3,
        ),
        (
            OpenAi,
            limited().insert_header("retry-after", "-5"),
            None,
            3,
        ),
        (
            Anthropic,
            date("Mon, 23 Nov 2026 10:00:45 GMT"),
            seconds(45),
            1,
        ),
        (
            Anthropic,
            date("Mon, 23 Nov 2026 09:00:00 GMT"),
            seconds(0),
            3,
        ),
        (
            Gemini,
            ResponseTemplate::new(429).set_body_json(info),
            seconds(38),
            1,
        ),
        (
            OpenAi,
            limited().insert_header("x-should-retry", "false"),
            None,
            1,
        ),
    ] {
        let (failure, count) = failure(provider, answer).await;
        assert_eq!((failure.kind, failure.retry_after), (RateLimited, hint));
        assert_eq!(count, requests, "{hint:?}");
    }
    let again = ResponseTemplate::new(400)
        .set_body_json(openai("x", None))
        .insert_header("x-should-retry", "true");
    let (failure, requests) = failure(OpenAi, again).await;
    assert_eq!((failure.kind, requests), (BadRequest, 3));
}

#[tokio::test]
async fn words_are_one_short_line_without_the_key() {
    let words = format!("Incorrect API key:\n{KEY}. {}", "x ".repeat(400));
    let body = json!({ "error": { "message": words, "code": "invalid_api_key" } });
    let (failure, _) = failure(OpenAi, ResponseTemplate::new(401).set_body_json(body)).await;
    let shown = failure.message.unwrap();
    assert!(shown.starts_with("Incorrect API key: ••• x x"), "{shown}");
    assert!(shown.ends_with('…'));
    assert_eq!(shown.chars().count(), 300);

    let body = json!({ "error": "plain words" });
    let (failure, _) =
        crate::support::failure(OpenAi, ResponseTemplate::new(401).set_body_json(body)).await;
    assert_eq!(failure.message.as_deref(), Some("plain words"));
}
