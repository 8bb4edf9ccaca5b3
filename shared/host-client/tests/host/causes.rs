//! Error causes: every way in which a host can fail, and the resulting error.

use std::time::Duration;

use host_client::{HostError, Unreachable};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{
    PASSWORD, client, error, host, host_at, impatient_client, index, json_answer, on, page,
};

const ME: &str = "/rest/core/v2/users/me";

/// The error of `test_connection` for this response of `users/me` with a valid index.
async fn cause_of(answer: ResponseTemplate) -> HostError {
    let server = MockServer::start().await;
    on(&server, "GET", ME, answer).await;
    on(&server, "GET", "/rest/", json_answer(200, &index())).await;
    client().test_connection(&host(&server)).await.unwrap_err()
}

fn refused(code: &str) -> Value {
    error(code, "<strong>Erro:</strong> n&atilde;o.")
}

#[tokio::test]
async fn valid_credentials_return_user_and_capabilities() {
    let server = MockServer::start().await;
    let user = json!({
        "id": "7", "name": "Ana &amp; Cia", "roles": ["author"],
        "capabilities": { "publish_posts": true, "upload_files": 1, "read": true },
    });
    on(&server, "GET", ME, json_answer(200, &user)).await;
    let connection = client().test_connection(&host(&server)).await.unwrap();
    assert_eq!(
        (connection.user_id, connection.name.as_str()),
        (7, "Ana & Cia")
    );
    assert!(connection.can_publish && connection.can_upload);

    let requests = server.received_requests().await.unwrap();
    assert_eq!(requests[0].url.query(), Some("context=edit"));
    assert!(
        requests[0].headers["authorization"]
            .to_str()
            .unwrap()
            .starts_with("Basic ")
    );

    let contributor = MockServer::start().await;
    let user = json!({ "id": 8, "roles": { "1": "contributor" } });
    on(&contributor, "GET", ME, json_answer(200, &user)).await;
    let connection = client().test_connection(&host(&contributor)).await.unwrap();
    assert!(!connection.can_publish && !connection.can_upload);
}

#[tokio::test]
async fn rejected_credentials() {
    for code in ["invalid_username", "invalid_email", "incorrect_password"] {
        let cause = cause_of(json_answer(401, &refused(code))).await;
        let expected = HostError::CredentialsRefused {
            code: code.into(),
            message: "Erro: não.".into(),
        };
        assert_eq!(cause, expected);
        assert!(!cause.retryable() && !cause.may_have_happened());
        assert_eq!(cause.host_code(), Some(code));
    }
}

#[tokio::test]
async fn credentials_that_did_not_reach_the_host() {
    let cause = cause_of(json_answer(401, &refused("rest_not_logged_in"))).await;
    assert!(
        matches!(cause, HostError::CredentialsIgnored { .. }),
        "{cause:?}"
    );
    assert_eq!(cause.host_message().as_deref(), Some("Erro: não."));
    assert!(!cause.retryable());
}

#[tokio::test]
async fn disabled_application_passwords() {
    for authentication in [json!([]), json!({})] {
        let server = MockServer::start().await;
        let mut index = index();
        index["authentication"] = authentication;
        on(
            &server,
            "GET",
            ME,
            json_answer(401, &refused("rest_not_logged_in")),
        )
        .await;
        on(&server, "GET", "/rest/", json_answer(200, &index)).await;
        let cause = client().test_connection(&host(&server)).await.unwrap_err();
        assert_eq!(cause, HostError::ApplicationPasswordsDisabled);
    }
    let cause = cause_of(json_answer(501, &refused("application_passwords_disabled"))).await;
    assert_eq!(cause, HostError::ApplicationPasswordsDisabled);
}

#[tokio::test]
async fn a_blocked_or_missing_interface() {
    for answer in [
        json_answer(404, &refused("rest_no_route")),
        json_answer(401, &refused("rest_cannot_access")),
        json_answer(403, &refused("rest_disabled")),
        page(404, "<title>Nada aqui</title>"),
        page(403, "<title>Firewall</title>"),
        page(401, "<title>Login</title>"),
        page(406, ""),
    ] {
        let cause = cause_of(answer).await;
        assert!(matches!(cause, HostError::RestBlocked { .. }), "{cause:?}");
        assert!(!cause.retryable() && !cause.may_have_happened());
    }
}

#[tokio::test]
async fn a_missing_permission_and_an_invalid_request() {
    let cause = cause_of(json_answer(403, &refused("rest_cannot_create"))).await;
    assert!(
        matches!(cause, HostError::MissingPermission { .. }),
        "{cause:?}"
    );

    let cause = cause_of(json_answer(400, &refused("rest_invalid_param"))).await;
    assert!(
        matches!(cause, HostError::Rejected { status: 400, .. }),
        "{cause:?}"
    );
    assert!(!cause.retryable() && !cause.may_have_happened());

    let too_big = cause_of(page(413, "<title>413 Too Large</title>")).await;
    assert_eq!(too_big.host_message().as_deref(), Some("413 Too Large"));
    assert!(matches!(too_big, HostError::Rejected { status: 413, .. }));

    let term = cause_of(json_answer(500, &refused("duplicate_term_slug"))).await;
    assert!(matches!(term, HostError::Rejected { status: 500, .. }));

    // Deployed hosts check custom fields after writing the post.
    for late in [
        json!({ "code": "rest_invalid_type", "message": "", "data": { "status": 400 },
                "additional_data": [{ "param": "meta.pauta_faq_data" }] }),
        json!({ "code": "rest_cannot_update", "message": "",
                "data": { "status": 403, "key": "pauta_faq_data" } }),
    ] {
        let status = u16::try_from(late["data"]["status"].as_u64().unwrap()).unwrap();
        let cause = cause_of(json_answer(status, &late)).await;
        assert!(cause.may_have_happened() && !cause.retryable(), "{cause:?}");
    }
}

