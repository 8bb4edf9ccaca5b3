//! A queue whose mails are worked off at once, and the mail server behind it.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use form_store::FormStore;
use ports::{MailError, QueueError, WorkMessage, WorkQueue};
use site_mail::{MailTransport, ReadyMail, RenderedMail};
use site_store::{Parts, Tenant};
use tokio::time::timeout;
use vault::KeyRing;

const ACCEPTING: u8 = 0;
const REFUSING: u8 = 1;
const RESTING: u8 = 2;
const HANGING: u8 = 3;
const LOSING: u8 = 4;

/// Mails of the test site.
pub struct Mails {
    parts: Parts,
    keyring: Arc<KeyRing>,
    state: AtomicU8,
    sent: Mutex<Vec<RenderedMail>>,
}

impl Mails {
    /// Mails of the sites of `parts`. The mail server accepts them.
    pub fn new(parts: Parts, keyring: Arc<KeyRing>) -> Arc<Self> {
        Arc::new(Self {
            parts,
            keyring,
            state: AtomicU8::new(ACCEPTING),
            sent: Mutex::default(),
        })
    }

    /// The mail server refuses every mail from now on.
    pub fn refuse(&self) {
        self.state.store(REFUSING, Ordering::SeqCst);
    }

    /// No worker takes messages from now on.
    pub fn rest(&self) {
        self.state.store(RESTING, Ordering::SeqCst);
    }

    /// The mail server does not answer from now on.
    pub fn hang(&self) {
        self.state.store(HANGING, Ordering::SeqCst);
    }

    /// The answers of the mail server are lost from now on.
    pub fn lose(&self) {
        self.state.store(LOSING, Ordering::SeqCst);
    }

    /// The mail server accepts mails again.
    pub fn accept(&self) {
        self.state.store(ACCEPTING, Ordering::SeqCst);
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
        let state = self.state.load(Ordering::SeqCst);
        if state == RESTING {
            return Ok(());
        }
        let tenant: Tenant = tenant.parse().unwrap();
        let forms = FormStore::new(self.parts.clone(), tenant, self.keyring.clone());
        let work = forms.mails.work_off(mail_id, self);
        if state == HANGING {
            // The worker is gone while the mail server has not answered.
            assert!(timeout(Duration::from_millis(200), work).await.is_err());
        } else {
            work.await.unwrap();
        }
        Ok(())
    }
}

#[async_trait]
impl MailTransport for Mails {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        match self.state.load(Ordering::SeqCst) {
            REFUSING => return Err(MailError::Refused("550 no".to_owned())),
            LOSING => return Err(MailError::UnknownOutcome("connection lost".to_owned())),
            HANGING => std::future::pending().await,
            _ => {}
        }
        self.sent.lock().unwrap().push(mail.mail.clone());
        Ok(())
    }
}
