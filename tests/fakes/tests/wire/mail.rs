//! The mail server.

use service_fakes::MailServer;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Says `lines` one after the other; returns the codes of the answers, the greeting first.
async fn converse(server: &MailServer, lines: &[&str]) -> Vec<String> {
    let stream = TcpStream::connect(("127.0.0.1", server.port()))
        .await
        .unwrap();
    let (read, mut write) = stream.into_split();
    let mut answers = BufReader::new(read).lines();
    let mut codes = Vec::new();
    for line in std::iter::once(&"").chain(lines) {
        if !line.is_empty() {
            let line = format!("{line}\r\n");
            write.write_all(line.as_bytes()).await.unwrap();
        }
        // All lines but the last one of an answer have a hyphen behind the code.
        loop {
            let Ok(Some(answer)) = answers.next_line().await else {
                return codes;
            };
            if answer.as_bytes()[3] == b' ' {
                codes.push(answer[..3].to_owned());
                break;
            }
        }
    }
    codes
}

const MESSAGE: &str = "Subject: Oi\r\n\r\n..ponto\r\nhttps://a.example/?t=3D1=\r\n2\r\n.";

#[tokio::test]
async fn messages_are_recorded_with_their_envelope() {
    let server = MailServer::start().await.unwrap();
    let codes = converse(
        &server,
        &[
            "EHLO teste",
            "MAIL FROM:<agencia@agencia.test>",
            "RCPT TO:<cliente@padaria.example>",
            "DATA",
            MESSAGE,
            "QUIT",
        ],
    )
    .await;
    assert_eq!(codes, ["220", "250", "250", "250", "354", "250", "221"]);
    let mails = server.mails_to("cliente@padaria.example");
    assert_eq!(mails, server.mails());
    assert_eq!(mails[0].from, "agencia@agencia.test");
    assert!(mails[0].text.contains("\n.ponto\n"), "{}", mails[0].text);
    assert!(mails[0].joined().contains("https://a.example/?t=12"));
    server.clear();
    assert!(server.mails().is_empty());
}

#[tokio::test]
async fn recipients_choose_what_happens() {
    let server = MailServer::start().await.unwrap();
    for (recipient, codes) in [
        ("bounce@padaria.example", vec!["220", "250", "550", "503"]),
        ("later@padaria.example", vec!["220", "250", "451", "503"]),
    ] {
        let to = format!("RCPT TO:<{recipient}>");
        let found = converse(&server, &["MAIL FROM:<a@b.test>", &to, "DATA"]).await;
        assert_eq!(found, codes);
    }
    assert!(server.mails().is_empty());
    let lines = [
        "MAIL FROM:<a@b.test>",
        "RCPT TO:<drop@padaria.example>",
        "DATA",
        MESSAGE,
    ];
    assert_eq!(
        converse(&server, &lines).await,
        ["220", "250", "250", "354"]
    );
    assert_eq!(server.mails_to("drop@padaria.example").len(), 1);
}
