//! Searches for stock photos.

use domain::platform::access::Role;
use http::Method;
use jiff::SignedDuration;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{PROVIDER_KEY, TestApp};
use crate::stock_server::{calls, server};

const BOTH: [&str; 2] = ["PEXELS_API_KEY", "UNSPLASH_ACCESS_KEY"];

async fn app(server: &MockServer, keys: &[&str]) -> (TestApp, TestUser) {
    let mut app = TestApp::new().await;
    app.ask_providers_at(&server.uri(), keys);
    let ana = app.create_user("ana", Role::Redator).await;
    (app, ana)
}

async fn search(app: &TestApp, user: &TestUser, query: &str) -> TestResponse {
    let path = format!("/media/stock{query}");
    let answer = app.request(user, Method::GET, &path, Value::Null).await;
    assert!(!answer.text.contains(PROVIDER_KEY), "{}", answer.text);
    answer
}

#[tokio::test]
async fn photos_are_shown_with_their_credit_and_the_providers_addresses() {
    let server = server(200).await;
    let (app, ana) = app(&server, &BOTH).await;
    let found = search(&app, &ana, "?query=pra%C3%A7a&page=2&per_page=10").await;
    assert_eq!(found.status, 200, "{}", found.text);
    let expected = json!({
        "items": [{
            "provider": "pexels", "id": "7", "width": 4000, "height": 2500,
            "alt_text": "Praça", "color": "#978E82",
            "thumb_url": "https://images.pexels.com/medium.jpeg",
            "preview_url": "https://images.pexels.com/large.jpeg",
            "photographer": "Ana Lima",
            "photographer_url": "https://www.pexels.com/@ana",
            "page_url": "https://www.pexels.com/photo/7/",
            "credit": {
                "text": "Foto de Ana Lima no Pexels",
                "html": "Foto de <a href=\"https://www.pexels.com/@ana\">Ana Lima</a> no <a href=\"https://www.pexels.com/photo/7/\">Pexels</a>",
            },
        }],
        "page": 2, "per_page": 10, "total": 41,
    });
    assert_eq!(found.json, expected);
    let named = search(&app, &ana, "?query=pra%C3%A7a&provider=unsplash").await;
    assert_eq!(named.json["items"][0]["provider"], "unsplash");
    assert_eq!(named.json["total"], 12);
}

#[tokio::test]
async fn the_first_provider_with_a_key_is_asked() {
    let server = server(200).await;
    let (app, ana) = app(&server, &["UNSPLASH_ACCESS_KEY"]).await;
    let found = search(&app, &ana, "?query=a").await;
    assert_eq!(found.json["items"][0]["provider"], "unsplash");
}

#[tokio::test]
async fn without_a_key_the_response_names_it_and_its_place() {
    let server = server(200).await;
    let (app, ana) = app(&server, &["PEXELS_API_KEY"]).await;
    let missing = search(&app, &ana, "?query=a&provider=unsplash").await;
    assert_eq!(
        (missing.status.as_u16(), missing.code()),
        (409, "not_configured")
    );
    assert_eq!(
        missing.json["message"],
        "Falta a chave de API do Unsplash. Cadastre-a em Configurações → Chaves de API ou na variável de ambiente UNSPLASH_ACCESS_KEY."
    );
    let (app, ana) = self::app(&server, &[]).await;
    let missing = search(&app, &ana, "?query=a").await;
    assert_eq!(missing.code(), "not_configured");
    for name in BOTH {
        assert!(missing.text.contains(name), "{}", missing.text);
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_result_is_asked_for_once_a_day() {
    let server = server(200).await;
    let (app, ana) = app(&server, &BOTH).await;
    let rui = app.create_user("rui", Role::Editor).await;
    let first = search(&app, &ana, "?query=Pra%C3%A7a%20Verde").await;
    let again = search(&app, &rui, "?query=%20pra%C3%A7a%20%20verde").await;
    assert_eq!(first.json, again.json);
    assert_eq!(calls(&server, "/v1/search").await, 1);
    app.clock.advance(SignedDuration::from_hours(24));
    search(&app, &ana, "?query=pra%C3%A7a%20verde").await;
    assert_eq!(calls(&server, "/v1/search").await, 2);
}

#[tokio::test]
async fn parameters_have_their_ranges() {
    let server = server(200).await;
    let (app, ana) = app(&server, &BOTH).await;
    for (query, field) in [
        (String::new(), "query"),
        ("?query=%20".to_owned(), "query"),
        ("?query=a%00".to_owned(), "query"),
        (format!("?query={}", "a".repeat(101)), "query"),
        ("?query=a&page=0".to_owned(), "page"),
        ("?query=a&per_page=31".to_owned(), "per_page"),
        ("?query=a&provider=flickr".to_owned(), "provider"),
    ] {
        let refused = search(&app, &ana, &query).await;
        assert_eq!(refused.code(), "invalid_parameter", "{query}");
        assert_eq!(refused.issue_fields(), [field], "{query}");
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_failure_is_told_in_the_providers_words_and_not_kept() {
    let words = |words: &str| json!({"error": words});
    for (status, body, code, part) in [
        (
            401,
            words("Unauthorized"),
            "provider_failed",
            "não reconhece a chave de API. Confira PEXELS_API_KEY em Configurações → Chaves de API. Resposta: Unauthorized",
        ),
        (
            429,
            words(&format!("limite de {PROVIDER_KEY}")),
            "provider_failed",
            "a chave de API atingiu o limite. Tente de novo mais tarde. Resposta: limite de •••",
        ),
        (
            500,
            json!({}),
            "provider_failed",
            "O Pexels está com falha no momento.",
        ),
        (
            200,
            json!({"photos": 1}),
            "provider_failed",
            "O Pexels respondeu de forma inesperada.",
        ),
        (
            400,
            words("No query"),
            "invalid_parameter",
            "O Pexels não aceita esta busca. Tente outras palavras. Resposta: No query",
        ),
    ] {
        let server = MockServer::start().await;
        let answer = ResponseTemplate::new(status)
            .set_body_json(body)
            .insert_header("retry-after", "60");
        Mock::given(path("/v1/search"))
            .respond_with(answer)
            .mount(&server)
            .await;
        let (app, ana) = app(&server, &BOTH).await;
        let failed = search(&app, &ana, "?query=a").await;
        assert_eq!(failed.code(), code, "{status}");
        assert!(failed.text.contains(part), "{status}: {}", failed.text);
        let waits = failed.headers.get("retry-after").is_some();
        assert_eq!(waits, ![200, 400].contains(&status), "{status}");
        search(&app, &ana, "?query=a").await;
        assert_eq!(calls(&server, "/v1/search").await, 2);
    }
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_a_bad_gateway() {
    let mut app = TestApp::new().await;
    app.ask_providers_at("http://127.0.0.1:9", &BOTH);
    let ana = app.create_user("ana", Role::Redator).await;
    let failed = search(&app, &ana, "?query=a").await;
    assert_eq!(
        (failed.status.as_u16(), failed.code()),
        (502, "provider_failed")
    );
}
