//! A message that fails until it is moved to the dead letters is a critical entry of the central log, read over HTTP
//! from the whole system.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use central_log::{Capture, Collector};
use embedded::clock::SystemClock;
use embedded::dynamo::InjectedFault;
use http::{Method, header};
use items::Table;
use local::parts::Data;
use local::system::{Options, System};
use local::work::Workers;
use outbound::{Outbound, Policy, Request};
use platform_store::PlatformStore;
use ports::MAX_DELIVERIES;
use serde_json::{Value, json};
use tracing_subscriber::layer::SubscriberExt as _;

/// Reads the central log as the administrator.
struct Reader {
    outbound: Outbound,
    platform: String,
    token: String,
}

impl Reader {
    async fn of(system: &System) -> Self {
        let parts = system.parts();
        let email = system.administrator_email().unwrap();
        let account = parts.store.account_by_email(email).await.unwrap().unwrap();
        let (id, now) = (parts.random.uuid().to_string(), parts.clock.now());
        let (store, keyring) = (&parts.store, &parts.keyring);
        Self {
            outbound: Outbound::new(Policy::local()).unwrap(),
            platform: system.platform_url().to_owned(),
            token: platform_testkit::sign_in(store, keyring, account.user(), &id, now).await,
        }
    }

    /// The entries of a channel and level.
    async fn entries(&self, channel: &str, level: &str) -> Vec<Value> {
        let url = format!(
            "{}/api/v1/logs?channel={channel}&level={level}&per_page=100",
            self.platform
        );
        let bearer = format!("Bearer {}", self.token).parse().unwrap();
        let request =
            Request::new(Method::GET, url.parse().unwrap()).header(header::AUTHORIZATION, bearer);
        let response = self.outbound.send(request).await.unwrap();
        assert_eq!(response.status, 200);
        let listed: Value = response.json().unwrap();
        listed["items"].as_array().unwrap().clone()
    }

    /// Waits until a channel has this many events of a level: they are written about once a second, and equal ones of
    /// a minute are one entry.
    async fn wait_for(&self, channel: &str, level: &str, number: u64) -> Vec<Value> {
        let mut look = tokio::time::interval(Duration::from_millis(20));
        let written = async {
            loop {
                let entries = self.entries(channel, level).await;
                let events = |entry: &Value| entry["count"].as_u64().unwrap();
                if entries.iter().map(events).sum::<u64>() >= number {
                    return entries;
                }
                look.tick().await;
            }
        };
        let limit = Duration::from_secs(120);
        tokio::time::timeout(limit, written).await.unwrap()
    }
}

/// The delivery of a message, for the given time.
fn delivery<T: serde::de::DeserializeOwned>(message: &Value, time: u32) -> T {
    let event = json!({ "Records": [{
        "messageId": "7c1d2f64-0e0f-4b57-9a52-0f6f6f3f1a10",
        "body": message.to_string(),
        "attributes": { "ApproximateReceiveCount": time.to_string() },
    }] });
    serde_json::from_value(event).unwrap()
}

/// Workers whose store never takes a request.
async fn failing_workers(system: &System) -> Workers {
    let mut parts = system.parts().clone();
    let client = parts
        .engine
        .client_with_faults(Arc::new(|_| InjectedFault::Throttle));
    parts.store = PlatformStore::new(Table::new(client, "platform"));
    let sites = local::site::records(&parts);
    Workers::of(&parts, &sites)
}

#[tokio::test]
async fn a_message_that_becomes_a_dead_letter_is_a_critical_entry() {
    let collector = Collector::new(Arc::new(SystemClock));
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    // For this thread, on which the whole system runs: other tests of the program have threads of their own.
    let _capture = tracing::subscriber::set_default(subscriber);
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut system = System::prepare(Options {
        platform: anywhere,
        site: anywhere,
        host_names: Vec::new(),
        data: Data::Memory,
    })
    .await
    .unwrap();
    system.write_log(collector);
    system.serve().unwrap();
    let reader = Reader::of(&system).await;
    let workers = failing_workers(&system).await;

    let publication = json!({ "kind": "publication", "job_id": 4182 });
    let notification = json!({ "kind": "notification", "notification_id": "aviso-4182" });
    let generation = json!({ "kind": "generation", "generation_id": 4182 });
    let search = json!({ "kind": "search", "post_id": 12, "job_id": 4182 });
    for time in 1..=MAX_DELIVERIES {
        let left = [
            publication_worker::handle(&workers.publication, delivery(&publication, time)).await,
            notification_worker::handle(&workers.notification, delivery(&notification, time)).await,
            generation_worker::handle(&workers.generation, delivery(&generation, time)).await,
            search_worker::handle(&workers.search, delivery(&search, time)).await,
        ];
        for response in left {
            assert_eq!(response.batch_item_failures.len(), 1, "left in the queue");
        }
    }
    for channel in ["publication", "notification", "ai", "search"] {
        let errors = u64::from(MAX_DELIVERIES - 1);
        reader.wait_for(channel, "error", errors).await;
        let entries = reader.wait_for(channel, "critical", 1).await;
        let [entry] = &entries[..] else {
            panic!("{channel}: {entries:?}");
        };
        let message = entry["message"].as_str().unwrap();
        assert!(message.contains("dead-letter queue"), "{message}");
        assert_eq!(
            (&entry["count"], &entry["status"]),
            (&json!(1), &json!("aberto"))
        );
        assert!(entry["context"]["error"].is_string(), "{entry}");
    }
    system.stop().await;
}
