//! Each failure by its kind, with the provider's own words.

use std::time::Duration;

use search_console::SearchError;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::provider::{ACCESS, Call, LONG_HINT, REFRESH, SECRET, hinted};

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn refused(status: u16, reason: Option<&str>, message: Option<&str>) -> SearchError {
    SearchError::Refused {
        status,
        reason: reason.map(str::to_owned),
        message: message.map(str::to_owned),
    }
}

/// An error of OAuth.
fn oauth(status: u16, code: &str, description: &str) -> ResponseTemplate {
    let body = json!({ "error": code, "error_description": description });
    ResponseTemplate::new(status).set_body_json(body)
}

/// An error of an API of Google in its older form, which names a reason.
fn api(status: u16, reason: &str, message: &str) -> ResponseTemplate {
    let errors = json!([{ "message": message, "domain": "global", "reason": reason }]);
    let error = json!({ "code": status, "message": message, "errors": errors });
    ResponseTemplate::new(status).set_body_json(json!({ "error": error }))
}

/// An error of an API of Google in its newer form, with a status and details.
fn rpc(status: u16, name: &str, message: &str, details: Value) -> ResponseTemplate {
    let error = json!({ "code": status, "message": message, "status": name, "details": details });
    ResponseTemplate::new(status).set_body_json(json!({ "error": error }))
}

#[tokio::test]
async fn a_grant_that_is_not_accepted_is_told_apart() {
    for description in [
        "Token has been expired or revoked.",
        "Malformed auth code.",
        "Bad Request",
    ] {
        for call in [Call::Exchange, Call::Refresh] {
            let error = call
                .fails_with(oauth(400, "invalid_grant", description))
                .await;
            let message = text(description);
            assert_eq!(error, SearchError::InvalidGrant { message }, "{call:?}");
            assert_eq!(error.message(), Some(description));
            assert!(!error.is_transient() && !error.may_have_happened());
        }
    }
}

#[tokio::test]
async fn a_wrong_client_of_the_deployment_is_told_apart() {
    for (status, code) in [
        (401, "invalid_client"),
        (401, "deleted_client"),
        (401, "disabled_client"),
        (400, "unauthorized_client"),
        (401, "unauthorized_client"),
        (400, "redirect_uri_mismatch"),
    ] {
        for call in Call::OAUTH {
            let error = call.fails_with(oauth(status, code, "Unauthorized")).await;
            let expected = SearchError::InvalidClient {
                code: code.to_owned(),
                message: text("Unauthorized"),
            };
            assert_eq!(error, expected, "{call:?}");
            assert!(!error.is_transient());
        }
    }
}

#[tokio::test]
async fn what_an_account_or_its_organisation_forbids_is_a_refusal() {
    for code in [
        "invalid_scope",
        "access_denied",
        "admin_policy_enforced",
        "org_internal",
        "unsupported_grant_type",
    ] {
        for call in Call::OAUTH {
            let error = call.fails_with(oauth(400, code, "Not allowed")).await;
            assert_eq!(
                error,
                refused(400, Some(code), Some("Not allowed")),
                "{call:?}"
            );
            assert!(!error.is_transient());
        }
    }
    // Only the withdrawal takes an unknown token for done.
    let error = Call::Refresh.fails_with(oauth(400, "invalid_token", "Gone"));
    assert_eq!(
        error.await,
        refused(400, Some("invalid_token"), Some("Gone"))
    );
}

#[tokio::test]
async fn a_refusal_without_an_error_of_oauth_keeps_the_connection() {
    for status in [400, 401, 403, 404] {
        for body in ["<html>Error</html>", "{}", "[]", "{\"error\":{\"code\":1}}"] {
            for call in Call::OAUTH {
                let answer = ResponseTemplate::new(status).set_body_string(body);
                let error = call.fails_with(answer).await;
                assert_eq!(error, refused(status, None, None), "{call:?} {body}");
            }
        }
    }
}

