//! Submissions of forms: each result, files, mails, limits.

use http::Method;
use serde_json::{Value, json};
use site_mail::RenderedMail;

use crate::support::{Answer, Site, Who};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0";

/// A submission to send.
pub struct Sending<'a> {
    texts: Vec<(&'a str, &'a str)>,
    pub files: Vec<(&'a str, &'a str, &'a [u8])>,
    user_agent: &'a str,
    who: Who,
    pub key: Option<&'a str>,
}

impl<'a> Sending<'a> {
    pub fn new(texts: &[(&'a str, &'a str)]) -> Self {
        let mut all = vec![("_contactform_unit_tag", "contactform-f1-o1")];
        all.extend(texts);
        Self {
            texts: all,
            files: Vec::new(),
            user_agent: BROWSER,
            who: Who::Anonymous,
            key: None,
        }
    }

    fn body(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for (name, value) in &self.texts {
            let part = format!(
                "--limite\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend(part.into_bytes());
        }
        for (name, file, bytes) in &self.files {
            let part = format!(
                "--limite\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\r\n"
            );
            body.extend(part.into_bytes());
            body.extend(*bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--limite--\r\n");
        body
    }
}

fn path(form: u64) -> String {
    format!("/rest/contact-form/v1/contact-forms/{form}/feedback")
}

impl Site {
    pub async fn submit(&self, form: u64, sending: &Sending<'_>) -> Answer {
        let mut request = self
            .request(sending.who, Method::POST, &path(form))
            .header("content-type", "multipart/form-data; boundary=limite")
            .header("user-agent", sending.user_agent);
        if let Some(key) = sending.key {
            request = request.header("idempotency-key", key);
        }
        self.send(request.body(sending.body().into()).unwrap())
            .await
    }

    pub async fn fill_in(&self, form: u64, texts: &[(&str, &str)]) -> Value {
        self.submit(form, &Sending::new(texts)).await.ok()
    }

    /// A form with its mail and settings.
    pub async fn mailing(&self, template: &str, more: Value) -> u64 {
        let mut body = json!({
            "context": "save", "title": "Fale", "form": template,
            "mail": {
                "subject": "De [nome]", "sender": "Site <site@exemplo.com.br>",
                "recipient": "equipe@exemplo.com.br", "body": "[nome]: [recado]",
                "additional_headers": "Reply-To: [e]", "attachments": "[foto]",
            },
        });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let path = "/rest/contact-form/v1/contact-forms";
        let answer = self.call(Who::Editor, Method::POST, path, &body).await;
        answer.ok()["id"].as_u64().unwrap()
    }
}

pub const TEMPLATE: &str = "[text* nome] [email* e] [textarea recado]";
pub const GOOD: [(&str, &str); 3] = [
    ("nome", "Ana Souza"),
    ("e", "ana@leitora.com.br"),
    (
        "recado",
        "Bom dia, gostaria de saber o horário de funcionamento da loja.",
    ),
];

fn names(value: &Value) -> String {
    let names = value.as_object().unwrap().keys().cloned();
    names.collect::<Vec<_>>().join(" ")
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

fn sent(site: &Site) -> Vec<RenderedMail> {
    site.mails.sent()
}

#[tokio::test]
async fn a_submission_is_mailed_and_kept() {
    let site = Site::new().await;
    let form = site.mailing(TEMPLATE, json!({})).await;
    let answer = site.fill_in(form, &GOOD).await;
    assert_eq!(
        names(&answer),
        "contact_form_id status message posted_data_hash into invalid_fields"
    );
    assert_eq!(
        (
            &answer["contact_form_id"],
            &answer["status"],
            &answer["into"]
        ),
        (
            &json!(form),
            &json!("mail_sent"),
            &json!("#contactform-f1-o1")
        )
    );
    assert_eq!(answer["posted_data_hash"].as_str().unwrap().len(), 32);
    let mails = sent(&site);
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].subject.as_str(), mails[0].to.as_slice()),
        ("De Ana Souza", &["equipe@exemplo.com.br".to_owned()][..])
    );
    assert_eq!(mails[0].from, "\"Site\" <site@exemplo.com.br>");
    let reply = ("Reply-To".to_owned(), "ana@leitora.com.br".to_owned());
    assert_eq!(mails[0].headers, [reply]);
    let kept = site.kept(form).await;
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].status, form_store::SubmissionStatus::Sent);
    assert_eq!(kept[0].people, ["ana@leitora.com.br"]);
}

