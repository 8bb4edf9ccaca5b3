//! Settings in one process with all functions: what one function saves, the next request to another one uses.

use http::Method;
use pauta_tests::app::{PASSWORD, TestApp, TestRequest, TestResponse};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A mail server for one message, which it answers with `answer`. Returns its port and what it was sent.
async fn mail_server(answer: &'static str) -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let serving = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let (mut heard, mut in_message) = (String::new(), false);
        write.write_all(b"220 pronto\r\n").await.unwrap();
        while let Ok(Some(line)) = lines.next_line().await {
            heard.push_str(&line);
            heard.push('\n');
            let said = match line.split([' ', ':']).next().unwrap() {
                "." => {
                    in_message = false;
                    answer
                }
                _ if in_message => continue,
                "EHLO" => "250-ola\r\n250 AUTH PLAIN LOGIN",
                "AUTH" => "235 entre",
                "DATA" => {
                    in_message = true;
                    "354 pode mandar"
                }
                "QUIT" => "221 ate logo",
                _ => "250 ok",
            };
            if write
                .write_all(format!("{said}\r\n").as_bytes())
                .await
                .is_err()
            {
                break;
            }
        }
        heard
    });
    (port, serving)
}

async fn ask(app: &TestApp, method: Method, path: &str, body: Value) -> TestResponse {
    let request = TestRequest::json(method, format!("/api/v1{path}"), body);
    app.ask(Some(&app.administrator), request).await
}

async fn save_server(app: &TestApp, port: u16) {
    let server = json!({
        "SMTP_HOST": "127.0.0.1",
        "SMTP_PORT": port.to_string(),
        "SMTP_TLS": "none",
        "SMTP_USER": "pauta",
        "SMTP_PASSWORD": "senha do servidor",
        "MAIL_FROM": "Agência <agencia@salva.test>",
    });
    ask(app, Method::PUT, "/settings/notifications", server)
        .await
        .expect(200);
}

#[tokio::test]
async fn mail_leaves_through_the_server_that_is_saved() {
    let app = TestApp::new().await;
    let person = app
        .user("ana", domain::platform::access::Role::Editor)
        .await;
    let login = || {
        let body = json!({ "email": person.email, "password": PASSWORD });
        TestRequest::post("/api/v1/auth/login", body)
    };
    app.ask(None, login()).await.expect(200);
    assert_eq!(app.parts.outbox.newest_first().len(), 1);

    // Another function sends the next code.
    let (port, server) = mail_server("250 recebida").await;
    save_server(&app, port).await;
    app.ask(None, login()).await.expect(200);
    let heard = server.await.unwrap();
    assert!(heard.contains("MAIL FROM:<agencia@salva.test>"), "{heard}");
    assert!(heard.contains("RCPT TO:<ana@agencia.test>"), "{heard}");
    assert_eq!(app.parts.outbox.newest_first().len(), 1);

    let removed: Value = [
        "SMTP_HOST",
        "SMTP_PORT",
        "SMTP_TLS",
        "SMTP_USER",
        "SMTP_PASSWORD",
        "MAIL_FROM",
    ]
    .iter()
    .map(|key| ((*key).to_owned(), Value::Null))
    .collect::<serde_json::Map<_, _>>()
    .into();
    ask(&app, Method::PUT, "/settings/notifications", removed)
        .await
        .expect(200);
    app.ask(None, login()).await.expect(200);
    assert_eq!(app.parts.outbox.newest_first().len(), 2);
}

#[tokio::test]
async fn a_test_message_tells_what_the_server_says() {
    let app = TestApp::new().await;
    let test = "/settings/notifications/test";
    let (port, server) = mail_server("250 recebida").await;
    save_server(&app, port).await;
    ask(&app, Method::POST, test, Value::Null).await.expect(200);
    assert!(server.await.unwrap().contains("Subject: "));
    let (port, _server) = mail_server("554 remetente bloqueado").await;
    save_server(&app, port).await;
    let refused = ask(&app, Method::POST, test, Value::Null).await.expect(502);
    let message = refused.json["message"].as_str().unwrap();
    assert!(message.contains("remetente bloqueado"), "{message}");
    assert!(!message.contains("senha do servidor"), "{message}");
}
