//! The store as the place where captured entries go.

use async_trait::async_trait;
use central_log::{Sink, SinkError};
use domain::platform::log::LogEntry;

use crate::LogStore;

#[async_trait]
impl Sink for LogStore {
    async fn append(&self, entries: &[LogEntry]) -> Result<(), SinkError> {
        let appended = Self::append(self, entries).await;
        appended.map_err(|error| SinkError(error.to_string()))
    }
}
