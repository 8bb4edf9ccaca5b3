//! AWS adapters against a server that speaks the services' protocols: the requests they send, and how they
//! interpret each kind of response.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod blobs;
mod mail;
mod server;

use cloud::{BusEvents, Cloud, CloudError, SqsQueues, StoredSecret};
use domain::platform::id::JobId;
use jiff::Timestamp;
use ports::{DomainEvent, Events, Need, Secrets, WorkMessage, WorkQueue};
use serde_json::{Value, json};

use crate::server::{Server, connection, environment};

#[tokio::test]
async fn a_work_message_goes_to_the_queue_of_its_kind() {
    let (server, environment) =
        Server::start(200, "application/x-amz-json-1.0", "{\"MessageId\":\"1\"}").await;
    let queues = SqsQueues::new(&connection(&environment), &environment);
    queues
        .send(&WorkMessage::Publication { job_id: JobId(7) })
        .await
        .unwrap();
    let asked = server.first();
    assert_eq!(asked.target, "AmazonSQS.SendMessage");
    let body: Value = serde_json::from_str(&asked.body).unwrap();
    assert_eq!(body["QueueUrl"], "http://queue.invalid/publication");
    let sent: WorkMessage = serde_json::from_str(body["MessageBody"].as_str().unwrap()).unwrap();
    assert_eq!(sent, WorkMessage::Publication { job_id: JobId(7) });

    let refused = queues
        .send(&WorkMessage::Notification {
            notification_id: "n".to_owned(),
        })
        .await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("NOTIFICATION_QUEUE_URL")
    );
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn the_secret_is_cached() {
    let answer = json!({ "Name": "ring", "SecretString": "{\"active\":\"k1\"}" });
    let (server, environment) =
        Server::start(200, "application/x-amz-json-1.1", answer.to_string()).await;
    let secret = StoredSecret::new(&connection(&environment), "ring");
    for _ in 0..3 {
        assert_eq!(secret.document().await.unwrap(), "{\"active\":\"k1\"}");
    }
    assert_eq!(server.requests().len(), 1);
    assert_eq!(server.first().target, "secretsmanager.GetSecretValue");
}

#[tokio::test]
async fn a_secret_without_a_value_is_reported() {
    let answer = json!({ "__type": "ResourceNotFoundException", "Message": "no value" });
    let (_server, environment) =
        Server::start(400, "application/x-amz-json-1.1", answer.to_string()).await;
    let secret = StoredSecret::new(&connection(&environment), "ring");
    assert!(
        secret
            .document()
            .await
            .unwrap_err()
            .to_string()
            .contains("has no value yet")
    );
}

#[tokio::test]
async fn a_rejected_event_is_an_error_despite_status_200() {
    let event = DomainEvent {
        name: "post.published",
        at: Timestamp::UNIX_EPOCH,
        detail: json!({ "post_id": 3 }),
    };
    let accepted = json!({ "FailedEntryCount": 0, "Entries": [{ "EventId": "1" }] });
    let (server, environment) =
        Server::start(200, "application/x-amz-json-1.1", accepted.to_string()).await;
    BusEvents::new(&connection(&environment), "pauta-events")
        .publish(&event)
        .await
        .unwrap();
    let asked: Value = serde_json::from_str(&server.first().body).unwrap();
    let entry = &asked["Entries"][0];
    assert_eq!(entry["EventBusName"], "pauta-events");
    assert_eq!(entry["DetailType"], "post.published");
    assert_eq!(entry["Time"], 0);
    assert_eq!(
        serde_json::from_str::<Value>(entry["Detail"].as_str().unwrap()).unwrap(),
        event.detail
    );

    let refused = json!({ "FailedEntryCount": 1, "Entries": [{ "ErrorCode": "ThrottlingException", "ErrorMessage": "slow" }] });
    let (_server, environment) =
        Server::start(200, "application/x-amz-json-1.1", refused.to_string()).await;
    let outcome = BusEvents::new(&connection(&environment), "pauta-events")
        .publish(&event)
        .await;
    assert!(
        outcome
            .unwrap_err()
            .to_string()
            .contains("ThrottlingException")
    );
}

#[test]
fn a_function_does_not_start_without_its_keys() {
    let environment = environment("http://127.0.0.1:1");
    let started = Cloud::with(environment, &[Need::SendPublication, Need::PublishEvents]);
    assert!(
        matches!(started, Err(CloudError::Environment(error)) if error.to_string().contains("EVENT_BUS"))
    );
}
