//! Erased is erased: canaries are written into every field of every kind of record of the site, of a person of the platform and
//! of a visitor. After everything was deleted, and after the tasks of the next hour, no file of the data folder has one: not
//! the store's file with its free pages and write-ahead log, no record, no blob, no mail of the outbox, no log file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use domain::platform::access::Role;
use embedded::clock::SystemClock;
use http::Method;
use image::ImageFormat;
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use local::daily_files::DailyFiles;
use local::work::{Workers, consume, erase_mails_now};
use pauta_tests::app::{RequestBody, TestApp, TestRequest, ready};
use pauta_tests::canaries::of_table;
use pauta_tests::pictures::picture;
use serde_json::{Value, json};
use site_mail::SiteMails;
use site_store::Tenant;
use tokio::sync::watch;

/// Beginning of every canary.
const MARK: &str = "zq7canary";
/// Time after which the task of a deletion is due.
const DUE: SignedDuration = SignedDuration::from_mins(65);
/// Time after which replaced blobs are removed.
const GRACE: SignedDuration = SignedDuration::from_mins(11);

/// A canary. It is one word in lower case, which stays as it is in slugs, logins and file names.
fn canary(name: &str) -> String {
    format!("{MARK}{name}")
}

fn email(name: &str) -> String {
    format!("{MARK}{name}@example.com")
}

struct Erasing {
    app: TestApp,
    folder: PathBuf,
    workers: Workers,
}

impl Erasing {
    /// Sends a request of the administrator to the site's interface.
    async fn site(&self, method: Method, path: &str, body: Value) -> Value {
        let request = TestRequest::json(method, format!("/rest{path}"), body);
        let answer = self.app.ask_site(Some(&self.app.basic()), request).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer.json
    }

    async fn create(&self, path: &str, body: Value) -> u64 {
        let made = self.site(Method::POST, path, body).await;
        made["id"].as_u64().unwrap()
    }

    async fn delete(&self, path: &str) {
        let path = format!(
            "{path}{}force=true",
            if path.contains('?') { '&' } else { '?' }
        );
        self.site(Method::DELETE, &path, Value::Null).await;
    }

    /// Everything that is stored, by its place.
    async fn everything(&self) -> Vec<(String, Vec<u8>)> {
        self.app.parts.engine.clear_deleted().unwrap();
        let mut all = Vec::new();
        for file in files(&self.folder) {
            let bytes = std::fs::read(&file).unwrap();
            let place = file
                .strip_prefix(&self.folder)
                .unwrap()
                .display()
                .to_string();
            if let Ok(plain) = zstd::decode_all(&bytes[..]) {
                all.push((format!("{place}, decompressed"), plain));
            }
            all.push((place.clone(), place.into_bytes()));
            all.push((file.display().to_string(), bytes));
        }
        for table in ["platform", "site", "log"] {
            for piece in of_table(&self.app, table).await {
                all.push((piece.place, piece.bytes));
            }
        }
        all
    }

    /// The places of each canary.
    async fn found(&self) -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        for (place, bytes) in self.everything().await {
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            for (at, _) in text.match_indices(MARK) {
                let word = text.get(at..).unwrap_or_default();
                let end = word.find(|c: char| !c.is_ascii_alphanumeric());
                let word = word.get(..end.unwrap_or(word.len())).unwrap_or_default();
                found.insert((word.to_owned(), place.clone()));
            }
        }
        found
    }

    /// Runs what the local run does every minute and every hour.
    async fn work(&self) {
        site_tick::run(&self.workers.site).await.unwrap();
        publishing_tick::run(&self.workers.publishing)
            .await
            .unwrap();
        let mails = SiteMails::new(self.workers.site.parts.clone(), Tenant::main());
        erase_mails_now(&self.app.parts.outbox, &mails)
            .await
            .unwrap();
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.push(path);
        }
    }
    all
}

