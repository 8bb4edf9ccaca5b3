//! The SMTP adapter, tested against a server with scripted failures.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use mailer::{Credentials, Sender, SmtpConfig, SmtpMail, Tls};
use ports::{Clock, Mail, MailError, MailMessage};
use secrecy::SecretString;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

struct Noon;

impl Clock for Noon {
    fn now(&self) -> Timestamp {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }
}

/// Response of the server to each kind of command; `None` closes the connection.
#[derive(Clone, Copy)]
struct Script {
    greeting: &'static str,
    hello: &'static str,
    auth: &'static str,
    recipient: &'static str,
    data: Option<&'static str>,
    message: Option<&'static str>,
}

const ACCEPTING: Script = Script {
    greeting: "220 pronto",
    hello: "250-ola\r\n250 AUTH PLAIN LOGIN",
    auth: "235 entre",
    recipient: "250 ok",
    data: Some("354 pode mandar"),
    message: Some("250 recebida"),
};

/// Serves one connection and returns everything it received.
async fn server(script: Script) -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let handle = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut heard = String::new();
        let mut in_message = false;
        let _ = write
            .write_all(format!("{}\r\n", script.greeting).as_bytes())
            .await;
        while let Ok(Some(line)) = lines.next_line().await {
            heard.push_str(&line);
            heard.push('\n');
            let answer = if in_message {
                if line != "." {
                    continue;
                }
                in_message = false;
                script.message
            } else {
                match line.split([' ', ':']).next().unwrap() {
                    "EHLO" => Some(script.hello),
                    "AUTH" => Some(script.auth),
                    "RCPT" => Some(script.recipient),
                    "DATA" => {
                        in_message = true;
                        script.data
                    }
                    "QUIT" => Some("221 ate logo"),
                    _ => Some("250 ok"),
                }
            };
            match answer {
                Some(answer) => {
                    let _ = write.write_all(format!("{answer}\r\n").as_bytes()).await;
                }
                None => break,
            }
        }
        heard
    });
    (port, handle)
}

fn mail(host: &str, port: u16, tls: Tls) -> SmtpMail {
    let login = Credentials {
        user: "pauta".into(),
        password: SecretString::from("segredo-canario"),
    };
    let from: Sender = "Agência <nao-responda@agencia.com.br>".parse().unwrap();
    let mut config = SmtpConfig::new(host.into(), port, tls, Some(login), from);
    config.step_limit = Duration::from_secs(2);
    config.message_limit = Duration::from_millis(300);
    SmtpMail::new(config, Arc::new(Noon))
}

fn message() -> MailMessage {
    MailMessage {
        to: "contato@exemplo.com.br".into(),
        to_name: None,
        from_name: None,
        reply_to: None,
        subject: "Olá".into(),
        text: "Olá!\n.\nponto\n".into(),
        html: "<p>Olá!</p>".into(),
        inline: Vec::new(),
        message_id: "m-1".into(),
    }
}

async fn outcome(script: Script) -> (Result<(), MailError>, String) {
    let (port, handle) = server(script).await;
    let result = mail("127.0.0.1", port, Tls::None).send(&message()).await;
    (result, handle.await.unwrap())
}

#[tokio::test]
async fn a_message_is_delivered_completely() {
    let (result, heard) = outcome(ACCEPTING).await;
    result.unwrap();
    assert!(heard.contains(
        "MAIL FROM:<nao-responda@agencia.com.br>\nRCPT TO:<contato@exemplo.com.br>\nDATA\n"
    ));
    assert!(heard.contains("Message-ID: <m-1@agencia.com.br>"));
    assert!(heard.contains("Auto-Submitted: auto-generated"));
    assert!(heard.contains("Date: Sat, 21 Nov 2026 12:00:00 +0000"));
    assert!(
        heard.contains("\n..\nponto"),
        "a lone dot is doubled (RFC 5321, 4.5.2)"
    );
    assert!(heard.ends_with("QUIT\n"));
}

#[tokio::test]
async fn an_invalid_address_is_a_permanent_failure() {
    let (result, _) = outcome(Script {
        recipient: "550 caixa inexistente",
        ..ACCEPTING
    })
    .await;
    let Err(MailError::Refused(words)) = result else {
        panic!("{result:?}")
    };
    assert!(words.starts_with("550 "), "{words}");
    assert!(words.contains("caixa inexistente"), "{words}");
}

#[tokio::test]
async fn a_full_mailbox_is_a_temporary_failure() {
    let (result, _) = outcome(Script {
        recipient: "452 caixa cheia",
        ..ACCEPTING
    })
    .await;
    assert!(matches!(result, Err(MailError::Temporary(_))), "{result:?}");
}

#[tokio::test]
async fn a_busy_or_unreachable_server_is_a_temporary_failure() {
    let (result, _) = outcome(Script {
        greeting: "421 volte depois",
        ..ACCEPTING
    })
    .await;
    assert_eq!(
        temporary(result).as_deref(),
        Some("Não foi possível conectar ao servidor de e-mail. Resposta: 421 volte depois")
    );
    let (result, _) = outcome(Script {
        data: None,
        ..ACCEPTING
    })
    .await;
    assert_eq!(
        temporary(result).as_deref(),
        Some("A conexão com o servidor de e-mail caiu.")
    );
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    let result = mail("127.0.0.1", port, Tls::None).send(&message()).await;
    assert_eq!(
        temporary(result).as_deref(),
        Some("Não foi possível conectar ao servidor de e-mail.")
    );
}

