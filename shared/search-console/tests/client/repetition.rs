//! Which calls are repeated, and after which failures.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use outbound::{Outbound, Policy, Resolver};
use search_console::{GoogleClient, SearchError};
use serde_json::json;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::provider::{Call, Provider, endpoints, hinted};

/// Calls that lead to the same state however often they arrive.
const REPEATED: [Call; 6] = [
    Call::Refresh,
    Call::Revoke,
    Call::Email,
    Call::Properties,
    Call::Sitemap,
    Call::Performance,
];
/// Calls of which each arrival counts.
const COUNTED: [Call; 3] = [Call::Exchange, Call::Indexing, Call::IndexNow];

/// A success of every call.
fn success() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "access_token": "a",
        "refresh_token": "b",
        "email": "dona@exemplo.com.br",
        "rows": [{ "clicks": 1.0, "impressions": 1.0, "position": 1.0 }],
        "urlNotificationMetadata": {},
    }))
}

/// Makes a call that fails a number of times and then succeeds, and counts the requests up to the first success.
async fn after(call: Call, failures: u64, answer: ResponseTemplate) -> (bool, usize) {
    let provider = Provider::new().await;
    Mock::given(any())
        .respond_with(answer)
        .up_to_n_times(failures)
        .with_priority(1)
        .mount(&provider.server)
        .await;
    Mock::given(any())
        .respond_with(success())
        .mount(&provider.server)
        .await;
    let done = call.make(&provider.client).await.is_ok();
    // A report takes two calls.
    let more = usize::from(done && call == Call::Performance);
    (done, provider.requests().await.len() - more)
}

/// Makes each of the calls against each of the statuses, all at once, and expects the same of all.
async fn each(calls: &[Call], statuses: &[u16], hint: bool, expected: (bool, usize)) {
    let rows = calls
        .iter()
        .flat_map(|call| statuses.iter().map(move |status| (*call, *status)));
    let row = |(call, status)| async move {
        let answer = ResponseTemplate::new(status);
        let answer = if hint { hinted(answer) } else { answer };
        assert_eq!(after(call, 1, answer).await, expected, "{call:?} {status}");
    };
    join_all(rows.map(row)).await;
}

#[tokio::test]
async fn a_call_that_may_be_repeated_passes_a_difficulty() {
    each(&REPEATED, &[408, 429, 500, 502, 503, 504], false, (true, 2)).await;
}

#[tokio::test]
async fn there_are_two_repetitions_at_most() {
    let answer = ResponseTemplate::new(502);
    assert_eq!(after(Call::Refresh, 2, answer.clone()).await, (true, 3));
    assert_eq!(after(Call::Properties, 3, answer).await, (false, 3));
}

#[tokio::test]
async fn a_call_of_which_each_arrival_counts_is_made_once() {
    each(&COUNTED, &[408, 429, 500, 502, 504], false, (false, 1)).await;
}

#[tokio::test]
async fn a_call_that_was_refused_for_the_moment_is_made_again() {
    each(&COUNTED, &[503], false, (true, 2)).await;
}

#[tokio::test]
async fn a_refusal_is_not_repeated() {
    each(&Call::ALL, &[400, 401, 403, 404, 422], false, (false, 1)).await;
}

#[tokio::test]
async fn a_pause_beyond_the_time_limit_is_left_to_the_caller() {
    each(&REPEATED, &[429, 503], true, (false, 1)).await;
    each(&COUNTED, &[503], true, (false, 1)).await;
}

/// A resolver that fails a number of times, and then knows that every name is on loopback.
struct Fails(AtomicUsize);

#[async_trait::async_trait]
impl Resolver for Fails {
    async fn lookup(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let left = |left: usize| left.checked_sub(1);
        match self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, left)
        {
            Ok(_) => Err(io::ErrorKind::NotFound.into()),
            Err(_) => Ok(vec![Ipv4Addr::LOCALHOST.into()]),
        }
    }
}

/// Makes a call through a provider whose name is resolved after `failures`, and counts its requests.
async fn resolved_after(call: Call, failures: usize) -> (Result<(), SearchError>, usize) {
    let server = MockServer::start().await;
    let mock = Mock::given(any()).respond_with(success());
    mock.mount(&server).await;
    let resolver = Arc::new(Fails(AtomicUsize::new(failures)));
    let outbound = Outbound::with_resolver(Policy::local(), resolver).unwrap();
    let base = format!("http://provedor.example:{}", server.address().port());
    let client = GoogleClient::new(outbound, endpoints(&base));
    let made = call.make(&client).await;
    (made, server.received_requests().await.unwrap().len())
}

#[tokio::test]
async fn a_call_that_never_left_is_made_again() {
    let never = SearchError::Unavailable {
        may_have_happened: false,
        retry_after: None,
    };
    let row = |call| {
        let never = never.clone();
        async move {
            assert_eq!(resolved_after(call, 2).await, (Ok(()), 1), "{call:?}");
            assert_eq!(resolved_after(call, 3).await, (Err(never), 0), "{call:?}");
        }
    };
    join_all(COUNTED.map(row)).await;
}