/// Writes content of each kind; returns the paths that delete it, in their order.
async fn write_content(run: &Erasing) -> Vec<String> {
    let mut paths = Vec::new();
    let text = |kind: &str| {
        json!({
            "title": canary(&format!("{kind}title")),
            "content": format!("<p>{}</p>", canary(&format!("{kind}body"))),
            "excerpt": canary(&format!("{kind}excerpt")),
            "slug": canary(&format!("{kind}slug")),
            "status": "publish",
        })
    };
    for kind in ["posts", "pages", "blocks"] {
        let mut first = text(kind);
        if kind != "blocks" {
            first["password"] = canary(&format!("{kind}word")).into();
        }
        let id = run.create(&format!("/core/v2/{kind}"), first).await;
        let path = format!("/core/v2/{kind}/{id}");
        let later = json!({ "title": canary("latertitle"), "content": canary("laterbody"), "slug": canary("laterslug") });
        run.site(Method::POST, &path, later).await;
        let autosave =
            json!({ "title": canary("autosavetitle"), "content": canary("autosavebody") });
        run.site(Method::POST, &format!("{path}/autosaves"), autosave)
            .await;
        paths.push(path);
    }
    let comment = |post: u64, kind: &str| {
        json!({
            "post": post,
            "author_name": canary(&format!("{kind}name")),
            "author_email": email(&format!("{kind}mail")),
            "author_url": format!("https://{}.example/", canary(&format!("{kind}url"))),
            "author_user_agent": canary(&format!("{kind}agent")),
            "content": canary(&format!("{kind}comment")),
        })
    };
    let stays = json!({ "title": "Fica", "content": "<p>Fica</p>", "status": "publish" });
    let stays = run.create("/core/v2/posts", stays).await;
    let one = run.create("/core/v2/comments", comment(stays, "one")).await;
    paths.push(format!("/core/v2/comments/{one}"));
    let open =
        json!({ "title": canary("opentitle"), "content": canary("openbody"), "status": "publish" });
    let open = run.create("/core/v2/posts", open).await;
    run.app.clock.advance(SignedDuration::from_mins(1));
    run.create("/core/v2/comments", comment(open, "below"))
        .await;
    paths.push(format!("/core/v2/posts/{open}"));
    let upload = TestRequest::new(Method::POST, "/rest/core/v2/media")
        .body(RequestBody::Raw(
            "image/jpeg",
            picture(ImageFormat::Jpeg, 64, 48),
        ))
        .headers(&[(
            "content-disposition",
            "attachment; filename=zq7canaryfile.jpg",
        )]);
    let media = run
        .app
        .ask_site(Some(&run.app.basic()), upload)
        .await
        .expect(201);
    let media = format!("/core/v2/media/{}", media.json["id"]);
    let texts = json!({
        "title": canary("mediatitle"), "caption": canary("caption"), "alt_text": canary("alt"),
        "description": canary("mediabody"),
    });
    run.site(Method::POST, &media, texts).await;
    paths.push(media);
    paths.extend(write_terms(run).await);
    paths
}

/// Writes a menu with an item, and terms; returns the paths that delete them.
async fn write_terms(run: &Erasing) -> Vec<String> {
    let mut paths = Vec::new();
    let menu = json!({ "name": canary("menu"), "description": canary("menuabout") });
    let menu = run.create("/core/v2/menus", menu).await;
    let item = json!({
        "title": canary("item"), "url": format!("https://{}.example/", canary("itemurl")),
        "attr_title": canary("itemattr"), "description": canary("itemabout"), "menus": menu, "status": "publish",
        "type": "custom",
    });
    run.create("/core/v2/menu-items", item).await;
    paths.push(format!("/core/v2/menus/{menu}"));
    for kind in ["categories", "tags"] {
        let term = json!({
            "name": canary(&format!("{kind}name")), "slug": canary(&format!("{kind}slug")),
            "description": canary(&format!("{kind}about")),
        });
        let id = run.create(&format!("/core/v2/{kind}"), term).await;
        paths.push(format!("/core/v2/{kind}/{id}"));
    }
    paths
}

/// Writes a user with an application password, and a snippet; returns the paths that delete them.
async fn write_people(run: &Erasing) -> Vec<String> {
    let user = json!({
        "username": canary("login"), "email": email("usermail"), "password": "uma-senha-de-teste-comprida",
        "name": canary("username"), "first_name": canary("first"), "last_name": canary("last"),
        "nickname": canary("nick"), "url": format!("https://{}.example/", canary("userurl")),
        "description": canary("userabout"), "roles": ["editor"],
    });
    let user = run.create("/core/v2/users", user).await;
    let passwords = format!("/core/v2/users/{user}/application-passwords");
    run.site(
        Method::POST,
        &passwords,
        json!({ "name": canary("userpassword") }),
    )
    .await;
    let own = json!({ "name": canary("ownpassword") });
    let own = run
        .site(Method::POST, "/core/v2/users/me/application-passwords", own)
        .await;
    let own = own["uuid"].as_str().unwrap();
    let snippet = json!({
        "name": canary("snippet"), "desc": canary("snippetabout"), "code": format!("/* {} */", canary("code")),
        "tags": [canary("snippettag")], "scope": "site-css",
    });
    let snippet = run.create("/code-snippets/v1/snippets", snippet).await;
    // What people look for.
    for path in [
        format!(
            "/core/v2/comments?context=edit&author_email={}",
            email("onemail")
        ),
        format!("/core/v2/users?context=edit&search={}", canary("login")),
        format!("/core/v2/posts?search={}", canary("postsbody")),
    ] {
        run.site(Method::GET, &path, Value::Null).await;
    }
    vec![
        format!("/core/v2/users/{user}?reassign=1"),
        format!("/core/v2/users/me/application-passwords/{own}"),
        format!("/code-snippets/v1/snippets/{snippet}"),
    ]
}

