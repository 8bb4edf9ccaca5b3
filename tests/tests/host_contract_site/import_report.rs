//! The report of an import.

use serde_json::json;
use site_import::Source;
use wiremock::ResponseTemplate;

use crate::failing_host::{answer, answer_once, empty, failure, list, login, post};
use crate::import::client;
use crate::import_failures::{copy, imported};

#[tokio::test]
async fn kinds_are_listed_with_their_states() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let mut posts = Vec::new();
    let states = ["publish", "publish", "draft", "trash", "future"];
    for (number, status) in states.into_iter().enumerate() {
        let mut item = post(number as u64 + 1);
        item["status"] = json!(status);
        posts.push(item);
    }
    answer(&host, "posts", list(&posts)).await;
    let lines = imported(&host, &store).await.lines();
    let expected = "posts: 2 published, 1 scheduled, 1 draft, 1 in the trash";
    assert!(lines.iter().any(|line| line == expected), "{lines:#?}");
    // The second run reports the same totals, although nothing is new.
    let lines = imported(&host, &store).await.lines();
    assert!(lines.iter().any(|line| line == expected), "{lines:#?}");
}

#[tokio::test]
async fn texts_in_another_language_than_the_host_says_are_hinted_at() {
    let host = empty().await;
    let mut item = post(7);
    item["content"] = json!({"raw": "<p>Uma horta cabe em qualquer varanda, e quem cuida dela todos os dias colhe \
        antes do que imagina. Não é preciso ter pressa.</p>"});
    answer(&host, "posts", list(&[item])).await;
    for (language, is_expected) in [("pt_BR", false), ("en_US", true)] {
        let (_site, store) = copy().await;
        let settings = json!({
            "title": "Jardim", "description": "", "email": "", "timezone": "UTC", "date_format": "d/m/Y",
            "time_format": "H:i", "start_of_week": 0, "language": language, "use_smilies": true,
            "default_category": 1, "default_post_format": "0", "posts_per_page": 10,
            "show_on_front": "posts", "page_on_front": 0, "page_for_posts": 0,
            "default_ping_status": "open", "default_comment_status": "open", "site_logo": null,
            "site_icon": 0,
        });
        let settings = ResponseTemplate::new(200).set_body_json(settings);
        answer_once(&host, "settings", settings).await;
        let report = imported(&host, &store).await;
        assert!(report.is_complete(), "{:?}", report.left_out);
        let lines = report.lines();
        let has_hint = lines.iter().any(|line| line.contains("in Portuguese"));
        assert_eq!(has_hint, is_expected, "{lines:#?}");
    }
}

/// The report contains no internal names.
#[tokio::test]
async fn failures_are_reported_in_sentences() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let refused = Source::find(&client(), &format!("http://{address}/"), login()).await;
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the host cannot be reached: it accepts no connection"
    );
    let unknown = Source::find(&client(), "http://nowhere.invalid/", login()).await;
    let message = unknown.unwrap_err().to_string();
    assert!(
        !message.contains("(Dns)") && !message.contains('{'),
        "{message}"
    );
    let host = empty().await;
    let refusal = failure(
        401,
        "rest_not_logged_in",
        "You are not currently logged in.",
    );
    answer_once(&host, "users/me", refusal).await;
    let root = format!("{}/rest/", host.uri());
    let wrong = Source::find(&client(), &root, login()).await;
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "the host did not see the credentials, or they are wrong (rest_not_logged_in): \
         You are not currently logged in."
    );
}
