//! The extension of contact forms: rights, export, files, settings.

use http::Method;
use serde_json::{Value, json};

use crate::submissions::submission;
use crate::support::{Answer, HOME, Site, Who};

const ROOT: &str = "/rest/contact-form-ext/v1";

/// Requests with whether editors may send them, and the status for those who may.
const REQUESTS: [(&str, &str, bool, u16); 5] = [
    ("GET", "/export", true, 404),
    (
        "POST",
        "/update-license?slug=a&key=b&action=activate",
        false,
        200,
    ),
    ("POST", "/toggle-debug", false, 200),
    ("POST", "/reset-settings", false, 200),
    (
        "GET",
        "/download-file?file_key=foto&entry_post_id=7",
        false,
        404,
    ),
];

#[tokio::test]
async fn every_route_has_its_rights() {
    let site = Site::new().await;
    let mut wrong = Vec::new();
    for (method, path, is_for_editors, status) in REQUESTS {
        for who in Who::ALL {
            let uri = format!("{ROOT}{path}");
            let answer = site.ask(who, method.parse().unwrap(), &uri).await;
            let expected = match who {
                Who::Admin => status,
                Who::Editor if is_for_editors => status,
                Who::Anonymous => 401,
                _ => 403,
            };
            if answer.status != expected {
                wrong.push(format!("{method} {uri} {who:?}: {}", answer.status));
            }
            let is_refused = matches!(expected, 401 | 403);
            if is_refused && answer.refusal().1 != "rest_forbidden" {
                wrong.push(format!("{method} {uri} {who:?}: {:?}", answer.refusal()));
            }
            if is_refused && site.was_written() {
                wrong.push(format!("{method} {uri} {who:?}: refused, but written"));
            }
        }
        site.was_written();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for spec in site_contract::contact_form_ext::routes() {
        let path = spec.path().strip_prefix("/contact-form-ext/v1").unwrap();
        let is_asked = |(_, own, ..): &(&str, &str, bool, u16)| own.split('?').next() == Some(path);
        assert!(REQUESTS.iter().any(is_asked), "{path}");
    }
}

impl Site {
    async fn admin(&self, method: Method, path: &str) -> Answer {
        self.ask(Who::Admin, method, &format!("{ROOT}{path}")).await
    }

    /// Keeps a submission of a form with these texts, and perhaps a file.
    async fn keep(&self, form: u64, texts: &[(&str, &str)], file: Option<&[u8]>) {
        let mut body = Vec::new();
        let unit_tag = [("_contactform_unit_tag", "contactform-f1-o1")];
        for (name, value) in unit_tag.iter().chain(texts) {
            let part = format!(
                "--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend(part.into_bytes());
        }
        if let Some(bytes) = file {
            body.extend(
                b"--b\r\ncontent-disposition: form-data; name=\"foto\"; filename=\"meu eu.png\"\r\n\r\n",
            );
            body.extend(bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--b--\r\n");
        let path = format!("/rest/contact-form/v1/contact-forms/{form}/feedback");
        let request = self
            .request(Who::Anonymous, Method::POST, &path)
            .header("content-type", "multipart/form-data; boundary=b")
            .header("user-agent", "Mozilla/5.0 Firefox/130.0");
        let answer = self.send(request.body(body.into()).unwrap()).await.ok();
        assert_eq!(answer["status"], "mail_sent");
    }

    async fn silent_form(&self, template: &str) -> u64 {
        let body = json!({
            "context": "save", "title": "Fale", "form": template,
            "additional_settings": "skip_mail: on",
        });
        let path = "/rest/contact-form/v1/contact-forms";
        let answer = self.call(Who::Editor, Method::POST, path, &body).await;
        answer.ok()["id"].as_u64().unwrap()
    }
}

#[tokio::test]
async fn submissions_are_exported_newest_first() {
    let site = Site::new().await;
    let form = site
        .silent_form("[text nome] [checkbox cor \"azul\" \"verde\"]")
        .await;
    let other = site.silent_form("[text nome]").await;
    site.keep(
        form,
        &[("nome", "=1+1"), ("cor[]", "azul"), ("cor[]", "verde")],
        None,
    )
    .await;
    site.wait(60);
    site.keep(other, &[("nome", "Bia & <b>Cia</b>"), ("novo", "x")], None)
        .await;
    let answer = site.admin(Method::GET, "/export").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"wp-leads-2024-05-01.csv\""
    );
    let text = String::from_utf8(answer.bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "\u{feff}form_name,form_id,record_date,cf7_form,cf7_action_id,lead_type,nome,novo,cor"
    );
    assert!(lines[1].contains("Bia &amp; <b>Cia</b>"), "{text}");
    assert!(
        lines[2].contains("'=1+1") && lines[2].contains("\"azul,verde\""),
        "{text}"
    );
    assert_eq!(lines.len(), 3);
    let rows = async |query: &str| {
        let answer = site.admin(Method::GET, &format!("/export?{query}")).await;
        match answer.status {
            200 => String::from_utf8(answer.bytes).unwrap().lines().count() - 1,
            _ => {
                assert_eq!(answer.refusal(), (404, "no_entries".to_owned()), "{query}");
                0
            }
        }
    };
    assert_eq!(rows(&format!("cf7_form={form}")).await, 1);
    assert_eq!(rows("cf7_form=texto").await, 0);
    assert_eq!(rows("m=202405").await, 2);
    assert_eq!(rows("m=202404").await, 0);
    assert_eq!(
        rows("cf7_field_meta_key=nome&cf7_field_meta_value=Bia").await,
        1
    );
    assert_eq!(rows("cf7_field_meta_key=nome").await, 2);
    assert_eq!(rows("cf7_form[]=1").await, 0);
    for query in [
        "m=maio",
        "m=202413",
        "m=2024",
        "m=20240a",
        "m[]=202405",
        "m[a]=202405",
        "cursor=x",
    ] {
        let refused = site.admin(Method::GET, &format!("/export?{query}")).await;
        let invalid = (400, "rest_invalid_param".to_owned());
        assert_eq!(refused.refusal(), invalid, "{query}");
    }
    let path = format!("{ROOT}/export");
    let listed = json!({"m": ["202405"]});
    let refused = site.call(Who::Admin, Method::GET, &path, &listed).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
}

#[tokio::test]
async fn an_export_that_is_too_large_continues() {
    let site = Site::new().await;
    let forms = site.forms();
    let mut ids = Vec::new();
    for number in 0..30 {
        let mut new = submission(number);
        new.fields[0].1 = json!("x".repeat(300_000));
        new.fields[1].1 = json!(format!("n{number}"));
        site.wait(1);
        let stored = forms.append(new, None, None).await.unwrap();
        ids.push(stored.id.unwrap());
    }
    let (mut found, mut names) = (Vec::new(), Vec::new());
    ids.reverse();
    let mut path = format!("{ROOT}/export");
    loop {
        let answer = site.ask(Who::Editor, Method::GET, &path).await;
        assert_eq!(answer.status, 200);
        names.push(answer.header("content-disposition").to_owned());
        let next = answer.header("link").to_owned();
        let text = String::from_utf8(answer.bytes).unwrap();
        let rows = text.lines().skip(1);
        found.extend(rows.map(|row| row.rsplit_once(',').unwrap().1.to_owned()));
        let Some((link, _)) = next.split_once(">; rel=\"next\"") else {
            break;
        };
        path = link.strip_prefix(&format!("<{HOME}")).unwrap().to_owned();
    }
    let all: Vec<String> = (0..30).rev().map(|number| format!("n{number}")).collect();
    assert_eq!(found, all);
    let named = |first: usize, last: usize| {
        let (first, last) = (ids[first], ids[last]);
        format!("attachment; filename=\"wp-leads-2024-05-01-{first}-{last}.csv\"")
    };
    assert_eq!(names, [named(0, 12), named(13, 25), named(26, 29)]);
}

#[tokio::test]
async fn an_export_of_many_columns_continues() {
    let site = Site::new().await;
    let forms = site.forms();
    for number in 0..50 {
        let mut new = submission(number);
        let names = (0..2000).map(|field| format!("{number}_{field}"));
        new.fields = names.map(|name| (name, json!("1"))).collect();
        site.wait(1);
        forms.append(new, None, None).await.unwrap();
    }
    let (mut rows, mut responses) = (0, 0);
    let mut path = format!("{ROOT}/export");
    loop {
        let answer = site.ask(Who::Editor, Method::GET, &path).await;
        assert!(answer.bytes.len() < 6_000_000, "{}", answer.bytes.len());
        responses += 1;
        let next = answer.header("link").to_owned();
        rows += String::from_utf8(answer.bytes).unwrap().lines().count() - 1;
        let Some((link, _)) = next.split_once(">; rel=\"next\"") else {
            break;
        };
        path = link.strip_prefix(&format!("<{HOME}")).unwrap().to_owned();
    }
    assert_eq!((rows, responses), (50, 2));
}

#[tokio::test]
async fn files_are_sent_to_administrators() {
    let site = Site::new().await;
    let form = site
        .silent_form("[text nome] [file foto filetypes:png]")
        .await;
    let png: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
    site.keep(form, &[("nome", "Ana")], Some(png)).await;
    site.wait(60);
    site.keep(form, &[("nome", "Bia")], None).await;
    let kept = site.kept(form).await;
    let (without, with) = (kept[0].id, kept[1].id);
    let read = async |key: &str, id: &str| {
        let path = format!("/download-file?file_key={key}&entry_post_id={id}");
        site.admin(Method::GET, &path).await
    };
    let file = read("foto", &format!("-{with}.5")).await;
    assert_eq!((file.status, &file.bytes[..]), (200, png));
    assert_eq!(file.header("content-type"), "application/octet-stream");
    let name = file.header("content-disposition");
    assert!(
        name.starts_with("attachment; filename=meu") && name.ends_with(".png"),
        "{name}"
    );
    let key = |seconds: i64| {
        let file = form_store::FileOfSubmission {
            tenant: site.store.tenant(),
            submission: with,
            blob: &kept[1].uploads[0].blob,
        };
        let until = crate::support::NOW.parse::<jiff::Timestamp>().unwrap();
        let until = until + jiff::SignedDuration::from_secs(seconds);
        form_store::DownloadKey::sign(&site.keyring, file, until).to_string()
    };
    let with = with.to_string();
    let valid = key(3600);
    assert_eq!(read(&valid, &with).await.status, 200);
    let refused = async |key: &str, id: &str| read(key, id).await.refusal();
    let missing = (404, "file_not_found_in_entry".to_owned());
    assert_eq!(refused(&key(1), &with).await, missing);
    assert_eq!(refused("..%2F..%2Fetc%2Fpasswd", &with).await, missing);
    let unknown = (404, "entry_meta_not_found".to_owned());
    assert_eq!(refused("foto", &without.to_string()).await, unknown);
    assert_eq!(refused("foto", "999").await, unknown);
    for (key, id) in [
        ("", with.as_str()),
        ("foto", "0"),
        ("foto", "x"),
        ("foto", "0.5"),
    ] {
        let invalid = (400, "rest_invalid_param".to_owned());
        assert_eq!(refused(key, id).await, invalid, "{key:?} {id:?}");
    }
}

#[tokio::test]
async fn a_signed_key_needs_no_session_and_opens_one_file() {
    let site = Site::new().await;
    let form = site
        .silent_form("[text nome] [file foto filetypes:png]")
        .await;
    let png: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";
    for name in ["Ana", "Bia"] {
        site.keep(form, &[("nome", name)], Some(png)).await;
    }
    let kept = site.kept(form).await;
    let (own, other) = (&kept[0], &kept[1]);
    let key = |tenant: &str, submission: u64, blob: &str, seconds: i64| {
        let file = form_store::FileOfSubmission {
            tenant: &tenant.parse().unwrap(),
            submission,
            blob,
        };
        let now = crate::support::NOW.parse::<jiff::Timestamp>().unwrap();
        let until = now + jiff::SignedDuration::from_secs(seconds);
        form_store::DownloadKey::sign(&site.keyring, file, until).to_string()
    };
    let blob = own.uploads[0].blob.as_str();
    let valid = key("main", own.id, blob, 3600);
    let read = async |who: Who, key: &str, id: u64| {
        let path = format!("{ROOT}/download-file?file_key={key}&entry_post_id={id}");
        site.ask(who, Method::GET, &path).await
    };
    for who in Who::ALL {
        let file = read(who, &valid, own.id).await;
        assert_eq!((file.status, &file.bytes[..]), (200, png), "{who:?}");
        let kept = file.header("cache-control");
        assert!(
            kept.contains("private") && kept.contains("no-store"),
            "{who:?}: {kept}"
        );
        assert_eq!(file.header("pragma"), "", "{who:?}");
    }
    let altered = |from: char, to: char| {
        let (until, hash) = valid.split_once('.').unwrap();
        format!("{until}.{}", hash.replace(from, &to.to_string()))
    };
    let longer = format!("9{}", valid.get(1..).unwrap());
    let refused = [
        (valid.clone(), other.id),
        (valid.clone(), 999),
        (key("main", other.id, blob, 3600), own.id),
        (key("main", own.id, &other.uploads[0].blob, 3600), own.id),
        (key("horta", own.id, blob, 3600), own.id),
        (key("main", own.id, blob, 0), own.id),
        (altered('a', 'b'), own.id),
        (altered('0', '1'), own.id),
        (longer, own.id),
        ("foto".to_owned(), own.id),
        ("..%2F..%2Fsites%2Fmain%2Fprivate".to_owned(), own.id),
        (valid.replace('.', "%00."), own.id),
    ];
    for (key, id) in refused {
        let answer = read(Who::Anonymous, &key, id).await;
        let expected = (401, "rest_forbidden".to_owned());
        assert_eq!(answer.refusal(), expected, "{key} {id}");
        let answer = read(Who::Editor, &key, id).await;
        assert_eq!(answer.refusal().0, 403, "{key} {id}");
    }
    // A removed file looks like a wrong key.
    site.store.parts().blobs.delete(blob).await.unwrap();
    let removed = read(Who::Anonymous, &valid, own.id).await;
    assert_eq!(removed.refusal(), (401, "rest_forbidden".to_owned()));
    let removed = read(Who::Admin, &valid, own.id).await;
    let told = (404, "file_not_found_in_storage".to_owned());
    assert_eq!(removed.refusal(), told);
    for (key, id) in [("", "1"), ("foto", "0"), ("foto", "x")] {
        let path = format!("{ROOT}/download-file?file_key={key}&entry_post_id={id}");
        let invalid = site.ask(Who::Anonymous, Method::GET, &path).await;
        assert_eq!(invalid.refusal(), (400, "rest_invalid_param".to_owned()));
    }
}

#[tokio::test]
async fn the_debug_mode_is_switched_and_reset() {
    let site = Site::new().await;
    let toggle = async || -> Value {
        let answer = site.admin(Method::POST, "/toggle-debug").await;
        answer.ok()["data"]["debugMode"].clone()
    };
    assert_eq!(toggle().await, true);
    assert_eq!(toggle().await, false);
    assert_eq!(toggle().await, true);
    let reset = site.admin(Method::POST, "/reset-settings").await;
    assert_eq!(reset.ok(), json!({"success": true}));
    assert_eq!(toggle().await, true);
}

#[tokio::test]
async fn no_licence_is_known() {
    let site = Site::new().await;
    let path = format!("{ROOT}/update-license");
    for body in [
        json!({"slug": "a", "key": "b", "action": "activate"}),
        json!({"slug": [1], "key": 2, "action": ""}),
    ] {
        let answer = site.call(Who::Admin, Method::POST, &path, &body).await;
        let data = json!({"status": "", "statusLabel": "Missing License", "licenseMask": ""});
        assert_eq!(answer.ok(), json!({"success": true, "data": data}));
    }
    let missing = site
        .call(Who::Anonymous, Method::POST, &path, &json!({"slug": "a"}))
        .await;
    assert_eq!(
        missing.refusal(),
        (400, "rest_missing_callback_param".to_owned())
    );
}