#[tokio::test]
async fn what_a_rule_forbids_is_told_and_not_kept() {
    let site = Site::new().await;
    let form = site.mailing(TEMPLATE, json!({})).await;
    let answer = site.fill_in(form, &[("nome", " "), ("e", "ana")]).await;
    assert_eq!(
        names(&answer),
        "contact_form_id status message invalid_fields posted_data_hash into"
    );
    assert_eq!(answer["status"], "validation_failed");
    let fields: Vec<&str> = answer["invalid_fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["error_id"].as_str().unwrap())
        .collect();
    assert_eq!(
        fields,
        ["contactform-f1-o1-ve-nome", "contactform-f1-o1-ve-e"]
    );
    assert!(sent(&site).is_empty() && site.kept(form).await.is_empty());
}

#[tokio::test]
async fn acceptance_spam_and_subscribers() {
    let site = Site::new().await;
    let template = "[text nome] [acceptance termos]Concordo[/acceptance]";
    let form = site.mailing(template, json!({})).await;
    let answer = site.fill_in(form, &[("nome", "Ana")]).await;
    assert_eq!(answer["status"], "acceptance_missing");
    let accepted = [("nome", "Ana"), ("termos", "1")];
    let mut sending = Sending::new(&accepted);
    sending.user_agent = "x";
    let answer = site.submit(form, &sending).await.ok();
    assert_eq!(
        (&answer["status"], &answer["posted_data_hash"]),
        (&json!("spam"), &json!(""))
    );
    let trapped = [("nome", "Ana"), ("termos", "1"), ("_contactform_hp", "x")];
    assert_eq!(site.fill_in(form, &trapped).await["status"], "spam");
    let closed = json!({"additional_settings": "subscribers_only: true"});
    let closed = site.mailing("[text nome]", closed).await;
    let answer = site.fill_in(closed, &[("nome", "Ana")]).await;
    assert_eq!(
        names(&answer),
        "contact_form_id status message into invalid_fields"
    );
    assert_eq!(answer["status"], "error");
    let mut sending = Sending::new(&[("nome", "Ana")]);
    sending.who = Who::Subscriber;
    let answer = site.submit(closed, &sending).await.ok();
    assert_eq!(answer["status"], "mail_sent");
}

#[tokio::test]
async fn a_mail_that_is_refused_is_told() {
    let site = Site::new().await;
    let form = site.mailing(TEMPLATE, json!({})).await;
    site.mails.refuse();
    let answer = site.fill_in(form, &GOOD).await;
    assert_eq!(answer["status"], "mail_failed");
    assert_eq!(answer["posted_data_hash"].as_str().unwrap().len(), 32);
    let kept = site.kept(form).await;
    assert_eq!(kept[0].status, form_store::SubmissionStatus::Failed);
    // Nor is a mail sent later that no worker took within the wait.
    site.mails.rest();
    let answer = site.fill_in(form, &GOOD).await;
    assert_eq!(answer["status"], "mail_failed");
    let kept = site.kept(form).await;
    assert_eq!(kept[0].status, form_store::SubmissionStatus::Failed);
    assert!(sent(&site).is_empty());
}

#[tokio::test]
async fn forms_without_mail_and_without_storage() {
    let site = Site::new().await;
    let demo = json!({"additional_settings": "demo_mode: on"});
    let demo = site.mailing(TEMPLATE, demo).await;
    let answer = site.fill_in(demo, &GOOD).await;
    assert_eq!(
        (&answer["status"], &answer["demo_mode"]),
        (&json!("mail_sent"), &json!(true))
    );
    let skipping = json!({"additional_settings": "skip_mail: on"});
    let skipping = site.mailing(TEMPLATE, skipping).await;
    assert_eq!(site.fill_in(skipping, &GOOD).await["status"], "mail_sent");
    assert!(sent(&site).is_empty());
    let private = json!({"additional_settings": "do_not_store: on"});
    let private = site.mailing(TEMPLATE, private).await;
    assert_eq!(site.fill_in(private, &GOOD).await["status"], "mail_sent");
    assert_eq!(sent(&site).len(), 1);
    assert!(site.kept(private).await.is_empty());
}

#[tokio::test]
async fn files_are_judged_by_their_content_and_attached() {
    let site = Site::new().await;
    let template = "[text nome] [file foto filetypes:png limit:2kb]";
    let form = site.mailing(template, json!({})).await;
    let png: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
    let mut sending = Sending::new(&[("nome", "Ana")]);
    sending.files = vec![("foto", "eu.png", png)];
    let answer = site.submit(form, &sending).await.ok();
    assert_eq!(answer["status"], "mail_sent");
    let mail = sent(&site).remove(0);
    assert_eq!(mail.attachments.len(), 1);
    assert_eq!(
        (
            mail.attachments[0].file_name.as_str(),
            mail.attachments[0].content_type.as_str()
        ),
        ("eu.png", "image/png")
    );
    let kept = site.kept(form).await.remove(0);
    let blob = site
        .forms()
        .files
        .read(&kept.uploads[0].blob)
        .await
        .unwrap();
    assert_eq!(&blob.unwrap().bytes[..], png);
    for (name, bytes) in [("eu.png", &b"<?php evil();"[..]), ("eu.php", png)] {
        sending.files = vec![("foto", name, bytes)];
        let answer = site.submit(form, &sending).await.ok();
        assert_eq!(answer["status"], "validation_failed", "{name}");
        assert_eq!(answer["invalid_fields"][0]["field"], "foto");
    }
    let large = [png, &[0; 3000]].concat();
    sending.files = vec![("foto", "eu.png", &large)];
    let answer = site.submit(form, &sending).await.ok();
    assert_eq!(answer["status"], "validation_failed");
    assert_eq!(site.kept(form).await.len(), 1);
}

#[tokio::test]
async fn requests_that_are_no_submissions() {
    let site = Site::new().await;
    let form = site.first_form().await;
    for form in [form, 999] {
        for kind in ["application/json", "Multipart/Form-Data; boundary=limite"] {
            let request = self::request(&site, form, kind);
            let answer = site.send(request).await;
            assert_eq!(
                answer.refusal(),
                refusal(415, "contactform_unsupported_media_type"),
                "{kind}"
            );
        }
    }
    let unknown = site.submit(999, &Sending::new(&[])).await;
    assert_eq!(unknown.refusal(), refusal(404, "contactform_not_found"));
    let mut nameless = Sending::new(&[]);
    nameless.texts = vec![("_contactform_unit_tag", "\"><")];
    let nameless = site.submit(form, &nameless).await;
    assert_eq!(
        nameless.refusal(),
        refusal(400, "contactform_unit_tag_not_found")
    );
}

fn request(site: &Site, form: u64, kind: &str) -> http::Request<axum::body::Body> {
    site.request(Who::Anonymous, Method::POST, &path(form))
        .header("content-type", kind)
        .body(axum::body::Body::empty())
        .unwrap()
}

#[tokio::test]
async fn a_repeated_request_sends_one_mail() {
    let site = Site::new().await;
    let form = site.mailing(TEMPLATE, json!({})).await;
    let mut sending = Sending::new(&GOOD);
    sending.key = Some("4d1c");
    let first = site.submit(form, &sending).await.ok();
    assert_eq!(site.submit(form, &sending).await.ok(), first);
    assert_eq!((sent(&site).len(), site.kept(form).await.len()), (1, 1));
    // Without a key, the same data are a new submission.
    sending.key = None;
    assert_eq!(site.submit(form, &sending).await.ok(), first);
    assert_eq!(site.kept(form).await.len(), 2);
}

#[tokio::test]
async fn accepted_submissions_are_limited() {
    let site = Site::new().await;
    let skipping = json!({"additional_settings": "skip_mail: on"});
    let form = site.mailing(TEMPLATE, skipping).await;
    let mut answer = site.submit(form, &Sending::new(&GOOD)).await;
    for _ in 1..60 {
        assert_eq!(answer.ok()["status"], "mail_sent");
        // What is refused by a rule does not count.
        site.fill_in(form, &[]).await;
        answer = site.submit(form, &Sending::new(&GOOD)).await;
    }
    assert_eq!(answer.status, 200);
    let refused = site.submit(form, &Sending::new(&GOOD)).await;
    assert_eq!(
        refused.refusal(),
        refusal(429, "contactform_too_many_submissions")
    );
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(site.kept(form).await.len(), 60);
}

#[tokio::test]
async fn quiz_questions_are_renewed_with_every_answer() {
    let site = Site::new().await;
    let form = site
        .mailing(r#"[text nome] [quiz q "1+1=?|dois"]"#, json!({}))
        .await;
    let wrong = site.fill_in(form, &[("q", "dois")]).await;
    assert_eq!(wrong["status"], "validation_failed");
    let hash = wrong["quiz"]["q"][1].as_str().unwrap().to_owned();
    let texts = [("q", "Dois"), ("_contactform_quiz_answer_q", hash.as_str())];
    let right = site.fill_in(form, &texts).await;
    assert_eq!(right["status"], "mail_sent");
    assert_eq!(right["quiz"]["q"][0], "1+1=?");
}

#[tokio::test]
async fn the_second_mail_goes_to_the_visitor() {
    let site = Site::new().await;
    let second = json!({"mail_2": {
        "active": true, "subject": "Recebido", "sender": "site@exemplo.com.br", "recipient": "[e]",
        "body": "<b>[nome]</b>", "use_html": true,
    }});
    let form = site.mailing(TEMPLATE, second).await;
    let mut texts = GOOD;
    texts[0].1 = "Ana <i>";
    assert_eq!(site.fill_in(form, &texts).await["status"], "mail_sent");
    let mails = sent(&site);
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].to, ["ana@leitora.com.br"]);
    assert!(mails[1].is_html && mails[1].body.contains("Ana &lt;i&gt;"));
}
