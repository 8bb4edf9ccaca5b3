//! Verdicts of people on submissions.

use http::Method;
use serde_json::{Value, json};
use service_fakes::Service;
use site_spam::{DueTask, Performed};
use site_store::Sites;

use crate::feedback::{GOOD, Sending};
use crate::support::{Answer, Site, Who};

const ROOT: &str = "/rest/contact-form/v1/submissions";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
const FORM: &str = "[text* nome] [email* e] [textarea recado] [file foto filetypes:png]";
/// A text that the built-in filter takes for spam.
const SPAM: &str = "Buy cheap viagra casino pills now http://a.example http://b.example \
                    http://c.example http://d.example http://e.example free money click here";

impl Site {
    async fn corrected(&self, who: Who, id: u64, is_spam: bool) -> Answer {
        let path = format!("{ROOT}/{id}/spam");
        self.call(who, Method::POST, &path, &json!({ "is_spam": is_spam }))
            .await
    }

    /// A submission with this text and a file, and the outcome that the visitor is told.
    async fn sent(&self, text: &str) -> (u64, Value) {
        let form = self.mailing(FORM, json!({})).await;
        let mut sending = Sending::new(&[GOOD[0], GOOD[1], ("recado", text)]);
        sending.files = vec![("foto", "eu.png", PNG)];
        let answer = self.submit(form, &sending).await.ok();
        (self.kept(form).await[0].id, answer["status"].clone())
    }

    async fn score(&self, text: &str) -> Value {
        let message = site_spam::Message {
            content: text.to_owned(),
            name: GOOD[0].1.to_owned(),
            email: GOOD[1].1.to_owned(),
            user_agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0".to_owned(),
            ..site_spam::Message::default()
        };
        let judged = self.spam.judge_message(&message).await.unwrap();
        json!(format!("{:?}", judged.decision))
    }
}

#[tokio::test]
async fn what_is_no_spam_is_mailed_once_with_its_files() {
    let site = Site::new().await;
    let (id, status) = site.sent(SPAM).await;
    assert_eq!((status, site.mails.sent().len()), (json!("spam"), 0));
    let path = format!("{ROOT}/{id}");
    let kept = site.ask(Who::Editor, Method::GET, &path).await.ok();
    assert_eq!(kept["mails"][0]["state"], "held");
    assert_eq!(kept["files"][0]["file_name"], "eu.png");

    let corrected = site.corrected(Who::Editor, id, false).await.ok();
    assert_eq!(corrected["spam"]["is_spam"], false);
    assert_eq!(corrected["spam"]["judged_by"], "editor");
    let sent = site.mails.sent();
    assert_eq!(sent.len(), 1);
    assert!(sent[0].body.contains("cheap viagra"));
    assert_eq!(sent[0].attachments[0].file_name, "eu.png");
    for is_spam in [false, true, false] {
        site.corrected(Who::Admin, id, is_spam).await.ok();
    }
    assert!(site.mails.sent().is_empty());
    let now = site.ask(Who::Editor, Method::GET, &path).await.ok();
    assert_eq!(
        (&now["status"], &now["spam"]["judged_by"]),
        (&json!("sent"), &json!("admin"))
    );
}

#[tokio::test]
async fn the_built_in_filter_learns_from_corrections() {
    let site = Site::new().await;
    let text = "Orçamento de mudas de pitangueira para o jardim da praça, por gentileza.";
    assert_eq!(site.score(text).await, json!("Pass"));
    for _ in 0..6 {
        let (id, status) = site.sent(text).await;
        if status == json!("spam") {
            break;
        }
        site.corrected(Who::Editor, id, true).await.ok();
    }
    assert_ne!(site.score(text).await, json!("Pass"));
}

#[tokio::test]
async fn the_service_is_told_about_a_correction_by_the_tick() {
    let site = Site::new().await;
    site.store_spam_key().await;
    let (id, _) = site.sent(GOOD[2].1).await;
    let told = || {
        let calls = site.fakes.calls(Service::Akismet);
        let calls = calls.iter().filter(|call| call.path.contains("submit-"));
        calls.map(|call| call.path.clone()).collect::<Vec<_>>()
    };
    site.corrected(Who::Editor, id, true).await.ok();
    assert!(told().is_empty());
    let sites = Sites::new(site.store.parts().clone());
    let filter = &site.all_spam;
    let due = filter.due(10).await.unwrap();
    let is_own = matches!(&due[..], [DueTask::Message(due)] if due.submission == id);
    assert!(is_own, "{due:?}");
    site.fakes.fail_next(Service::Akismet, "500");
    assert_eq!(
        filter.perform(&sites, &due[0]).await.unwrap(),
        Performed::Later
    );
    assert_eq!(
        filter.perform(&sites, &due[0]).await.unwrap(),
        Performed::Taken
    );
    site.wait(3600);
    assert_eq!(
        filter.perform(&sites, &due[0]).await.unwrap(),
        Performed::Done
    );
    assert!(filter.due(10).await.unwrap().is_empty());
    assert_eq!(told().last().unwrap(), "/1.1/submit-spam");
    // A report that is not made yet is replaced by the next verdict, and deleted with the submission.
    site.corrected(Who::Editor, id, false).await.ok();
    assert_eq!(filter.due(10).await.unwrap().len(), 1);
    let path = format!("{ROOT}/{id}");
    site.ask(Who::Editor, Method::DELETE, &path).await.ok();
    assert!(filter.due(10).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_wrong_request_changes_nothing() {
    let site = Site::new().await;
    let (id, _) = site.sent(GOOD[2].1).await;
    site.was_written();
    for (path, body, status) in [
        (format!("{ROOT}/{id}/spam"), json!({}), 400),
        (
            format!("{ROOT}/{id}/spam"),
            json!({"is_spam": "talvez"}),
            400,
        ),
        (format!("{ROOT}/{id}/spam"), json!({"is_spam": null}), 400),
        (format!("{ROOT}/999/spam"), json!({"is_spam": true}), 404),
        (
            format!("{ROOT}/{id}/spam"),
            json!({"is_spam": true, "form": 999}),
            404,
        ),
    ] {
        let answer = site.call(Who::Editor, Method::POST, &path, &body).await;
        assert_eq!(answer.status, status, "{path} {body}");
    }
    assert!(!site.was_written());
    let path = format!("{ROOT}/{id}/spam");
    assert_eq!(site.ask(Who::Editor, Method::GET, &path).await.status, 404);
}
