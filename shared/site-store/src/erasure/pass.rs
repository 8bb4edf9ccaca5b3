//! The pass over the log: reads it from the newest entry to the oldest and replaces entries by what remains of them.

use items::{Condition, Write};
use jiff::SignedDuration;
use journal::Stored;

use super::redaction::{Leftover, Redacted};
use super::state::Pass;
use super::tasks::Erasure;
use crate::error::StoreError;
use crate::keys;
use crate::packing::NewBlobs;
use crate::packing::Packed;
use crate::store::SiteStore;

/// Maximum number of log pages (1 MB each) per run.
const MAX_PAGES: usize = 24;
/// Time after which a run reads no further page, so that it ends before the time limit of the tick.
const RUN_TIME: SignedDuration = SignedDuration::from_secs(15);
/// Time of reading after which the snapshot is left to the next run.
const SNAPSHOT_TIME: SignedDuration = SignedDuration::from_secs(5);
/// Writes of one transaction, which takes 100 and an entry has up to two.
const MAX_WRITES: usize = 60;
/// Bytes of entries in one transaction, which takes 4 MB. One entry has less than one.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Writes that are waiting for their transactions.
#[derive(Default)]
struct Batch {
    /// Deletions of records. They come first: the changes that name them are lost with the entries.
    removals: Vec<Write>,
    entries: Vec<Write>,
    bytes: usize,
    /// Blobs of the entries.
    blobs: NewBlobs,
}

impl SiteStore {
    /// Performs a part of a pass. `None` while another worker performs it.
    pub(super) async fn erase(&self) -> Result<Option<Erasure>, StoreError> {
        let clock = &self.0.parts.clock;
        let Some(mut pass) = self.lease_pass().await? else {
            return Ok(None);
        };
        let begin = clock.now();
        let mut redacted = 0;
        for _ in 0..MAX_PAGES {
            if pass.progress.next <= 1 || clock.now() > begin + RUN_TIME {
                break;
            }
            redacted += self.redact_page(&mut pass).await?;
        }
        let is_read = pass.progress.next <= 1;
        let has_time = clock.now() <= begin + SNAPSHOT_TIME;
        let is_complete = is_read && has_time && {
            let progress = &pass.progress;
            self.renew_snapshot(progress.head, progress.had_texts)
                .await?
        };
        if is_complete {
            let began = pass.progress.began;
            self.complete_pass(pass).await?;
            self.remove_erasure_tasks(began).await?;
        } else {
            self.store_pass(pass).await?;
        }
        Ok(Some(Erasure {
            redacted,
            is_complete,
        }))
    }

    /// Passes over the next page of the log; returns the number of replaced entries.
    async fn redact_page(&self, pass: &mut Pass) -> Result<usize, StoreError> {
        let page = self.0.journal.before::<Packed>(pass.progress.next).await?;
        if page.is_empty() {
            self.report_gap(Some((1, pass.progress.next - 1)));
            pass.progress.next = 1;
        }
        let mut batch = Batch::default();
        let mut redacted = 0;
        for entry in page {
            if entry.seq + 1 != pass.progress.next {
                self.report_gap(Some((entry.seq + 1, pass.progress.next - 1)));
            }
            let remains = match entry.what.text(&*self.0.parts.blobs).await {
                Ok(Some(text)) => pass.redaction.take(&text),
                Ok(None) => Ok(None),
                Err(error) => Err(error),
            };
            let remains = match remains {
                // Readers go on without a damaged entry.
                Err(StoreError::Unreadable(_)) => {
                    self.report_gap(Some((entry.seq, entry.seq)));
                    None
                }
                remains => remains?,
            };
            if let Some(remains) = remains {
                redacted += 1;
                pass.progress.had_texts |= remains.had_texts;
                self.add(&mut batch, &entry, remains, pass.state.revision)?;
            }
            pass.progress.next = entry.seq;
            if batch.entries.len() > MAX_WRITES || batch.bytes > MAX_BYTES {
                self.write_batch(std::mem::take(&mut batch)).await?;
            }
            tokio::task::yield_now().await;
        }
        self.write_batch(batch).await?;
        Ok(redacted)
    }

    /// Adds the writes that replace `entry`.
    fn add(
        &self,
        batch: &mut Batch,
        entry: &Stored<Packed>,
        remains: Redacted,
        revision: u64,
    ) -> Result<(), StoreError> {
        let (parts, tenant) = (&self.0.parts, &self.0.tenant);
        let removal = |key| Write::Delete(key, Condition::Any);
        for leftover in remains.leftovers {
            match leftover {
                Leftover::Revision { item, id } => {
                    let key = keys::revision(tenant, item, id);
                    batch.removals.push(removal(key));
                }
                Leftover::Comment(id) => {
                    let both = [keys::comment, keys::comment_check].map(|key| key(tenant, id));
                    batch.removals.extend(both.map(removal));
                }
                Leftover::Blob(blob) => {
                    batch.removals.extend(self.removal_after_grace(&blob)?);
                }
            }
        }
        let changes: Vec<&str> = remains.changes.iter().map(|change| change.get()).collect();
        let text = format!("[{}]", changes.join(","));
        batch.bytes += text.len();
        let packed = Packed::pack_text(text, tenant, &*parts.random, &mut batch.blobs)?;
        let replace = self.0.journal.replace(entry, &packed, revision)?;
        batch.entries.push(replace);
        if let Some(blob) = entry.what.blob() {
            batch.entries.extend(self.removal_after_grace(blob)?);
        }
        Ok(())
    }

    async fn write_batch(&self, batch: Batch) -> Result<(), StoreError> {
        let table = &self.0.parts.table;
        let mut removals = batch.removals;
        while !removals.is_empty() {
            let rest = removals.split_off(removals.len().min(MAX_WRITES));
            table
                .transact(std::mem::replace(&mut removals, rest))
                .await?;
        }
        if batch.entries.is_empty() {
            return Ok(());
        }
        let written = self.transact_with_blobs(batch.entries, batch.blobs, Vec::new());
        if written.await? {
            Ok(())
        } else {
            // The lease had ended, and another worker replaced an entry.
            Err(StoreError::Contended)
        }
    }
}
