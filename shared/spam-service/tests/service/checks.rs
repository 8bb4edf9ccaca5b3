//! Checks and corrections.

use std::time::Duration;

use serde_json::json;
use spam_service::{Checked, Verdict};

use crate::setup::{KEY, checked, key, setup};

const SPAM: &str = "akismet-guaranteed-spam";

#[tokio::test]
async fn a_check_sends_every_field_and_reads_the_verdict() {
    let setup = setup().await;
    let answer = setup
        .service
        .check(&key(), &checked("Que pão & que café = bom?"))
        .await
        .unwrap();
    assert_eq!(answer.value.verdict, Verdict::Ham);
    assert!(answer.value.guid.is_some());
    assert_eq!((answer.value.recheck_after, answer.alert), (None, None));
    assert_eq!(
        setup.sent(),
        json!({
            "blog": "https://site.example/", "blog_lang": "pt_br", "blog_charset": "UTF-8",
            "user_ip": "192.0.2.7", "user_agent": "Navegador/1", "referrer": "https://busca.example/",
            "permalink": "https://site.example/pao/", "comment_type": "comment", "comment_author": "Ana",
            "comment_author_email": "ana@mail.example", "comment_author_url": "https://ana.example",
            "comment_content": "Que pão & que café = bom?", "comment_date_gmt": "2026-11-24T02:00:00Z",
            "comment_post_ID": "54", "comment_parent": "7",
            "comment_post_modified_gmt": "2026-11-01T08:00:00Z", "user_role": "subscriber",
            "recheck_reason": "recheck_queue", "is_test": "1", "api_key": KEY,
        })
    );
    assert_eq!(setup.fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn spam_and_blatant_spam_are_told_apart() {
    let setup = setup().await;
    let verdict = async |content: &str| {
        setup
            .service
            .check(&key(), &checked(content))
            .await
            .unwrap()
            .value
            .verdict
    };
    assert_eq!(verdict(SPAM).await, Verdict::Spam { discard: false });
    assert_eq!(
        verdict(&format!("{SPAM} blatant")).await,
        Verdict::Spam { discard: true }
    );
    assert_eq!(verdict("blatant").await, Verdict::Ham);
}

#[tokio::test]
async fn the_service_may_ask_for_a_later_check_and_raise_an_alert() {
    let setup = setup().await;
    setup.fakes.set_spam_alert(Some(("10501", "Limite de uso")));
    let answer = setup
        .service
        .check(&key(), &checked("recheck-later"))
        .await
        .unwrap();
    assert_eq!(answer.value.recheck_after, Some(Duration::from_secs(1200)));
    let alert = answer.alert.unwrap();
    assert_eq!(
        (alert.code.as_str(), alert.message.as_str()),
        ("10501", "Limite de uso")
    );
}

#[tokio::test]
async fn fields_without_a_value_are_not_sent() {
    let setup = setup().await;
    let checked = Checked {
        blog: "https://site.example/".into(),
        user_ip: "2001:db8::1".into(),
        ..Checked::default()
    };
    setup.service.check(&key(), &checked).await.unwrap();
    let expected = json!({
        "blog": "https://site.example/", "user_ip": "2001:db8::1", "api_key": KEY,
    });
    assert_eq!(setup.sent(), expected);
}

#[tokio::test]
async fn corrections_change_later_verdicts_and_the_statistics() {
    let setup = setup().await;
    let (missed, wronged) = (checked("compre já"), checked(SPAM));
    setup.service.submit_spam(&key(), &missed).await.unwrap();
    setup.service.submit_ham(&key(), &wronged).await.unwrap();
    let verdict = async |checked: &Checked| {
        setup
            .service
            .check(&key(), checked)
            .await
            .unwrap()
            .value
            .verdict
    };
    assert_eq!(verdict(&missed).await, Verdict::Spam { discard: false });
    assert_eq!(verdict(&wronged).await, Verdict::Ham);
    let statistics = setup
        .service
        .statistics(Some(&key()), "https://site.example/", "all")
        .await;
    let statistics = statistics.unwrap().value.unwrap();
    assert_eq!(
        (&statistics["missed_spam"], &statistics["false_positives"]),
        (&json!(1), &json!(1))
    );
}
