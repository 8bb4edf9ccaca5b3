//! Compares docs/errors.md with the table of codes; `UPDATE_DOCS=1` renews the file.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::fmt::Write as _;

use platform_http::Code;

/// Advice to clients for each status.
const ADVICE: [(u16, &str); 16] = [
    (400, "correct the request; nothing was changed"),
    (401, "sign in again"),
    (403, "use an account whose role allows it"),
    (
        404,
        "check the identifier; what lies outside the caller's scope gets the same response",
    ),
    (405, "use a method that `Allow` names"),
    (408, "send the request again; nothing was changed"),
    (409, "read the present state, then decide again"),
    (412, "load the present version and repeat the change on it"),
    (413, "send less"),
    (415, "send the declared media type"),
    (
        421,
        "use a host name at which the local process answers ([operations.md](operations.md#host-names))",
    ),
    (
        422,
        "correct the fields that `issues` names; nothing was changed",
    ),
    (429, "wait as long as `Retry-After` says"),
    (500, "a defect of Pauta: report it with the request id"),
    (
        502,
        "check the client's site, the mail server or the provider: the message contains its response",
    ),
    (503, "try again; operators check the store and its limits"),
];

fn document() -> String {
    let mut text = String::from(
        "# Errors\n\nEvery error of the platform has the body `{code, message, issues?, request_id, debug?}`. `code` is stable \
         and for programs; `message` is for people. `debug` appears only with APP_DEBUG=1. No mistake of a caller is \
         answered with a 5xx: 502 and 504 are faults of a client's site, of the mail server or of a provider, 500 and 503 of the platform. The content \
         site's interface has its own codes; those with a 5xx status are in \
         [interface/site-errors.md](interface/site-errors.md).\n\n\
         | Status | What to do |\n|---|---|\n",
    );
    for (status, advice) in ADVICE {
        writeln!(text, "| {status} | {advice} |").unwrap();
    }
    text.push_str("| 504 | the client's site or the provider was too slow: try again later |\n\n| Code | Status | Logged as | Message |\n|---|---|---|---|\n");
    for code in Code::ALL {
        let level = code.level().as_str().to_lowercase();
        writeln!(
            text,
            "| `{}` | {} | {level} | {} |",
            code.name(),
            code.number(),
            code.message()
        )
        .unwrap();
    }
    text
}

#[test]
fn the_document_tells_the_table() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, document()).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == document(),
        "docs/errors.md is out of date: UPDATE_DOCS=1 cargo test -p web writes it"
    );
}

#[test]
fn every_status_of_the_table_has_advice() {
    for code in Code::ALL {
        let known =
            code.number() == 504 || ADVICE.iter().any(|(status, _)| *status == code.number());
        assert!(known, "{code:?}");
    }
}
