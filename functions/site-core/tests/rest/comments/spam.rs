//! Comments and the spam filter.

use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use super::{post, wait};
use crate::support::{Site, Who};

const KEY: &str = "0123456789ab";
/// A text that the service takes for spam, and the built-in classifier does not.
const MARKED: &str = "akismet-guaranteed-spam";
/// A text that the built-in classifier takes for spam.
const BLATANT: &str = "Buy cheap viagra casino bonus now!!! <a href=\"https://casino.example\">casino</a> \
    <a href=\"https://pills.example\">cheap pills</a> <a href=\"https://loans.example\">fast loans</a> \
    click here to win free money, crypto profit guaranteed https://bit.example/x";

/// A site with a key, and the service.
async fn with_key() -> (Site, FakeServices) {
    let fakes = FakeServices::start().await.unwrap();
    let site = Site::with_spam_service(fakes.url(Service::Akismet)).await;
    site.spam().store_key(KEY).await.unwrap();
    (site, fakes)
}

async fn commented(site: &Site, who: Who, post: u64, content: &str) -> Value {
    wait(site);
    let body = json!({ "post": post, "content": content });
    let answer = site.post(who, "/comments", body).await;
    assert_eq!(answer.status, 201);
    answer.json()
}

async fn set_status(site: &Site, comment: &Value, status: &str) {
    let path = format!("/comments/{}", comment["id"]);
    let answer = site
        .post(Who::Admin, &path, json!({ "status": status }))
        .await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn with_a_key_the_service_decides_about_every_author() {
    let (site, fakes) = with_key().await;
    let id = post(&site).await;
    for who in [Who::Subscriber, Who::Author, Who::Editor] {
        let text = format!("{MARKED} {who:?}");
        let comment = commented(&site, who, id, &text).await;
        assert_eq!(comment["status"], "spam", "{who:?}");
        let text = format!("Que receita boa {who:?}");
        let comment = commented(&site, who, id, &text).await;
        let expected = if who == Who::Subscriber {
            "hold"
        } else {
            "approved"
        };
        assert_eq!(comment["status"], expected, "{who:?}");
    }
    let calls = fakes.calls(Service::Akismet);
    let told = calls.last().unwrap().body.clone().unwrap();
    for (name, expected) in [
        ("api_key", KEY),
        ("blog", "https://exemplo.com.br/"),
        ("blog_lang", "pt_br"),
        ("blog_charset", "UTF-8"),
        ("comment_type", "comment"),
        ("comment_author", "editor"),
        ("comment_author_email", "editor@exemplo.com.br"),
        ("comment_content", "Que receita boa Editor"),
        ("permalink", "https://exemplo.com.br/comentado"),
        ("user_role", "editor"),
    ] {
        assert_eq!(
            told[name].as_str().unwrap().trim_end_matches('/'),
            expected.trim_end_matches('/'),
            "{name}"
        );
    }
    assert_eq!(fakes.violations(), [] as [String; 0]);
}

#[tokio::test]
async fn notes_and_refused_comments_are_not_checked() {
    let (site, fakes) = with_key().await;
    let id = post(&site).await;
    commented(&site, Who::Subscriber, id, "um").await;
    let before = fakes.calls(Service::Akismet).len();
    for (who, body, status) in [
        (
            Who::Author,
            json!({ "post": id, "content": MARKED, "type": "note" }),
            201,
        ),
        (Who::Subscriber, json!({ "post": id, "content": "um" }), 409),
        (
            Who::Subscriber,
            json!({ "post": id, "content": "depressa" }),
            400,
        ),
        (
            Who::Anonymous,
            json!({ "post": id, "content": MARKED }),
            401,
        ),
    ] {
        let answer = site.post(who, "/comments", body.clone()).await;
        assert_eq!(answer.status, status, "{body}");
    }
    assert_eq!(fakes.calls(Service::Akismet).len(), before);
}

#[tokio::test]
async fn a_broken_service_holds_the_comment_and_loses_none() {
    for fault in ["500", "garbage", "reset", "limit", "empty"] {
        let (site, fakes) = with_key().await;
        let id = post(&site).await;
        fakes.fail_next(Service::Akismet, fault);
        let held = commented(&site, Who::Author, id, "Um texto").await;
        assert_eq!(held["status"], "hold", "{fault}");
        let check = site
            .spam()
            .check_of(held["id"].as_u64().unwrap())
            .await
            .unwrap();
        assert!(
            check.unwrap().task.is_some(),
            "{fault}: it is checked again"
        );
        // A moderator's own comment is not held.
        fakes.fail_next(Service::Akismet, fault);
        let shown = commented(&site, Who::Editor, id, "Outro texto").await;
        assert_eq!(shown["status"], "approved", "{fault}");
    }
}

#[tokio::test]
async fn a_service_that_does_not_answer_holds_no_reader() {
    let (site, fakes) = with_key().await;
    let id = post(&site).await;
    fakes.fail_next(Service::Akismet, "stall");
    let site = std::sync::Arc::new(site);
    let writing = {
        let site = site.clone();
        tokio::spawn(async move { commented(&site, Who::Subscriber, id, "Um texto").await })
    };
    fakes.wait_for_waiting(1).await;
    // While the comment waits, readers are served.
    assert_eq!(site.get(Who::Anonymous, "/comments").await.status, 200);
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(6)).await;
    tokio::time::resume();
    assert_eq!(writing.await.unwrap()["status"], "hold");
}

