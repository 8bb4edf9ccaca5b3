//! Writing the collected entries to a store.

use std::time::Duration;

use async_trait::async_trait;
use domain::platform::log::LogEntry;
use tokio::time::timeout;
use tracing::Instrument;

use crate::collector::Collector;

/// Time limit of one flush.
pub const FLUSH_LIMIT: Duration = Duration::from_secs(5);
/// Entries that are appended at once.
const BATCH: usize = 25;
/// Name of the span around a flush. The capture ignores what is logged within it: a store that fails would otherwise
/// add an entry with every attempt.
pub(crate) const FLUSH_SPAN: &str = "central_log_flush";

/// Why entries were not appended.
#[derive(Debug, thiserror::Error)]
#[error("the central log could not be written: {0}")]
pub struct SinkError(pub String);

/// The store of the central log.
#[async_trait]
pub trait Sink: Send + Sync {
    /// Appends entries; all or, on an error, as few as possible: entries of a failed call are appended again.
    ///
    /// # Errors
    /// [`SinkError`].
    async fn append(&self, entries: &[LogEntry]) -> Result<(), SinkError>;
}

/// Appends what was collected to `sink`, within [`FLUSH_LIMIT`]. What cannot be written stays in the collector for the
/// next flush; it is in the function's own log in any case. Returns the number of entries written.
pub async fn flush(collector: &Collector, sink: &dyn Sink) -> usize {
    if collector.is_empty() {
        return 0;
    }
    let span = tracing::error_span!(target: "central_log", "central_log_flush");
    debug_assert_eq!(
        span.metadata().map_or(FLUSH_SPAN, |span| span.name()),
        FLUSH_SPAN
    );
    write(collector, sink).instrument(span).await
}

/// Entries that go back to the collector unless they were written, also when the future is dropped.
struct Unwritten<'a> {
    collector: &'a Collector,
    entries: Vec<LogEntry>,
}

impl Drop for Unwritten<'_> {
    fn drop(&mut self) {
        for entry in self.entries.drain(..) {
            self.collector.merge(entry);
        }
    }
}

async fn write(collector: &Collector, sink: &dyn Sink) -> usize {
    let mut unwritten = Unwritten {
        collector,
        entries: collector.take(),
    };
    let mut written = 0;
    let all = async {
        while !unwritten.entries.is_empty() {
            let size = unwritten.entries.len().min(BATCH);
            let batch = unwritten.entries.get(..size).unwrap_or_default();
            if let Err(error) = sink.append(batch).await {
                tracing::warn!(target: "central_log", %error, "entries wait for the next flush");
                return;
            }
            unwritten.entries.drain(..size);
            written += size;
        }
    };
    if timeout(FLUSH_LIMIT, all).await.is_err() {
        tracing::warn!(target: "central_log", "the central log was not written in time; entries wait for the next flush");
    }
    written
}
