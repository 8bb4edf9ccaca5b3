//! SMTP client (RFC 5321) that executes each step separately, to distinguish a failure before the message
//! was handed over from a lost response afterwards.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use lettre::transport::smtp::Error as SmtpFailure;
use lettre::transport::smtp::authentication::{Credentials as Login, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail as MailFrom, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use outbound::{Guard, OutboundError};
use ports::{Clock, Mail, MailError, MailMessage, RawMail};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::timeout;

use crate::mime::{self, Sender};
use crate::wording::shortened;

/// Longest part of a server's response that is kept, in characters.
const SERVER_WORDS: usize = 200;

/// Shorter strings are not treated as secrets: codes have six digits, and tokens are longer.
const SHORTEST_SECRET: usize = 6;

const UNKNOWN_NAME: &str = "O nome do servidor de e-mail não foi encontrado.";
const NO_TLS: &str = "A conexão segura com o servidor de e-mail falhou";

/// Replaces a secret that the server repeated.
const HIDDEN: &str = "•••";

/// Encryption of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tls {
    /// Implicit TLS (RFC 8314), usually on port 465.
    Implicit,
    /// STARTTLS, usually on port 587; a server without it is rejected.
    StartTls,
    /// None; only permitted for servers on this machine.
    None,
}

impl Tls {
    /// Whether a server on `host` may be used with this encryption: without any, only this machine.
    pub fn is_permitted_for(self, host: &str) -> bool {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        self != Self::None
            || host.eq_ignore_ascii_case("localhost")
            || host
                .parse::<std::net::IpAddr>()
                .is_ok_and(|address| address.is_loopback())
    }
}

/// Credentials for the server.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// User name.
    pub user: String,
    /// Password.
    pub password: SecretString,
}

/// Configuration of the SMTP transport.
#[derive(Debug, Clone)]
pub struct SmtpConfig {
    /// Host name of the server; its certificate must be valid for this name.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Encryption of the connection.
    pub tls: Tls,
    /// Credentials, if the server requires them.
    pub credentials: Option<Credentials>,
    /// Sender of the e-mails.
    pub from: Sender,
    /// Time limit for connecting and for each response; everything before the message may take twice as
    /// long.
    pub step_limit: Duration,
    /// Time limit for handing over the message and its response (RFC 5321 allows ten minutes; a function's
    /// timeout is shorter).
    pub message_limit: Duration,
}

impl SmtpConfig {
    /// A configuration with limits for a function with a timeout of 60 s: 20 s before the message, 30 s for
    /// the message.
    pub const fn new(
        host: String,
        port: u16,
        tls: Tls,
        credentials: Option<Credentials>,
        from: Sender,
    ) -> Self {
        Self {
            host,
            port,
            tls,
            credentials,
            from,
            step_limit: Duration::from_secs(10),
            message_limit: Duration::from_secs(30),
        }
    }
}

/// SMTP adapter of the mail port. It opens a connection per message: e-mails are rare, and an idle
/// connection does not survive a frozen function.
pub struct SmtpMail {
    config: SmtpConfig,
    clock: Arc<dyn Clock>,
    /// Checks the server's address before each connection.
    guard: Option<Guard>,
}

impl std::fmt::Debug for SmtpMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmtpMail")
            .field("host", &self.config.host)
            .finish_non_exhaustive()
    }
}

impl SmtpMail {
    /// An adapter for this server; `clock` provides the `Date` header.
    pub fn new(config: SmtpConfig, clock: Arc<dyn Clock>) -> Self {
        Self {
            config,
            clock,
            guard: None,
        }
    }

    /// The same adapter for a server that a user named: `guard` decides whether its address may be called.
    #[must_use]
    pub fn guarded(self, guard: Guard) -> Self {
        Self {
            guard: Some(guard),
            ..self
        }
    }

