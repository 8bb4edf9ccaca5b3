//! An SMTP server (RFC 5321) that records messages.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// A message that the server took.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReceivedMail {
    /// Address of the envelope's sender.
    pub from: String,
    /// Addresses of the envelope's recipients.
    pub to: Vec<String>,
    /// Header and body as they were sent, with line breaks of one character.
    pub text: String,
}

impl ReceivedMail {
    /// The text without the soft line breaks and escaped equals signs of quoted-printable (RFC 2045), so that links in it
    /// are whole.
    #[must_use]
    pub fn joined(&self) -> String {
        self.text.replace("=\n", "").replace("=3D", "=")
    }
}

type Mails = Arc<Mutex<Vec<ReceivedMail>>>;

/// The running server; it stops when the value is dropped.
pub struct MailServer {
    port: u16,
    mails: Mails,
    task: JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MailServer {
    /// Starts a server on a free loopback port.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let mails = Mails::default();
        let task = tokio::spawn(serve(listener, mails.clone()));
        Ok(Self { port, mails, task })
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The messages that were taken, in order.
    #[must_use]
    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.mails
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The messages to an address, in order.
    #[must_use]
    pub fn mails_to(&self, address: &str) -> Vec<ReceivedMail> {
        let mut mails = self.mails();
        mails.retain(|mail| mail.to.iter().any(|to| to == address));
        mails
    }

    /// Forgets the messages.
    pub fn clear(&self) {
        self.mails
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}

async fn serve(listener: TcpListener, mails: Mails) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let mails = mails.clone();
        connections.spawn(async move {
            // A client that disconnects is not a failure of the server.
            let _ = converse(stream, &mails).await;
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn say(write: &mut OwnedWriteHalf, words: &str) -> std::io::Result<()> {
    write.write_all(format!("{words}\r\n").as_bytes()).await
}

/// The address between angle brackets.
fn address(line: &str) -> &str {
    let (_, rest) = line.split_once('<').unwrap_or_default();
    rest.split_once('>').map_or("", |(address, _)| address)
}

async fn converse(stream: TcpStream, mails: &Mails) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut mail = ReceivedMail::default();
    say(&mut write, "220 pronto").await?;
    while let Some(line) = lines.next_line().await? {
        let command = line.get(..4).unwrap_or(&line).to_ascii_uppercase();
        let answer = match command.as_str() {
            "EHLO" | "HELO" => "250-ola\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => "235 entre",
            "MAIL" => {
                mail = ReceivedMail {
                    from: address(&line).to_owned(),
                    ..ReceivedMail::default()
                };
                "250 ok"
            }
            "RCPT" => recipient(&mut mail, address(&line)),
            "DATA" if mail.to.is_empty() => "503 sem destinatario",
            "DATA" => {
                say(&mut write, "354 pode mandar").await?;
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    let line = line.strip_prefix('.').unwrap_or(&line);
                    mail.text.push_str(line);
                    mail.text.push('\n');
                }
                let is_lost = mail.to.iter().any(|to| to.starts_with("drop@"));
                mails
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(std::mem::take(&mut mail));
                if is_lost {
                    return Ok(());
                }
                "250 recebida"
            }
            "RSET" | "NOOP" => "250 ok",
            "QUIT" => {
                say(&mut write, "221 ate logo").await?;
                return Ok(());
            }
            _ => "502 comando desconhecido",
        };
        say(&mut write, answer).await?;
    }
    Ok(())
}

fn recipient(mail: &mut ReceivedMail, address: &str) -> &'static str {
    if address.starts_with("bounce@") {
        return "550 caixa postal inexistente";
    }
    if address.starts_with("later@") {
        return "451 tente mais tarde";
    }
    mail.to.push(address.to_owned());
    "250 ok"
}