#[tokio::test]
async fn a_busy_token_endpoint_passes() {
    let limited = SearchError::RateLimited {
        retry_after: Some(LONG_HINT),
    };
    for answer in [
        ResponseTemplate::new(429),
        oauth(429, "invalid_grant", "Too many requests"),
        oauth(403, "rate_limit_exceeded", "Rate Limit Exceeded"),
    ] {
        for call in Call::OAUTH {
            let error = call.fails_with(hinted(answer.clone())).await;
            assert_eq!(error, limited, "{call:?}");
            assert!(error.is_transient() && !error.may_have_happened());
        }
    }
    for code in [
        "temporarily_unavailable",
        "server_error",
        "internal_failure",
    ] {
        for call in Call::OAUTH {
            let error = call.fails_with(hinted(oauth(400, code, "Later"))).await;
            assert!(matches!(error, SearchError::Unavailable { .. }), "{call:?}");
            assert!(error.is_transient());
        }
    }
}

#[tokio::test]
async fn a_fault_of_any_service_passes() {
    for (status, may_have_happened) in [
        (408, true),
        (500, true),
        (502, true),
        (503, false),
        (504, true),
    ] {
        let expected = SearchError::Unavailable {
            may_have_happened,
            retry_after: Some(LONG_HINT),
        };
        for call in Call::ALL {
            // The words of a fault say nothing about the grant.
            let answer = oauth(status, "invalid_grant", "Backend Error");
            let error = call.fails_with(hinted(answer)).await;
            assert_eq!(error, expected, "{call:?} {status}");
            assert!(error.is_transient());
            assert_eq!(error.may_have_happened(), may_have_happened);
            assert_eq!(error.retry_after(), Some(LONG_HINT));
        }
    }
}

#[tokio::test]
async fn an_access_token_that_is_not_accepted_is_told_apart() {
    let message = "Request had invalid authentication credentials.";
    for answer in [
        api(401, "authError", message),
        rpc(401, "UNAUTHENTICATED", message, json!([])),
    ] {
        for call in Call::API {
            let error = call.fails_with(answer.clone()).await;
            let message = text(message);
            assert_eq!(error, SearchError::Unauthorized { message }, "{call:?}");
            assert!(!error.is_transient());
        }
    }
    for call in Call::API {
        let error = call.fails_with(ResponseTemplate::new(401)).await;
        assert_eq!(error, SearchError::Unauthorized { message: None });
    }
}

#[tokio::test]
async fn what_the_account_may_not_do_is_a_refusal_with_its_reason() {
    let owner = "Permission denied. Failed to verify the URL ownership.";
    let disabled =
        "Google Search Console API has not been used in project 1234 before or it is disabled.";
    let service_disabled = json!([
        { "@type": "type.googleapis.com/google.rpc.Help" },
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "SERVICE_DISABLED" },
    ]);
    for (answer, status, reason, message) in [
        (
            api(
                403,
                "forbidden",
                "User does not have sufficient permission for site.",
            ),
            403,
            "forbidden",
            "User does not have sufficient permission for site.",
        ),
        (
            api(403, "accessNotConfigured", disabled),
            403,
            "accessNotConfigured",
            disabled,
        ),
        (
            rpc(403, "PERMISSION_DENIED", owner, json!([])),
            403,
            "PERMISSION_DENIED",
            owner,
        ),
        (
            rpc(403, "PERMISSION_DENIED", disabled, service_disabled),
            403,
            "SERVICE_DISABLED",
            disabled,
        ),
        (
            api(403, "insufficientPermissions", "Insufficient Permission"),
            403,
            "insufficientPermissions",
            "Insufficient Permission",
        ),
        (
            api(
                400,
                "invalidParameter",
                "'x' is not a valid Search Console site URL.",
            ),
            400,
            "invalidParameter",
            "'x' is not a valid Search Console site URL.",
        ),
        (
            rpc(
                400,
                "INVALID_ARGUMENT",
                "Invalid value at 'url_notification.type'",
                json!([]),
            ),
            400,
            "INVALID_ARGUMENT",
            "Invalid value at 'url_notification.type'",
        ),
        (
            api(404, "notFound", "Not found"),
            404,
            "notFound",
            "Not found",
        ),
    ] {
        for call in Call::API {
            let error = call.fails_with(answer.clone()).await;
            assert_eq!(
                error,
                refused(status, Some(reason), Some(message)),
                "{call:?}"
            );
            assert!(!error.is_transient() && !error.may_have_happened());
        }
    }
}