    /// The addresses of the server.
    async fn addresses(&self) -> Result<Vec<SocketAddr>, MailError> {
        let (host, port) = (self.config.host.as_str(), self.config.port);
        match &self.guard {
            Some(guard) => {
                let resolved = guard.resolve_mail_server(host, port).await;
                resolved.map_err(|error| match error {
                    OutboundError::Refused(reason) => {
                        tracing::warn!(target: "mail", %reason, "the mail server's address is not permitted");
                        temporary("O endereço do servidor de e-mail não é permitido.")
                    }
                    _ => temporary(UNKNOWN_NAME),
                })
            }
            None => match tokio::net::lookup_host((host, port)).await {
                Ok(addresses) => Ok(addresses.collect()),
                Err(_) => Err(temporary(UNKNOWN_NAME)),
            },
        }
    }

    /// Connects, starts TLS and authenticates.
    async fn connect(&self) -> Result<AsyncSmtpConnection, MailError> {
        let config = &self.config;
        if !config.tls.is_permitted_for(&config.host) {
            return Err(temporary(
                "Sem criptografia, só um servidor de e-mail desta máquina pode ser usado.",
            ));
        }
        let hello = ClientId::Domain(config.from.envelope_address().domain().to_owned());
        let wrapped = match config.tls {
            Tls::Implicit => Some(self.tls_parameters()?),
            Tls::StartTls | Tls::None => None,
        };
        let addresses = self.addresses().await?;
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            addresses.as_slice(),
            Some(config.step_limit),
            &hello,
            wrapped,
            None,
        )
        .await
        .map_err(|failure| not_yet("Não foi possível conectar ao servidor de e-mail", &failure))?;
        if config.tls == Tls::StartTls {
            connection
                .starttls(self.tls_parameters()?, &hello)
                .await
                .map_err(|failure| not_yet(NO_TLS, &failure))?;
        }
        if let Some(login) = &config.credentials {
            let login = Login::new(
                login.user.clone(),
                login.password.expose_secret().to_owned(),
            );
            // The server's response is omitted, because some servers repeat the credentials.
            connection
                .auth(&[Mechanism::Plain, Mechanism::Login], &login)
                .await
                .map_err(|failure| {
                    let code = code_of(&failure);
                    MailError::Temporary(format!(
                        "O servidor de e-mail recusou o usuário ou a senha{code}."
                    ))
                })?;
        }
        Ok(connection)
    }

    fn tls_parameters(&self) -> Result<TlsParameters, MailError> {
        TlsParameters::builder(self.config.host.clone())
            .build_rustls()
            .map_err(|failure| not_yet(NO_TLS, &failure))
    }

    /// Performs all steps up to the server's 354 response to DATA.
    async fn announce(&self, to: &[String]) -> Result<AsyncSmtpConnection, MailError> {
        let recipients = to.iter().map(|to| mime::address_of(to));
        let recipients = recipients
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| MailError::Refused(error.words().to_owned()))?;
        let sender = self.config.from.envelope_address().clone();
        let mut connection = self.connect().await?;
        let international = recipients
            .iter()
            .chain([&sender])
            .any(|address| !address.to_string().is_ascii());
        let mut parameters = Vec::new();
        if international {
            if !connection
                .server_info()
                .supports_feature(Extension::SmtpUtfEight)
            {
                connection.abort().await;
                return Err(MailError::Refused(
                    "O servidor de e-mail não aceita endereços com acentos.".to_owned(),
                ));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let steps = async {
            connection
                .command(MailFrom::new(Some(sender), parameters))
                .await?;
            for recipient in recipients {
                connection.command(Rcpt::new(recipient, Vec::new())).await?;
            }
            connection.command(Data).await
        };
        match steps.await {
            Ok(_) => Ok(connection),
            Err(failure) => {
                connection.abort().await;
                Err(before_message(&failure))
            }
        }
    }
}