#[tokio::test]
async fn without_a_key_the_classifier_decides() {
    let site = Site::new().await;
    let id = post(&site).await;
    let comment = commented(&site, Who::Subscriber, id, BLATANT).await;
    assert_eq!(comment["status"], "spam");
    wait(&site);
    let again = format!("{BLATANT} 2");
    let moderator = commented(&site, Who::Editor, id, &again).await;
    assert_eq!(moderator["status"], "approved", "a moderator's own comment");
    let explicit = json!({ "post": id, "content": MARKED, "status": "hold" });
    wait(&site);
    let explicit = site.post(Who::Editor, "/comments", explicit).await.json();
    assert_eq!(explicit["status"], "hold");
}

#[tokio::test]
async fn the_classifier_learns_from_moderators() {
    let site = Site::new().await;
    let id = post(&site).await;
    let text = |place: &str| format!("Conheça o clube de azulejos {place} e colecione conosco");
    let first = commented(&site, Who::Subscriber, id, &text("da serra")).await;
    assert_eq!(first["status"], "hold", "the first comment of an author");
    let mut taught = 0;
    for place in [
        "do litoral",
        "das montanhas",
        "do sertão",
        "da capital",
        "do pampa",
    ] {
        let comment = commented(&site, Who::Subscriber, id, &text(place)).await;
        // Once it has learned enough, the filter needs no moderator.
        if comment["status"] == "spam" {
            continue;
        }
        set_status(&site, &comment, "spam").await;
        // A repeated decision teaches nothing more.
        set_status(&site, &comment, "spam").await;
        let check = site.spam().check_of(comment["id"].as_u64().unwrap()).await;
        let check = check.unwrap().unwrap();
        assert!(!check.by_filter && check.learned.is_some());
        taught += 1;
    }
    assert!(taught > 0);
    let approved = commented(
        &site,
        Who::Contributor,
        id,
        "Gostei muito da receita de pão",
    )
    .await;
    set_status(&site, &approved, "approved").await;
    let judged = commented(&site, Who::Contributor, id, &text("do cerrado")).await;
    assert_ne!(
        judged["status"], "approved",
        "a known author would be approved"
    );
}

#[tokio::test]
async fn a_check_is_deleted_with_its_comment() {
    let site = Site::new().await;
    let id = post(&site).await;
    for (path, comment) in [
        ("/comments/1?force=true".to_owned(), 1),
        (format!("/posts/{id}?force=true"), 2),
    ] {
        let text = format!("texto {comment}");
        commented(&site, Who::Subscriber, id, &text).await;
        let spam = site.spam();
        assert!(spam.check_of(comment).await.unwrap().is_some());
        assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
        assert_eq!(spam.check_of(comment).await.unwrap(), None, "{path}");
    }
}
