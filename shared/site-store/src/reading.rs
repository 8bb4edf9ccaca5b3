//! Access to the read model for requests: each read has limits ([`ReadLimits`]) and is counted ([`ReadWork`]).

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard};

use crate::error::StoreError;
use crate::filter::{ContentFilter, Listed};
use crate::model::{Allowance, Model, Progress, ReadWork};
use crate::reads::Reads;
use crate::store::SiteStore;

/// The model during a read with limits.
pub(crate) struct Reading<'a> {
    model: MutexGuard<'a, Model>,
    reads: &'a Reads,
}

impl Reading<'_> {
    /// Ends the read; returns what is left of its allowance.
    fn finish(self) -> Option<Allowance> {
        let (used, left) = self.model.work().end();
        self.reads.steps.fetch_add(used, Ordering::Relaxed);
        left
    }
}

impl Deref for Reading<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        let (used, _) = self.model.work().end();
        self.reads.steps.fetch_add(used, Ordering::Relaxed);
    }
}

/// Tells a search, when it is dropped, that its caller has gone.
struct Caller(Arc<AtomicBool>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SiteStore {
    /// The model for one read.
    pub(crate) fn reading(&self) -> Reading<'_> {
        self.reading_within(Allowance::new(self.0.parts.read_limits))
    }

    fn reading_within(&self, allowance: Allowance) -> Reading<'_> {
        let model = self.model();
        model.work().begin(allowance);
        self.0.reads.reads.fetch_add(1, Ordering::Relaxed);
        Reading {
            model,
            reads: &self.0.reads,
        }
    }

    /// The work that this process did for reads of the site. Tests compare it before and after a request.
    pub fn read_work(&self) -> ReadWork {
        ReadWork {
            reads: self.0.reads.reads.load(Ordering::Relaxed),
            steps: self.0.reads.steps.load(Ordering::Relaxed),
            log_entries: self.0.reads.log_entries.load(Ordering::Relaxed),
        }
    }

    /// Page of a list with a search, with the total. It compares texts on a blocking thread and in parts, so that other
    /// requests do not wait for it, and ends when the caller drops the future.
    pub(crate) async fn search(&self, filter: &ContentFilter) -> Result<Listed<u64>, StoreError> {
        let reads = &self.0.reads;
        let _place = reads
            .searches
            .try_acquire()
            .map_err(|_| StoreError::Stopped)?;
        let _turn = reads.searching.acquire().await;
        loop {
            self.load_texts().await?;
            let (store, filter) = (self.clone(), filter.clone());
            let is_abandoned = Arc::new(AtomicBool::new(false));
            let _caller = Caller(Arc::clone(&is_abandoned));
            let found =
                tokio::task::spawn_blocking(move || store.search_parts(&filter, is_abandoned))
                    .await
                    .map_err(|error| StoreError::Model(error.to_string()))??;
            if let Some(found) = found {
                return Ok(found);
            }
        }
    }

    /// Searches the loaded texts; `None` when a model without texts has replaced the one that had them.
    fn search_parts(
        &self,
        filter: &ContentFilter,
        is_abandoned: Arc<AtomicBool>,
    ) -> Result<Option<Listed<u64>>, StoreError> {
        {
            let model = self.model();
            if !model.has_texts() {
                return Ok(None);
            }
            model.index_some_texts()?;
        }
        let limits = self.0.parts.read_limits;
        let mut allowance = Allowance::new(limits).until(is_abandoned);
        let mut search = None;
        loop {
            self.0.reads.give_way();
            let reading = self.reading_within(allowance);
            if !reading.has_texts() {
                return Ok(None);
            }
            let progress = match search.take() {
                None => reading.begin_search(filter, limits.search_part)?,
                Some(begun) => reading.go_on(begun)?,
            };
            match progress {
                Progress::Done(listed) => return Ok(Some(listed)),
                Progress::More(begun) => search = Some(begun),
            }
            allowance = reading.finish().ok_or(StoreError::Stopped)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_learns_that_its_caller_has_gone() {
        let is_abandoned = Arc::new(AtomicBool::new(false));
        let caller = Caller(Arc::clone(&is_abandoned));
        assert!(!is_abandoned.load(Ordering::Relaxed));
        drop(caller);
        assert!(is_abandoned.load(Ordering::Relaxed));
    }
}
