//! Submissions through the interface: rights, list, reading, deletion, and the data of a person.

use http::Method;
use serde_json::{Value, json};
use site_extensions::Options;

use crate::feedback::{GOOD, Sending, TEMPLATE};
use crate::support::{Answer, HOME, Site, Who};

const ROOT: &str = "/rest/contact-form/v1/submissions";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";

/// Requests with the status for those who may send them. `N` is a submission.
const REQUESTS: [(&str, &str, u16); 8] = [
    ("GET", "", 200),
    ("HEAD", "", 200),
    ("GET", "/N", 200),
    ("GET", "/999", 404),
    ("POST", "/N/spam?is_spam=true", 200),
    ("GET", "/person?email=ana@leitora.com.br", 200),
    ("DELETE", "/N", 200),
    ("DELETE", "/person?email=ana@leitora.com.br", 200),
];

impl Site {
    async fn editor(&self, method: Method, path: &str) -> Answer {
        self.ask(Who::Editor, method, &format!("{ROOT}{path}"))
            .await
    }

    /// The identifiers of a list, and the query of its next page.
    async fn listed(&self, query: &str) -> (Vec<u64>, Option<String>) {
        let answer = self.editor(Method::GET, &format!("?{query}")).await;
        let ids = answer.ok();
        let ids = ids.as_array().unwrap().iter();
        let next = answer.header("link").strip_prefix('<');
        let next = next.and_then(|link| link.split_once(">; rel=\"next\""));
        let next = next.map(|(link, _)| link.split_once('?').unwrap().1.to_owned());
        (ids.map(|one| one["id"].as_u64().unwrap()).collect(), next)
    }

    async fn silent(&self) -> u64 {
        let settings = json!({"additional_settings": "skip_mail: on"});
        self.mailing("[text nome] [email e] [file foto filetypes:png]", settings)
            .await
    }

    async fn send_in(&self, form: u64, email: &str) {
        let mut sending = Sending::new(&[("nome", "Ana"), ("e", email)]);
        sending.files = vec![("foto", "eu.png", PNG)];
        let answer = self.submit(form, &sending).await.ok();
        assert_eq!(answer["status"], "mail_sent");
    }
}

