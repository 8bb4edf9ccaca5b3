//! A queue whose mails are worked off at once, and the mail server behind it.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use form_store::{FormStore, Submission, SubmissionFilter};
use ports::{MailError, QueueError, WorkMessage, WorkQueue};
use site_mail::{MailTransport, ReadyMail, RenderedMail, SiteMails};
use site_store::{Parts, Tenant};

use crate::support::Site;

const ACCEPTING: u8 = 0;
const REFUSING: u8 = 1;
const RESTING: u8 = 2;

/// Mails of the test site.
pub struct Mails {
    parts: Parts,
    state: AtomicU8,
    sent: Mutex<Vec<RenderedMail>>,
}

impl Mails {
    pub fn new(parts: Parts) -> Arc<Self> {
        Arc::new(Self {
            parts,
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
        if self.state.load(Ordering::SeqCst) != RESTING {
            let tenant: Tenant = tenant.parse().unwrap();
            let mails = SiteMails::new(self.parts.clone(), tenant);
            mails.work_off(mail_id, self).await.unwrap();
        }
        Ok(())
    }
}

#[async_trait]
impl MailTransport for Mails {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        if self.state.load(Ordering::SeqCst) == REFUSING {
            return Err(MailError::Refused("550 no".to_owned()));
        }
        self.sent.lock().unwrap().push(mail.mail.clone());
        Ok(())
    }
}

impl Site {
    /// The forms of the site.
    pub fn forms(&self) -> FormStore {
        let parts = self.store.parts().clone();
        FormStore::new(parts, Tenant::main(), self.keyring.clone())
    }

    /// The submissions that are kept of a form, newest first.
    pub async fn kept(&self, form: u64) -> Vec<Submission> {
        let filter = SubmissionFilter {
            form: Some(form),
            ..SubmissionFilter::default()
        };
        let page = self.forms().submissions(&filter, None, 100).await;
        page.unwrap().submissions
    }
}
