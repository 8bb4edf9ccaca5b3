//! Mails that the services of mailboxes accepted, and what these services read of a message (RFC 5322).

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::service::Service;

/// A mail that a service of mailboxes accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedMessage {
    /// Address of the account that sent it.
    pub account: String,
    /// Addresses of the recipients, from `To`, `Cc` and `Bcc`.
    pub recipients: Vec<String>,
    /// Header and body as they were sent.
    pub raw: String,
}

impl MailedMessage {
    /// The value of a header line, unfolded.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        header(&self.raw, name)
    }
}

/// The mails of all services.
#[derive(Default)]
pub(crate) struct Mailed(Mutex<Vec<(Service, MailedMessage)>>);

impl Mailed {
    fn mails(&self) -> MutexGuard<'_, Vec<(Service, MailedMessage)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, service: Service, mail: MailedMessage) {
        self.mails().push((service, mail));
    }

    pub(crate) fn of(&self, service: Service) -> Vec<MailedMessage> {
        let mails = self.mails();
        let of_service = mails.iter().filter(|(found, _)| *found == service);
        of_service.map(|(_, mail)| mail.clone()).collect()
    }

    pub(crate) fn clear(&self) {
        self.mails().clear();
    }
}

/// The value of a header line, unfolded.
fn header(raw: &str, name: &str) -> Option<String> {
    let head = raw.split("\r\n\r\n").next()?;
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    unfolded.split("\r\n").find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().to_owned())
    })
}

/// The addresses of a header line, in the order of the line.
fn addresses(raw: &str, name: &str) -> Vec<String> {
    let list = header(raw, name).unwrap_or_default();
    list.split(',')
        .map(|one| one.rsplit('<').next().unwrap_or_default())
        .map(|one| one.trim().trim_end_matches('>').to_owned())
        .filter(|one| !one.is_empty())
        .collect()
}

/// Why a message is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unsendable {
    /// It has no recipient, or a malformed one.
    Recipients,
    /// Its sender is not the account.
    Sender,
    /// It is no message.
    Message,
}

/// Reads a message that `account` sends.
pub(crate) fn message(bytes: &[u8], account: &str) -> Result<MailedMessage, Unsendable> {
    let raw = std::str::from_utf8(bytes).map_err(|_| Unsendable::Message)?;
    if !raw.contains("\r\n\r\n") || header(raw, "MIME-Version").is_none() {
        return Err(Unsendable::Message);
    }
    let recipients: Vec<String> = ["to", "cc", "bcc"]
        .into_iter()
        .flat_map(|name| addresses(raw, name))
        .collect();
    if recipients.is_empty() || recipients.iter().any(|one| !one.contains('@')) {
        return Err(Unsendable::Recipients);
    }
    if addresses(raw, "from") != [account] {
        return Err(Unsendable::Sender);
    }
    Ok(MailedMessage {
        account: account.to_owned(),
        recipients,
        raw: raw.to_owned(),
    })
}
