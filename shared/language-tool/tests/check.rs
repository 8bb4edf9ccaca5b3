//! Requests to a server on loopback.
#![cfg(test)]

use std::time::Duration;

use language_tool::{Category, LanguageTool, LanguageToolError};
use outbound::{Outbound, OutboundError, Policy};
use serde_json::json;
use wiremock::matchers::{body_string_contains, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const DEADLINE: Duration = Duration::from_secs(5);

fn tool(environment: &[(&str, &str)]) -> Result<Option<LanguageTool>, &'static str> {
    let outbound = Outbound::new(Policy::local()).unwrap();
    LanguageTool::of_environment(outbound, |name| {
        let known = environment.iter().find(|(key, _)| *key == name)?;
        Some(known.1.to_owned())
    })
}

fn at(server: &MockServer) -> LanguageTool {
    let address = format!("{}/", server.uri());
    tool(&[("LANGUAGETOOL_URL", &address)]).unwrap().unwrap()
}

#[tokio::test]
async fn matches_are_read_by_class() {
    let server = MockServer::start().await;
    let found = |id: &str, kind: &str, offset: usize| {
        json!({
            "offset": offset, "length": 4, "message": format!("mensagem {id}"),
            "replacements": [{"value": "um"}, {"value": "dois"}],
            "rule": {"id": id, "issueType": kind, "category": {"id": "X"}},
            "context": {"text": "x", "offset": 0, "length": 1},
        })
    };
    let answer = json!({
        "software": {"name": "LanguageTool"},
        "matches": [
            found("MORFOLOGIK", "misspelling", 3), found("CRASE", "grammar", 9),
            found("CLICHE", "style", 20), found("SPACES", "whitespace", 30),
        ],
    });
    Mock::given(method("POST"))
        .and(path("/v2/check"))
        .and(header("content-type", "application/x-www-form-urlencoded"))
        .and(body_string_contains("text=a%C3%A7%C3%A3o+%26+b"))
        .and(body_string_contains("language=pt-BR"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .expect(1)
        .mount(&server)
        .await;
    let matches = at(&server).check("ação & b", DEADLINE).await.unwrap();
    let read: Vec<_> = matches
        .iter()
        .map(|one| (one.rule.as_str(), one.category, one.offset, one.length))
        .collect();
    assert_eq!(
        read,
        [
            ("MORFOLOGIK", Category::Spelling, 3, 4),
            ("CRASE", Category::Grammar, 9, 4),
            ("CLICHE", Category::Style, 20, 4),
        ]
    );
    assert_eq!(matches[0].message, "mensagem MORFOLOGIK");
    assert_eq!(matches[0].replacements, ["um", "dois"]);
}

#[tokio::test]
async fn an_account_is_sent_in_the_body_and_never_printed() {
    let server = MockServer::start().await;
    Mock::given(body_string_contains("username=ana%40example.org"))
        .and(body_string_contains("apiKey=chave-canario"))
        .respond_with(ResponseTemplate::new(403).set_body_string("Error: too many requests"))
        .expect(1)
        .mount(&server)
        .await;
    let uri = server.uri();
    let tool = tool(&[
        ("LANGUAGETOOL_URL", &uri),
        ("LANGUAGETOOL_USERNAME", "ana@example.org"),
        ("LANGUAGETOOL_API_KEY", "chave-canario"),
    ]);
    let tool = tool.unwrap().unwrap();
    let error = tool.check("texto", DEADLINE).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the server answered 403: Error: too many requests"
    );
    assert!(!format!("{tool:?} {error:?}").contains("canario"));
}

#[tokio::test]
async fn other_responses_are_errors() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(200).set_body_string("<html>"))
        .mount(&server)
        .await;
    let error = at(&server).check("texto", DEADLINE).await.unwrap_err();
    assert!(matches!(error, LanguageToolError::Unreadable), "{error}");
    let nowhere = tool(&[("LANGUAGETOOL_URL", "http://127.0.0.1:9")]).unwrap();
    let error = nowhere.unwrap().check("texto", DEADLINE).await.unwrap_err();
    let refused = |error: &LanguageToolError| {
        matches!(
            error,
            LanguageToolError::Outbound(OutboundError::Connect { .. })
        )
    };
    assert!(refused(&error), "{error}");
}

#[test]
fn the_environment_names_what_is_wrong() {
    assert!(tool(&[]).unwrap().is_none());
    assert!(tool(&[("LANGUAGETOOL_URL", " ")]).unwrap().is_none());
    let wrong = tool(&[("LANGUAGETOOL_URL", "languagetool")]);
    assert_eq!(wrong.unwrap_err(), "LANGUAGETOOL_URL");
    let half = tool(&[
        ("LANGUAGETOOL_URL", "https://lt.example"),
        ("LANGUAGETOOL_USERNAME", "ana"),
    ]);
    assert_eq!(half.unwrap_err(), "LANGUAGETOOL_API_KEY");
}
