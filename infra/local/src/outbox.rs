//! Outbox for mail without a mail server: in memory for `GET /dev/mailbox` and, with a data folder, in
//! `outbox/*.eml`, for thirty days. A mail of the site is stored as long as its record, so that the erasure of a person's
//! data deletes it as well.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use domain::direction;
use durable_files::Readers;
use embedded::reserve::Reserve;
use jiff::{SignedDuration, Timestamp};
use mailer::{FromLine, MimeError, Sender, composed_to_raw, to_raw};
use ports::{Clock, ComposedMail, Mail, MailError, MailMessage};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use self::mail_files::{delete_files, file_name, record_of, stored_at, write_files};

mod mail_files;

/// Time for which mails are stored.
pub const STORED_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Mails that are in memory, the newest ones.
const IN_MEMORY: usize = 1000;

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
    /// Identifier of the record of a mail of the site.
    #[serde(skip)]
    pub record: Option<String>,
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
    stored: Mutex<VecDeque<StoredMail>>,
    reserve: Option<Reserve>,
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
        let mut stored = VecDeque::new();
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
            for file in files.split_off(files.len().saturating_sub(IN_MEMORY)) {
                match serde_json::from_slice::<StoredMail>(&std::fs::read(&file)?) {
                    Ok(message) => stored.push_back(StoredMail {
                        record: record_of(&file),
                        ..message
                    }),
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
            reserve: None,
        })
    }

    /// When the disk is full, mails use `reserve`: a code to sign in is one.
    #[must_use]
    pub fn beside(self, reserve: Option<Reserve>) -> Self {
        Self { reserve, ..self }
    }

    /// Deletes the mails that were stored before `before`; returns how many files that were.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn forget(&self, before: Timestamp) -> std::io::Result<usize> {
        self.stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|mail| mail.at >= before);
        let folder = self.folder.as_deref();
        delete_files(folder, |file| {
            let name = file.file_name().and_then(|name| name.to_str());
            let stored_at = name.and_then(stored_at);
            Ok(stored_at.is_some_and(|at| at < before.as_microsecond()))
        })
    }

    /// Identifiers of the records of all stored mails of the site.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn records(&self) -> std::io::Result<BTreeSet<String>> {
        let mut records: BTreeSet<String> = self
            .stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .filter_map(|mail| mail.record.clone())
            .collect();
        if let Some(folder) = &self.folder {
            match std::fs::read_dir(folder) {
                // A person removed it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                entries => {
                    for entry in entries? {
                        records.extend(record_of(&entry?.path()));
                    }
                }
            }
        }
        Ok(records)
    }

    /// Deletes the mails of the site with these records; returns how many files that were.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn delete_of(&self, records: &HashSet<String>) -> std::io::Result<usize> {
        self.stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|mail| mail.record.as_ref().is_none_or(|id| !records.contains(id)));
        let folder = self.folder.as_deref();
        delete_files(folder, |file| {
            Ok(record_of(file).is_some_and(|id| records.contains(&id)))
        })
    }

    /// Stored mails, newest first: the last thousand.
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
            let name = file_name(kept.at, message_id, kept.record.is_some());
            let folder = folder.clone();
            // On a thread for files once, as each of these calls would otherwise wait for one.
            let (reserve, write) = (self.reserve.clone(), move || {
                write_files(&folder, &name, &raw, &json)
            });
            let written = spawn_blocking(move || match reserve {
                Some(reserve) => reserve.around(write),
                None => write(),
            });
            let written = written.await;
            let written = written.map_err(|error| failed(&error))?;
            written.map_err(|error| failed(&error))?;
        }
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        if stored.len() >= IN_MEMORY {
            stored.pop_front();
        }
        stored.push_back(kept);
        Ok(())
    }
}

/// What is wrong with the mails in the folder of an outbox, a line each.
///
/// # Errors
/// The folder cannot be read.
pub(crate) fn check(folder: &Path) -> std::io::Result<Vec<String>> {
    mail_files::wrong(folder)
}

/// Whether a mail was sent to the address.
fn is_to(mail: &StoredMail, address: &str) -> bool {
    let mut to = mail.to.split(", ");
    to.any(|to| to.to_lowercase() == address.to_lowercase())
}

/// Deletes the files of the mails to an address; returns how many files that were.
fn delete_to(folder: Option<&Path>, address: &str) -> std::io::Result<usize> {
    delete_files(folder, |file| {
        match std::fs::read(file.with_extension("json")) {
            Ok(json) => Ok(serde_json::from_slice(&json).is_ok_and(|mail| is_to(&mail, address))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    })
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
            record: None,
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
            record: Some(mail.message_id.clone()),
        };
        self.store(&mail.message_id, kept, || Ok(encoded.raw)).await
    }

    async fn forget_recipient(&self, address: &str) -> Result<(), MailError> {
        self.stored
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|mail| !is_to(mail, address));
        let (folder, address) = (self.folder.clone(), address.to_owned());
        let deleted = spawn_blocking(move || delete_to(folder.as_deref(), &address)).await;
        let deleted = deleted
            .map_err(std::io::Error::other)
            .flatten()
            .map_err(|error| MailError::Temporary(error.to_string()))?;
        tracing::debug!(target: "mail", deleted, "mails to an address that no person has any more were deleted");
        Ok(())
    }
}

fn refused(error: MimeError) -> MailError {
    MailError::Refused(error.words().to_owned())
}

#[cfg(test)]
mod tests {
    use embedded::clock::SettableClock;

    use super::*;

    const BEGIN: &str = "2026-11-01T12:00:00Z";

    fn opened(folder: Option<&Path>, clock: &Arc<SettableClock>) -> Outbox {
        let sender = Sender::new("pauta@example.com", None).unwrap();
        Outbox::open(folder.map(Path::to_owned), sender, clock.clone()).unwrap()
    }