#[tokio::test]
async fn a_refusal_without_an_error_of_the_api_keeps_its_status() {
    for status in [400, 403, 404, 410] {
        for body in ["<html>Error</html>", "{}", "{\"error\":\"x\"}"] {
            for call in Call::API {
                let answer = ResponseTemplate::new(status).set_body_string(body);
                let error = call.fails_with(answer).await;
                assert_eq!(error, refused(status, None, None), "{call:?} {body}");
            }
        }
    }
}

#[tokio::test]
async fn too_many_calls_pass() {
    let minute = "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'.";
    let details = json!([{
        "reason": "RATE_LIMIT_EXCEEDED",
        "metadata": { "quota_limit": "DefaultRequestsPerMinutePerProject" },
    }]);
    for answer in [
        api(403, "rateLimitExceeded", "Rate Limit Exceeded"),
        api(403, "userRateLimitExceeded", "User Rate Limit Exceeded"),
        api(429, "rateLimitExceeded", "Rate Limit Exceeded"),
        rpc(429, "RESOURCE_EXHAUSTED", minute, json!([])),
        rpc(429, "RESOURCE_EXHAUSTED", minute, details.clone()),
        rpc(403, "PERMISSION_DENIED", minute, details),
        ResponseTemplate::new(429).set_body_string("<html>"),
    ] {
        for call in Call::API {
            let error = call.fails_with(hinted(answer.clone())).await;
            let expected = SearchError::RateLimited {
                retry_after: Some(LONG_HINT),
            };
            assert_eq!(error, expected, "{call:?}");
            assert!(error.is_transient() && !error.may_have_happened());
        }
    }
}

#[tokio::test]
async fn a_quota_that_is_used_up_is_not_asked_for_again() {
    let day =
        "Quota exceeded for quota metric 'Publish requests' and limit 'Publish requests per day'.";
    let details = json!([{
        "reason": "RATE_LIMIT_EXCEEDED",
        "metadata": { "quota_limit": "DefaultPublishRequestsPerDayPerProject" },
    }]);
    let exhausted = "Resource has been exhausted (e.g. check quota).";
    for (answer, message) in [
        (
            api(
                403,
                "quotaExceeded",
                "Search Analytics load quota exceeded.",
            ),
            "Search Analytics load quota exceeded.",
        ),
        (api(429, "quotaExceeded", exhausted), exhausted),
        (api(403, "dailyLimitExceeded", exhausted), exhausted),
        (api(429, "rateLimitExceeded", day), day),
        (rpc(429, "RESOURCE_EXHAUSTED", day, json!([])), day),
        (
            rpc(429, "RESOURCE_EXHAUSTED", exhausted, details),
            exhausted,
        ),
    ] {
        for call in Call::API {
            // Without a hint that would keep a call from being repeated.
            let error = call.fails_with(answer.clone()).await;
            let message = text(message);
            assert_eq!(error, SearchError::QuotaExhausted { message }, "{call:?}");
            assert!(!error.is_transient() && !error.may_have_happened());
        }
    }
}

