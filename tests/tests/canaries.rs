//! Sends unique secrets through every route, in success and in every failure that can be provoked: no session, a
//! foreign one, malformed and mistyped bodies, a store that fails at each of its operations, a mail server and a host
//! that repeat their input, queues that refuse messages. Then searches for the secrets in everything that was sent,
//! logged, mailed, queued and stored, in plain and encoded form. `src/canaries/secrets.rs` lists the places that may
//! contain a secret.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use embedded::random::SeededRandom;
use local::parts::Parts;
use pauta_tests::app::{PASSWORD, TestApp};
use pauta_tests::canaries::{FailureSwitches, Found, Search, Secrets, of_app};
use pauta_tests::prepared_app::{
    API_KEY, NEW_PASSWORD, PreparedApp, SAVED_MAIL_PASSWORD, SEARCH_CLIENT_SECRET, SEARCH_CODE,
    WRONG_HOST_PASSWORD,
};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

#[path = "canaries/host.rs"]
mod host;
#[path = "canaries/logs.rs"]
mod logs;
#[path = "canaries/mailbox.rs"]
mod mailbox;
#[path = "canaries/pages.rs"]
mod pages;
#[path = "canaries/platform.rs"]
mod platform;
#[path = "canaries/seo.rs"]
mod seo;
#[path = "canaries/settings.rs"]
mod settings;
#[path = "canaries/site.rs"]
mod site;
#[path = "canaries/spoilt.rs"]
mod spoilt;

/// Login on the mail server.
const MAIL_PASSWORD: &str = "canário & servidor de mail=91b7";
/// A secret in a wrong place: another member, the query, the path or a header.
const MISPLACED: &str = "canario-fora-do-lugar-5d0e";
/// A token that was never issued.
const STRAY_TOKEN: &str = "canario.de.token-perdido-77c2";
/// Password of a user on the site.
const SITE_USER_PASSWORD: &str = "canário & pessoa do site=4e1f";

/// Every kind of secret that must occur in a run.
const KINDS: [&str; 19] = [
    "access token",
    "application password",
    "approval token",
    "authenticator secret",
    "challenge",
    "host password",
    "key",
    "link token",
    "mail server password",
    "mailbox secret",
    "mailed code",
    "misplaced",
    "password",
    "recovery code",
    "refresh token",
    "service token",
    "setting",
    "signed address",
    "site password",
];

/// The result of one walk.
#[derive(Default)]
struct Walk {
    name: String,
    secrets: Secrets,
    found: BTreeSet<Found>,
    answers: usize,
    succeeded: usize,
    items: usize,
}

type Walking = std::pin::Pin<Box<dyn Future<Output = Walk> + Send>>;

fn named() -> Secrets {
    let mut secrets = Secrets::default();
    for (kind, text) in [
        ("password", PASSWORD),
        ("password", NEW_PASSWORD),
        ("host password", WRONG_HOST_PASSWORD),
        ("mail server password", MAIL_PASSWORD),
        ("misplaced", MISPLACED),
        ("misplaced", STRAY_TOKEN),
        ("site password", SITE_USER_PASSWORD),
        ("setting", API_KEY),
        ("setting", SAVED_MAIL_PASSWORD),
        ("setting", SEARCH_CLIENT_SECRET),
        ("misplaced", SEARCH_CODE),
    ] {
        secrets.keep(kind, text);
    }
    for secret in settings::canaries() {
        secrets.keep("setting", secret);
    }
    secrets
}

/// A test application whose adapters can fail. Each has secrets of its own, so that a secret of one is not a request
/// id of another.
async fn app() -> (TestApp, FailureSwitches) {
    static DRAWN: AtomicU64 = AtomicU64::new(100);
    let failures = FailureSwitches::default();
    let seed = DRAWN.fetch_add(1, Ordering::Relaxed);
    let furnish = |parts: &mut Parts| {
        parts.random = Arc::new(SeededRandom::new(seed));
        failures.furnish(parts, MAIL_PASSWORD);
    };
    (TestApp::with_parts(furnish).await, failures)
}

/// The same with a record for every path parameter.
async fn prepared() -> (PreparedApp, FailureSwitches) {
    let (app, failures) = app().await;
    (PreparedApp::of(app).await, failures)
}

/// Searches everything except the log.
async fn searched(name: impl Into<String>, app: &TestApp, failures: &FailureSwitches) -> Walk {
    searched_for(name, app, failures, Secrets::default()).await
}

/// The same with further secrets.
async fn searched_for(
    name: impl Into<String>,
    app: &TestApp,
    failures: &FailureSwitches,
    further: Secrets,
) -> Walk {
    let responses = app.take_responses();
    let mut secrets = named();
    secrets.join(further);
    secrets.of_app(app);
    secrets.handed_out(app, &responses);
    for mail in failures.refused() {
        secrets.mailed(&mail.subject, &mail.text);
    }
    let search = Search::new(&secrets);
    let pieces = of_app(app, &responses).await;
    Walk {
        name: name.into(),
        found: pieces
            .iter()
            .flat_map(|piece| search.look(&piece.place, &piece.bytes))
            .collect(),
        answers: responses.len(),
        succeeded: responses
            .iter()
            .filter(|logged| logged.response.status.is_success())
            .count(),
        items: pieces.len() - responses.len(),
        secrets,
    }
}

async fn all_walks() -> Vec<Walk> {
    let mut all = platform::walks().await;
    all.extend(host::walks());
    all.extend(mailbox::walks());
    all.extend(pages::walks());
    all.extend(seo::walks());
    all.extend(settings::walks());
    all.extend(site::walks());
    let places = Arc::new(Semaphore::new(2));
    let mut running = JoinSet::new();
    for walking in all {
        let places = places.clone();
        running.spawn(async move {
            let _place = places.acquire().await.unwrap();
            walking.await
        });
    }
    running.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_leaves_the_system() {
    let log = logs::start();
    let walks = all_walks().await;
    let mut secrets = named();
    let mut found = BTreeSet::new();
    let (mut answers, mut items) = (0, 0);
    for walk in walks {
        assert!(walk.succeeded > 0, "{}: nothing succeeded", walk.name);
        answers += walk.answers;
        items += walk.items;
        found.extend(walk.found);
        secrets.join(walk.secrets);
    }
    assert_eq!(secrets.kinds(), KINDS);
    let search = Search::new(&secrets);
    let lines = log.lines();
    for line in &lines {
        found.extend(search.look("log", line));
    }
    let entries = log.entries();
    assert!(
        !entries.is_empty(),
        "failures are entries of the central log"
    );
    for entry in &entries {
        found.extend(search.look("central log", entry));
    }
    // The log must contain what the mail server and the host said; otherwise the failures did not happen.
    for words in ["bloqueado: http", "a call to a host failed", "•••"] {
        let said = |line: &Vec<u8>| String::from_utf8_lossy(line).contains(words);
        assert!(lines.iter().any(said), "{words}");
    }
    // Written around the test harness, which hides the output of passing tests.
    writeln!(
        std::io::stdout(),
        "searched {answers} answers, {} log lines and {items} mails, messages and stored items; leaks: {}",
        lines.len(),
        found.len()
    )
    .unwrap();
    assert!(found.is_empty(), "{found:#?}");
    assert!(answers > 2000, "{answers}");
    assert!(lines.len() > 2000, "{}", lines.len());
}
