//! LRU cache of content records, keyed by identifier and by the number of the change that wrote the
//! record. Such a record is immutable, so entries never become stale and are only evicted for space.

use std::collections::HashMap;
use std::sync::Arc;

use crate::content::Content;

/// Approximate capacity in bytes.
const BYTES: usize = 24 * 1024 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Cache {
    records: HashMap<u64, CachedRecord>,
    bytes: usize,
    uses: u64,
}

#[derive(Debug)]
struct CachedRecord {
    record: Arc<Content>,
    bytes: usize,
    used: u64,
}

impl Cache {
    /// Cached record `id` as change `seq` left it.
    pub(crate) fn get(&mut self, id: u64, seq: u64) -> Option<Arc<Content>> {
        self.uses += 1;
        let cached = self.records.get_mut(&id)?;
        cached.used = self.uses;
        (cached.record.seq == seq).then(|| Arc::clone(&cached.record))
    }

    pub(crate) fn put(&mut self, record: Arc<Content>) {
        let bytes = weight(&record);
        if bytes > BYTES / 4 {
            return;
        }
        self.uses += 1;
        let cached = CachedRecord {
            bytes,
            used: self.uses,
            record,
        };
        self.bytes += bytes;
        if let Some(old) = self.records.insert(cached.record.id, cached) {
            self.bytes -= old.bytes;
        }
        if self.bytes > BYTES {
            self.shrink();
        }
    }

    pub(crate) fn forget(&mut self, id: u64) {
        if let Some(old) = self.records.remove(&id) {
            self.bytes -= old.bytes;
        }
    }

    /// Evicts the least recently used half.
    fn shrink(&mut self) {
        let mut uses: Vec<u64> = self.records.values().map(|cached| cached.used).collect();
        uses.sort_unstable();
        let middle = uses.get(uses.len() / 2).copied().unwrap_or_default();
        self.records.retain(|_, cached| cached.used > middle);
        self.bytes = self.records.values().map(|cached| cached.bytes).sum();
    }
}

fn weight(record: &Content) -> usize {
    let meta: usize = record
        .meta
        .iter()
        .map(|(key, value)| key.len() + value.as_str().map_or(16, str::len))
        .sum();
    1024 + record.title.len() + record.content.len() + record.excerpt.len() + meta
}
