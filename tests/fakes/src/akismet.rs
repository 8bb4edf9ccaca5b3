//! Akismet: keys, checks, corrections, statistics. <https://akismet.com/developers/>

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use crate::exchange::{self, media_type, with_header, with_type};
use crate::record::{Call, Record};
use crate::routing::service_router;
use crate::service::Service;

const SERVICE: Service = Service::Akismet;

/// Length of a key.
const KEY_CHARS: usize = 12;
/// In author, e-mail address or text: spam. Author and address are those of the service's own tests.
const SPAM: &str = "akismet-guaranteed-spam";
/// In a text that is spam: so blatant that it can be discarded.
const BLATANT: &str = "blatant";
/// In a text: the service asks to be called again.
const RECHECK: &str = "recheck-later";
/// What is said in [`RECHECK`], in seconds.
const RECHECK_SECONDS: u32 = 1200;

/// Fields of checks and corrections.
const FIELDS: [&str; 21] = [
    "api_key",
    "blog",
    "blog_lang",
    "blog_charset",
    "user_ip",
    "user_agent",
    "referrer",
    "permalink",
    "comment_type",
    "comment_author",
    "comment_author_email",
    "comment_author_url",
    "comment_content",
    "comment_date_gmt",
    "comment_post_ID",
    "comment_parent",
    "comment_post_modified_gmt",
    "user_role",
    "recheck_reason",
    "is_test",
    "honeypot_field_name",
];

/// What the service knows.
#[derive(Default)]
pub(crate) struct Akismet {
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Code and message of the alert of all accounts.
    alert: Option<(String, String)>,
    /// Texts that were corrected: whether they are spam.
    corrected: BTreeMap<String, bool>,
    counts: BTreeMap<String, Counts>,
}

/// Counts of a key.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    spam: u32,
    ham: u32,
    missed_spam: u32,
    false_positives: u32,
}

impl Akismet {
    fn state(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_alert(&self, alert: Option<(&str, &str)>) {
        self.state().alert = alert.map(|(code, message)| (code.to_owned(), message.to_owned()));
    }

    /// Forgets alerts, corrections and counts.
    pub(crate) fn clear(&self) {
        *self.state() = Known::default();
    }
}

pub(crate) fn router(record: &Arc<Record>) -> Router {
    service_router(record, SERVICE, named, respond)
}

fn text(status: StatusCode, body: &'static str) -> Response {
    with_type(status, "text/plain; charset=utf-8", Body::from(body))
}

/// The answer with a name.
fn named(name: &str) -> Option<Response> {
    Some(match name {
        "invalid-key" => invalid("Invalid API key"),
        "limit" => with_header(text(StatusCode::TOO_MANY_REQUESTS, ""), "retry-after", 60),
        "500" => text(StatusCode::INTERNAL_SERVER_ERROR, "error"),
        "overload" => text(StatusCode::SERVICE_UNAVAILABLE, ""),
        "empty" => text(StatusCode::OK, ""),
        _ => return None,
    })
}

/// The answer to a wrong key or wrong fields, with the reason.
fn invalid(help: &str) -> Response {
    with_header(
        text(StatusCode::OK, "invalid"),
        "x-akismet-debug-help",
        help,
    )
}

fn respond(record: &Record, call: &Call) -> Response {
    if call.method != "POST" {
        return text(StatusCode::METHOD_NOT_ALLOWED, "invalid");
    }
    if media_type(call) != "application/x-www-form-urlencoded" {
        return invalid("The body is not a form");
    }
    if call.query.is_some() {
        record.violation(SERVICE, "parameters in the address");
    }
    if !call
        .header("user-agent")
        .unwrap_or_default()
        .contains(" | ")
    {
        record.violation(
            SERVICE,
            "the user agent does not name application and client",
        );
    }
    let form = Form(call.body.as_ref());
    match call.path.as_str() {
        "/1.1/verify-key" => verify(record, &form),
        "/1.1/get-stats" => statistics(record, &form),
        "/1.1/comment-check" => check(record, &form),
        "/1.1/submit-spam" => correct(record, &form, true),
        "/1.1/submit-ham" => correct(record, &form, false),
        _ => text(StatusCode::NOT_FOUND, ""),
    }
}

/// The fields of a request.
struct Form<'a>(Option<&'a Value>);

