//! A process that dies while it handles a request with an `Idempotency-Key`: after any of its writes, including the
//! transaction of the work and the storing of the response.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::types::AttributeValue;
use embedded::dynamo::{FaultInjector, InjectedFault};
use http::HeaderName;
use items::Table;
use jiff::SignedDuration;
use platform_store::PlatformStore;
use serde_json::Value;
use tokio::sync::Notify;

use crate::app::{Operation, TestApp, TestRequest, TestResponse};
use crate::prepared_app::PreparedApp;

/// No write is the last one.
const NEVER: usize = usize::MAX;

/// Longer than a key stays reserved by a request that never finished.
const LATER: SignedDuration = SignedDuration::from_secs(61);

/// Ends the process after one of its writes took effect.
#[derive(Clone)]
struct Death {
    /// Number of writes since the count began.
    writes: Arc<AtomicUsize>,
    /// Number of the last write, from 1.
    last: Arc<AtomicUsize>,
    now: Arc<Notify>,
}

impl Death {
    fn new() -> Self {
        Self {
            writes: Arc::default(),
            last: Arc::new(AtomicUsize::new(NEVER)),
            now: Arc::default(),
        }
    }

    /// Resets the count; the process dies after the write with the number `last`.
    fn after(&self, last: usize) {
        self.writes.store(0, Ordering::SeqCst);
        self.last.store(last, Ordering::SeqCst);
    }

    fn disturb(&self) -> FaultInjector {
        let death = self.clone();
        Arc::new(move |operation| {
            if matches!(operation, "GetItem" | "BatchGetItem" | "Query") {
                return InjectedFault::None;
            }
            let number = death.writes.fetch_add(1, Ordering::SeqCst) + 1;
            if number == death.last.load(Ordering::SeqCst) {
                death.now.notify_one();
                InjectedFault::HangAfter
            } else {
                InjectedFault::None
            }
        })
    }
}

/// Number of records of each kind, and the values of counters, without those of keys, sessions and mails that may be
/// sent twice.
async fn pieces_of_work(app: &TestApp) -> BTreeMap<String, i64> {
    let mut pieces = BTreeMap::new();
    let client = app.parts.engine.client();
    let mut from = None;
    loop {
        let scan = client.scan().table_name("platform");
        let page = scan.set_exclusive_start_key(from).send().await.unwrap();
        for item in page.items() {
            let word = |name: &str| {
                let text = item[name].as_s().unwrap();
                text.split('#').next().unwrap().to_owned()
            };
            let (pk, sk) = (word("pk"), word("sk"));
            if ["IDEMPOTENCY", "SEQUENCE", "RESET", "SESSION", "THROTTLE"].contains(&pk.as_str()) {
                continue;
            }
            let number = item.get("n").and_then(|n: &AttributeValue| n.as_n().ok());
            let count = number.map_or(1, |n| n.parse().unwrap());
            let numbered = sk.bytes().all(|byte| byte.is_ascii_digit());
            let kind = if numbered { pk } else { format!("{pk}/{sk}") };
            *pieces.entry(kind).or_default() += count;
        }
        from = page.last_evaluated_key().cloned();
        if from.is_none() {
            return pieces;
        }
    }
}

/// A response without numbers, times and addresses that depend on the attempt.
fn meaning(json: &Value) -> Value {
    match json {
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| {
                let name = name.as_str();
                !["id", "link", "url", "rest_root"].contains(&name)
                    && !["_id", "_at", "_url"].iter().any(|end| name.ends_with(end))
            })
            .map(|(name, value)| (name.clone(), meaning(value)))
            .collect(),
        Value::Array(values) => values.iter().map(meaning).collect(),
        other => other.clone(),
    }
}

/// Whether a response says that the outcome of a call is not known. A process that dies after it noted a call to a
/// provider leaves no more than that (docs/interface/platform/search.md), and the repetition must not make the call again.
fn is_uncertain(json: &Value) -> bool {
    json.get("result")
        .is_some_and(|result| result == "uncertain")
}

/// The outcome of a request and its repetition.
struct Ended {
    /// The first response; `None` when the process died.
    first: Option<TestResponse>,
    second: TestResponse,
    work: BTreeMap<String, i64>,
    /// Number of writes of the first request.
    writes: usize,
}

async fn asked_twice(operation: &Operation, last: usize) -> Ended {
    let death = Death::new();
    let app = TestApp::with_parts(|parts| {
        let client = parts.engine.client_with_faults(death.disturb());
        parts.store = PlatformStore::new(Table::new(client, "platform"));
    });
    let mut prepared = PreparedApp::of(app.await).await;
    let call = prepared.ready_request(operation).await;
    let before = pieces_of_work(&prepared.app).await;
    death.after(last);
    let first = tokio::select! {
        biased;
        () = death.now.notified() => None,
        answer = ask(&prepared, call.clone()) => Some(answer),
    };
    let writes = death.writes.load(Ordering::SeqCst);
    death.after(NEVER);
    prepared.app.restart_platform();
    prepared.app.clock.advance(LATER);
    let second = ask(&prepared, call).await;
    let mut work = pieces_of_work(&prepared.app).await;
    for (kind, count) in before {
        *work.entry(kind).or_default() -= count;
    }
    work.retain(|_, count| *count != 0);
    Ended {
        first,
        second,
        work,
        writes,
    }
}

async fn ask(prepared: &PreparedApp, call: TestRequest) -> TestResponse {
    let key = [(HeaderName::from_static("idempotency-key"), "uma-vez")];
    prepared
        .app
        .ask_with(Some(&prepared.admin), call, &key)
        .await
}

/// Ends the process after each write of a successful request of `operation` and repeats the request. Returns the
/// number of such runs.
///
/// # Errors
/// Work that was done twice or not at all, or a different second response.
pub async fn survive(operation: Operation) -> Result<usize, String> {
    let name = operation.name();
    let undisturbed = asked_twice(&operation, NEVER).await;
    let first = undisturbed.first.ok_or("it died by itself")?;
    if !first.status.is_success() {
        return Err(format!("{name}: {} {}", first.status, first.text));
    }
    if undisturbed.second.status != first.status
        || meaning(&undisturbed.second.json) != meaning(&first.json)
    {
        let second = undisturbed.second.text;
        return Err(format!("{name}: answered {} and then {second}", first.text));
    }
    for last in 1..=undisturbed.writes {
        let ended = asked_twice(&operation, last).await;
        if ended.first.is_some() {
            return Err(format!("{name}: write {last} did not come"));
        }
        if ended.work != undisturbed.work {
            let (work, wanted) = (ended.work, &undisturbed.work);
            return Err(format!(
                "{name}, killed after write {last}: {work:?}, not {wanted:?}"
            ));
        }
        let same = ended.second.status == first.status
            && (meaning(&ended.second.json) == meaning(&first.json)
                || is_uncertain(&ended.second.json));
        if !same {
            let (second, first) = (ended.second.text, first.text);
            return Err(format!(
                "{name}, killed after write {last}: {second} in place of {first}"
            ));
        }
    }
    Ok(undisturbed.writes)
}

/// The operations that support a key.
pub async fn keyed() -> Vec<Operation> {
    let operations = TestApp::new().await.operations();
    operations
        .into_iter()
        .filter(|operation| operation.takes_key)
        .collect()
}
