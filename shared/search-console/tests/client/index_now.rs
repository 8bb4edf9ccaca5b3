//! Submissions to IndexNow, and the file of the key.

use search_console::{
    IndexNowKey, IndexNowOutcome, IndexNowSubmission, SearchConsole, SearchError,
};
use serde_json::{Value, json};
use wiremock::matchers::path;
use wiremock::{Mock, ResponseTemplate};

use crate::provider::{LONG_HINT, Provider, hinted, url};

fn key() -> IndexNowKey {
    IndexNowKey::parse("0123456789abcdef").unwrap()
}

#[tokio::test]
async fn addresses_are_submitted_with_the_key_and_its_file() {
    for (status, expected) in [
        (200, IndexNowOutcome::Accepted),
        (202, IndexNowOutcome::KeyPending),
    ] {
        let provider = Provider::answering(ResponseTemplate::new(status)).await;
        let home = url("https://exemplo.com.br/blog/");
        let pages = vec![
            url("https://exemplo.com.br/blog/pao/"),
            url("https://exemplo.com.br/blog/caf%C3%A9/"),
        ];
        let submission = IndexNowSubmission::new(key(), &home, pages).unwrap();
        let outcome = provider.client.submit_index_now(&submission).await;
        assert_eq!(outcome.unwrap(), expected);
        let [request] = provider.requests().await.try_into().unwrap();
        assert_eq!(
            (request.method.as_str(), request.url.path()),
            ("POST", "/now/indexnow")
        );
        let expected = json!({
            "host": "exemplo.com.br",
            "key": "0123456789abcdef",
            "keyLocation": "https://exemplo.com.br/blog/0123456789abcdef.txt",
            "urlList": ["https://exemplo.com.br/blog/pao/", "https://exemplo.com.br/blog/caf%C3%A9/"],
        });
        assert_eq!(request.body_json::<Value>().unwrap(), expected);
    }
}

/// Whether a site that gives `answer` for the file serves the key.
async fn served(answer: ResponseTemplate) -> Result<bool, SearchError> {
    let provider = Provider::new().await;
    Mock::given(path("/blog/0123456789abcdef.txt"))
        .respond_with(answer)
        .expect(1)
        .mount(&provider.server)
        .await;
    let home = url(&format!("{}/blog/", provider.server.uri()));
    provider.client.serves_index_now_key(&home, &key()).await
}

#[tokio::test]
async fn a_site_serves_its_key_or_is_of_another_kind() {
    let text = |status, text: &str| ResponseTemplate::new(status).set_body_string(text);
    for (answer, expected) in [
        (text(200, "0123456789abcdef"), true),
        (text(200, "\u{20}0123456789abcdef\r\n"), true),
        (text(200, "0123456789abcdef0"), false),
        (text(200, "<html>0123456789abcdef</html>"), false),
        (text(200, &"0".repeat(100_000)), false),
        (text(404, "0123456789abcdef"), false),
        (text(403, "0123456789abcdef"), false),
        (text(301, "").insert_header("location", "/"), false),
    ] {
        assert_eq!(served(answer).await, Ok(expected));
    }
}

#[tokio::test]
async fn a_site_with_a_fault_does_not_say_what_kind_it_is() {
    let error = served(hinted(ResponseTemplate::new(503)))
        .await
        .unwrap_err();
    assert_eq!(error.retry_after(), Some(LONG_HINT));
    assert!(error.is_transient());
}
