//! What search engines are told after a publication (docs/interface/platform/search.md#after-a-publication): a stored
//! record with one part per call, which a worker carries out. The publication itself does not depend on it.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::id::{JobId, PostId, SiteId};

/// Maximum of attempts.
pub const ATTEMPTS: u32 = 3;
/// Delay between two attempts.
pub const BACKOFF: SignedDuration = SignedDuration::from_mins(5);
/// Lease of a worker on a task; longer than a worker's time limit.
pub const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// Time after which the publishing tick sends another queue message for a queued task.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);
/// How long a completed task is stored.
pub const KEPT: SignedDuration = SignedDuration::from_hours(24 * 30);

/// A call that a task makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchPart {
    /// Asks the search provider to index the address.
    Indexing,
    /// Submits the site's sitemap to the search console again.
    Sitemap,
    /// Announces the address through IndexNow.
    IndexNow,
}

impl SearchPart {
    /// Every part, in the order in which they are carried out.
    pub const ALL: [Self; 3] = [Self::Indexing, Self::Sitemap, Self::IndexNow];

    /// Whether a call with an unknown outcome may be made again. An indexing request would count twice in the provider's
    /// quota; submitting a sitemap again has no further effect.
    pub const fn is_repeatable(self) -> bool {
        matches!(self, Self::Sitemap)
    }
}

/// Progress of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartState {
    /// Not done yet.
    #[default]
    Open,
    /// The call was about to be sent. A worker that finds this state knows that the outcome is unknown.
    Begun,
    /// Over: its outcome is an event of the post, or there was nothing to do.
    Closed,
}

/// State of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchTaskState {
    /// Queued for a worker.
    Queued,
    /// Leased by a worker until `next_at`.
    Running,
    /// Waiting for the next attempt at `next_at`.
    Waiting,
    /// Every part is closed.
    Done,
}

/// What search engines are told after one publication of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchTask {
    /// The post.
    pub post_id: PostId,
    /// The job that published it.
    pub job_id: JobId,
    /// The site on which it was published.
    pub site_id: SiteId,
    /// Public address of the post.
    pub url: String,
    /// State.
    pub state: SearchTaskState,
    /// Number of attempts begun.
    pub attempts: u32,
    /// The indexing request.
    #[serde(default)]
    pub indexing: PartState,
    /// The sitemap.
    #[serde(default)]
    pub sitemap: PartState,
    /// IndexNow.
    #[serde(default)]
    pub index_now: PartState,
    /// When the publishing tick must check the task: its message was lost, its lease expired, or its next attempt is
    /// due. `None` when it is done.
    pub next_at: Option<Timestamp>,
    /// When the post was published.
    pub created_at: Timestamp,
    /// When the task last changed.
    pub updated_at: Timestamp,
    /// Incremented with each write; detects concurrent writes.
    pub revision: u64,
}

/// Why a worker cannot take a task now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// Every part is closed.
    #[error("the task is done")]
    Over,
    /// Another worker holds the lease.
    #[error("another worker holds the task")]
    Held,
    /// The next attempt is not due.
    #[error("the next attempt is not due")]
    NotDue,
}

impl SearchTask {
    /// A queued task for the publication of a post at `url`.
    pub fn new(
        post_id: PostId,
        job_id: JobId,
        site_id: SiteId,
        url: String,
        now: Timestamp,
    ) -> Self {
        Self {
            post_id,
            job_id,
            site_id,
            url,
            state: SearchTaskState::Queued,
            attempts: 0,
            indexing: PartState::Open,
            sitemap: PartState::Open,
            index_now: PartState::Open,
            next_at: Some(now + UNSENT_AFTER),
            created_at: now,
            updated_at: now,
            revision: 1,
        }
    }

    /// Progress of `part`.
    pub const fn part(&self, part: SearchPart) -> PartState {
        match part {
            SearchPart::Indexing => self.indexing,
            SearchPart::Sitemap => self.sitemap,
            SearchPart::IndexNow => self.index_now,
        }
    }

    /// The parts that are not closed.
    pub fn remaining(&self) -> impl Iterator<Item = SearchPart> {
        let all = SearchPart::ALL.map(|part| (part, self.part(part)));
        all.into_iter()
            .filter(|(_, state)| *state != PartState::Closed)
            .map(|(part, _)| part)
    }