#[tokio::test]
async fn too_many_requests() {
    let waits = [("30", Some(30)), ("x", None)];
    for (value, expected) in waits {
        let cause = cause_of(page(429, "").insert_header("retry-after", value)).await;
        let retry_after = expected.map(Duration::from_secs);
        assert_eq!(cause, HostError::RateLimited { retry_after });
        assert!(cause.retryable() && !cause.may_have_happened());
    }
}

#[tokio::test]
async fn a_failing_host() {
    for answer in [
        json_answer(500, &refused("db_insert_error")),
        json_answer(503, &refused("maintenance")),
        page(502, "<title>Bad gateway</title>"),
        page(504, ""),
        page(408, ""),
    ] {
        let cause = cause_of(answer.insert_header("retry-after", "7")).await;
        let HostError::HostFailure { retry_after, .. } = &cause else {
            panic!("{cause:?}");
        };
        assert_eq!(*retry_after, Some(Duration::from_secs(7)));
        assert!(cause.retryable() && cause.may_have_happened());
    }
}

#[tokio::test]
async fn unexpected_payloads() {
    for answer in [
        page(200, "<html><title>Manutenção</title>"),
        page(200, ""),
        page(200, "{\"id\": 7"),
        json_answer(200, &json!(null)),
        json_answer(200, &json!([])),
        json_answer(200, &json!({ "id": 0 })),
        json_answer(200, &json!({ "id": "sete" })),
        ResponseTemplate::new(200).set_body_bytes(vec![0xff; 64]),
        ResponseTemplate::new(200).set_body_bytes(vec![b'x'; 9 * 1024 * 1024]),
        ResponseTemplate::new(304),
    ] {
        let cause = cause_of(answer).await;
        assert!(matches!(cause, HostError::BadPayload { .. }), "{cause:?}");
        assert!(cause.retryable() && cause.may_have_happened());
        assert_eq!(cause.host_message(), None);
    }
}

#[tokio::test]
async fn an_error_hidden_behind_status_200() {
    let hidden = json!({ "code": "incorrect_password", "message": "", "data": { "status": 401 } });
    let cause = cause_of(json_answer(200, &hidden)).await;
    assert!(
        matches!(cause, HostError::CredentialsRefused { .. }),
        "{cause:?}"
    );
}

#[tokio::test]
async fn redirects_of_credentialed_calls() {
    let (server, other) = (MockServer::start().await, MockServer::start().await);
    let away = ResponseTemplate::new(301).insert_header(
        "location",
        format!("{}/rest/x?token=1", other.uri()).as_str(),
    );
    Mock::given(wiremock::matchers::any())
        .respond_with(away)
        .mount(&server)
        .await;
    let (client, host) = (client(), host(&server));
    for cause in [
        client.test_connection(&host).await.unwrap_err(),
        client.unschedule(&host, 5).await.unwrap_err(),
    ] {
        let HostError::Redirected { to: Some(to) } = &cause else {
            unreachable!("{cause:?}")
        };
        assert_eq!(to.as_str(), format!("{}/rest/x", other.uri()));
        assert!(!cause.retryable() && cause.may_have_happened());
    }
    assert!(other.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn hosts_that_hang_disconnect_or_are_unreachable() {
    let slow = MockServer::start().await;
    let late = ResponseTemplate::new(200).set_delay(Duration::from_secs(30));
    Mock::given(method("GET"))
        .respond_with(late)
        .mount(&slow)
        .await;
    let cause = impatient_client()
        .test_connection(&host(&slow))
        .await
        .unwrap_err();
    assert_eq!(cause, HostError::Unreachable(Unreachable::Timeout));
    assert!(cause.retryable() && cause.may_have_happened());

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        for answer in [
            &b""[..],
            b"HTTP/1.1 201 Created\r\ncontent-length: 9\r\n\r\n{\"id\"",
        ] {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(answer).await;
        }
    });
    let host = host_at(&format!("http://{address}/rest/"));
    for _ in 0..2 {
        let cause = client().unschedule(&host, 5).await.unwrap_err();
        assert_eq!(cause, HostError::AnswerLost);
        assert!(cause.retryable() && cause.may_have_happened());
    }

    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = gone.local_addr().unwrap();
    drop(gone);
    let host = host_at(&format!("http://{address}/rest/"));
    let cause = client().unschedule(&host, 5).await.unwrap_err();
    assert_eq!(cause, HostError::Unreachable(Unreachable::Connect));
    assert!(cause.retryable() && !cause.may_have_happened());
}

#[tokio::test]
async fn credentials_are_never_printed() {
    let joined: String = PASSWORD.split(' ').collect();
    let echo = error(
        "incorrect_password",
        &format!("A senha {PASSWORD} ({joined}) não serve"),
    );
    let cause = cause_of(json_answer(401, &echo)).await;
    let server = MockServer::start().await;
    let shown = format!(
        "{cause:?} {cause} {:?} {:?}",
        cause.host_message(),
        host(&server)
    );
    assert!(!shown.contains("abcd"), "{shown}");
}