impl Form<'_> {
    fn get(&self, name: &str) -> &str {
        self.0
            .and_then(|form| form.get(name))
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    fn names(&self) -> BTreeSet<&str> {
        let members = self.0.and_then(Value::as_object);
        members
            .into_iter()
            .flat_map(|members| members.keys().map(String::as_str))
            .collect()
    }

    /// Records fields that the call does not have.
    fn only(&self, record: &Record, known: &[&str]) {
        for name in self
            .names()
            .into_iter()
            .filter(|name| !known.contains(name))
        {
            record.violation(SERVICE, format!("the field {name} does not exist"));
        }
    }

    /// The reason why `blog` cannot be used.
    fn wrong_blog(&self) -> Option<&'static str> {
        let blog = self.get("blog");
        if blog.is_empty() {
            return Some("Empty \"blog\" value");
        }
        let url = Url::parse(blog).ok();
        let is_web = url.is_some_and(|url| ["http", "https"].contains(&url.scheme()));
        (!is_web).then_some("Invalid \"blog\" value")
    }
}

/// Keys have twelve lower-case letters and digits; those that begin with `bad` are unknown.
fn is_key(key: &str) -> bool {
    key.len() == KEY_CHARS
        && !key.starts_with("bad")
        && key
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

fn with_alert(record: &Record, response: Response) -> Response {
    match &record.akismet.state().alert {
        None => response,
        Some((code, message)) => {
            let response = with_header(response, "x-akismet-alert-code", code);
            with_header(response, "x-akismet-alert-msg", message)
        }
    }
}

fn verify(record: &Record, form: &Form<'_>) -> Response {
    form.only(record, &["key", "blog", "api_key"]);
    if let Some(reason) = form.wrong_blog() {
        return invalid(reason);
    }
    if !is_key(form.get("key")) {
        // The service repeats what it was given.
        return with_alert(
            record,
            invalid(&format!(
                "We were unable to find the key {}",
                form.get("key")
            )),
        );
    }
    with_alert(record, text(StatusCode::OK, "valid"))
}

fn statistics(record: &Record, form: &Form<'_>) -> Response {
    form.only(record, &["blog", "key", "from", "api_key"]);
    if form.wrong_blog().is_some() || form.get("from").is_empty() || !is_key(form.get("key")) {
        return with_alert(record, text(StatusCode::OK, ""));
    }
    let counts = record
        .akismet
        .state()
        .counts
        .get(form.get("key"))
        .copied()
        .unwrap_or_default();
    let body = json!({
        "spam": counts.spam, "ham": counts.ham, "missed_spam": counts.missed_spam,
        "false_positives": counts.false_positives, "accuracy": "99.5", "time_saved": 60,
        "breakdown": {},
    });
    with_alert(record, exchange::json(StatusCode::OK, &body))
}

/// The reason why a check or correction is not accepted.
fn refused(record: &Record, form: &Form<'_>) -> Option<Response> {
    form.only(record, &FIELDS);
    if !is_key(form.get("api_key")) {
        return Some(invalid("Invalid API key"));
    }
    if let Some(reason) = form.wrong_blog() {
        return Some(invalid(reason));
    }
    let address = form.get("user_ip").parse::<std::net::IpAddr>();
    address
        .is_err()
        .then(|| invalid("Invalid \"user_ip\" value"))
}

fn check(record: &Record, form: &Form<'_>) -> Response {
    if let Some(response) = refused(record, form) {
        return with_alert(record, response);
    }
    let content = form.get("comment_content");
    let guid = record.identifier("");
    let mut state = record.akismet.state();
    let marked = ["comment_author", "comment_author_email", "comment_content"]
        .iter()
        .any(|name| form.get(name).contains(SPAM));
    let spam = match state.corrected.get(content) {
        _ if form.get("user_role") == "administrator" => false,
        Some(corrected) => *corrected,
        None => marked,
    };
    if form.get("is_test").is_empty() {
        let counts = state
            .counts
            .entry(form.get("api_key").to_owned())
            .or_default();
        *(if spam {
            &mut counts.spam
        } else {
            &mut counts.ham
        }) += 1;
    }
    drop(state);
    let mut response = text(StatusCode::OK, if spam { "true" } else { "false" });
    response = with_header(response, "x-akismet-guid", guid);
    if spam && content.contains(BLATANT) {
        response = with_header(response, "x-akismet-pro-tip", "discard");
    }
    if content.contains(RECHECK) {
        response = with_header(response, "x-akismet-recheck-after", RECHECK_SECONDS);
    }
    with_alert(record, response)
}

fn correct(record: &Record, form: &Form<'_>, spam: bool) -> Response {
    if let Some(response) = refused(record, form) {
        return response;
    }
    let mut state = record.akismet.state();
    state
        .corrected
        .insert(form.get("comment_content").to_owned(), spam);
    let counts = state
        .counts
        .entry(form.get("api_key").to_owned())
        .or_default();
    *(if spam {
        &mut counts.missed_spam
    } else {
        &mut counts.false_positives
    }) += 1;
    text(StatusCode::OK, "Thanks for making the web a better place.")
}
