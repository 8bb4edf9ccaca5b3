//! SES and SMTP.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use cloud::{Environment, SecretSmtpMail, SesMail, StoredSecret};
use jiff::Timestamp;
use ports::{Clock, Mail, MailError, MailMessage};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use crate::server::{Server, connection, environment};

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
        from_name: None,
        reply_to: None,
        subject: "Aprovação".to_owned(),
        text: "Texto".to_owned(),
        html: "<p>Texto</p>".to_owned(),
        inline: Vec::new(),
        message_id: "n-1".to_owned(),
    }
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
        from_name: None,
        reply_to: None,
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