/// A visitor fills in a form with a file, and a mail is sent.
async fn submit_form(run: &Erasing) {
    let form = json!({
        "context": "save", "title": "Fale", "form": "[text nome][email e][textarea recado][file foto filetypes:txt]",
        "mail": {
            "subject": "De [nome]", "sender": "Site <site@exemplo.com.br>", "recipient": "equipe@exemplo.com.br",
            "body": "[nome]: [recado]", "additional_headers": "Reply-To: [e]", "attachments": "[foto]",
        },
    });
    let form = run.create("/contact-form/v1/contact-forms", form).await;
    let part = |name: &str, value: &str| {
        format!("--limite\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let mut body = (part("_contactform_unit_tag", "contactform-f1-o1")
        + &part("nome", &canary("formname"))
        + &part("e", &email("formmail"))
        + &part("recado", &canary("formtext"))
        + "--limite\r\ncontent-disposition: form-data; name=\"foto\"; filename=\"zq7canaryformfile.txt\"\r\ncontent-type: text/plain\r\n\r\n")
        .into_bytes();
    body.extend_from_slice(canary("formfilebody").as_bytes());
    body.extend_from_slice(b"\r\n--limite--\r\n");
    let path = format!("/rest/contact-form/v1/contact-forms/{form}/feedback");
    let request = TestRequest::new(Method::POST, path)
        .body(RequestBody::Multipart(Bytes::from(body)))
        .headers(&[(
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64) zq7canaryformagent Firefox/130.0",
        )]);
    let answer = run.app.ask_site(None, request).await.expect(200);
    assert_eq!(answer.json["status"], "mail_sent", "{}", answer.text);
}

/// Adds a person to the platform, who writes and signs in; returns the identifier.
async fn write_person(run: &Erasing) -> u64 {
    let app = &run.app;
    let admin = Some(&app.administrator);
    let person = json!({ "name": "Dora", "email": email("personmail"), "role": "redator" });
    let invited = TestRequest::post("/api/v1/users", person);
    let invited = app.ask(admin, invited).await.expect(201).json["id"]
        .as_u64()
        .unwrap();
    let login = json!({ "email": email("personmail"), "password": "errada errada errada" });
    app.ask(None, TestRequest::post("/api/v1/auth/login", login))
        .await;
    let forgotten = json!({ "email": email("personmail") });
    app.ask(
        None,
        TestRequest::post("/api/v1/auth/password-reset", forgotten),
    )
    .await;
    invited
}

/// A colleague with a working copy; returns the identifier.
async fn write_copy(run: &Erasing) -> u64 {
    let app = &run.app;
    let colleague = app.signed_in_user("colega", Role::Gerente).await;
    let post = app
        .ask(
            Some(&app.administrator),
            TestRequest::post("/api/v1/posts", ready(1)),
        )
        .await
        .expect(201);
    let path = format!("/api/v1/posts/{}/autosave", post.json["id"]);
    let content = json!({ "title": canary("copytitle"), "body": canary("copybody") });
    let copy = json!({ "version": 1, "content": content });
    let kept = TestRequest::json(Method::PUT, path, copy);
    let kept = app.ask(Some(&colleague), kept).await;
    assert!(kept.status.is_success(), "{}", kept.text);
    colleague.user.id.0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_what_was_erased_is_stored_anywhere() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    let logs = DailyFiles::new(folder.join("logs"), TimeZone::UTC, Arc::new(SystemClock)).unwrap();
    let _collector = local::logs::start(Some(logs));
    let app = TestApp::in_folder(&folder, |parts| parts.sleeper = Arc::new(SystemClock)).await;
    let workers = Workers::of(&app.parts, &local::site::records(&app.parts));
    let (end, ended) = watch::channel(false);
    let consumer = tokio::spawn(consume(app.parts.queue.clone(), workers.clone(), ended));
    let run = Erasing {
        app,
        folder,
        workers,
    };

    let mut paths = write_content(&run).await;
    paths.extend(write_people(&run).await);
    submit_form(&run).await;
    let people = [write_person(&run).await, write_copy(&run).await];
    // Snapshots have all of it.
    let store = run.workers.site.sites.site(&Tenant::main()).unwrap();
    store.make_snapshot().await.unwrap();
    let before: BTreeSet<String> = run
        .found()
        .await
        .into_iter()
        .map(|(word, _)| word)
        .collect();
    assert!(before.len() >= 80, "{} canaries: {before:?}", before.len());
    run.work().await;

    for path in &paths {
        run.delete(path).await;
    }
    let erased = format!(
        "/contact-form/v1/submissions/person?email={}",
        email("formmail")
    );
    let erased = run.site(Method::DELETE, &erased, Value::Null).await;
    assert_eq!(erased["left"], 0, "{erased}");
    for person in people {
        let gone = TestRequest::json(
            Method::DELETE,
            format!("/api/v1/users/{person}"),
            Value::Null,
        );
        run.app
            .ask(Some(&run.app.administrator), gone)
            .await
            .expect(204);
    }
    for wait in [DUE, GRACE] {
        run.app.clock.advance(wait);
        run.work().await;
    }
    let after = run.found().await;
    assert!(after.is_empty(), "{after:#?}");
    assert!(!files(&run.folder.join("logs")).is_empty());
    let kept = run.site(Method::GET, "/core/v2/posts", Value::Null).await;
    assert_eq!(kept[0]["title"]["rendered"], "Fica");

    end.send(true).unwrap();
    consumer.await.unwrap();
}
