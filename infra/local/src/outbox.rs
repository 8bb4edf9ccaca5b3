//! Outbox for mail without a mail server: in memory for `GET /dev/mailbox` and, with a data folder, in
//! `outbox/*.eml`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use domain::direction;
use durable_files::{Placement, Readers};
use jiff::Timestamp;
use mailer::{FromLine, MimeError, Sender, composed_to_raw, to_raw};
use ports::{Clock, ComposedMail, Mail, MailError, MailMessage};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

/// Stored mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredMail {
    /// Recipient.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Plain text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// Distinct links of the HTML body, in order.
    pub links: Vec<String>,
    /// Attached files.
    #[serde(default)]
    pub attachments: Vec<StoredAttachment>,
    /// Time at which the mail was stored.
    pub at: Timestamp,
}

/// An attached file of a stored mail; with a data folder, its content is in the `.eml` file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAttachment {
    /// File name.
    pub file_name: String,
    /// Media type.
    pub content_type: String,
    /// Size in bytes.
    pub bytes: usize,
}

/// Stores mail instead of sending it.
pub struct Outbox {
    folder: Option<PathBuf>,
    sender: Sender,
    clock: Arc<dyn Clock>,
    stored: Mutex<Vec<StoredMail>>,
}

impl std::fmt::Debug for Outbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outbox")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

impl Outbox {
    /// Opens the outbox in `folder`, with the mails of earlier runs, or in memory only.
    pub fn open(
        folder: Option<PathBuf>,
        sender: Sender,
        clock: Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        let mut stored = Vec::new();
        if let Some(folder) = &folder {
            durable_files::make_folder(folder, Readers::Everyone)?;
            let mut files: Vec<_> = std::fs::read_dir(folder)?
                .filter_map(|entry| entry.ok().map(|entry| entry.path()))
                .filter(|path| {
                    path.extension()
                        .is_some_and(|extension| extension == "json")
                })
                .collect();
            files.sort();
            for file in files {
                match serde_json::from_slice(&std::fs::read(&file)?) {
                    Ok(message) => stored.push(message),
                    Err(error) => {
                        tracing::warn!(target: "mail", file = %file.display(), %error, "cannot read a stored mail")
                    }
                }
            }
        }
        Ok(Self {
            folder,
            sender,
            clock,
            stored: Mutex::new(stored),
        })
    }

    /// Stored mails, newest first.
    pub fn newest_first(&self) -> Vec<StoredMail> {
        self.stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .rev()
            .cloned()
            .collect()
    }
}

impl Outbox {
    /// Stores a mail; `raw` encodes it.
    async fn store(
        &self,
        message_id: &str,
        kept: StoredMail,
        raw: impl FnOnce() -> Result<Vec<u8>, MimeError> + Send,
    ) -> Result<(), MailError> {
        if let Some(folder) = &self.folder {
            let failed = |error: &dyn std::fmt::Display| MailError::Temporary(error.to_string());
            let raw = raw().map_err(refused)?;
            let json = serde_json::to_vec_pretty(&kept).map_err(|error| failed(&error))?;
            let name = format!("{:020}-{message_id}", kept.at.as_microsecond().max(0));
            let folder = folder.clone();
            // On a thread for files once, as each of these calls would otherwise wait for one.
            let written = spawn_blocking(move || write_files(&folder, &name, &raw, &json)).await;
            let written = written.map_err(|error| failed(&error))?;
            written.map_err(|error| failed(&error))?;
        }
        self.stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(kept);
        Ok(())
    }
}

/// Writes the files of a mail, which is in the outbox when the second one is.
fn write_files(folder: &Path, name: &str, raw: &[u8], json: &[u8]) -> std::io::Result<()> {
    let mut placement = Placement::new(Readers::Everyone);
    for (ending, bytes) in [("eml", raw), ("json", json)] {
        let path = folder.join(format!("{name}.{ending}"));
        let unfinished = folder.join(format!("{name}.{ending}.part"));
        placement.add(&path, unfinished, |file| file.write_all(bytes))?;
    }
    placement.finish()
}

/// A subject as the encoded mail has it: without characters that change the order in which it is shown.
fn shown_subject(subject: &str) -> String {
    direction::without_controls(subject).into_owned()
}

/// URLs that `html` links to.
fn links(html: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for rest in html.split("href=\"").skip(1) {
        let Some((address, _)) = rest.split_once('"') else {
            continue;
        };
        let address = address.replace("&amp;", "&");
        if address.starts_with("http") && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

#[async_trait]
impl Mail for Outbox {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let at = self.clock.now();
        let kept = StoredMail {
            to: message.to.clone(),
            subject: shown_subject(&message.subject),
            text: message.text.clone(),
            html: message.html.clone(),
            links: links(&message.html),
            attachments: Vec::new(),
            at,
        };
        let raw = || to_raw(message, &self.sender, at);
        self.store(&message.message_id, kept, raw).await
    }

    async fn send_composed(&self, mail: &ComposedMail) -> Result<(), MailError> {
        let at = self.clock.now();
        let encoded = composed_to_raw(mail, &self.sender, FromLine::Mail, at).map_err(refused)?;
        let to: Vec<&str> = encoded.recipients.iter().map(AsRef::as_ref).collect();
        let body = mail.body.clone();
        let (text, html) = if mail.is_html {
            (String::new(), body)
        } else {
            (body, String::new())
        };
        let attachments = mail.attachments.iter().map(|file| StoredAttachment {
            file_name: file.file_name.clone(),
            content_type: file.content_type.clone(),
            bytes: file.bytes.len(),
        });
        let kept = StoredMail {
            to: to.join(", "),
            subject: shown_subject(&mail.subject),
            links: links(&html),
            text,
            html,
            attachments: attachments.collect(),
            at,
        };
        self.store(&mail.message_id, kept, || Ok(encoded.raw)).await
    }
}

fn refused(error: MimeError) -> MailError {
    MailError::Refused(error.words().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_once_in_their_order() {
        let html = r#"<a href="https://a.example/x?a=1&amp;b=2">a</a><a href="https://b.example">b</a><a href="https://b.example">c</a><a href="mailto:x">d</a>"#;
        assert_eq!(
            links(html),
            ["https://a.example/x?a=1&b=2", "https://b.example"]
        );
    }
}
