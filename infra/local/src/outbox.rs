//! Outbox for mail without a mail server: in memory for `GET /dev/mailbox` and, with a data folder, in
//! `outbox/*.eml`.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use mailer::{Sender, to_raw};
use ports::{Clock, Mail, MailError, MailMessage, RawMail};
use serde::{Deserialize, Serialize};

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
    /// Time at which the mail was stored.
    pub at: Timestamp,
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
            std::fs::create_dir_all(folder)?;
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
            subject: message.subject.clone(),
            text: message.text.clone(),
            html: message.html.clone(),
            links: links(&message.html),
            at,
        };
        let raw = || {
            to_raw(message, &self.sender, at)
                .map_err(|error| MailError::Refused(error.words().to_owned()))
        };
        self.keep(kept, &message.message_id, raw).await
    }

    async fn send_raw(&self, message: &RawMail) -> Result<(), MailError> {
        let text = String::from_utf8_lossy(&message.bytes).into_owned();
        let subject = text.lines().find_map(|line| line.strip_prefix("Subject: "));
        let subject = subject.unwrap_or_default().to_owned();
        let kept = StoredMail {
            to: message.to.join(", "),
            subject,
            text,
            html: String::new(),
            links: Vec::new(),
            at: self.clock.now(),
        };
        let raw = || Ok(message.bytes.to_vec());
        self.keep(kept, &message.message_id, raw).await
    }
}

impl Outbox {
    /// Keeps a mail; `raw` encodes it for the folder.
    async fn keep(
        &self,
        kept: StoredMail,
        message_id: &str,
        raw: impl Fn() -> Result<Vec<u8>, MailError> + Send,
    ) -> Result<(), MailError> {
        if let Some(folder) = &self.folder {
            let failed = |error: &dyn std::fmt::Display| MailError::Temporary(error.to_string());
            let raw = raw()?;
            let at = kept.at;
            let json = serde_json::to_vec_pretty(&kept).map_err(|error| failed(&error))?;
            let name = format!("{:020}-{}", at.as_microsecond().max(0), message_id);
            for (ending, bytes) in [("eml", raw), ("json", json)] {
                // Renamed when complete, as a backup may read the folder at any time.
                let unfinished = folder.join(format!("{name}.{ending}.part"));
                let file = folder.join(format!("{name}.{ending}"));
                tokio::fs::write(&unfinished, bytes)
                    .await
                    .map_err(|error| failed(&error))?;
                tokio::fs::rename(unfinished, file)
                    .await
                    .map_err(|error| failed(&error))?;
            }
        }
        self.stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(kept);
        Ok(())
    }
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
