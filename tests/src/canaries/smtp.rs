//! A mail server that refuses every message with a long explanation.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use mailer::{Credentials, Sender, SmtpConfig, SmtpMail, Tls};
use ports::{Clock, Mail, MailError, MailMessage};
use secrecy::SecretString;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The production mail adapter with such a server, which in turn refuses the login, the recipient, the message
/// permanently and the message temporarily, and repeats its input.
pub(super) fn repeating(password: &str, clock: Arc<dyn Clock>) -> Arc<dyn Mail> {
    Arc::new(Repeating {
        password: password.to_owned(),
        clock,
        turn: AtomicUsize::new(0),
    })
}

struct Repeating {
    password: String,
    clock: Arc<dyn Clock>,
    turn: AtomicUsize,
}

#[async_trait]
impl Mail for Repeating {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let turn = self.turn.fetch_add(1, Ordering::SeqCst) % 4;
        let server = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            serve(stream, turn).await;
        });
        let login = Credentials {
            user: "pauta".into(),
            password: SecretString::from(self.password.clone()),
        };
        let from = Sender::new("pauta@agencia.test", Some("Pauta")).unwrap();
        let config = SmtpConfig::new("127.0.0.1".into(), port, Tls::None, Some(login), from);
        let sent = SmtpMail::new(config, self.clock.clone())
            .send(message)
            .await;
        server.abort();
        sent
    }
}

/// The lines of a message to which a filter would object: those with links or numbers, after decoding
/// quoted-printable line breaks.
fn objections(message: &str) -> String {
    let text = message.replace("=\n", "").replace("=3D", "=");
    let mut lines: Vec<&str> = text
        .lines()
        .filter(|line| {
            let line = line.trim();
            line.starts_with("http") || line.len() == 6 && line.bytes().all(|b| b.is_ascii_digit())
        })
        .collect();
    lines.dedup();
    lines.truncate(3);
    lines.join(" ")
}

async fn serve(stream: TcpStream, turn: usize) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut message: Option<String> = None;
    let _ = write.write_all(b"220 pronto\r\n").await;
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match (
            &mut message,
            line.split([' ', ':']).next().unwrap_or_default(),
        ) {
            (Some(text), _) if line != "." => {
                text.push_str(&line);
                text.push('\n');
                continue;
            }
            (Some(text), _) => {
                let code = if turn == 2 { 554 } else { 451 };
                format!("{code} bloqueado: {}", objections(text))
            }
            (None, "EHLO") => "250-ola\r\n250 AUTH PLAIN LOGIN".to_owned(),
            (None, "AUTH") if turn == 0 => format!("535 login recusado: {line}"),
            (None, "AUTH") => "235 entre".to_owned(),
            (None, "RCPT") if turn == 1 => format!("550 desconhecido: {line}"),
            (None, "DATA") => {
                message = Some(String::new());
                "354 pode mandar".to_owned()
            }
            (None, _) => "250 ok".to_owned(),
        };
        if write
            .write_all(format!("{answer}\r\n").as_bytes())
            .await
            .is_err()
        {
            return;
        }
    }
}
