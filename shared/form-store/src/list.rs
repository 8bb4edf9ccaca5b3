//! Lists of submissions.

use std::fmt;
use std::str::FromStr;

use items::{Key, Query};
use jiff::Timestamp;

use crate::error::FormStoreError;
use crate::keys;
use crate::packed::Packed;
use crate::store::FormStore;
use crate::submission::{Submission, SubmissionStatus, person};

/// Queries of one page whose filter no index has.
const MOST_QUERIES: usize = 8;

/// What a list of submissions contains.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubmissionFilter {
    /// Submissions of this form only.
    pub form: Option<u64>,
    /// Submissions with this e-mail address only, in whatever letters; a text that is no address finds none.
    pub address: Option<String>,
    /// Submissions with this status only.
    pub status: Option<SubmissionStatus>,
    /// Submissions at this time or later.
    pub from: Option<Timestamp>,
    /// Submissions before this time.
    pub before: Option<Timestamp>,
}

impl SubmissionFilter {
    /// Whether the parts of the filter that no index has fit.
    fn contains(&self, submission: &Submission) -> bool {
        self.form.is_none_or(|form| form == submission.form)
            && self.status.is_none_or(|status| status == submission.status)
    }
}

/// Position in a list of submissions; its text can be given to clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionCursor {
    at: Timestamp,
    id: u64,
}

impl SubmissionCursor {
    /// The position behind a submission.
    pub const fn after(submission: &Submission) -> Self {
        Self {
            at: submission.at,
            id: submission.id,
        }
    }
}

/// The text is no position in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a position in a list of submissions")]
pub struct NotACursor;

impl fmt::Display for SubmissionCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at.as_second(), self.id)
    }
}

impl FromStr for SubmissionCursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (at, id) = text.split_once('-').ok_or(NotACursor)?;
        let at: u32 = at.parse().map_err(|_| NotACursor)?;
        let at = Timestamp::from_second(at.into()).map_err(|_| NotACursor)?;
        let id = id.parse().map_err(|_| NotACursor)?;
        Ok(Self { at, id })
    }
}

/// A page of a list, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionPage {
    /// The submissions.
    pub submissions: Vec<Submission>,
    /// Where the next page begins; none on the last one.
    pub next: Option<SubmissionCursor>,
}

impl FormStore {
    /// Reads a submission. Strongly consistent.
    ///
    /// # Errors
    /// The store failed.
    pub async fn submission(&self, id: u64) -> Result<Option<Submission>, FormStoreError> {
        let key = keys::submission(&self.tenant, id);
        let stored: Option<Packed> = self.parts.table.get(&key).await?;
        stored.map(|packed| packed.unpack()).transpose()
    }

    /// One page of submissions, newest first, from `start` on. A filter by form, by address and by time costs one query and one
    /// batch of reads, whatever lies before. Other combinations skip what they read and do not want; a page that skipped
    /// much may be short, or empty, and still have a next one.
    ///
    /// # Errors
    /// The store failed.
    pub async fn submissions(
        &self,
        filter: &SubmissionFilter,
        start: Option<SubmissionCursor>,
        limit: u16,
    ) -> Result<SubmissionPage, FormStoreError> {
        let mut found = SubmissionPage {
            submissions: Vec::new(),
            next: start,
        };
        let partition = match (&filter.address, filter.form) {
            (Some(address), _) => match person(address) {
                Some(address) => self.person_partition(&address),
                None => {
                    return Ok(SubmissionPage {
                        next: None,
                        ..found
                    });
                }
            },
            (None, Some(form)) => keys::of_form(&self.tenant, form),
            (None, None) => keys::all(&self.tenant),
        };
        for _ in 0..MOST_QUERIES {
            let missing = usize::from(limit) - found.submissions.len();
            let missing = u16::try_from(missing).unwrap_or(limit);
            let page = self.page(&partition, filter, found.next, missing).await?;
            let wanted = page.submissions.into_iter();
            let wanted = wanted.filter(|submission| filter.contains(submission));
            found.submissions.extend(wanted);
            found.next = page.next;
            if found.next.is_none() || found.submissions.len() >= usize::from(limit) {
                break;
            }
        }
        Ok(found)
    }

    async fn page(
        &self,
        partition: &str,
        filter: &SubmissionFilter,
        start: Option<SubmissionCursor>,
        limit: u16,
    ) -> Result<SubmissionPage, FormStoreError> {
        let first = filter
            .from
            .map_or_else(|| "0".to_owned(), |from| keys::place(from, 0));
        // Identifiers begin at 1, so the place with 0 lies before all of its second; `~` lies behind all places.
        let mut last = filter
            .before
            .map_or_else(|| "~".to_owned(), |before| keys::place(before, 0));
        if let Some(start) = start {
            last = last.min(keys::place(start.at, start.id.saturating_sub(1)));
        }
        if limit == 0 || first > last {
            return Ok(SubmissionPage {
                submissions: Vec::new(),
                next: None,
            });
        }
        let query = Query::between(partition, first, last).newest_first();
        let page = self
            .parts
            .table
            .key_page(&query.limit(i32::from(limit)), None)
            .await?;
        let places: Vec<_> = page
            .keys
            .iter()
            .filter_map(|key| keys::of_place(&key.sk))
            .collect();
        let next = page.next.and(places.last());
        let next = next.map(|(at, id)| SubmissionCursor { at: *at, id: *id });
        let keys: Vec<Key> = places
            .iter()
            .map(|(_, id)| keys::submission(&self.tenant, *id))
            .collect();
        // One that was deleted since the query is left out.
        let stored = self.parts.table.get_many::<Packed>(&keys).await?;
        let submissions = stored.into_iter().flatten().map(|packed| packed.unpack());
        Ok(SubmissionPage {
            submissions: submissions.collect::<Result<_, _>>()?,
            next,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn positions_are_read_as_they_are_written(at in 0..=u32::MAX, id: u64) {
            let at = Timestamp::from_second(at.into()).unwrap();
            let cursor = SubmissionCursor { at, id };
            prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }

        #[test]
        fn any_text_is_a_position_or_refused(text in "\\PC*") {
            if let Ok(cursor) = text.parse::<SubmissionCursor>() {
                prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
            }
        }
    }
}
