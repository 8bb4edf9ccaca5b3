//! CSV files of the whole application: no text of a visitor or editor is a formula, with whatever separator a program reads the
//! file. `tests/spreadsheet/run.sh` has the files written to the folder `PAUTA_EXPORTS` and reads them with LibreOffice.

use std::path::PathBuf;

use bytes::Bytes;
use http::{Method, StatusCode};
use pauta_tests::app::{RequestBody, TestApp, TestRequest};
use serde_json::{Value, json};

/// Texts of people, among them formulas at the beginning, after separators, and behind what hides them.
const TEXTS: [&str; 25] = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1-1",
    "@SUM(1;1)",
    "＝1+1",
    " =1+1",
    "\u{feff}=1+1",
    "\"=1+1\"",
    "a;=cmd|' /C calc'!A0;b",
    "x,=cmd|' /C calc'!A0,y",
    "a\t=1+1\tb",
    "a\n=1+1\nb",
    "a;\"=1+1\";b",
    "a,\"=1+1\",b",
    "a; =1+1",
    "fim;",
    "fim,\"",
    "\"",
    "\";=1+1;\"",
    "\",=1+1,\"",
    "São Paulo - SP",
    "1 + 1 = 2",
    "ana@exemplo.com.br",
    "+55 11 91234-5678",
];

/// Submits a form with one field.
async fn submit(app: &TestApp, form: u64, value: &str) {
    let part = |name: &str, value: &str| {
        format!("--limite\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let body = part("_contactform_unit_tag", "contactform-f1-o1")
        + &part("texto", value)
        + "--limite--\r\n";
    let path = format!("/rest/contact-form/v1/contact-forms/{form}/feedback");
    let request = TestRequest::new(Method::POST, path)
        .body(RequestBody::Multipart(Bytes::from(body)))
        .headers(&[(
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0",
        )]);
    let answer = app.ask_site(None, request).await.expect(200);
    assert_eq!(
        answer.json["status"], "mail_sent",
        "{value:?}: {}",
        answer.text
    );
}

/// The export of submissions with the texts in a field.
async fn submissions(app: &TestApp) -> String {
    let form = json!({
        "context": "save", "title": "Fale; =1+1", "form": "[textarea texto]",
        "additional_settings": "skip_mail: on",
    });
    let request = TestRequest::post("/rest/contact-form/v1/contact-forms", form);
    let form = app.ask_site(Some(&app.basic()), request).await.expect(200);
    let form = form.json["id"].as_u64().unwrap();
    for (index, text) in TEXTS.iter().enumerate() {
        // The limit of one visitor.
        app.clock.advance(jiff::SignedDuration::from_mins(60));
        submit(app, form, &format!("{index} {text}")).await;
        submit(app, form, text).await;
    }
    let export = TestRequest::get("/rest/contact-form-ext/v1/export");
    app.ask_site(Some(&app.basic()), export)
        .await
        .expect(200)
        .text
}

/// The monthly report of a site with a name, and the name as it is stored; none for a name that is refused.
async fn report(app: &TestApp, name: &str) -> Option<(String, String)> {
    let user = Some(&app.administrator);
    let path = "/api/v1/sites/1";
    let site = app.ask(user, TestRequest::get(path)).await.expect(200);
    let change = TestRequest::json(Method::PUT, path, json!({ "name": name }))
        .headers(&[("if-match", site.headers["etag"].to_str().unwrap())]);
    let changed = app.ask(user, change).await;
    if changed.status != StatusCode::OK {
        assert_eq!(
            changed.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{}",
            changed.text
        );
        return None;
    }
    let path = "/api/v1/reports/monthly?format=csv";
    let table = app.ask(user, TestRequest::get(path)).await.expect(200).text;
    Some((changed.json["name"].as_str().unwrap().to_owned(), table))
}

/// Cells as a program reads them with a separator.
fn cells(file: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader
        .delimiter(separator)
        .flexible(true)
        .has_headers(false);
    let mut reader = reader.from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let rows = reader.records().map(Result::unwrap);
    rows.flat_map(|row| row.iter().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[tokio::test]
async fn no_export_has_a_formula_with_any_separator() {
    let app = TestApp::new().await;
    app.ready_post(&app.administrator, 1).await;
    let mut files = Vec::new();
    for (index, text) in TEXTS.iter().enumerate() {
        if let Some((name, file)) = report(&app, text).await {
            files.push((format!("report-{index}.csv"), b';', vec![name], file));
        }
    }
    assert!(files.len() > TEXTS.len() / 2, "{}", files.len());
    let texts = TEXTS.map(str::to_owned).to_vec();
    let file = submissions(&app).await;
    files.push(("submissions.csv".to_owned(), b',', texts, file));
    for (name, own, texts, file) in &files {
        for separator in [b',', b';', b'\t', b'|'] {
            for cell in cells(file, separator) {
                let start = cell.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
                let is_formula = start.starts_with(['=', '+', '-', '@', '＝']);
                assert!(!is_formula, "{name} with {:?}: {cell:?}", separator as char);
            }
        }
        let shown: Vec<String> = cells(file, *own)
            .iter()
            .map(|cell| without_marks(cell))
            .collect();
        for text in texts {
            assert!(
                shown.contains(&without_marks(text)),
                "{name}: {text:?} in {shown:?}"
            );
        }
    }
    if let Some(folder) = std::env::var_os("PAUTA_EXPORTS").map(PathBuf::from) {
        let mut listed = Vec::new();
        for (name, own, texts, file) in files {
            std::fs::write(folder.join(&name), file).unwrap();
            listed.push(json!({ "file": name, "separator": char::from(own), "texts": texts }));
        }
        std::fs::write(folder.join("files.json"), Value::from(listed).to_string()).unwrap();
    }
}

/// A text without the marks of formulas, and as names and answers are stored: without blanks and byte order marks around it.
fn without_marks(text: &str) -> String {
    let text = text.replace('\'', "").replace("\r\n", "\n");
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
        .to_owned()
}
