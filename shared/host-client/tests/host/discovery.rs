//! Discovery: where the interface is found, and the errors when it is not.

use host_client::{HostError, Unreachable};
use outbound::{AddressClass, Refused};
use serde_json::json;
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{client, error, impatient_client, index, json_answer, on, page};

#[tokio::test]
async fn by_the_link_header() {
    let server = MockServer::start().await;
    let link = r#"</x>; rel="shortlink", </api/>; rel="service-desc""#;
    on(
        &server,
        "GET",
        "/",
        page(200, "<html></html>").insert_header("link", link),
    )
    .await;
    on(&server, "GET", "/api/", json_answer(200, &index())).await;

    let found = client().discover(&server.uri()).await.unwrap();
    assert_eq!(found.rest_root.as_str(), format!("{}/api/", server.uri()));
    assert_eq!(found.namespace, "core/v2");
    assert_eq!(found.name, "Café & Cia");
    assert_eq!(found.timezone_string, "America/Sao_Paulo");
    assert!((found.gmt_offset + 3.0).abs() < f64::EPSILON);
    assert!(found.authentication_available);
    assert_eq!(found.namespaces, ["oembed/1.0", "core/v2"]);
    for request in server.received_requests().await.unwrap() {
        assert!(!request.headers.contains_key("authorization"));
    }
}

#[tokio::test]
async fn at_the_default_paths_also_in_a_directory_and_after_a_redirect() {
    let server = MockServer::start().await;
    let vendor = json!({ "name": "Blog", "namespaces": ["wp/v2"], "authentication": [] });
    let moved = ResponseTemplate::new(301).insert_header("location", "/blog/api/");
    on(&server, "GET", "/blog/wp-json/", moved).await;
    on(&server, "GET", "/blog/api/", json_answer(200, &vendor)).await;

    let found = client()
        .discover(&format!(" {}/blog ", server.uri()))
        .await
        .unwrap();
    assert_eq!(
        found.rest_root.as_str(),
        format!("{}/blog/api/", server.uri())
    );
    assert_eq!(found.namespace, "wp/v2");
    assert!(!found.authentication_available);
    assert_eq!(found.timezone_string, "");
}

#[tokio::test]
async fn a_redirect_to_another_origin_is_reported_and_not_followed() {
    let new = MockServer::start().await;
    Mock::given(method("GET"))
        .respond_with(json_answer(200, &index()))
        .mount(&new)
        .await;
    for moved in ["/", "/wp-json/"] {
        let old = MockServer::start().await;
        let to = ResponseTemplate::new(301).insert_header("location", format!("{}/", new.uri()));
        on(&old, "GET", moved, to).await;
        let cause = client().discover(&old.uri()).await.unwrap_err();
        let HostError::Redirected { to: Some(to) } = &cause else {
            panic!("{moved}: {cause:?}");
        };
        assert_eq!(to.as_str(), format!("{}/", new.uri()));
    }

    // When only the home page moved, the interface still belongs to the site.
    let split = MockServer::start().await;
    let to = ResponseTemplate::new(302).insert_header("location", format!("{}/", new.uri()));
    on(&split, "GET", "/", to).await;
    on(&split, "GET", "/rest/", json_answer(200, &index())).await;
    let found = client().discover(&split.uri()).await.unwrap();
    assert_eq!(found.rest_root.as_str(), format!("{}/rest/", split.uri()));
}

#[tokio::test]
async fn by_the_query_form() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/"))
        .and(query_param("rest_route", "/"))
        .respond_with(json_answer(200, &index()))
        .mount(&server)
        .await;
    let found = client().discover(&server.uri()).await.unwrap();
    assert_eq!(
        found.rest_root.as_str(),
        format!("{}/?rest_route=%2F", server.uri())
    );
}

#[tokio::test]
async fn a_missing_interface_is_distinguished_from_a_blocked_one() {
    let plain = MockServer::start().await;
    on(&plain, "GET", "/", page(200, "<title>Padaria</title>")).await;
    assert_eq!(
        client().discover(&plain.uri()).await.unwrap_err(),
        HostError::RestBlocked {
            status: 404,
            message: None
        }
    );

    let closed = MockServer::start().await;
    let words = error("rest_login_required", "<b>Somente</b> usu&aacute;rios.");
    on(&closed, "GET", "/wp-json/", json_answer(401, &words)).await;
    let cause = client().discover(&closed.uri()).await.unwrap_err();
    assert_eq!(
        cause,
        HostError::RestBlocked {
            status: 401,
            message: Some("Somente usuários.".into())
        }
    );
    assert!(!cause.retryable());
    assert_eq!(cause.host_message().as_deref(), Some("Somente usuários."));

    let walled = MockServer::start().await;
    Mock::given(method("GET"))
        .respond_with(page(403, "<title>Bloqueado</title>"))
        .mount(&walled)
        .await;
    assert_eq!(
        client().discover(&walled.uri()).await.unwrap_err(),
        HostError::RestBlocked {
            status: 403,
            message: Some("Bloqueado".into())
        }
    );
}

#[tokio::test]
async fn other_json_is_not_an_index() {
    for body in [
        json!([]),
        json!({}),
        json!({ "namespaces": ["x/v1"] }),
        json!("text"),
    ] {
        let server = MockServer::start().await;
        Mock::given(method("GET"))
            .respond_with(json_answer(200, &body))
            .mount(&server)
            .await;
        let cause = client().discover(&server.uri()).await.unwrap_err();
        assert_eq!(
            cause,
            HostError::RestBlocked {
                status: 200,
                message: None
            },
            "{body}"
        );
    }
}

#[tokio::test]
async fn refused_urls_and_unreachable_sites() {
    let private = client().discover("http://192.168.0.10/").await.unwrap_err();
    assert_eq!(
        private,
        HostError::Refused(Refused::Address(AddressClass::Private))
    );
    let no_address = client().discover("cliente").await.unwrap_err();
    assert_eq!(no_address, HostError::Refused(Refused::Malformed));

    let inward = MockServer::start().await;
    let link = r#"<http://169.254.169.254/>; rel="service-desc""#;
    on(
        &inward,
        "GET",
        "/",
        page(200, "").insert_header("link", link),
    )
    .await;
    let cause = client().discover(&inward.uri()).await.unwrap_err();
    assert_eq!(
        cause,
        HostError::Refused(Refused::Address(AddressClass::Metadata))
    );

    let slow = MockServer::start().await;
    let late = page(200, "").set_delay(std::time::Duration::from_secs(30));
    Mock::given(method("GET"))
        .respond_with(late)
        .mount(&slow)
        .await;
    let cause = impatient_client().discover(&slow.uri()).await.unwrap_err();
    assert_eq!(cause, HostError::Unreachable(Unreachable::Timeout));

    let gone = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = gone.local_addr().unwrap();
    drop(gone);
    let cause = client()
        .discover(&format!("http://{address}/"))
        .await
        .unwrap_err();
    assert_eq!(cause, HostError::Unreachable(Unreachable::Connect));
}

#[tokio::test]
async fn a_huge_home_page_does_not_prevent_discovery() {
    let server = MockServer::start().await;
    on(&server, "GET", "/", page(500, &"x".repeat(1_000_000))).await;
    on(&server, "GET", "/rest/", json_answer(200, &index())).await;
    let found = client().discover(&server.uri()).await.unwrap();
    assert_eq!(found.rest_root.as_str(), format!("{}/rest/", server.uri()));
}
