//! Adapters that fail on demand: the store, a mail server, and queues.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use embedded::dynamo::{FaultInjector, InjectedFault};
use items::Table;
use local::parts::Parts;
use platform_store::PlatformStore;
use ports::{Mail, MailError, MailMessage, QueueError, WorkMessage, WorkQueue};

use super::smtp;

/// Number of remaining operations while the store works.
const WELL: i64 = i64::MAX / 2;

/// Switches for failures. Everything works at first.
#[derive(Clone)]
pub struct FailureSwitches {
    /// Number of store operations that still succeed.
    store: Arc<AtomicI64>,
    mail: Arc<AtomicBool>,
    queue: Arc<AtomicBool>,
    /// Mails that were refused.
    refused: Arc<Mutex<Vec<MailMessage>>>,
}

impl Default for FailureSwitches {
    fn default() -> Self {
        Self {
            store: Arc::new(AtomicI64::new(WELL)),
            mail: Arc::default(),
            queue: Arc::default(),
            refused: Arc::default(),
        }
    }
}

impl FailureSwitches {
    /// Lets every store operation after the next `operations` ones fail.
    pub fn store_fails_after(&self, operations: i64) {
        self.store.store(operations, Ordering::SeqCst);
    }

    /// Lets the store work again.
    pub fn store_works(&self) {
        self.store_fails_after(WELL);
    }

    /// Lets the mail server refuse all mail and repeat its input, including login and message.
    pub fn mail_fails(&self, fails: bool) {
        self.mail.store(fails, Ordering::SeqCst);
    }

    /// The messages that the mail server refused.
    pub fn refused(&self) -> Vec<MailMessage> {
        self.refused.lock().unwrap().clone()
    }

    /// Lets the queues refuse messages.
    pub fn queue_fails(&self, fails: bool) {
        self.queue.store(fails, Ordering::SeqCst);
    }

    fn disturb(&self) -> FaultInjector {
        let left = self.store.clone();
        Arc::new(move |_| match left.fetch_sub(1, Ordering::SeqCst) {
            left if left > 0 => InjectedFault::None,
            left if left % 2 == 0 => InjectedFault::LoseRequest,
            _ => InjectedFault::Throttle,
        })
    }

    /// Installs the switches in `parts`. `password` is the login on the failing mail server.
    pub fn furnish(&self, parts: &mut Parts, password: &str) {
        let client = parts.engine.client_with_faults(self.disturb());
        parts.store = PlatformStore::new(Table::new(client.clone(), "platform"));
        parts.site_table = Table::new(client, "site");
        parts.mail = Arc::new(FailingMail {
            well: parts.mail.clone(),
            bad: smtp::repeating(password, parts.clock.clone()),
            fails: self.mail.clone(),
            refused: self.refused.clone(),
        });
        parts.work = Arc::new(FailingQueue {
            well: parts.work.clone(),
            fails: self.queue.clone(),
        });
    }
}

struct FailingMail {
    well: Arc<dyn Mail>,
    bad: Arc<dyn Mail>,
    fails: Arc<AtomicBool>,
    refused: Arc<Mutex<Vec<MailMessage>>>,
}

#[async_trait]
impl Mail for FailingMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        if self.fails.load(Ordering::SeqCst) {
            self.refused.lock().unwrap().push(message.clone());
            self.bad.send(message).await
        } else {
            self.well.send(message).await
        }
    }
}

struct FailingQueue {
    well: Arc<dyn WorkQueue>,
    fails: Arc<AtomicBool>,
}

#[async_trait]
impl WorkQueue for FailingQueue {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err(QueueError(format!("refused: {message:?}")));
        }
        self.well.send(message).await
    }
}