#[tokio::test]
async fn each_refusal_of_indexnow_has_its_reason() {
    for (status, reason) in [
        (400, Some("invalid_format")),
        (403, Some("key_not_valid")),
        (422, Some("url_not_of_key")),
        (404, None),
    ] {
        let answer = ResponseTemplate::new(status).set_body_string("<html>Não</html>");
        let error = Call::IndexNow.fails_with(answer).await;
        assert_eq!(error, refused(status, reason, None));
        let body = json!({ "code": "Invalid", "message": "Given request\nis invalid" });
        let answer = ResponseTemplate::new(status).set_body_json(body);
        let error = Call::IndexNow.fails_with(answer).await;
        assert_eq!(
            error,
            refused(status, reason, Some("Given request is invalid"))
        );
    }
    let error = Call::IndexNow.fails_with(ResponseTemplate::new(429)).await;
    assert_eq!(error, SearchError::RateLimited { retry_after: None });
}

#[tokio::test]
async fn words_are_on_one_line_shortened_and_without_secrets() {
    let long = format!("Falhou:\n {REFRESH} {SECRET} {}", "palavra ".repeat(100));
    let error = Call::Refresh
        .fails_with(oauth(400, "invalid_grant", &long))
        .await;
    let words = error.message().unwrap();
    assert!(words.starts_with("Falhou: ••• ••• palavra"), "{words}");
    assert!(
        words.ends_with('…') && words.chars().count() <= 300,
        "{words}"
    );

    let long = format!("Recusado: {ACCESS}");
    let error = Call::Indexing
        .fails_with(api(403, "forbidden", &long))
        .await;
    assert_eq!(error.message(), Some("Recusado: •••"));
    let error = Call::Indexing
        .fails_with(api(403, "for<b>\nbidden", ""))
        .await;
    assert_eq!(error, refused(403, Some("forbbidden"), None));
}

/// Expects that none of the calls can read the answer.
async fn unreadable(calls: &[Call], answer: ResponseTemplate) {
    for call in calls {
        let error = call.fails_with(answer.clone()).await;
        assert_eq!(error, SearchError::BadPayload, "{call:?}");
        assert!(error.may_have_happened() && !error.is_transient());
    }
}

#[tokio::test]
async fn a_success_that_cannot_be_read_is_not_of_the_interface() {
    // The successes of the other calls have no body.
    let with_body = [
        Call::Exchange,
        Call::Refresh,
        Call::Email,
        Call::Properties,
        Call::Performance,
        Call::Indexing,
    ];
    let success = ResponseTemplate::new(200);
    for answer in [
        success.clone().set_body_string("<html>"),
        success.clone().set_body_string("[]"),
        success.clone().set_body_string(""),
        success
            .clone()
            .set_body_json(json!({ "rows": 1, "siteEntry": 1, "email": "" })),
        success.clone().set_body_bytes(vec![b' '; 5 * 1024 * 1024]),
    ] {
        unreadable(&with_body, answer).await;
    }
    for body in [
        json!({ "access_token": "", "token_type": "Bearer" }),
        json!({ "access_token": "a", "token_type": "mac" }),
        json!({ "refresh_token": "a" }),
    ] {
        let answer = success.clone().set_body_json(body);
        unreadable(&[Call::Exchange, Call::Refresh], answer).await;
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        let answer = ResponseTemplate::new(status);
        let answer = answer.insert_header("location", "https://login.example/?a=b");
        unreadable(&Call::ALL, answer).await;
    }
    unreadable(&Call::ALL, ResponseTemplate::new(304)).await;
}

#[tokio::test]
async fn a_hint_that_is_no_number_is_none() {
    for hint in ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "1.5", ""] {
        let answer = ResponseTemplate::new(429).insert_header("retry-after", hint);
        let error = Call::Indexing.fails_with(answer).await;
        assert_eq!(error.retry_after(), None, "{hint}");
    }
    let answer = ResponseTemplate::new(429).insert_header("retry-after", " 7 ");
    let error = Call::Indexing.fails_with(answer).await;
    assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
}
