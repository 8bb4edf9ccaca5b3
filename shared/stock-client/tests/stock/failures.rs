//! Each failure of the providers by its kind, with their own words.

use std::time::Duration;

use domain::platform::stock::StockProvider::{self, Pexels, Unsplash};
use outbound::{Outbound, Policy};
use serde_json::{Value, json};
use settings::ProviderAddresses;
use stock_client::{Account, Search, StockClient, StockError, StockFailure};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::provider::{KEY, account, client};

async fn failed(client: &StockClient, account: &Account) -> StockError {
    let search = Search {
        query: "praça".to_owned(),
        page: 1,
        per_page: 20,
    };
    let error = client.search(account, &search).await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("canario"));
    error
}

async fn of_answer(provider: StockProvider, answer: ResponseTemplate) -> StockError {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .respond_with(answer)
        .mount(&server)
        .await;
    failed(&client(&server), &account(provider)).await
}

fn errors(words: &str) -> Value {
    json!({ "errors": [words] })
}

fn error(words: &str) -> Value {
    json!({ "error": words })
}

async fn judged(provider: StockProvider, rows: Vec<(u16, Value, StockFailure, Option<&str>)>) {
    for (status, body, failure, words) in rows {
        let answer = ResponseTemplate::new(status).set_body_json(&body);
        let error = of_answer(provider, answer).await;
        assert_eq!(error.failure, failure, "{provider:?} {status}");
        assert_eq!(error.message.as_deref(), words, "{provider:?} {status}");
        assert_eq!(error.retry_after, None);
    }
}

#[tokio::test]
async fn a_status_of_unsplash_has_its_kind_and_words() {
    let rows = vec![
        (
            401,
            errors("OAuth error: x"),
            StockFailure::InvalidKey,
            Some("OAuth error: x"),
        ),
        (
            403,
            errors("Rate Limit Exceeded"),
            StockFailure::RateLimited,
            Some("Rate Limit Exceeded"),
        ),
        (
            403,
            errors("No permission"),
            StockFailure::NoPermission,
            Some("No permission"),
        ),
        (
            404,
            errors("Couldn't find Photo"),
            StockFailure::NotFound,
            Some("Couldn't find Photo"),
        ),
        (
            410,
            errors("Flagged as spam"),
            StockFailure::BadQuery,
            Some("Flagged as spam"),
        ),
        (500, json!({}), StockFailure::ProviderFailed, None),
    ];
    judged(Unsplash, rows).await;
}

#[tokio::test]
async fn a_status_of_pexels_has_its_kind_and_words() {
    let unauthorized = json!({"status": 401, "code": "Unauthorized"});
    let repeated = error(&format!("bad {KEY}!"));
    let rows = vec![
        (
            401,
            unauthorized,
            StockFailure::InvalidKey,
            Some("Unauthorized"),
        ),
        (
            403,
            error("disallowed"),
            StockFailure::InvalidKey,
            Some("disallowed"),
        ),
        (400, repeated, StockFailure::BadQuery, Some("bad •••")),
        (
            404,
            json!({"status": 404, "error": "Not Found"}),
            StockFailure::NotFound,
            Some("Not Found"),
        ),
        (
            429,
            error("Rate limit exceeded"),
            StockFailure::RateLimited,
            Some("Rate limit exceeded"),
        ),
        (
            503,
            error("a\nb"),
            StockFailure::ProviderFailed,
            Some("a b"),
        ),
        (418, json!([]), StockFailure::BadPayload, None),
    ];
    judged(Pexels, rows).await;
}

#[tokio::test]
async fn plain_text_is_words_and_a_page_is_not() {
    let plain = ResponseTemplate::new(403).set_body_string("Rate Limit Exceeded");
    let error = of_answer(Unsplash, plain).await;
    assert_eq!(error.failure, StockFailure::RateLimited);
    assert_eq!(error.message.as_deref(), Some("Rate Limit Exceeded"));
    let page = ResponseTemplate::new(502).set_body_string("<html>Bad gateway</html>");
    let error = of_answer(Pexels, page).await;
    assert_eq!(
        (error.failure, error.message),
        (StockFailure::ProviderFailed, None)
    );
    let long = ResponseTemplate::new(500).set_body_string("palavra ".repeat(100));
    let words = of_answer(Pexels, long).await.message.unwrap();
    assert!(
        words.ends_with('…') && words.chars().count() <= 200,
        "{words}"
    );
}

#[tokio::test]
async fn the_time_until_the_next_call_is_kept() {
    let answer = ResponseTemplate::new(429).insert_header("retry-after", "120");
    let error = of_answer(Pexels, answer).await;
    assert_eq!(error.retry_after, Some(Duration::from_secs(120)));
}

#[tokio::test]
async fn other_responses_are_not_of_the_interface() {
    for answer in [
        ResponseTemplate::new(200).set_body_string("<html>"),
        ResponseTemplate::new(200).set_body_json(json!({"photos": [], "results": []})),
        ResponseTemplate::new(302).insert_header("location", "https://login.example/"),
        ResponseTemplate::new(200).set_body_bytes(vec![b' '; 3 * 1024 * 1024]),
    ] {
        for provider in StockProvider::ALL {
            let error = of_answer(provider, answer.clone()).await;
            assert_eq!(error.failure, StockFailure::BadPayload);
        }
    }
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_unreachable() {
    let outbound = Outbound::new(Policy::local()).unwrap();
    let addresses = ProviderAddresses::of(|_| Some("http://127.0.0.1:9".to_owned())).unwrap();
    let client = StockClient::new(outbound, addresses);
    for provider in StockProvider::ALL {
        let error = failed(&client, &account(provider)).await;
        assert_eq!(error.failure, StockFailure::Unreachable);
    }
}

#[tokio::test]
async fn a_key_that_no_header_can_contain_is_invalid() {
    let server = MockServer::start().await;
    let account = Account {
        provider: Pexels,
        key: "canario\n".into(),
    };
    let error = failed(&client(&server), &account).await;
    assert_eq!(error.failure, StockFailure::InvalidKey);
    assert!(server.received_requests().await.unwrap().is_empty());
}
