//! Responses with a 5xx status: those that deployed systems give to mistakes of clients are not logged as errors; all
//! others are.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use http::Method;
use ports::{Blob, Blobs};
use serde_json::{Value, json};
use site_core::Options;
use site_rest::Status;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::support::{Answer, Site, Who};

/// The error lines that the test's own thread logs.
#[derive(Clone, Default)]
struct Faults(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!("{field}={value:?} "));
    }
}

impl Subscriber for Faults {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Faults {
    fn taken(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

async fn sent(site: &Site, kind: &str, disposition: Option<&str>, bytes: Bytes) -> Answer {
    let mut request = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .header("content-type", kind);
    if let Some(disposition) = disposition {
        request = request.header("content-disposition", disposition);
    }
    site.send(request.body(Body::from(bytes)).unwrap()).await
}

/// Replaces the files of the picture by `bytes`, as after a loss or damage in the blob store.
async fn replaced(site: &Site, bytes: Bytes) {
    for key in site.blobs.keys() {
        if key.ends_with("ipe.jpg") {
            let blob = Blob {
                bytes: bytes.clone(),
                content_type: "image/jpeg".to_owned(),
            };
            site.blobs.put(&key, blob).await.unwrap();
        }
    }
}

/// Sends every mistake that deployed systems answer with a 5xx.
async fn mistakes(site: &Site) -> Vec<Answer> {
    let mut answers = mistakes_about_records(site).await;
    answers.extend(mistakes_about_files(site).await);
    answers
}

/// Mistakes about terms, menus, users and application passwords.
async fn mistakes_about_records(site: &Site) -> Vec<Answer> {
    let insecure = Site::with(Options::at("http://exemplo.com.br")).await;
    let passwords = "/users/1/application-passwords";
    let mut answers = vec![insecure.get(Who::Anonymous, passwords).await];

    let term = |name: &str| json!({ "name": name });
    let first = site.post(Who::Editor, "/categories", term("Um")).await.id();
    let second = site
        .post(Who::Editor, "/categories", term("Dois"))
        .await
        .id();
    let path = format!("/categories/{second}");
    let menu = site.post(Who::Admin, "/menus", term("Topo")).await.id();
    site.post(Who::Admin, "/menus", term("Base")).await.id();
    let user = |login: &str, email: &str| json!({ "username": login, "email": email, "password": "uma-senha-longa" });
    for (who, method, path, body) in [
        (
            Who::Editor,
            Method::DELETE,
            format!("/categories/{first}"),
            json!({}),
        ),
        (
            Who::Editor,
            Method::POST,
            path.clone(),
            json!({ "slug": "um" }),
        ),
        (Who::Editor, Method::POST, path, json!({ "name": "  " })),
        (
            Who::Admin,
            Method::POST,
            format!("/menus/{menu}"),
            term("Base"),
        ),
        (
            Who::Admin,
            Method::POST,
            "/users".to_owned(),
            user("admin", "novo@exemplo.com.br"),
        ),
        (
            Who::Admin,
            Method::POST,
            "/users".to_owned(),
            user("novo", "admin@exemplo.com.br"),
        ),
        (
            Who::Admin,
            Method::POST,
            "/users".to_owned(),
            user(&"a".repeat(61), "novo@exemplo.com.br"),
        ),
        (
            Who::Admin,
            Method::POST,
            "/users/1".to_owned(),
            json!({ "url": format!("https://exemplo.com.br/{}", "a".repeat(100)) }),
        ),
    ] {
        answers.push(site.call(who, method, &path, body).await);
    }
    answers
}

/// Mistakes about uploads and picture edits.
async fn mistakes_about_files(site: &Site) -> Vec<Answer> {
    let mut answers = Vec::new();
    let raw = Some("attachment; filename=a.svg");
    answers.push(sent(site, "image/svg+xml", raw, Bytes::from_static(b"<svg/>")).await);
    let form = "--lim\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.svg\"\r\n\r\n<svg/>\r\n--lim--\r\n";
    let kind = "multipart/form-data; boundary=lim";
    answers.push(sent(site, kind, None, Bytes::from_static(form.as_bytes())).await);

    let picture = pictures::generate::photograph(400, 200, 3).unwrap();
    let raw = Some("attachment; filename=ipe.jpg");
    let made = sent(site, "image/jpeg", raw, picture.clone()).await.json();
    let path = format!("/media/{}/edit", made["id"]);
    let edit = |change: Value| {
        let mut body = change;
        body["src"] = made["source_url"].clone();
        site.post(Who::Author, &path, body)
    };
    let nothing = json!({ "x": 0, "y": 0, "width": 50, "height": 0 });
    answers.push(edit(nothing).await);
    // The rotated picture would exceed the pixel limit.
    replaced(site, pictures::generate::photograph(16_000, 2, 3).unwrap()).await;
    let turn = json!({ "modifiers": [{ "type": "rotate", "args": { "angle": 45 } }] });
    answers.push(edit(turn.clone()).await);
    replaced(site, picture.slice(..300)).await;
    answers.push(edit(turn).await);
    answers
}

#[tokio::test]
async fn deployed_5xx_responses_are_not_logged_as_errors() {
    let faults = Faults::default();
    let _guard = tracing::subscriber::set_default(faults.clone());
    let site = Site::new().await;
    let mut met = BTreeSet::new();
    // The codes of extensions belong to another function.
    let others = site_contract::extension_codes();
    let codes = || {
        let all = site_contract::codes().into_iter();
        all.filter(|row| !others.iter().any(|other| std::ptr::eq(*other, *row)))
    };
    for answer in mistakes(&site).await {
        let (code, body) = (answer.code(), answer.json());
        let mut rows = codes().filter(|row| row.name == code);
        let stated = match rows.find_map(|row| match row.status {
            Status::Deployed(status) => Some((status, json!(status))),
            Status::Unstated => Some((500, Value::Null)),
            _ => None,
        }) {
            Some((status, stated)) => {
                assert_eq!(answer.status, status, "{body}");
                stated
            }
            None => json!("not in the table"),
        };
        assert_eq!(body["data"]["status"], stated, "{body}");
        let message = body["message"].as_str().unwrap();
        assert!(!message.contains(['{', '}']), "{message}");
        met.insert(code);
    }
    let listed: BTreeSet<String> = codes()
        .filter(|row| matches!(row.status, Status::Deployed(_) | Status::Unstated))
        .map(|row| row.name.to_owned())
        .collect();
    assert_eq!(met, listed, "each row of the table is made here");
    assert!(faults.taken().is_empty());
}

#[tokio::test]
async fn a_taken_slug_is_reported() {
    let site = Site::new().await;
    site.post(Who::Editor, "/tags", json!({ "name": "Ipê" }))
        .await;
    let other = site
        .post(Who::Editor, "/tags", json!({ "name": "Jacarandá" }))
        .await
        .id();
    let taken = site
        .post(
            Who::Editor,
            &format!("/tags/{other}"),
            json!({ "slug": "ipe" }),
        )
        .await;
    assert_eq!(
        taken.json()["message"],
        "O slug ipe já pertence a outro termo."
    );
}

#[tokio::test]
async fn too_many_edits_are_refused() {
    let site = Site::new().await;
    let picture = pictures::generate::photograph(40, 20, 3).unwrap();
    let raw = Some("attachment; filename=ipe.jpg");
    let made = sent(&site, "image/jpeg", raw, picture).await.json();
    let turn = json!({ "type": "rotate", "args": { "angle": 90 } });
    let body = json!({ "src": made["source_url"], "modifiers": vec![turn; 51] });
    let path = format!("/media/{}/edit", made["id"]);
    let refused = site.post(Who::Author, &path, body).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    assert!(refused.json()["data"]["params"]["modifiers"].is_string());
}

#[tokio::test]
async fn a_full_store_is_503_with_its_own_code_and_reads_continue() {
    let faults = Faults::default();
    let _guard = tracing::subscriber::set_default(faults.clone());
    let site = Site::new().await;
    let id = site
        .write(Who::Editor, json!({ "title": "Um", "status": "publish" }))
        .await;
    site.full.store(true, Ordering::Relaxed);
    let path = format!("/posts/{id}");
    let picture = pictures::generate::photograph(40, 20, 3).unwrap();
    let raw = Some("attachment; filename=ipe.jpg");
    for refused in [
        site.post(Who::Editor, "/posts", json!({ "title": "Dois" }))
            .await,
        site.post(Who::Editor, &path, json!({ "title": "Dois" }))
            .await,
        site.delete(Who::Editor, &path).await,
        site.post(Who::Editor, "/tags", json!({ "name": "Ipê" }))
            .await,
        sent(&site, "image/jpeg", raw, picture).await,
    ] {
        assert_eq!(refused.refusal(), (503, "rest_storage_full".to_owned()));
    }
    let lines = faults.taken();
    assert_eq!(lines.len(), 5, "one for each fault: {lines:?}");
    for line in lines {
        assert!(line.contains("the store is full"), "{line}");
    }
    assert_eq!(
        site.get(Who::Anonymous, &path).await.json()["title"]["rendered"],
        "Um"
    );
    site.full.store(false, Ordering::Relaxed);
    assert_eq!(
        site.post(Who::Editor, &path, json!({ "title": "Dois" }))
            .await
            .status,
        200
    );
}