    async fn send(outbox: &Outbox, subject: &str) {
        let message = MailMessage {
            to: "ana@example.com".to_owned(),
            to_name: None,
            from_name: None,
            reply_to: None,
            subject: subject.to_owned(),
            text: "Olá".to_owned(),
            html: "<p>Olá</p>".to_owned(),
            inline: Vec::new(),
            message_id: subject.to_owned(),
        };
        outbox.send(&message).await.unwrap();
    }

    fn subjects(outbox: &Outbox) -> Vec<String> {
        let mails = outbox.newest_first().into_iter();
        mails.map(|mail| mail.subject).collect()
    }

    #[tokio::test]
    async fn mails_are_stored_for_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let begin: Timestamp = BEGIN.parse().unwrap();
        let clock = Arc::new(SettableClock::at(begin));
        let outbox = opened(Some(folder.path()), &clock);
        send(&outbox, "a").await;
        clock.advance(SignedDuration::from_hours(1));
        send(&outbox, "b").await;
        std::fs::write(folder.path().join("notas.eml"), "of a person").unwrap();
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!((outbox.forget(begin).unwrap(), files()), (0, 5));
        let later = begin + SignedDuration::from_secs(1);
        assert_eq!((outbox.forget(later).unwrap(), files()), (2, 3));
        assert_eq!(subjects(&outbox), ["b"]);
        assert_eq!(subjects(&opened(Some(folder.path()), &clock)), ["b"]);
    }

    #[tokio::test]
    async fn damaged_mails_are_found_and_the_folder_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("outbox");
        let clock = Arc::new(SettableClock::at(BEGIN.parse().unwrap()));
        let outbox = opened(Some(&place), &clock);
        send(&outbox, "a").await;
        std::fs::write(place.join("notas.eml"), "of a person").unwrap();
        assert_eq!(check(&place).unwrap(), Vec::<String>::new());
        let files = std::fs::read_dir(&place).unwrap();
        let mails = files.map(|file| file.unwrap().path());
        for file in mails.filter(|file| !file.ends_with("notas.eml")) {
            let whole = std::fs::read(&file).unwrap();
            for text in [&b""[..], b"{}"] {
                std::fs::write(&file, text).unwrap();
                assert_eq!(check(&place).unwrap().len(), 1, "{}", file.display());
            }
            std::fs::write(&file, whole).unwrap();
        }
        std::fs::remove_dir_all(&place).unwrap();
        assert_eq!(check(&place).unwrap(), Vec::<String>::new());
        assert_eq!(outbox.records().unwrap(), BTreeSet::new());
        outbox.forget(clock.now()).unwrap();
        send(&outbox, "b").await;
        assert_eq!(subjects(&opened(Some(&place), &clock)), ["b"]);
    }

    #[tokio::test]
    async fn mails_of_a_person_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(SettableClock::at(BEGIN.parse().unwrap()));
        let outbox = opened(Some(folder.path()), &clock);
        send(&outbox, "a").await;
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        outbox.forget_recipient("bia@example.com").await.unwrap();
        assert_eq!((files(), subjects(&outbox)), (2, vec!["a".to_owned()]));
        outbox.forget_recipient("Ana@Example.com").await.unwrap();
        assert_eq!((files(), subjects(&outbox).len()), (0, 0));
    }

    #[tokio::test]
    async fn mails_of_the_site_are_deleted_with_their_records() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(SettableClock::at(BEGIN.parse().unwrap()));
        let outbox = opened(Some(folder.path()), &clock);
        send(&outbox, "a").await;
        for id in ["one", "two"] {
            let mail = ComposedMail {
                message_id: id.to_owned(),
                from: "Site <site@example.com>".to_owned(),
                to: vec!["ana@example.com".to_owned()],
                headers: Vec::new(),
                subject: id.to_owned(),
                body: "Olá".to_owned(),
                is_html: false,
                attachments: Vec::new(),
            };
            outbox.send_composed(&mail).await.unwrap();
        }
        for outbox in [&outbox, &opened(Some(folder.path()), &clock)] {
            let records = outbox.records().unwrap();
            assert_eq!(
                records,
                BTreeSet::from(["one".to_owned(), "two".to_owned()])
            );
        }
        let gone = HashSet::from(["one".to_owned(), "unknown".to_owned()]);
        assert_eq!(outbox.delete_of(&gone).unwrap(), 2);
        assert_eq!(subjects(&outbox), ["two", "a"]);
        assert_eq!(subjects(&opened(Some(folder.path()), &clock)), ["two", "a"]);
    }

    #[tokio::test]
    async fn the_newest_mails_are_in_memory() {
        let clock = Arc::new(SettableClock::at(BEGIN.parse().unwrap()));
        let outbox = opened(None, &clock);
        for number in 0..=IN_MEMORY {
            send(&outbox, &number.to_string()).await;
        }
        let subjects = subjects(&outbox);
        assert_eq!(subjects.len(), IN_MEMORY);
        assert_eq!(subjects.last().map(String::as_str), Some("1"));
        assert_eq!(outbox.forget(clock.now()).unwrap(), 0);
        clock.advance(SignedDuration::from_secs(1));
        outbox.forget(clock.now()).unwrap();
        assert!(outbox.newest_first().is_empty());
    }

    #[test]
    fn links_are_found_once_in_their_order() {
        let html = r#"<a href="https://a.example/x?a=1&amp;b=2">a</a><a href="https://b.example">b</a><a href="https://b.example">c</a><a href="mailto:x">d</a>"#;
        assert_eq!(
            links(html),
            ["https://a.example/x?a=1&b=2", "https://b.example"]
        );
    }
}
