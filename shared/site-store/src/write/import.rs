//! Writes of imported records: many records in one log entry, together with their ledger rows.

mod batch;
mod source_ids;

pub use source_ids::SourceIds;

use batch::Batch;

use crate::error::StoreError;
use crate::import::{ImportItem, ImportLedger, ImportOutcome, ImportRecord, Rows};
use crate::keys;
use crate::packing::INLINE_BYTES;
use crate::store::SiteStore;

/// Maximum number of table items per write; a transaction takes 100.
const WRITES: usize = 90;
/// Maximum size of a write in bytes before compression; a transaction takes 4 MB.
const BYTES: usize = 3_000_000;

impl SiteStore {
    /// Writes records in the form of the source, in as few transactions as possible, and returns the
    /// result for each. Records that others refer to (terms, users, files of media) should be imported
    /// first.
    pub async fn import(
        &self,
        ledger: &mut ImportLedger,
        items: Vec<ImportItem>,
    ) -> Result<Vec<ImportOutcome>, StoreError> {
        let mut outcomes = Vec::with_capacity(items.len());
        let mut part = Vec::new();
        let (mut writes, mut bytes) = (0, 0);
        for item in items {
            let (more_writes, more_bytes) = weight(&item.record)?;
            if !part.is_empty() && (writes + more_writes > WRITES || bytes + more_bytes > BYTES) {
                outcomes.extend(self.import_part(ledger, &std::mem::take(&mut part)).await?);
                (writes, bytes) = (0, 0);
            }
            writes += more_writes;
            bytes += more_bytes;
            part.push(item);
        }
        if !part.is_empty() {
            outcomes.extend(self.import_part(ledger, &part).await?);
        }
        Ok(outcomes)
    }

    async fn import_part(
        &self,
        ledger: &mut ImportLedger,
        items: &[ImportItem],
    ) -> Result<Vec<ImportOutcome>, StoreError> {
        let mut changed = Vec::new();
        for item in items {
            if let ImportRecord::Content(content) = &item.record
                && !ledger.is_level_with(item)
            {
                changed.push(content.id);
            }
        }
        let known = &*ledger;
        let (outcomes, rows) = self
            .commit(&changed, |context| {
                let mut batch = Batch::new(self, context, known);
                let mut outcomes = Vec::with_capacity(items.len());
                for item in items {
                    outcomes.push(batch.take(item)?);
                }
                let (mut plan, rows) = batch.into_parts();
                if !rows.is_empty() {
                    let seq = context.model.head() + 1;
                    plan.put(
                        keys::import_rows_of(self.tenant(), seq),
                        &Rows::pack(&rows)?,
                    )?;
                    plan.put(keys::import_source(self.tenant()), &known.source)?;
                }
                Ok((plan, (outcomes, rows)))
            })
            .await?;
        ledger.add(rows);
        Ok(outcomes)
    }
}

/// Number of table items and size in bytes of a record. Of a record too large for the table, the item
/// holds only a reference.
fn weight(record: &ImportRecord) -> Result<(usize, usize), StoreError> {
    let text = |length: usize| length.min(INLINE_BYTES);
    Ok(match record {
        ImportRecord::User(user) => (1, serde_json::to_vec(user)?.len()),
        ImportRecord::Term(term) => (1, serde_json::to_vec(term)?.len()),
        ImportRecord::Revision(revision) => (1, text(serde_json::to_vec(&**revision)?.len())),
        ImportRecord::History(_) => (0, 0),
        ImportRecord::Comment(comment) => (1, serde_json::to_vec(comment)?.len()),
        // Its only record is the entry of the log.
        ImportRecord::Snippet(snippet) => (0, text(serde_json::to_vec(&**snippet)?.len())),
        ImportRecord::Settings(settings) => (1, serde_json::to_vec(&**settings)?.len()),
        ImportRecord::Content(content) => {
            let items = 2 + usize::from(content.media.is_some());
            (items, text(serde_json::to_vec(&**content)?.len()))
        }
    })
}
