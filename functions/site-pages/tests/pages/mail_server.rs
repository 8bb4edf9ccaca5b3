//! A queue whose mails are worked off at once, and the mail server behind it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use form_store::FormStore;
use ports::{MailError, QueueError, WorkMessage, WorkQueue};
use site_mail::{MailTransport, ReadyMail, RenderedMail};
use site_store::{Parts, Tenant};
use vault::KeyRing;

/// Mails of the test site.
pub struct Mails {
    parts: Parts,
    keyring: Arc<KeyRing>,
    is_refusing: AtomicBool,
    is_losing: AtomicBool,
    sent: Mutex<Vec<RenderedMail>>,
}

impl Mails {
    pub fn new(parts: Parts, keyring: Arc<KeyRing>) -> Arc<Self> {
        Arc::new(Self {
            parts,
            keyring,
            is_refusing: AtomicBool::new(false),
            is_losing: AtomicBool::new(false),
            sent: Mutex::default(),
        })
    }

    /// The mail server refuses every mail from now on.
    pub fn refuse(&self) {
        self.is_refusing.store(true, Ordering::SeqCst);
    }

    /// The answers of the mail server are lost from now on.
    pub fn lose(&self) {
        self.is_losing.store(true, Ordering::SeqCst);
    }

    /// The mails that the mail server accepted since the previous call.
    pub fn sent(&self) -> Vec<RenderedMail> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }
}

#[async_trait]
impl WorkQueue for Mails {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        let WorkMessage::SiteMail { tenant, mail_id } = message else {
            return Err(QueueError("not a mail".to_owned()));
        };
        let tenant: Tenant = tenant.parse().unwrap();
        let forms = FormStore::new(self.parts.clone(), tenant, self.keyring.clone());
        forms.mails.work_off(mail_id, self).await.unwrap();
        Ok(())
    }
}

#[async_trait]
impl MailTransport for Mails {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        if self.is_refusing.load(Ordering::SeqCst) {
            return Err(MailError::Refused("550 no".to_owned()));
        }
        if self.is_losing.load(Ordering::SeqCst) {
            return Err(MailError::UnknownOutcome("connection lost".to_owned()));
        }
        self.sent.lock().unwrap().push(mail.mail.clone());
        Ok(())
    }
}
