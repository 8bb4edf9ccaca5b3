//! Behaviour of each port that callers rely on, tested with the local adapter, and with the AWS adapter
//! when `PAUTA_CLOUD_URL` names an emulated cloud (tests/cloud/run.sh sets it).

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cloud::{
    BusEvents, Connection, Environment, S3Blobs, SesMail, SqsQueues, StoredSecret, SystemClock,
};
use domain::platform::id::JobId;
use embedded::blobs::{FolderBlobs, MemoryBlobs};
use embedded::clock::SettableClock;
use embedded::events::LogEvents;
use embedded::mail::MemoryMail;
use embedded::queue::MemoryQueue;
use embedded::random::SystemRandom;
use embedded::secrets::MemorySecrets;
use embedded::signed_urls::LocalUrls;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use ports::{
    Blob, Blobs, Clock, DomainEvent, DownloadTerms, Events, Mail, MailMessage, Secrets, SignedUrls,
    UploadTerms, Validity, WorkMessage, WorkQueue,
};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

/// The emulated cloud, if one is configured.
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

/// Creates a bucket in the emulated cloud.
async fn bucket(connection: &Connection, name: &str) -> S3Blobs {
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
        .bucket(name)
        .create_bucket_configuration(here)
        .send()
        .await
        .unwrap();
    S3Blobs::new(connection, name, "platform/")
}

fn blob(content: &str) -> Blob {
    Blob {
        bytes: Bytes::copy_from_slice(content.as_bytes()),
        content_type: "image/webp".to_owned(),
    }
}

/// Response to a client of presigned URLs.
struct UrlResponse {
    status: u16,
    kind: String,
    presented: String,
    bytes: Bytes,
}

/// A request of a client that has only the URL.
async fn request_url(
    method: Method,
    url: &str,
    headers: &[(String, String)],
    body: Bytes,
) -> UrlResponse {
    let mut request = outbound::Request::new(method, url.parse().unwrap())
        .max_bytes(LARGE + 1)
        .body(outbound::Body::Bytes(body));
    for (name, value) in headers {
        request = request.header(name.parse().unwrap(), value.parse().unwrap());
    }
    let client = outbound::Outbound::new(outbound::Policy::local()).unwrap();
    let answer = client.send(request).await.unwrap();
    let header = |name| answer.header(name).unwrap_or_default().to_owned();
    UrlResponse {
        status: answer.status.as_u16(),
        kind: header("content-type"),
        presented: header("content-disposition"),
        bytes: answer.body.clone(),
    }
}

/// The maximum size of an image in bytes; larger than the gateway's limit.
const LARGE: usize = 10 * 1024 * 1024;

fn terms(bytes: usize, validity: Validity) -> UploadTerms {
    UploadTerms {
        bytes: bytes as u64,
        content_type: "image/jpeg".to_owned(),
        validity,
    }
}

async fn exchanges_by_address(urls: &dyn SignedUrls, blobs: &dyn Blobs, from: Timestamp) {
    let validity = Validity {
        from,
        lasts: Duration::from_secs(900),
    };
    let key = "uploads/7";
    for content in [3, LARGE] {
        let body = Bytes::from(vec![7; content]);
        let granted = urls.upload(key, &terms(content, validity)).await.unwrap();
        let url = granted.url.expose_secret();
        // Repeated, as after a lost response.
        for _ in 0..2 {
            let response = request_url(Method::PUT, url, &granted.headers, body.clone()).await;
            assert_eq!(response.status, 200);
        }
        let kept = blobs.get(key).await.unwrap().unwrap();
        assert_eq!(kept.bytes, body);
        assert_eq!(kept.content_type, "image/jpeg");
        assert!(!format!("{granted:?}").contains("ignature="));
    }
    let presented = DownloadTerms {
        content_type: "image/png".to_owned(),
        content_disposition: "inline; filename=\"praca.png\"".to_owned(),
        validity,
    };
    let url = urls.download(key, &presented).await.unwrap();
    let response = request_url(Method::GET, url.expose_secret(), &[], Bytes::new()).await;
    assert_eq!((response.status, response.bytes.len()), (200, LARGE));
    assert_eq!(response.kind, presented.content_type);
    assert_eq!(response.presented, presented.content_disposition);
    let url = urls.download("uploads/8", &presented).await.unwrap();
    let response = request_url(Method::GET, url.expose_secret(), &[], Bytes::new()).await;
    assert_eq!(response.status, 404);
}

/// Presigned URLs of the local adapter, with a server for them.
async fn served(blobs: Arc<dyn Blobs>, clock: Arc<dyn Clock>) -> LocalUrls {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let keyring = Arc::new(vault::KeyRing::generate(&SystemRandom));
    let urls = LocalUrls::new(base.parse().unwrap(), keyring, blobs, clock);
    let router = urls.clone().router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    urls
}

