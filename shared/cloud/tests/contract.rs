//! What the rest of the system relies on from each port, asked of the local adapter always and of the
//! cloud's adapter when `PAUTA_CLOUD_URL` names an emulated cloud (tests/cloud/run.sh does).

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cloud::{
    BusEvents, Connection, Environment, S3Blobs, SesMail, SqsQueues, StoredSecret, SystemClock,
};
use domain::id::JobId;
use embedded::blobs::{FolderBlobs, MemoryBlobs};
use embedded::events::LogEvents;
use embedded::mail::MemoryMail;
use embedded::queue::MemoryQueue;
use embedded::secrets::MemorySecrets;
use jiff::Timestamp;
use ports::{Blob, Blobs, DomainEvent, Events, Mail, MailMessage, Secrets, WorkMessage, WorkQueue};
use serde_json::{Value, json};

/// The emulated cloud, if one is named.
fn emulated() -> Option<(Connection, String)> {
    let url = std::env::var("PAUTA_CLOUD_URL").ok()?;
    let environment: Environment = [
        ("AWS_REGION".to_owned(), "sa-east-1".to_owned()),
        ("AWS_ENDPOINT_URL".to_owned(), url.clone()),
    ]
    .into_iter()
    .collect();
    Some((
        Connection::new(&environment)
            .unwrap()
            .with_credentials("test", "test"),
        url,
    ))
}

fn blob(content: &str) -> Blob {
    Blob {
        bytes: Bytes::copy_from_slice(content.as_bytes()),
        content_type: "image/webp".to_owned(),
    }
}

async fn keeps_blobs(blobs: &dyn Blobs) {
    let key = "posts/12/media/3/original.webp";
    assert_eq!(blobs.get(key).await.unwrap(), None);
    blobs.put(key, blob("first")).await.unwrap();
    blobs.put(key, blob("second")).await.unwrap();
    assert_eq!(blobs.get(key).await.unwrap(), Some(blob("second")));
    assert_eq!(blobs.get("posts/12/media/3").await.unwrap(), None);
    let large = Blob {
        bytes: Bytes::from(vec![7; 10 * 1024 * 1024]),
        content_type: "image/jpeg".to_owned(),
    };
    blobs
        .put("posts/12/media/4/original.jpg", large.clone())
        .await
        .unwrap();
    assert_eq!(
        blobs.get("posts/12/media/4/original.jpg").await.unwrap(),
        Some(large)
    );
    blobs.delete(key).await.unwrap();
    blobs.delete(key).await.unwrap();
    assert_eq!(blobs.get(key).await.unwrap(), None);
}

#[tokio::test]
async fn blobs_are_kept_until_removed() {
    keeps_blobs(&MemoryBlobs::default()).await;
    let folder = tempfile::tempdir().unwrap();
    keeps_blobs(&FolderBlobs::new(folder.path().to_owned())).await;
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_s3::Client::from_conf(
            aws_sdk_s3::config::Builder::from(connection.sdk())
                .force_path_style(true)
                .build(),
        );
        let here = aws_sdk_s3::types::CreateBucketConfiguration::builder()
            .location_constraint(aws_sdk_s3::types::BucketLocationConstraint::SaEast1)
            .build();
        client
            .create_bucket()
            .bucket("contract")
            .create_bucket_configuration(here)
            .send()
            .await
            .unwrap();
        keeps_blobs(&S3Blobs::new(&connection, "contract", "platform/")).await;
    }
}

fn messages() -> [WorkMessage; 3] {
    [
        WorkMessage::Publication { job_id: JobId(1) },
        WorkMessage::Notification {
            notification_id: "publicação 7".to_owned(),
        },
        WorkMessage::Publication {
            job_id: JobId(u64::MAX),
        },
    ]
}

#[tokio::test]
async fn work_arrives_as_it_was_sent() {
    let queue = MemoryQueue::default();
    for message in messages() {
        queue.send(&message).await.unwrap();
        assert_eq!(queue.next().await, message);
    }
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_sqs::Client::new(connection.sdk());
        let mut addresses = Vec::new();
        for (key, name) in [
            ("PUBLICATION_QUEUE_URL", "contract-p"),
            ("NOTIFICATION_QUEUE_URL", "contract-n"),
        ] {
            let made = client.create_queue().queue_name(name).send().await.unwrap();
            addresses.push((key.to_owned(), made.queue_url.unwrap()));
        }
        let queues = SqsQueues::new(&connection, &addresses.iter().cloned().collect());
        for message in messages() {
            queues.send(&message).await.unwrap();
            let place = usize::from(matches!(message, WorkMessage::Notification { .. }));
            let answer = client
                .receive_message()
                .queue_url(&addresses.get(place).unwrap().1)
                .wait_time_seconds(3)
                .send()
                .await
                .unwrap();
            let received = answer.messages().first().unwrap();
            assert_eq!(
                serde_json::from_str::<WorkMessage>(received.body().unwrap()).unwrap(),
                message
            );
            client
                .delete_message()
                .queue_url(&addresses.get(place).unwrap().1)
                .receipt_handle(received.receipt_handle().unwrap())
                .send()
                .await
                .unwrap();
        }
    }
}

