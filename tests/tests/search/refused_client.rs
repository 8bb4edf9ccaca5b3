//! A provider that refuses the OAuth client of the installation is a critical entry of the central log.

use central_log::{Capture, Collector, flush};
use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::TestApp;
use serde_json::{Value, json};
use service_fakes::Service;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::agency::Agency;

/// Longer than an access token lives.
const LATER: SignedDuration = SignedDuration::from_mins(61);

/// The critical entries of the search console.
async fn critical(agency: &Agency) -> Vec<Value> {
    let path = "/logs?level=critical&channel=search&per_page=100";
    let listed = agency.ask(Method::GET, path, Value::Null).await;
    listed["items"].as_array().unwrap().clone()
}

/// Number of events of these entries: equal events of a minute are one entry.
fn events(entries: &[Value]) -> u64 {
    entries.iter().filter_map(|one| one["count"].as_u64()).sum()
}

/// Writes what was captured, as a function does after its response, until the log has this many critical events.
async fn logged(agency: &Agency, collector: &Collector, number: u64) -> Vec<Value> {
    let written = async {
        loop {
            flush(collector, &agency.prepared.app.parts.logs).await;
            let entries = critical(agency).await;
            if events(&entries) >= number {
                return entries;
            }
            tokio::task::yield_now().await;
        }
    };
    let limit = std::time::Duration::from_secs(120);
    tokio::time::timeout(limit, written).await.unwrap()
}

/// Captures what this test logs; other tests of the program run in threads of their own.
fn capture(app: &TestApp) -> (Collector, tracing::subscriber::DefaultGuard) {
    let collector = Collector::new(app.clock.clone());
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    (collector, tracing::subscriber::set_default(subscriber))
}

#[tokio::test]
async fn a_refused_oauth_client_is_a_critical_entry_of_the_central_log() {
    let agency = Agency::connected().await;
    let post = agency.publish().await;
    let (collector, _capture) = capture(&agency.prepared.app);
    let clock = &agency.prepared.app.clock;
    let report = format!("/search-provider/performance?content_id={}", post["id"]);
    let mut refused = 0;
    for fault in ["invalid_client", "unauthorized_client"] {
        clock.advance(LATER);
        agency.fail(Service::GoogleOauth, fault);
        let answer = agency.send(Method::GET, &report, Value::Null).await;
        assert!(answer.status.is_server_error(), "{fault}: {}", answer.text);
        agency.fakes.clear();
        refused += 1;
        let entries = logged(&agency, &collector, refused).await;
        assert_eq!(events(&entries), refused, "{fault}: {entries:?}");
        for entry in &entries {
            let message = entry["message"].as_str().unwrap();
            assert!(message.contains("refuses the OAuth client"), "{message}");
            assert_eq!(entry["status"], "aberto");
            assert!(entry["context"]["code"].is_string(), "{entry}");
            assert!(!entry.to_string().contains("GOCSPX"), "{entry}");
        }
        agency.wait_for_attempts().await;
        assert_eq!(agency.status().await["status"], "connected", "{fault}");
    }

    // Other failures pass, or concern one site.
    for fault in ["500", "invalid_scope"] {
        clock.advance(LATER);
        agency.fail(Service::GoogleOauth, fault);
        agency.send(Method::GET, &report, Value::Null).await;
        agency.fakes.clear();
        agency.wait_for_attempts().await;
    }

    let site = json!({ "site_id": 1 });
    agency
        .ask(Method::POST, "/search-provider/disconnect", site)
        .await;
    let back = agency.consent().await;
    agency.fail(Service::GoogleOauth, "invalid_client");
    agency.callback(&back).await;
    let entries = logged(&agency, &collector, refused + 1).await;
    assert_eq!(events(&entries), refused + 1, "{entries:?}");
    agency.close();
}