#[tokio::test]
async fn clients_transfer_objects_with_presigned_urls() {
    let blobs = Arc::new(MemoryBlobs::default());
    let urls = served(blobs.clone(), Arc::new(SystemClock)).await;
    exchanges_by_address(&urls, &*blobs, SystemClock.now()).await;
    if let Some((connection, _)) = emulated() {
        let blobs = bucket(&connection, "contract-signed").await;
        exchanges_by_address(&blobs, &blobs, SystemClock.now()).await;
    }
}

// The emulated cloud does not verify signatures; tests/adapters.rs tests the signed values.
#[tokio::test]
async fn a_presigned_url_permits_only_its_operation() {
    let blobs = Arc::new(MemoryBlobs::default());
    let start = Timestamp::from_second(1_900_000_000).unwrap();
    let clock = Arc::new(SettableClock::at(start));
    let urls = served(blobs.clone(), clock.clone()).await;
    let validity = Validity {
        from: start,
        lasts: Duration::from_secs(900),
    };
    let granted = urls.upload("uploads/7", &terms(3, validity)).await.unwrap();
    let (url, headers) = (granted.url.expose_secret(), granted.headers.as_slice());
    let three = Bytes::from_static(b"abc");
    let png = [("content-type".to_owned(), "image/png".to_owned())];
    let other_signature = url.replace("signature=", "signature=0");
    for (what, method, url, headers, body) in [
        (
            "shorter",
            Method::PUT,
            url.to_owned(),
            headers,
            Bytes::from_static(b"ab"),
        ),
        (
            "longer",
            Method::PUT,
            url.to_owned(),
            headers,
            Bytes::from_static(b"abcd"),
        ),
        (
            "other type",
            Method::PUT,
            url.to_owned(),
            &png,
            three.clone(),
        ),
        ("no type", Method::PUT, url.to_owned(), &[], three.clone()),
        (
            "another key",
            Method::PUT,
            url.replace("uploads/7", "uploads/8"),
            headers,
            three.clone(),
        ),
        (
            "key in path",
            Method::PUT,
            url.replacen("uploads/7", "uploads/8", 1),
            headers,
            three.clone(),
        ),
        (
            "larger permit",
            Method::PUT,
            url.replace("%3A3%7D", "%3A4%7D"),
            headers,
            Bytes::from_static(b"abcd"),
        ),
        (
            "later permit",
            Method::PUT,
            url.replace("1900000900", "1900009900"),
            headers,
            three.clone(),
        ),
        (
            "other signature",
            Method::PUT,
            other_signature,
            headers,
            three.clone(),
        ),
        ("download", Method::GET, url.to_owned(), &[], Bytes::new()),
    ] {
        let response = request_url(method, &url, headers, body).await;
        assert_eq!(response.status, 403, "{what}");
    }
    let bare = url.split_once("&signature").unwrap().0;
    assert_eq!(
        request_url(Method::PUT, bare, headers, three.clone())
            .await
            .status,
        400
    );
    clock.advance(SignedDuration::from_secs(-1));
    assert_eq!(
        request_url(Method::PUT, url, headers, three.clone())
            .await
            .status,
        403
    );
    clock.advance(SignedDuration::from_secs(901));
    assert_eq!(
        request_url(Method::PUT, url, headers, three.clone())
            .await
            .status,
        403
    );
    assert!(
        blobs.keys().is_empty(),
        "nothing was stored by any of these"
    );
    clock.advance(SignedDuration::from_secs(-1));
    assert_eq!(
        request_url(Method::PUT, url, headers, three).await.status,
        200
    );
    assert_eq!(blobs.keys(), ["uploads/7"]);
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
async fn blobs_are_kept_until_deleted() {
    keeps_blobs(&MemoryBlobs::default()).await;
    let folder = tempfile::tempdir().unwrap();
    keeps_blobs(&FolderBlobs::new(folder.path().to_owned())).await;
    if let Some((connection, _)) = emulated() {
        keeps_blobs(&bucket(&connection, "contract").await).await;
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
async fn work_messages_arrive_unchanged() {
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
async fn the_secret_document_is_read_completely() {
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

// Time is paused except for the timeouts themselves, so the test does not wait.
#[tokio::test(start_paused = true)]
async fn timeouts_end_calls_to_a_hanging_service() {
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
    // The listener's backlog accepts the connection, and no response ever arrives.
    tokio::time::timeout(Duration::from_secs(9), secret.document())
        .await
        .unwrap()
        .unwrap_err();
}
