//! What became of the mails of a submission: truth of the answer, forms that keep nothing, outcomes that stay.

use form_store::SubmissionStatus;
use serde_json::{Value, json};
use site_mail::MailState;

use crate::feedback::{GOOD, Sending, TEMPLATE};
use crate::support::Site;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";

fn second_mail() -> Value {
    json!({
        "active": true, "subject": "Recebido", "sender": "site@exemplo.com.br", "recipient": "[e]",
        "body": "[nome]", "attachments": "[foto]",
    })
}

#[tokio::test]
async fn both_mails_of_a_form_that_keeps_nothing_have_the_files() {
    let site = Site::new().await;
    let template = "[text nome] [email e] [file foto filetypes:png]";
    let more = json!({"additional_settings": "do_not_store: on", "mail_2": second_mail()});
    let form = site.mailing(template, more).await;
    let mut sending = Sending::new(&[("nome", "Ana"), ("e", "ana@leitora.com.br")]);
    sending.files = vec![("foto", "eu.png", PNG)];
    let answer = site.submit(form, &sending).await.ok();
    assert_eq!(answer["status"], "mail_sent");
    let mails = site.mails.sent();
    assert_eq!(mails.len(), 2);
    for mail in &mails {
        let names: Vec<&str> = mail
            .attachments
            .iter()
            .map(|file| file.file_name.as_str())
            .collect();
        assert_eq!(names, ["eu.png"], "{}", mail.subject);
        // The files end with their mails.
        let file = site.forms().files.read(&mail.attachments[0].blob).await;
        assert!(file.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_repeated_request_of_a_form_that_keeps_nothing_sends_one_mail() {
    let site = Site::new().await;
    let private = json!({"additional_settings": "do_not_store: on"});
    let form = site.mailing(TEMPLATE, private).await;
    let mut sending = Sending::new(&GOOD);
    sending.key = Some("9ab3");
    let first = site.submit(form, &sending).await.ok();
    assert_eq!(first["status"], "mail_sent");
    assert_eq!(site.submit(form, &sending).await.ok(), first);
    assert_eq!(site.mails.sent().len(), 1);
    // A failure is repeated as well as a success.
    site.mails.refuse();
    sending.key = Some("9ab4");
    for _ in 0..2 {
        let answer = site.submit(form, &sending).await.ok();
        assert_eq!(answer["status"], "mail_failed");
    }
    sending.key = None;
    site.mails.accept();
    for _ in 0..2 {
        assert_eq!(
            site.submit(form, &sending).await.ok()["status"],
            "mail_sent"
        );
    }
    assert_eq!(site.mails.sent().len(), 2);
    assert!(site.kept(form).await.is_empty());
}

#[tokio::test]
async fn a_mail_that_a_worker_still_sends_is_neither_sent_nor_failed() {
    let site = Site::new().await;
    let form = site.mailing(TEMPLATE, json!({})).await;
    site.mails.hang();
    let answer = site.fill_in(form, &GOOD).await;
    assert_eq!(answer["status"], "mail_uncertain");
    assert_eq!(answer["posted_data_hash"].as_str().unwrap().len(), 32);
    assert!(!answer["message"].as_str().unwrap().is_empty());
    let kept = site.kept(form).await.remove(0);
    assert_eq!(kept.status, SubmissionStatus::Queued);
    // The worker never came back: at the end of its lease the mail is uncertain, and so is the submission.
    site.wait(200);
    site.mails.accept();
    let forms = site.forms();
    forms
        .mails
        .work_off(&kept.mails[0], &*site.mails)
        .await
        .unwrap();
    assert!(site.mails.sent().is_empty());
    let kept = site.kept(form).await.remove(0);
    assert_eq!(kept.status, SubmissionStatus::Uncertain);
}

#[tokio::test]
async fn a_mail_whose_answer_was_lost_is_uncertain() {
    let site = Site::new().await;
    let form = site
        .mailing(TEMPLATE, json!({"mail_2": second_mail()}))
        .await;
    site.mails.lose();
    let mut sending = Sending::new(&GOOD);
    sending.key = Some("77fe");
    let answer = site.submit(form, &sending).await.ok();
    assert_eq!(answer["status"], "mail_uncertain");
    assert_eq!(site.submit(form, &sending).await.ok(), answer);
    let kept = site.kept(form).await.remove(0);
    assert_eq!(kept.status, SubmissionStatus::Uncertain);
}

#[tokio::test]
async fn the_outcome_of_a_mail_stays_with_its_submission() {
    let site = Site::new().await;
    let form = site.mailing(TEMPLATE, json!({})).await;
    site.mails.refuse();
    assert_eq!(site.fill_in(form, &GOOD).await["status"], "mail_failed");
    let kept = site.kept(form).await.remove(0);
    let mail = &kept.mails[0];
    // The record of the mail expires after 30 days.
    assert!(site.forms().mails.delete(mail).await.unwrap());
    let kept = site.kept(form).await.remove(0);
    assert_eq!(kept.status, SubmissionStatus::Failed);
    let outcome = &kept.outcomes[mail];
    assert_eq!(
        (outcome.state, outcome.error.as_deref()),
        (MailState::Failed, Some("550 no"))
    );
}
