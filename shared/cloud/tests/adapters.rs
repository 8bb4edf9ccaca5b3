//! AWS adapters against a server that speaks the services' protocols: the requests they send, and how they
//! interpret each kind of response.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use cloud::{
    BusEvents, Cloud, CloudError, Connection, Environment, S3Blobs, SecretSmtpMail, SesMail,
    SqsQueues, StoredSecret,
};
use domain::platform::id::JobId;
use jiff::Timestamp;
use ports::{
    Blob, Blobs, Clock, DomainEvent, DownloadTerms, Events, Mail, MailError, MailMessage, Need,
    Secrets, SignedUrls, UploadTerms, Validity, WorkMessage, WorkQueue,
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// A recorded request.
#[derive(Debug, Clone)]
struct RecordedRequest {
    line: String,
    target: String,
    body: String,
}

/// A server that answers every request with the same status and body, and records the requests.
#[derive(Clone)]
struct Server {
    answer: Arc<(u16, &'static str, String)>,
    asked: Arc<Mutex<Vec<RecordedRequest>>>,
}

async fn answer(
    State(server): State<Server>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    server.asked.lock().unwrap().push(RecordedRequest {
        line: format!("{method} {}", uri.path()),
        target: header("x-amz-target"),
        body: String::from_utf8_lossy(&body).into_owned(),
    });
    let (status, kind, body) = &*server.answer;
    (
        StatusCode::from_u16(*status).unwrap(),
        [("content-type", *kind)],
        body.clone(),
    )
        .into_response()
}

impl Server {
    /// Starts a server on loopback, with an environment that redirects all clients to it.
    async fn start(
        status: u16,
        kind: &'static str,
        body: impl Into<String>,
    ) -> (Self, Environment) {
        let server = Self {
            answer: Arc::new((status, kind, body.into())),
            asked: Arc::default(),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (server, environment(&address))
    }

    fn requests(&self) -> Vec<RecordedRequest> {
        self.asked.lock().unwrap().clone()
    }

    fn first(&self) -> RecordedRequest {
        self.requests().first().unwrap().clone()
    }
}

fn environment(address: &str) -> Environment {
    [
        ("AWS_REGION", "sa-east-1"),
        ("AWS_ENDPOINT_URL", address),
        ("PUBLICATION_QUEUE_URL", "http://queue.invalid/publication"),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .collect()
}

/// The adapters read credentials from the process environment, which a test must not change, so requests
/// are signed with the given ones.
fn connection(environment: &Environment) -> Connection {
    Connection::new(environment)
        .unwrap()
        .with_credentials("test", "test")
}

struct StillClock;

impl Clock for StillClock {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }
}

fn message() -> MailMessage {
    MailMessage {
        to: "cliente@example.com".to_owned(),
        to_name: None,
        subject: "Aprovação".to_owned(),
        text: "Texto".to_owned(),
        html: "<p>Texto</p>".to_owned(),
        inline: Vec::new(),
        message_id: "n-1".to_owned(),
    }
}

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
async fn blobs_are_stored_under_their_prefix_and_missing_ones_are_none() {
    let (server, environment) = Server::start(200, "image/png", "pixels").await;
    let blobs = S3Blobs::new(&connection(&environment), "media", "platform/");
    let blob = Blob {
        bytes: bytes::Bytes::from_static(b"pixels"),
        content_type: "image/png".to_owned(),
    };
    blobs
        .put("posts/1/media/2/original.png", blob.clone())
        .await
        .unwrap();
    assert_eq!(
        blobs.get("posts/1/media/2/original.png").await.unwrap(),
        Some(blob)
    );
    let lines: Vec<_> = server
        .requests()
        .into_iter()
        .map(|asked| asked.line)
        .collect();
    assert_eq!(
        lines,
        [
            "PUT /media/platform/posts/1/media/2/original.png",
            "GET /media/platform/posts/1/media/2/original.png"
        ]
    );

    let gone = "<Error><Code>NoSuchKey</Code><Message>none</Message></Error>";
    let (_server, environment) = Server::start(404, "application/xml", gone).await;
    let blobs = S3Blobs::new(&connection(&environment), "media", "platform/");
    assert_eq!(
        blobs.get("posts/1/media/2/original.png").await.unwrap(),
        None
    );

    let denied = "<Error><Code>AccessDenied</Code><Message>no</Message></Error>";
    let (_server, environment) = Server::start(403, "application/xml", denied).await;
    let blobs = S3Blobs::new(&connection(&environment), "media", "platform/");
    blobs.get("posts/1/media/2/original.png").await.unwrap_err();
}

/// The query parameters of a URL.
fn query(url: &SecretString) -> BTreeMap<String, String> {
    let url = url::Url::parse(url.expose_secret()).unwrap();
    url.query_pairs().into_owned().collect()
}

#[tokio::test]
async fn a_signed_upload_is_bound_to_its_size_type_and_time() {
    let here: Environment = [("AWS_REGION".to_owned(), "sa-east-1".to_owned())]
        .into_iter()
        .collect();
    let blobs = S3Blobs::new(&connection(&here), "media", "platform/");
    let validity = Validity {
        from: Timestamp::from_second(1_900_000_000).unwrap(),
        lasts: Duration::from_secs(900),
    };
    let terms = UploadTerms {
        bytes: 9_500_000,
        content_type: "image/jpeg".to_owned(),
        validity,
    };
    let granted = blobs.upload("uploads/7", &terms).await.unwrap();
    let address = "https://media.s3.sa-east-1.amazonaws.com/platform/uploads/7?";
    assert!(granted.url.expose_secret().starts_with(address));
    let asked = query(&granted.url);
    assert_eq!(
        asked["X-Amz-SignedHeaders"],
        "content-length;content-type;host"
    );
    assert_eq!(asked["X-Amz-Date"], "20300317T174640Z");
    assert_eq!(asked["X-Amz-Expires"], "900");
    let type_only = [("content-type".to_owned(), "image/jpeg".to_owned())];
    assert_eq!(
        granted.headers, type_only,
        "what a client must send, and no checksum of nothing"
    );
    assert!(!asked.keys().any(|name| name.contains("checksum")));
    let other = UploadTerms {
        bytes: 9_500_001,
        ..terms
    };
    let other = blobs.upload("uploads/7", &other).await.unwrap();
    assert_ne!(
        query(&other.url)["X-Amz-Signature"],
        asked["X-Amz-Signature"]
    );

    let presented = DownloadTerms {
        content_type: "image/jpeg".to_owned(),
        content_disposition: "inline; filename=\"praca.jpg\"".to_owned(),
        validity,
    };
    let asked = query(
        &blobs
            .download("posts/1/media/2/original.jpg", &presented)
            .await
            .unwrap(),
    );
    assert_eq!(asked["response-content-type"], presented.content_type);
    assert_eq!(
        asked["response-content-disposition"],
        presented.content_disposition
    );
    assert_eq!(asked["X-Amz-Expires"], "900");

    let forever = Validity {
        lasts: Duration::from_secs(8 * 24 * 3600),
        ..validity
    };
    let forever = UploadTerms {
        bytes: 1,
        content_type: String::new(),
        validity: forever,
    };
    blobs.upload("uploads/7", &forever).await.unwrap_err();
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

#[tokio::test]
async fn an_email_is_sent_once_and_failures_are_classified() {
    let ses = |environment: &Environment| {
        let from = "Pauta <pauta@example.com>".parse().unwrap();
        SesMail::new(&connection(environment), from, Arc::new(StillClock))
    };
    let sent = "<SendRawEmailResponse xmlns=\"http://ses.amazonaws.com/doc/2010-12-01/\"><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>";
    let (server, environment) = Server::start(200, "text/xml", sent).await;
    ses(&environment).send(&message()).await.unwrap();
    assert!(server.first().body.contains("Action=SendRawEmail"));

    let error = |code: &str| {
        format!(
            "<ErrorResponse xmlns=\"http://ses.amazonaws.com/doc/2010-12-01/\"><Error><Type>Sender</Type><Code>{code}</Code><Message>no</Message></Error></ErrorResponse>"
        )
    };
    let (server, environment) = Server::start(400, "text/xml", error("MessageRejected")).await;
    assert!(matches!(
        ses(&environment).send(&message()).await,
        Err(MailError::Refused(_))
    ));
    assert_eq!(server.requests().len(), 1);

    let (server, environment) = Server::start(400, "text/xml", error("Throttling")).await;
    assert!(matches!(
        ses(&environment).send(&message()).await,
        Err(MailError::Temporary(_))
    ));
    assert_eq!(
        server.requests().len(),
        1,
        "a mail is not attempted twice by the client"
    );

    // A port that was just released: no process listens on it.
    let free = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    let unreachable = self::environment(&format!("http://{free}"));
    assert!(matches!(
        ses(&unreachable).send(&message()).await,
        Err(MailError::Temporary(_))
    ));
}

const SES_SENT: &str = "<SendRawEmailResponse xmlns=\"http://ses.amazonaws.com/doc/2010-12-01/\"><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>";

#[tokio::test]
async fn ses_requests_use_ascii_addresses_in_envelope_and_headers() {
    let (server, environment) = Server::start(200, "text/xml", SES_SENT).await;
    let from = "Agência <pauta@agência.example>".parse().unwrap();
    let mail = SesMail::new(&connection(&environment), from, Arc::new(StillClock));
    let to = |address: &str| MailMessage {
        to: address.to_owned(),
        to_name: Some("Padaria Açaí".to_owned()),
        ..message()
    };
    mail.send(&to("cliente@Açaí.com.br")).await.unwrap();
    let asked = server.first().body;
    let asked: BTreeMap<String, String> = url::form_urlencoded::parse(asked.as_bytes())
        .into_owned()
        .collect();
    assert_eq!(asked["Source"], "pauta@xn--agncia-jva.example");
    let recipients: Vec<_> = asked
        .iter()
        .filter(|(name, _)| name.starts_with("Destinations."))
        .map(|(_, address)| address.as_str())
        .collect();
    assert_eq!(recipients, ["cliente@xn--aa-4iaz.com.br"]);
    let raw = base64::engine::general_purpose::STANDARD
        .decode(&asked["RawMessage.Data"])
        .unwrap();
    let raw = String::from_utf8(raw).unwrap();
    let (headers, _) = raw.split_once("\r\n\r\n").unwrap();
    assert!(headers.is_ascii(), "{headers}");
    assert!(
        headers.contains("<cliente@xn--aa-4iaz.com.br>"),
        "{headers}"
    );
    assert!(
        headers.contains("<pauta@xn--agncia-jva.example>"),
        "{headers}"
    );

    // Without an ASCII form no request to SES is possible.
    let refused = mail.send(&to("josé@example.com")).await;
    assert!(matches!(refused, Err(MailError::Refused(_))), "{refused:?}");
    assert_eq!(server.requests().len(), 1);
}

/// An SMTP server on loopback that responds `auth` to a login, and the data received on all connections.
async fn mail_server(auth: &'static str) -> (u16, Arc<Mutex<String>>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard: Arc<Mutex<String>> = Arc::default();
    let all = heard.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (read, mut write) = stream.into_split();
            let mut lines = BufReader::new(read).lines();
            let mut in_message = false;
            write.write_all(b"220 pronto\r\n").await.unwrap();
            while let Ok(Some(line)) = lines.next_line().await {
                all.lock().unwrap().push_str(&format!("{line}\n"));
                let answer = match line.split([' ', ':']).next().unwrap() {
                    "." => {
                        in_message = false;
                        "250 recebida"
                    }
                    _ if in_message => continue,
                    "EHLO" => "250-ola\r\n250 AUTH PLAIN LOGIN",
                    "AUTH" => auth,
                    "DATA" => {
                        in_message = true;
                        "354 pode mandar"
                    }
                    _ => "250 ok",
                };
                if write
                    .write_all(format!("{answer}\r\n").as_bytes())
                    .await
                    .is_err()
                {
                    break;
                }
            }
        }
    });
    (port, heard)
}

/// Secrets Manager with `document`, and the mail transport that it describes.
async fn secret_mail(document: &Value) -> (Server, SecretSmtpMail) {
    let answer = json!({ "Name": "smtp", "SecretString": document.to_string() });
    let (server, environment) =
        Server::start(200, "application/x-amz-json-1.1", answer.to_string()).await;
    let secret = StoredSecret::new(&connection(&environment), "smtp");
    let from = "Pauta <pauta@example.com>".parse().unwrap();
    let mail = SecretSmtpMail::new(secret, from, Arc::new(StillClock));
    (server, mail)
}

#[tokio::test]
async fn the_smtp_secret_is_read_on_sending_and_cached() {
    let (port, heard) = mail_server("235 entre").await;
    // As the AWS console writes it: every member is a string.
    let document = json!({ "host": "127.0.0.1", "port": port.to_string(), "tls": "none", "user": "pauta", "password": "canario-3141" });
    let (server, mail) = secret_mail(&document).await;
    assert!(mail.configured());
    assert!(
        server.requests().is_empty(),
        "nothing is read before it is used"
    );
    mail.send(&message()).await.unwrap();
    mail.send(&message()).await.unwrap();
    assert_eq!(server.requests().len(), 1);
    assert_eq!(server.first().target, "secretsmanager.GetSecretValue");
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard.matches("RCPT TO:<cliente@example.com>").count(), 2);
    let login = base64::engine::general_purpose::STANDARD.encode("\0pauta\0canario-3141");
    assert_eq!(heard.matches(&format!("AUTH PLAIN {login}")).count(), 2);
}