/// What people read about a failure that is tried again.
fn temporary(result: Result<(), MailError>) -> Option<String> {
    match result {
        Err(MailError::Temporary(words)) => Some(words),
        _ => None,
    }
}

#[tokio::test]
async fn a_response_after_the_message_is_final() {
    let (result, _) = outcome(Script {
        message: Some("554 parece spam"),
        ..ACCEPTING
    })
    .await;
    assert!(matches!(result, Err(MailError::Refused(_))), "{result:?}");
    let (result, _) = outcome(Script {
        message: Some("451 tente mais tarde"),
        ..ACCEPTING
    })
    .await;
    assert!(matches!(result, Err(MailError::Temporary(_))), "{result:?}");
}

#[tokio::test]
async fn a_lost_response_after_the_message_is_an_unknown_outcome() {
    let (result, _) = outcome(Script {
        message: None,
        ..ACCEPTING
    })
    .await;
    assert!(
        matches!(result, Err(MailError::UnknownOutcome(_))),
        "{result:?}"
    );
    let (result, _) = outcome(Script {
        message: Some("250-sem fim"),
        ..ACCEPTING
    })
    .await;
    assert!(
        matches!(result, Err(MailError::UnknownOutcome(_))),
        "{result:?}"
    );
}

#[tokio::test]
async fn a_refused_login_says_so_without_the_password() {
    let (result, heard) = outcome(Script {
        auth: "535 senha errada: segredo-canario",
        ..ACCEPTING
    })
    .await;
    let Err(MailError::Temporary(words)) = result else {
        panic!("{result:?}")
    };
    assert!(
        words.contains("535") && !words.contains("segredo-canario"),
        "{words}"
    );
    assert!(words.starts_with("O servidor de e-mail recusou"), "{words}");
    assert!(!heard.contains("MAIL FROM"));
    let adapter = mail("127.0.0.1", 25, Tls::None);
    assert!(!format!("{adapter:?}").contains("segredo-canario"));
}

#[tokio::test]
async fn a_server_without_starttls_never_receives_the_password() {
    let (port, handle) = server(ACCEPTING).await;
    let result = mail("127.0.0.1", port, Tls::StartTls)
        .send(&message())
        .await;
    assert!(matches!(result, Err(MailError::Temporary(_))), "{result:?}");
    assert!(!handle.await.unwrap().contains("AUTH"));
}

#[tokio::test]
async fn unencrypted_mail_is_sent_to_this_machine_only() {
    let result = mail("smtp.exemplo.com.br", 25, Tls::None)
        .send(&message())
        .await;
    let Err(MailError::Temporary(words)) = result else {
        panic!("{result:?}")
    };
    assert!(words.contains("desta máquina"), "{words}");
}

#[tokio::test]
async fn a_rejection_that_quotes_the_message_contains_no_secret() {
    let script = Script {
        message: Some(
            "554 5.7.1 (id Ab12cd34) http://pauta.example/x?token=a1b2-C3d4_e5, x?token=3Da1b2-C3 e 482913",
        ),
        ..ACCEPTING
    };
    let (port, handle) = server(script).await;
    let message = MailMessage {
        text: "482913\nhttp://pauta.example/x?token=a1b2-C3d4_e5\n".into(),
        ..message()
    };
    let sent = mail("127.0.0.1", port, Tls::None).send(&message).await;
    handle.await.unwrap();
    let words = sent.unwrap_err().to_string();
    assert!(
        words.ends_with(
            "554 5.7.1 (id Ab12cd34) http://pauta.example/x?token=•••, x?token=••• e •••"
        ),
        "{words}"
    );
}

#[tokio::test]
async fn a_domain_with_accents_is_announced_in_its_ascii_form() {
    let (port, handle) = server(ACCEPTING).await;
    let message = MailMessage {
        to: "contato@Açaí.com.br".into(),
        ..message()
    };
    let sent = mail("127.0.0.1", port, Tls::None).send(&message).await;
    let heard = handle.await.unwrap();
    sent.unwrap();
    assert!(
        heard.contains("\nRCPT TO:<contato@xn--aa-4iaz.com.br>\n"),
        "{heard}"
    );
    assert!(
        heard.contains("\nTo: contato@xn--aa-4iaz.com.br\n"),
        "{heard}"
    );
}

#[tokio::test]
async fn a_guarded_server_on_an_inner_address_is_not_called() {
    let (port, handle) = server(ACCEPTING).await;
    let resolver = Arc::new(outbound::SystemResolver);
    let guard = outbound::Guard::new(outbound::Policy::cloud(), resolver);
    for host in [
        "127.0.0.1",
        "localhost",
        "::1",
        "10.0.0.1",
        "169.254.169.254",
    ] {
        let guarded = mail(host, port, Tls::StartTls).guarded(guard.clone());
        let error = guarded.send(&message()).await.unwrap_err();
        assert!(matches!(error, MailError::Temporary(_)), "{host}: {error}");
        assert!(
            error.to_string().contains("não é permitido"),
            "{host}: {error}"
        );
    }
    let local = outbound::Policy::local();
    let guard = outbound::Guard::new(local, Arc::new(outbound::SystemResolver));
    let guarded = mail("127.0.0.1", port, Tls::None).guarded(guard);
    guarded.send(&message()).await.unwrap();
    assert!(handle.await.unwrap().contains("DATA"));
}
