//! Writes of the index of the site's pages.

use super::{Plan, WriteContext};
use crate::error::StoreError;
use crate::index::{IndexBasis, IndexDraft, IndexEntry, IndexObject, IndexTask};
use crate::log::Change;
use crate::model::is_indexed_kind;
use crate::store::SiteStore;

impl SiteStore {
    /// Enters records, all in one transaction, and returns those that were entered. A draft is left out when
    /// its object changed after it was read, or when another call entered it: such an object needs no
    /// record, or is still among the work that is left.
    pub async fn put_index_records(
        &self,
        drafts: &[IndexDraft],
    ) -> Result<Vec<IndexEntry>, StoreError> {
        self.commit(&[], |context| {
            let mut plan = Plan::default();
            let mut entered = Vec::new();
            let mut number = context.model.next_index_record();
            for draft in drafts {
                if !is_wanted(context, draft)? {
                    continue;
                }
                let known = context.model.index_entry(draft.object)?;
                let entry = IndexEntry {
                    object: draft.object,
                    number: known.as_ref().map_or(number, |known| known.number),
                    created: known.as_ref().map_or(context.now, |known| known.created),
                    updated: context.now,
                    scores: draft.scores,
                    link_count: None,
                    incoming_link_count: None,
                };
                if known.is_none() {
                    number += 1;
                }
                plan.change(Change::Indexed {
                    entry: entry.clone(),
                    links: draft.links.clone(),
                });
                entered.push(entry);
            }
            Ok((plan, entered))
        })
        .await
    }
}

/// Whether the object is as it was read, and the draft does what is left to do for it.
fn is_wanted(context: &WriteContext<'_>, draft: &IndexDraft) -> Result<bool, StoreError> {
    let model = context.model;
    let is_current = match (draft.object, &draft.basis) {
        (IndexObject::Content(id), IndexBasis::Content(seq)) => model
            .summary(id)?
            .is_some_and(|item| item.seq == *seq && is_indexed_kind(item.kind)),
        (IndexObject::Term(id), IndexBasis::Term(read)) => model.term(id).as_ref() == Some(read),
        (_, IndexBasis::Fixed) => true,
        _ => false,
    };
    let task = if draft.links.is_some() {
        IndexTask::Links
    } else {
        IndexTask::Record
    };
    Ok(is_current && model.has_index_work(task, draft.object)?)
}
