//! Writes of the index of the site's pages: records that a job makes, and those that are made with their text or term.

use domain::site::Status;
use jiff::Timestamp;

use super::{Plan, WriteContext};
use crate::content::Content;
use crate::error::StoreError;
use crate::index::{
    IndexBasis, IndexDraft, IndexEntry, IndexObject, IndexScores, IndexTask, Rater,
};
use crate::log::Change;
use crate::model::{is_indexed_kind, is_indexed_taxonomy};
use crate::store::SiteStore;

/// A record to make with a text or term that a plan writes.
pub(super) struct OpenRecord {
    /// Place of the text or term among the changes of the plan.
    place: usize,
    object: IndexObject,
    /// What is stored of the record, when there is one.
    known: Option<IndexEntry>,
    /// The scores, when the write leaves what they are made from as it was.
    kept: Option<IndexScores>,
}

/// Scores of the texts of one write, for a further attempt with the same texts.
#[derive(Default)]
pub(super) struct Rated(Vec<(Content, IndexScores)>);

impl Rated {
    fn scores(&mut self, rater: &dyn Rater, content: &Content, now: Timestamp) -> IndexScores {
        let known = self
            .0
            .iter()
            .find(|(rated, _)| is_rated_alike(rated, content));
        if let Some((_, scores)) = known {
            return *scores;
        }
        let scores = rater.content(content, now);
        self.0.push((content.clone(), scores));
        scores
    }
}

impl Plan {
    /// The records to make with the texts and terms of this plan.
    pub(super) fn open_records(
        &self,
        context: &WriteContext<'_>,
    ) -> Result<Vec<OpenRecord>, StoreError> {
        let mut open = Vec::new();
        for (place, change) in self.changes.iter().enumerate() {
            let (object, before) = match change {
                Change::Content(content) if is_indexed(content) => {
                    let before = context.loaded.iter().flatten();
                    let before = before.into_iter().find(|before| before.id == content.id);
                    let before = before
                        .filter(|before| is_indexed(before) && is_rated_alike(before, content));
                    (IndexObject::Content(content.id), before)
                }
                Change::Term(term) if is_indexed_taxonomy(term.taxonomy) => {
                    (IndexObject::Term(term.id), None)
                }
                _ => continue,
            };
            let known = context.model.index_entry(object)?;
            let is_outdated = context.model.has_index_work(IndexTask::Record, object)?;
            let kept = known.as_ref().map(|known| known.scores);
            open.push(OpenRecord {
                place,
                object,
                kept: kept.filter(|_| before.is_some() && !is_outdated),
                known,
            });
        }
        Ok(open)
    }

    /// Adds the records. Those that nothing scores are left to a job. `next` is the number of the next new record.
    pub(super) fn make_records(
        &mut self,
        open: Vec<OpenRecord>,
        rater: Option<&dyn Rater>,
        rated: &mut Rated,
        now: Timestamp,
        mut next: u64,
    ) {
        for record in open {
            let scores = match (record.kept, rater, self.changes.get(record.place)) {
                (Some(kept), ..) => kept,
                (None, Some(rater), Some(Change::Content(content))) => {
                    rated.scores(rater, content, now)
                }
                (None, Some(rater), Some(Change::Term(term))) => rater.term(term),
                _ => continue,
            };
            let entry = entry(record.object, record.known.as_ref(), &mut next, scores, now);
            self.change(Change::Indexed { entry, links: None });
        }
    }
}

/// Whether a text has a record that is kept up to date.
fn is_indexed(content: &Content) -> bool {
    is_indexed_kind(content.kind) && !matches!(content.status, Status::Trash | Status::AutoDraft)
}

/// Whether everything that scores are made from is the same, apart from the day.
fn is_rated_alike(one: &Content, other: &Content) -> bool {
    let rated = |content: &Content| (content.featured_media, content.author);
    rated(one) == rated(other)
        && one.slug == other.slug
        && one.title == other.title
        && one.content == other.content
        && one.meta == other.meta
}

/// What is stored of a record. One that is new takes the next number.
fn entry(
    object: IndexObject,
    known: Option<&IndexEntry>,
    next: &mut u64,
    scores: IndexScores,
    now: Timestamp,
) -> IndexEntry {
    let number = known.map_or(*next, |known| known.number);
    if known.is_none() {
        *next += 1;
    }
    IndexEntry {
        object,
        number,
        created: known.map_or(now, |known| known.created),
        updated: now,
        scores,
        link_count: None,
        incoming_link_count: None,
    }
}

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
                let entry = entry(
                    draft.object,
                    known.as_ref(),
                    &mut number,
                    draft.scores,
                    context.now,
                );
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
