//! Ports that count their calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use ports::{
    Blob, BlobError, Blobs, ComposedMail, ListedBlob, Mail, MailError, MailMessage, OpenBlob,
    QueueError, WorkMessage, WorkQueue,
};

/// Number of calls; clones share the count.
#[derive(Debug, Clone, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    /// Number of calls since the previous `take`.
    pub fn take(&self) -> u64 {
        self.0.swap(0, Ordering::SeqCst)
    }

    fn count(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A port whose calls are counted, including failed ones.
pub struct Counted<P: ?Sized> {
    port: Arc<P>,
    counter: Counter,
}

impl<P: ?Sized> Counted<P> {
    /// Counts the calls of `port`.
    pub const fn new(port: Arc<P>, counter: Counter) -> Self {
        Self { port, counter }
    }
}

#[async_trait]
impl Blobs for Counted<dyn Blobs> {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        self.counter.count();
        self.port.put(key, blob).await
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        self.counter.count();
        self.port.get(key).await
    }

    async fn open(&self, key: &str) -> Result<Option<OpenBlob>, BlobError> {
        self.counter.count();
        self.port.open(key).await
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        self.counter.count();
        self.port.list(prefix, after).await
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        self.counter.count();
        self.port.delete(key).await
    }
}

#[async_trait]
impl WorkQueue for Counted<dyn WorkQueue> {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        self.counter.count();
        self.port.send(message).await
    }
}

#[async_trait]
impl Mail for Counted<dyn Mail> {
    fn configured(&self) -> bool {
        self.port.configured()
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        self.counter.count();
        self.port.send(message).await
    }

    async fn send_composed(&self, mail: &ComposedMail) -> Result<(), MailError> {
        self.counter.count();
        self.port.send_composed(mail).await
    }

    async fn forget_recipient(&self, address: &str) -> Result<(), MailError> {
        self.port.forget_recipient(address).await
    }
}