#[tokio::test]
async fn every_route_is_for_editors() {
    let mut wrong = Vec::new();
    for who in Who::ALL {
        let site = Site::new().await;
        let form = site.mailing(TEMPLATE, json!({})).await;
        site.fill_in(form, &GOOD).await;
        let id = site.kept(form).await[0].id;
        for (method, path, status) in REQUESTS {
            let method: Method = method.parse().unwrap();
            let uri = format!("{ROOT}{}", path.replace('N', &id.to_string()));
            site.was_written();
            let answer = site.ask(who, method.clone(), &uri).await;
            let may = matches!(who, Who::Editor | Who::Admin);
            let expected = if may { status } else { 403 };
            if answer.status != expected {
                wrong.push(format!("{method} {uri} {who:?}: {}", answer.status));
            }
            if !may && method != Method::HEAD && answer.refusal().1 != "contactform_forbidden" {
                wrong.push(format!("{method} {uri} {who:?}: {:?}", answer.refusal()));
            }
            let writes = matches!(method, Method::DELETE | Method::POST);
            if site.was_written() && (!writes || !may) {
                wrong.push(format!("{method} {uri} {who:?}: written"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for spec in site_contract::form_submissions::routes() {
        let path = spec.path().strip_prefix("/contact-form/v1/submissions");
        let path = path.unwrap().replace(r"(?P<id>[\d]+)", "N");
        for method in spec.endpoints().iter().flat_map(|one| one.methods()) {
            let is_asked = REQUESTS.iter().any(|(own, asked, _)| {
                *own == method.as_str() && asked.split('?').next() == Some(path.as_str())
            });
            assert!(is_asked, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn deployed_systems_do_not_list_these_routes() {
    let options = Options {
        vendor_names: true,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    let listed = async |path: &str| {
        let index = site.ask(Who::Anonymous, Method::GET, path).await.ok();
        let routes = index["routes"].as_object().unwrap().keys();
        routes.filter(|path| path.contains("submissions")).count()
    };
    assert_eq!(listed("/rest/contact-form/v1").await, 4);
    assert_eq!(listed("/wp-json/contact-form-7/v1").await, 0);
    let uri = "/wp-json/contact-form-7/v1/submissions";
    assert_eq!(
        site.ask(Who::Editor, Method::GET, uri).await.ok(),
        json!([])
    );
}

#[tokio::test]
async fn a_submission_is_read_with_all_that_was_sent() {
    let site = Site::new().await;
    let template = format!("{TEMPLATE} [acceptance termos]Concordo[/acceptance]");
    let form = site.mailing(&template, json!({})).await;
    let mut texts = GOOD.to_vec();
    texts.push(("termos", "1"));
    assert_eq!(site.fill_in(form, &texts).await["status"], "mail_sent");
    let id = site.kept(form).await[0].id;
    let read = site.editor(Method::GET, &format!("/{id}")).await.ok();
    let kept = json!({
        "id": id, "form": form, "form_title": "Fale", "status": "sent",
        "emails": ["ana@leitora.com.br"],
        "files": [],
        "consents": [{"field": "termos", "text": "Concordo", "is_given": true}],
    });
    for (name, value) in kept.as_object().unwrap() {
        assert_eq!(&read[name], value, "{name}");
    }
    assert_eq!(read["fields"]["nome"], json!(["Ana Souza"]));
    assert_eq!(read["date_gmt"], "2024-05-01T10:00:00");
    assert_eq!(read["mails"][0]["state"], "sent");
    assert_eq!(read["spam"]["is_spam"], false);
    let list = site.editor(Method::GET, "").await.ok();
    assert_eq!(list, json!([read]));
    // A submission of another form is none.
    for (query, status) in [
        (format!("?form={form}"), 200),
        (format!("?form={}", form + 1), 404),
        ("?form=x".to_owned(), 400),
        ("?form=0".to_owned(), 400),
    ] {
        let answer = site.editor(Method::GET, &format!("/{id}{query}")).await;
        assert_eq!(answer.status, status, "{query}");
    }
    let path = format!("/{id}?form={}", form + 1);
    let foreign = site.editor(Method::DELETE, &path).await;
    let missing = (404, "contactform_submission_not_found".to_owned());
    assert_eq!(foreign.refusal(), missing);
    assert_eq!(site.kept(form).await.len(), 1);
}

#[tokio::test]
async fn lists_are_filtered_and_continue() {
    let site = Site::new().await;
    let (form, other) = (site.silent().await, site.silent().await);
    for (form, email) in [
        (form, "ana@leitora.com.br"),
        (other, "Ana@Leitora.com.br"),
        (form, "bia@leitora.com.br"),
        (other, "bia@leitora.com.br"),
        (form, "ana@leitora.com.br"),
    ] {
        site.send_in(form, email).await;
        site.wait(3600);
    }
    let (all, next) = site.listed("").await;
    assert_eq!((all.len(), next), (5, None));
    let [newest, fourth, third, second, first] = all[..] else {
        panic!("{all:?}");
    };
    for (query, found) in [
        (format!("form={form}"), vec![newest, third, first]),
        (
            "email=ANA@leitora.com.br".to_owned(),
            vec![newest, second, first],
        ),
        (
            format!("email=bia@leitora.com.br&form={other}"),
            vec![fourth],
        ),
        ("status=sent&per_page=100".to_owned(), all.clone()),
        ("status=spam".to_owned(), vec![]),
        (
            "after=2024-05-01T12:00:00Z".to_owned(),
            vec![newest, fourth, third],
        ),
        ("before=2024-05-01T11:00:00Z".to_owned(), vec![first]),
        ("email=carla@leitora.com.br".to_owned(), vec![]),
        ("form=999".to_owned(), vec![]),
    ] {
        assert_eq!(site.listed(&query).await, (found, None), "{query}");
    }
    let mut pages = Vec::new();
    let mut query = Some(format!("form={form}&per_page=1"));
    while let Some(asked) = query {
        let (ids, next) = site.listed(&asked).await;
        pages.extend(ids);
        query = next;
    }
    assert_eq!(pages, [newest, third, first]);
    for query in [
        "per_page=0",
        "per_page=101",
        "per_page=x",
        "email=ana",
        "email[]=ana@leitora.com.br",
        "status=nova",
        "after=ontem",
        "before[]=2024-05-01T11:00:00",
        "cursor=x",
        "cursor=1-2-3",
        "form[]=1",
    ] {
        let refused = site.editor(Method::GET, &format!("?{query}")).await;
        let invalid = (400, "rest_invalid_param".to_owned());
        assert_eq!(refused.refusal(), invalid, "{query}");
    }
}

#[tokio::test]
async fn a_deleted_submission_is_gone_with_its_files() {
    let site = Site::new().await;
    let form = site.silent().await;
    site.send_in(form, "ana@leitora.com.br").await;
    let kept = site.kept(form).await.remove(0);
    let path = format!("/{}", kept.id);
    let file = site.editor(Method::GET, &path).await.ok()["files"][0].clone();
    let link = file["url"].as_str().unwrap().strip_prefix(HOME).unwrap();
    // The link needs no session.
    let read = async || site.ask(Who::Anonymous, Method::GET, link).await;
    let sent = read().await;
    assert_eq!((sent.status, &sent.bytes[..]), (200, PNG));
    let deleted = site.editor(Method::DELETE, &path).await.ok();
    assert_eq!(deleted, json!({"deleted": true}));
    let missing = (404, "contactform_submission_not_found".to_owned());
    let again = site.editor(Method::DELETE, &path).await;
    assert_eq!(again.refusal(), missing);
    assert_eq!(site.editor(Method::GET, &path).await.refusal(), missing);
    assert_eq!(read().await.refusal(), (401, "rest_forbidden".to_owned()));
    let blob = site.forms().files.read(&kept.uploads[0].blob).await;
    assert!(blob.unwrap().is_none());
}

#[tokio::test]
async fn a_persons_data_are_exported_and_erased_in_portions() {
    let site = Site::new().await;
    let form = site.silent().await;
    let other = site.mailing(TEMPLATE, json!({})).await;
    for _ in 0..2 {
        site.send_in(form, "ana@leitora.com.br").await;
        site.send_in(form, "bia@leitora.com.br").await;
    }
    site.fill_in(other, &GOOD).await;
    let export = site
        .editor(Method::GET, "/person?email=ANA@leitora.com.br")
        .await;
    assert_eq!(
        export.header("content-disposition"),
        "attachment; filename=\"submissions-2024-05-01.json\""
    );
    let body = export.ok();
    let submissions = body["submissions"].as_array().unwrap();
    assert_eq!((submissions.len(), &body["next"]), (3, &Value::Null));
    assert_eq!(submissions[0]["fields"]["recado"], json!([GOOD[2].1]));
    let link = submissions[2]["files"][0]["url"].as_str().unwrap();
    let link = link.strip_prefix(HOME).unwrap();
    site.wait(6 * 24 * 3600);
    assert_eq!(
        site.ask(Who::Anonymous, Method::GET, link).await.status,
        200
    );
    let blobs: Vec<String> = site
        .kept(form)
        .await
        .iter()
        .filter(|kept| kept.people == ["ana@leitora.com.br"])
        .map(|kept| kept.uploads[0].blob.clone())
        .collect();
    let erase = async |limit: u64| {
        let path = format!("/person?email=ana@leitora.com.br&limit={limit}");
        site.editor(Method::DELETE, &path).await.ok()
    };
    let erased = |submissions: u64, left: u64| json!({"erased": {"submissions": submissions, "mails": 0}, "left": left});
    assert_eq!(erase(2).await, erased(2, 1));
    assert_eq!(erase(2).await, erased(1, 0));
    assert_eq!(erase(2).await, erased(0, 0));
    for blob in blobs {
        assert!(site.forms().files.read(&blob).await.unwrap().is_none());
    }
    let (left, _) = site.listed("").await;
    assert_eq!(left.len(), 2);
    for (method, query, code) in [
        (Method::GET, "", "rest_missing_callback_param"),
        (Method::DELETE, "", "rest_missing_callback_param"),
        (Method::DELETE, "?email=", "rest_invalid_param"),
        (Method::GET, "?email=ana", "rest_invalid_param"),
        (
            Method::DELETE,
            "?email=ana@leitora.com.br&limit=0",
            "rest_invalid_param",
        ),
        (
            Method::GET,
            "?email=ana@leitora.com.br&cursor=x",
            "rest_invalid_param",
        ),
    ] {
        let refused = site.editor(method, &format!("/person{query}")).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{query}");
    }
}

#[tokio::test]
async fn mails_that_are_not_sent_are_erased_with_their_person() {
    let site = Site::new().await;
    let private = json!({"additional_settings": "do_not_store: on", "mail": {
        "subject": "De [nome]", "sender": "site@exemplo.com.br", "recipient": "equipe@exemplo.com.br",
        "body": "[nome]", "attachments": "[foto]",
    }});
    let form = site
        .mailing("[text nome] [email e] [file foto filetypes:png]", private)
        .await;
    site.mails.hang();
    let mut sending = Sending::new(&[("nome", "Ana"), ("e", "ana@leitora.com.br")]);
    sending.files = vec![("foto", "eu.png", PNG)];
    sending.key = Some("k1");
    let answer = site.submit(form, &sending).await.ok();
    assert_eq!(answer["status"], "mail_uncertain");
    let path = "/person?email=ana@leitora.com.br";
    let erased = site.editor(Method::DELETE, path).await.ok();
    let one = json!({"erased": {"submissions": 0, "mails": 1}, "left": 0});
    assert_eq!(erased, one);
    let none = json!({"erased": {"submissions": 0, "mails": 0}, "left": 0});
    assert_eq!(site.editor(Method::DELETE, path).await.ok(), none);
    site.mails.accept();
    // A repeated request is answered that the fate of the mail is not known.
    let again = site.submit(form, &sending).await.ok();
    assert_eq!(again["status"], "mail_uncertain");
}

#[tokio::test]
async fn an_export_that_is_too_large_continues() {
    let site = Site::new().await;
    let forms = site.forms();
    for number in 0..30 {
        let mut new = submission(number);
        new.fields[0].1 = json!("x".repeat(300_000));
        site.wait(1);
        forms.append(new, None, None).await.unwrap();
    }
    let (mut found, mut path) = (Vec::new(), "/person?email=ana@leitora.com.br".to_owned());
    let mut responses = 0;
    loop {
        let answer = site.editor(Method::GET, &path).await;
        let body = answer.ok();
        assert!(answer.bytes.len() < 6_000_000);
        responses += 1;
        let submissions = body["submissions"].as_array().unwrap().iter();
        found.extend(submissions.map(|one| one["fields"]["numero"].as_u64().unwrap()));
        let Some(next) = body["next"].as_str() else {
            break;
        };
        path = format!("/person?email=ana@leitora.com.br&cursor={next}");
    }
    assert_eq!(found, (0..30).rev().collect::<Vec<u64>>());
    assert_eq!(responses, 3);
}

/// A submission of Ana with a number.
pub fn submission(number: u64) -> form_store::NewSubmission {
    form_store::NewSubmission {
        form: 7,
        form_title: "Fale".to_owned(),
        status: form_store::SubmissionStatus::Sent,
        fields: vec![
            ("recado".to_owned(), json!("Bom dia")),
            ("numero".to_owned(), json!(number)),
        ],
        uploads: Vec::new(),
        addresses: vec!["ana@leitora.com.br".to_owned()],
        spam: None,
        judged: form_store::JudgedMessage::default(),
        held: Vec::new(),
        consents: Vec::new(),
        facts: std::collections::BTreeMap::new(),
        mails: Vec::new(),
    }
}