impl SmtpMail {
    /// Hands an encoded message over. What the server quotes of `texts` is not repeated.
    async fn hand_over(&self, to: &[String], raw: &[u8], texts: &[&str]) -> Result<(), MailError> {
        let announcing = self.config.step_limit.saturating_mul(2);
        let mut connection = timeout(announcing, self.announce(to))
            .await
            .map_err(|_| temporary("O servidor de e-mail demorou demais para responder."))??;
        match timeout(self.config.message_limit, connection.message(raw)).await {
            Ok(Ok(_)) => {
                // The server has accepted the message; a failing QUIT changes nothing.
                let _ = timeout(self.config.step_limit, connection.quit()).await;
                Ok(())
            }
            Ok(Err(failure)) => Err(after_message(&failure, texts)),
            Err(_) => Err(MailError::UnknownOutcome(
                "O servidor de e-mail não confirmou o envio a tempo.".to_owned(),
            )),
        }
    }
}

#[async_trait]
impl Mail for SmtpMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let raw = mime::to_raw(message, &self.config.from, self.clock.now())
            .map_err(|error| MailError::Refused(error.words().to_owned()))?;
        let texts = [&message.subject, &message.text, &message.html];
        let texts = texts.map(String::as_str);
        let to = std::slice::from_ref(&message.to);
        self.hand_over(to, &raw, &texts).await
    }

    async fn send_raw(&self, message: &RawMail) -> Result<(), MailError> {
        let text = String::from_utf8_lossy(&message.bytes);
        self.hand_over(&message.to, &message.bytes, &[&text]).await
    }
}

fn temporary(words: &str) -> MailError {
    MailError::Temporary(words.to_owned())
}

/// A failure that does not concern the message; retrying may succeed.
fn not_yet(step: &str, failure: &SmtpFailure) -> MailError {
    tracing::warn!(target: "mail", error = %failure, step, "the mail server cannot be used");
    MailError::Temporary(match failure.status() {
        Some(_) => format!("{step}. Resposta: {}", words_of(failure)),
        None => format!("{step}."),
    })
}

/// A failure between `MAIL FROM` and the 354 response to DATA.
fn before_message(failure: &SmtpFailure) -> MailError {
    if failure.is_permanent() {
        MailError::Refused(words_of(failure))
    } else {
        MailError::Temporary(words_of(failure))
    }
}

/// A failure after the 354 response: a response is final, a lost one leaves the outcome unknown.
fn after_message(failure: &SmtpFailure, texts: &[&str]) -> MailError {
    let words = shortened(&without_secrets(&said(failure), texts), SERVER_WORDS);
    if failure.is_permanent() {
        MailError::Refused(words)
    } else if failure.is_transient() {
        MailError::Temporary(words)
    } else {
        MailError::UnknownOutcome(words)
    }
}

/// Masks codes and tokens of the message in a server's response: spam filters quote the link or number that
/// they object to, and the response is logged.
fn without_secrets(words: &str, texts: &[&str]) -> String {
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut masked = String::with_capacity(words.len());
    for part in words.split_inclusive(|c| !is_of_token(c)) {
        let run = part.trim_end_matches(|c| !is_of_token(c));
        // Quoted-printable text writes `=` as `=3D`.
        let plain = run.strip_prefix("3D").unwrap_or(run);
        let repeated = plain.len() >= SHORTEST_SECRET
            && plain.contains(|c: char| c.is_ascii_digit())
            && texts.iter().any(|text| text.contains(plain));
        if repeated {
            masked.push_str(HIDDEN);
            masked.push_str(part.strip_prefix(run).unwrap_or_default());
        } else {
            masked.push_str(part);
        }
    }
    masked
}

fn words_of(failure: &SmtpFailure) -> String {
    shortened(&said(failure), SERVER_WORDS)
}

/// What the server said, with its status code.
fn said(failure: &SmtpFailure) -> String {
    match (failure.status(), std::error::Error::source(failure)) {
        (Some(code), Some(words)) => format!("{code} {words}"),
        (Some(code), None) => format!("O servidor de e-mail respondeu {code}."),
        (None, _) => "A conexão com o servidor de e-mail caiu.".to_owned(),
    }
}

fn code_of(failure: &SmtpFailure) -> String {
    failure
        .status()
        .map(|code| format!(" ({code})"))
        .unwrap_or_default()
}
