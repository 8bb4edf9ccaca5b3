//! Spelling and grammar.

use domain::platform::access::Role;
use http::{Method, StatusCode};
use platform_testkit::TestApi;
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::TestApp;

async fn findings(text: &str) -> Value {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Redator).await;
    let body = json!({ "text": text });
    let answer = app
        .request(&ana, Method::POST, "/posts/check-grammar", body)
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.json
}

/// The part of `text` that a finding marks.
fn marked(text: &str, finding: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let number = |name: &str| usize::try_from(finding[name].as_u64().unwrap()).unwrap();
    let (offset, length) = (number("offset"), number("length"));
    String::from_utf16(&units[offset..offset + length]).unwrap()
}

#[tokio::test]
async fn offsets_count_utf_16_units_of_the_html_that_was_sent() {
    let text = "<p>😀 &amp; uma <strong>exceç</strong>ão, e uma excessão.</p>";
    let found = findings(text).await;
    let all = found.as_array().unwrap();
    assert_eq!(all.len(), 1, "{found}");
    assert_eq!(marked(text, &all[0]), "excessão");
    assert_eq!(all[0]["kind"], "spelling");
    assert_eq!(all[0]["suggestions"][0], "exceção");
    assert!(!all[0]["message"].as_str().unwrap().is_empty());
    assert!(!all[0]["rule"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn grammar_is_checked_in_plain_text() {
    let text = "Fui à pé até a praça.";
    let found = findings(text).await;
    assert_eq!(found[0]["kind"], "grammar", "{found}");
    assert_eq!(found[0]["suggestions"][0], "a");
}

#[tokio::test]
async fn a_correct_or_empty_text_has_no_findings() {
    for text in [
        "",
        "<p></p>",
        "A reunião foi adiada para segunda-feira, às 10h.",
    ] {
        assert_eq!(findings(text).await, json!([]), "{text}");
    }
}

#[tokio::test]
async fn invalid_input_is_refused() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Redator).await;
    for body in [
        json!({}),
        json!({ "text": null }),
        json!({ "text": ["a"] }),
        json!({ "text": "a".repeat(900_001) }),
    ] {
        let answer = app
            .request(&ana, Method::POST, "/posts/check-grammar", body)
            .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json["issues"][0]["field"], "text");
    }
}

#[tokio::test]
async fn findings_of_language_tool_are_merged() {
    let server = MockServer::start().await;
    // The visible text is "😀 Fui à pé & voltei.\n\nUm segundo bloco."
    let found = |offset: usize, length: usize, id: &str, kind: &str| {
        json!({
            "offset": offset, "length": length, "message": "Mensagem.",
            "replacements": [{"value": "troca"}],
            "rule": {"id": id, "issueType": kind},
        })
    };
    let answer = json!({"matches": [
        found(7, 4, "CRASE", "grammar"),
        found(14, 6, "VERBO", "style"),
        found(26, 7, "SEGUNDO", "misspelling"),
        found(19, 6, "ACROSS", "grammar"),
        found(900, 3, "BEYOND", "grammar"),
    ]});
    Mock::given(method("POST"))
        .and(path("/v2/check"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .expect(1)
        .mount(&server)
        .await;
    let app = TestApp::with_language_tool(&server.uri()).await;
    let ana = app.create_user("ana", Role::Redator).await;
    let text = "<p>😀 Fui <b>à</b> pé &amp; voltei.</p><p>Um segundo bloco.</p>";
    let body = json!({ "text": text });
    let answer = app
        .request(&ana, Method::POST, "/posts/check-grammar", body)
        .await;
    let all = answer.json.as_array().unwrap();
    let read: Vec<_> = all
        .iter()
        .map(|one| (one["rule"].as_str().unwrap(), marked(text, one)))
        .collect();
    // The platform's own finding goes before the server's at the same place.
    assert_eq!(
        read,
        [
            ("crase-locucao-masculina", "à".to_owned()),
            ("VERBO", "voltei".to_owned()),
            ("SEGUNDO", "segundo".to_owned()),
        ]
    );
    assert_eq!(all[1]["kind"], "style");
    assert_eq!(all[2]["suggestions"], json!(["troca"]));
}

#[tokio::test]
async fn a_failing_language_tool_leaves_the_platforms_findings() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(500).set_body_string("Error: timeout"))
        .mount(&server)
        .await;
    let app = TestApp::with_language_tool(&server.uri()).await;
    let ana = app.create_user("ana", Role::Redator).await;
    let body = json!({ "text": "Fui à pé até a praça." });
    let answer = app
        .request(&ana, Method::POST, "/posts/check-grammar", body)
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn words_of_the_site_are_spelt_correctly_in_its_texts() {
    let server = MockServer::start().await;
    let text = "<p>A blorfina e a zumbrexa.</p>";
    let answer = json!({"matches": [
        { "offset": 2, "length": 8, "message": "Mensagem.", "replacements": [],
          "rule": {"id": "BLORFINA", "issueType": "misspelling"} },
    ]});
    Mock::given(method("POST"))
        .and(path("/v2/check"))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .mount(&server)
        .await;
    let app = TestApp::with_language_tool(&server.uri()).await;
    let ana = app.create_user("ana", Role::Redator).await;
    let (site, other) = (app.site(&ana).await, app.site(&ana).await);
    app.store().add_site_word(site, "blorfina").await.unwrap();
    let words = async |body: Value| {
        let answer = app
            .request(&ana, Method::POST, "/posts/check-grammar", body)
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
        let found = answer.json.as_array().unwrap().clone();
        found
            .iter()
            .map(|one| marked(text, one))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words(json!({ "text": text, "site_id": site })).await,
        ["zumbrexa"]
    );
    for body in [
        json!({ "text": text, "site_id": other }),
        json!({ "text": text, "site_id": null }),
        json!({ "text": text }),
    ] {
        assert_eq!(words(body).await, ["blorfina", "zumbrexa"]);
    }
}

#[tokio::test]
async fn words_are_read_of_own_sites_only() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Redator).await;
    let dona = app.create_user("dona", Role::Admin).await;
    let foreign = app.site(&dona).await;
    for site in [json!(foreign), json!(999), json!(0)] {
        let body = json!({ "text": "Um texto.", "site_id": site });
        let refused = app
            .request(&ana, Method::POST, "/posts/check-grammar", body)
            .await;
        assert_eq!(refused.error(), (404, "not_found"), "{site}");
        assert_eq!(refused.json["issues"][0]["field"], "site_id");
    }
}