#[tokio::test]
async fn after_a_failed_attempt_the_smtp_secret_is_read_again() {
    let (port, _) = mail_server("535 senha errada").await;
    let document = json!({ "host": "127.0.0.1", "port": port, "tls": "none", "user": "pauta", "password": "canario-3141" });
    let (server, mail) = secret_mail(&document).await;
    for attempt in 1..=2 {
        let Err(MailError::Temporary(words)) = mail.send(&message()).await else {
            panic!("a refused login may be corrected")
        };
        assert!(!words.contains("canario"), "{words}");
        assert_eq!(server.requests().len(), attempt);
    }
}

#[tokio::test]
async fn an_invalid_smtp_secret_is_temporary_and_never_quoted() {
    for document in [
        json!("canario-3141"),
        json!({ "password": "canario-3141" }),
        json!({ "host": "127.0.0.1", "port": "canario-3141" }),
        json!({ "host": "127.0.0.1", "user": "canario-3141" }),
        json!({ "host": "127.0.0.1", "tls": "canario-3141" }),
    ] {
        let (_, mail) = secret_mail(&document).await;
        let Err(MailError::Temporary(words)) = mail.send(&message()).await else {
            panic!("{document}")
        };
        assert!(words.contains("SMTP secret"), "{words}");
        assert!(!words.contains("canario"), "{words}");
    }
}

#[tokio::test]
async fn a_missing_response_is_an_unknown_outcome() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    // Accepts the request and closes the connection.
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            stream.readable().await.unwrap();
            drop(stream);
        }
    });
    let from = "pauta@example.com".parse().unwrap();
    let mail = SesMail::new(
        &connection(&environment(&address)),
        from,
        Arc::new(StillClock),
    );
    assert!(matches!(
        mail.send(&message()).await,
        Err(MailError::UnknownOutcome(_))
    ));
}

#[test]
fn a_function_does_not_start_without_its_keys() {
    let environment = environment("http://127.0.0.1:1");
    let started = Cloud::with(environment, &[Need::SendPublication, Need::PublishEvents]);
    assert!(
        matches!(started, Err(CloudError::Environment(error)) if error.to_string().contains("EVENT_BUS"))
    );
}