#[tokio::test]
async fn the_secret_document_is_read_whole() {
    let document =
        json!({ "active": "k1", "keys": { "k1": "chave + barra / igual =" } }).to_string();
    assert_eq!(
        MemorySecrets(document.clone()).document().await.unwrap(),
        document
    );
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_secretsmanager::Client::new(connection.sdk());
        client
            .create_secret()
            .name("contract")
            .secret_string(&document)
            .send()
            .await
            .unwrap();
        assert_eq!(
            StoredSecret::new(&connection, "contract")
                .document()
                .await
                .unwrap(),
            document
        );
        StoredSecret::new(&connection, "contract-unknown")
            .document()
            .await
            .unwrap_err();
    }
}

#[tokio::test]
async fn mail_reaches_its_recipient() {
    let message = MailMessage {
        to: "cliente@example.com".to_owned(),
        to_name: Some("Cliente".to_owned()),
        subject: "Aprovação pedida".to_owned(),
        text: "Texto simples".to_owned(),
        html: "<p>Texto</p>".to_owned(),
        inline: Vec::new(),
        message_id: "contract-1".to_owned(),
    };
    let mail = MemoryMail::default();
    assert!(mail.configured());
    mail.send(&message).await.unwrap();
    assert_eq!(mail.sent(), std::slice::from_ref(&message));
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_ses::Client::new(connection.sdk());
        client
            .verify_email_identity()
            .email_address("pauta@example.com")
            .send()
            .await
            .unwrap();
        let from = "Pauta <pauta@example.com>".parse().unwrap();
        let mail = SesMail::new(&connection, from, Arc::new(SystemClock));
        assert!(mail.configured());
        mail.send(&message).await.unwrap();
        let statistics = client.get_send_quota().send().await.unwrap();
        assert!(statistics.sent_last24_hours() >= 1.0);
    }
}

#[tokio::test]
async fn events_reach_a_subscriber() {
    let event = DomainEvent {
        name: "post.published",
        at: Timestamp::UNIX_EPOCH,
        detail: json!({ "post_id": 7, "title": "Olá" }),
    };
    LogEvents.publish(&event).await.unwrap();
    if let Some((connection, _)) = emulated() {
        let events = aws_sdk_eventbridge::Client::new(connection.sdk());
        let queues = aws_sdk_sqs::Client::new(connection.sdk());
        let queue = queues
            .create_queue()
            .queue_name("contract-events")
            .send()
            .await
            .unwrap()
            .queue_url
            .unwrap();
        events
            .create_event_bus()
            .name("contract")
            .send()
            .await
            .unwrap();
        events
            .put_rule()
            .name("contract")
            .event_bus_name("contract")
            .event_pattern(
                json!({ "source": ["pauta"], "detail-type": ["post.published"] }).to_string(),
            )
            .send()
            .await
            .unwrap();
        let target = aws_sdk_eventbridge::types::Target::builder()
            .id("queue")
            .arn("arn:aws:sqs:sa-east-1:000000000000:contract-events")
            .build()
            .unwrap();
        events
            .put_targets()
            .rule("contract")
            .event_bus_name("contract")
            .targets(target)
            .send()
            .await
            .unwrap();
        BusEvents::new(&connection, "contract")
            .publish(&event)
            .await
            .unwrap();
        let received = queues
            .receive_message()
            .queue_url(&queue)
            .wait_time_seconds(4)
            .send()
            .await
            .unwrap();
        let body: Value =
            serde_json::from_str(received.messages().first().unwrap().body().unwrap()).unwrap();
        assert_eq!(body["detail"], event.detail);
    }
}

// Time stands still but for the limits themselves, so the test takes none.
#[tokio::test(start_paused = true)]
async fn a_hanging_cloud_does_not_hold_a_function() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let environment: Environment = [
        ("AWS_REGION".to_owned(), "sa-east-1".to_owned()),
        ("AWS_ENDPOINT_URL".to_owned(), url),
    ]
    .into_iter()
    .collect();
    let connection = Connection::new(&environment)
        .unwrap()
        .with_credentials("test", "test");
    let secret = StoredSecret::new(&connection, "hangs");
    // The listener's backlog takes the connection; nobody ever answers.
    tokio::time::timeout(Duration::from_secs(9), secret.document())
        .await
        .unwrap()
        .unwrap_err();
}
