//! Compares docs/interface/site-errors.md with the codes of the contract; `UPDATE_DOCS=1` renews the file.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::fmt::Write as _;
use std::path::Path;

use site_rest::Status;

fn document() -> String {
    let mut text = String::from(
        "# Errors of the site with a 5xx status\n\n\
         Refusals of the site's interface have the body `{code, message, data}`. This page lists every code that is answered \
         with a 5xx status; all others are 4xx.\n\n\
         ## Mistakes of clients\n\n\
         Deployed systems answer these mistakes with a 5xx, and existing clients rely on it, so the site does the \
         same. Nothing was changed; the request has to change before it is sent again. They are not \
         logged as errors and do not count for the alarm of server errors. Where no status is stated, `data` is null, \
         as in deployed systems.\n\n\
         | Code | Status | `data.status` | Message |\n|---|---|---|---|\n",
    );
    let mut faults = String::new();
    for row in site_contract::codes() {
        let (name, message) = (row.name, row.en.replace("{0}", "…"));
        match row.status {
            Status::Deployed(status) => {
                writeln!(text, "| `{name}` | {status} | {status} | {message} |").unwrap();
            }
            Status::Unstated => writeln!(text, "| `{name}` | 500 | none | {message} |").unwrap(),
            Status::Fixed(status) if status >= 500 => {
                writeln!(faults, "| `{name}` | {status} | {message} |").unwrap();
            }
            Status::Fixed(_) | Status::Authorization | Status::None => {}
        }
    }
    text.push_str(
        "\n## Faults of the server\n\n\
         Each is logged as an error, with its cause, and counts for the alarm of server errors.\n\n\
         | Code | Status | Message |\n|---|---|---|\n",
    );
    text.push_str(&faults);
    text
}

#[test]
fn the_page_of_site_errors_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/interface/site-errors.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, document()).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        document(),
        "run UPDATE_DOCS=1 cargo test -p site-contract --test errors_doc"
    );
}