    /// Leases the task for one attempt. Attempts are not limited here: a worker ends a task in its last one.
    ///
    /// # Errors
    /// [`NotNow`]; nothing changed.
    pub fn begin(&mut self, now: Timestamp) -> Result<(), NotNow> {
        let ahead = self.next_at.is_some_and(|at| at > now);
        match self.state {
            SearchTaskState::Done => return Err(NotNow::Over),
            SearchTaskState::Running if ahead => return Err(NotNow::Held),
            SearchTaskState::Waiting if ahead => return Err(NotNow::NotDue),
            _ => {}
        }
        self.attempts += 1;
        self.state = SearchTaskState::Running;
        self.next_at = Some(now + LEASE);
        self.touch(now);
        Ok(())
    }

    /// Whether a part that fails in this attempt is not tried again.
    pub const fn is_last_attempt(&self) -> bool {
        self.attempts >= ATTEMPTS
    }

    /// Records that the call of `part` is about to be sent.
    pub const fn note_call(&mut self, part: SearchPart, now: Timestamp) {
        self.set(part, PartState::Begun, now);
    }

    /// Records that `part` failed without effect, and is tried again in the next attempt.
    pub const fn reopen(&mut self, part: SearchPart, now: Timestamp) {
        self.set(part, PartState::Open, now);
    }

    /// Closes `part`.
    pub const fn close(&mut self, part: SearchPart, now: Timestamp) {
        self.set(part, PartState::Closed, now);
    }

    /// Ends the attempt: the task is done when every part is closed, and waits for the next attempt otherwise.
    pub fn rest(&mut self, now: Timestamp) {
        if self.remaining().next().is_none() {
            self.state = SearchTaskState::Done;
            self.next_at = None;
        } else {
            self.state = SearchTaskState::Waiting;
            self.next_at = Some(now + BACKOFF);
        }
        self.touch(now);
    }

    const fn set(&mut self, part: SearchPart, state: PartState, now: Timestamp) {
        match part {
            SearchPart::Indexing => self.indexing = state,
            SearchPart::Sitemap => self.sitemap = state,
            SearchPart::IndexNow => self.index_now = state,
        }
        self.touch(now);
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn task() -> SearchTask {
        let url = "https://padaria.example/pao/".to_owned();
        SearchTask::new(PostId(3), JobId(5), SiteId(2), url, at(0))
    }

    #[test]
    fn a_second_message_finds_the_lease_and_later_the_end() {
        let mut task = task();
        task.begin(at(1)).unwrap();
        assert_eq!(task.begin(at(2)), Err(NotNow::Held));
        for part in SearchPart::ALL {
            task.close(part, at(3));
        }
        task.rest(at(3));
        assert_eq!(task.begin(at(1_000)), Err(NotNow::Over));
        assert_eq!(task.next_at, None);
    }

    #[test]
    fn an_open_part_is_tried_again_in_five_minutes() {
        let mut task = task();
        task.begin(at(10)).unwrap();
        task.close(SearchPart::Indexing, at(11));
        task.note_call(SearchPart::Sitemap, at(12));
        task.reopen(SearchPart::Sitemap, at(13));
        task.close(SearchPart::IndexNow, at(14));
        task.rest(at(15));
        assert_eq!(task.begin(at(314)), Err(NotNow::NotDue));
        task.begin(at(315)).unwrap();
        assert_eq!(task.remaining().collect::<Vec<_>>(), [SearchPart::Sitemap]);
        assert!(!task.is_last_attempt());
        task.rest(at(316));
        task.begin(at(616)).unwrap();
        assert!(task.is_last_attempt());
    }

    #[test]
    fn an_expired_lease_is_taken_over_with_the_noted_call() {
        let mut task = task();
        task.begin(at(0)).unwrap();
        task.note_call(SearchPart::Indexing, at(1));
        task.begin(at(150)).unwrap();
        assert_eq!(task.part(SearchPart::Indexing), PartState::Begun);
        assert!(!SearchPart::Indexing.is_repeatable());
        assert!(SearchPart::Sitemap.is_repeatable());
    }
}
