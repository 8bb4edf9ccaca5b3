//! State machine of a generation: a text or an image that a provider generates while people wait. The stored record is
//! what they see of it, and the only thing that a queue message refers to.
//!
//! A call to a provider costs money, and whether a call without an answer was billed cannot be found out afterwards. A
//! generation therefore runs once: the record notes each call before it is sent, and one that ends without an outcome
//! fails and is never run again.
//!
//! Three facts are recorded exactly once, whichever of the worker, the person and the tick ends the generation: the
//! final state, the billed calls ([`Generation::settled`]), and the return of the image quota
//! ([`Generation::quota_month`]).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::id::{GenerationId, UserId};
use crate::platform::month::Month;
use crate::platform::token_usage::BilledCall;

mod failure;
mod task;

pub use failure::{GenerationError, INTERRUPTED, NOT_STARTED};
pub use task::{
    Article, ContentTask, GenerationResult, GenerationTask, ImageTask, ImprovementTask, TextWishes,
};

/// Time after which the publishing tick sends another queue message for a queued generation.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);
/// Time within which a worker must take a generation. Afterwards it fails: who asked for it has stopped waiting, and a
/// late start would cost money.
pub const QUEUE_LIFE: SignedDuration = SignedDuration::from_hours(1);
/// Lease of a worker on a generation, renewed while the worker writes.
pub const LEASE: SignedDuration = SignedDuration::from_secs(90);
/// Age of a lease from which a worker must renew it, see [`Generation::is_renewal_due`].
pub const RENEW_AFTER: SignedDuration = SignedDuration::from_secs(20);
/// How long a generation is stored.
pub const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Progress of a generation that has everything but its end, in percent.
const ALMOST: u8 = 99;

/// What is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GenerationKind {
    /// A new article.
    Content,
    /// A better version of a text.
    Improvement,
    /// An image.
    Image,
}

/// State of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GenerationState {
    /// Queued for a worker.
    Queued,
    /// Leased by a worker until `next_at`.
    Running,
    /// Generated.
    Done,
    /// Failed, with an error.
    Failed,
    /// Canceled by a person.
    Canceled,
}

/// A call to a provider, noted before it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallInProgress {
    /// Name of the provider.
    pub provider: String,
    /// Identifier of the model.
    pub model: String,
    /// When it was noted.
    pub since: Timestamp,
}

/// The provider and model that answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredBy {
    /// Name of the provider.
    pub provider: String,
    /// Identifier of the model.
    pub model: String,
}

/// A generation. Its task, its text so far and its result are stored beside it, because it is written about once a
/// second while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Identifier.
    pub id: GenerationId,
    /// The user who asked for it.
    pub user_id: UserId,
    /// What is generated.
    pub kind: GenerationKind,
    /// State of the generation.
    pub state: GenerationState,
    /// Progress in percent; 100 only when done.
    pub progress: u8,
    /// Number of calls begun; the text so far belongs to the last one.
    pub calls_begun: u32,
    /// The call in progress, also the one during which the generation ended without the call's outcome.
    #[serde(default)]
    pub call: Option<CallInProgress>,
    /// Length of the text so far of the last call, in Unicode scalar values.
    pub text_chars: u64,
    /// The provider and model that answered; `None` unless done.
    #[serde(default)]
    pub answered_by: Option<AnsweredBy>,
    /// Calls that were billed, or may have been, in order.
    #[serde(default)]
    pub calls: Vec<BilledCall>,
    /// Whether `calls` is final. It is not while the generation runs, nor after an end that the worker did not choose,
    /// until the worker reports what its calls used. It stays so if the worker is gone.
    pub settled: bool,
    /// The month whose image quota counts this generation; `None` when none does, or not any more.
    #[serde(default)]
    pub quota_month: Option<Month>,
    /// Why it failed; `None` unless failed.
    #[serde(default)]
    pub error: Option<GenerationError>,
    /// When the publishing tick must check the generation: its message was lost or its lease has expired. `None` in a
    /// final state.
    pub next_at: Option<Timestamp>,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When a worker took it.
    #[serde(default)]
    pub started_at: Option<Timestamp>,
    /// When it ended.
    #[serde(default)]
    pub ended_at: Option<Timestamp>,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When it is deleted.
    pub expires_at: Timestamp,
    /// Incremented with each write; detects concurrent writes.
    pub revision: u64,
}

/// Why a transition is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransitionError {
    /// The generation is in a final state.
    #[error("the generation has ended")]
    Over,
    /// A worker took the generation.
    #[error("a worker took the generation")]
    Taken,
    /// No worker took the generation yet.
    #[error("no worker took the generation yet")]
    NotTaken,
    /// The billed calls are already recorded.
    #[error("the billed calls are already recorded")]
    Settled,
}

impl Generation {
    /// Creates a queued generation. An image counts against the quota of `quota_month`.
    pub fn new(
        id: GenerationId,
        user_id: UserId,
        kind: GenerationKind,
        quota_month: Option<Month>,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            user_id,
            kind,
            state: GenerationState::Queued,
            progress: 0,
            calls_begun: 0,
            call: None,
            text_chars: 0,
            answered_by: None,
            calls: Vec::new(),
            settled: false,
            quota_month,
            error: None,
            next_at: Some(now + UNSENT_AFTER),
            created_at: now,
            started_at: None,
            ended_at: None,
            updated_at: now,
            expires_at: now + KEPT,
            revision: 1,
        }
    }

    /// Whether the generation is in a final state.
    pub const fn is_over(&self) -> bool {
        matches!(
            self.state,
            GenerationState::Done | GenerationState::Failed | GenerationState::Canceled
        )
    }

    /// Whether the worker must write now to keep its lease, and to learn of a cancellation.
    pub fn is_renewal_due(&self, now: Timestamp) -> bool {
        self.state == GenerationState::Running
            && self
                .next_at
                .is_none_or(|until| until <= now + (LEASE - RENEW_AFTER))
    }

    /// Leases the generation to a worker. A generation is taken once: also one whose lease has expired is not taken
    /// again, because its calls may have been billed.
    ///
    /// # Errors
    /// [`TransitionError::Taken`] and [`TransitionError::Over`].
    pub fn begin(&mut self, now: Timestamp) -> Result<(), TransitionError> {
        match self.state {
            GenerationState::Queued => {
                self.state = GenerationState::Running;
                self.started_at = Some(now);
                self.next_at = Some(now + LEASE);
                self.touch(now);
                Ok(())
            }
            GenerationState::Running => Err(TransitionError::Taken),
            _ => Err(TransitionError::Over),
        }
    }

    /// Notes a call that is about to be sent. The text so far of an earlier call is void.
    ///
    /// # Errors
    /// [`TransitionError::NotTaken`] and [`TransitionError::Over`]: the call must not be sent.
    pub fn note_call(
        &mut self,
        provider: &str,
        model: &str,
        now: Timestamp,
    ) -> Result<(), TransitionError> {
        self.held()?;
        self.calls_begun += 1;
        self.call = Some(CallInProgress {
            provider: provider.to_owned(),
            model: model.to_owned(),
            since: now,
        });
        self.text_chars = 0;
        self.next_at = Some(now + LEASE);
        self.touch(now);
        Ok(())
    }

    /// Records that the worker goes on: `chars` more Unicode scalar values of text, and `progress` in percent, which
    /// never falls and stays below 100. Renews the lease when that is due.
    ///
    /// # Errors
    /// [`TransitionError::NotTaken`] and [`TransitionError::Over`]: the worker must stop.
    pub fn advance(
        &mut self,
        chars: u64,
        progress: u8,
        now: Timestamp,
    ) -> Result<(), TransitionError> {
        self.held()?;
        if self.is_renewal_due(now) {
            self.next_at = Some(now + LEASE);
        }
        self.text_chars += chars;
        self.progress = self.progress.max(progress.min(ALMOST));
        self.touch(now);
        Ok(())
    }

    /// Records that the result is there.
    ///
    /// # Errors
    /// [`TransitionError::NotTaken`] and [`TransitionError::Over`].
    pub fn complete(
        &mut self,
        answered_by: AnsweredBy,
        calls: Vec<BilledCall>,
        now: Timestamp,
    ) -> Result<(), TransitionError> {
        self.held()?;
        self.answered_by = Some(answered_by);
        self.progress = 100;
        self.end(GenerationState::Done, now);
        self.take_calls(calls, false);
        Ok(())
    }

    /// Records that the generation failed. `certainly_free` tells that certainly none of its calls was billed, so that
    /// the image quota is given back.
    ///
    /// # Errors
    /// [`TransitionError::NotTaken`] and [`TransitionError::Over`].
    pub fn fail(
        &mut self,
        error: GenerationError,
        calls: Vec<BilledCall>,
        certainly_free: bool,
        now: Timestamp,
    ) -> Result<(), TransitionError> {
        self.held()?;
        self.error = Some(error);
        self.end(GenerationState::Failed, now);
        self.take_calls(calls, certainly_free);
        Ok(())
    }

    /// Cancels the generation for a person. The worker learns of it at its next write, and then reports what its calls
    /// used ([`Generation::settle`]). Before the first call nothing can have been billed, and the image quota is given
    /// back at once.
    ///
    /// # Errors
    /// [`TransitionError::Over`].
    pub fn cancel(&mut self, now: Timestamp) -> Result<(), TransitionError> {
        if self.is_over() {
            return Err(TransitionError::Over);
        }
        self.end(GenerationState::Canceled, now);
        self.settle_without_calls();
        Ok(())
    }

    /// Fails the generation if it was not taken within [`QUEUE_LIFE`], or if its lease has expired; returns whether it
    /// did.
    pub fn abandon(&mut self, now: Timestamp) -> bool {
        let error = match self.state {
            GenerationState::Queued if self.created_at + QUEUE_LIFE <= now => {
                GenerationError::not_started()
            }
            GenerationState::Running if self.next_at.is_none_or(|until| until <= now) => {
                GenerationError::interrupted(self.kind, self.calls_begun > 0)
            }
            _ => return false,
        };
        self.error = Some(error);
        self.end(GenerationState::Failed, now);
        self.settle_without_calls();
        true
    }

    /// Records the calls of a generation that ended while its worker was at it.
    ///
    /// # Errors
    /// [`TransitionError::NotTaken`] and [`TransitionError::Taken`] before the end, [`TransitionError::Settled`].
    pub fn settle(
        &mut self,
        calls: Vec<BilledCall>,
        certainly_free: bool,
        now: Timestamp,
    ) -> Result<(), TransitionError> {
        match self.state {
            GenerationState::Queued => return Err(TransitionError::NotTaken),
            GenerationState::Running => return Err(TransitionError::Taken),
            _ if self.settled => return Err(TransitionError::Settled),
            _ => {}
        }
        self.take_calls(calls, certainly_free);
        self.touch(now);
        Ok(())
    }

    const fn held(&self) -> Result<(), TransitionError> {
        match self.state {
            GenerationState::Running => Ok(()),
            GenerationState::Queued => Err(TransitionError::NotTaken),
            _ => Err(TransitionError::Over),
        }
    }

    const fn end(&mut self, state: GenerationState, now: Timestamp) {
        self.state = state;
        self.ended_at = Some(now);
        self.next_at = None;
        self.touch(now);
    }

    /// Records the final list of calls.
    fn take_calls(&mut self, calls: Vec<BilledCall>, certainly_free: bool) {
        if certainly_free && calls.is_empty() {
            self.quota_month = None;
        }
        self.calls = calls;
        self.call = None;
        self.settled = true;
    }

    /// Records that no call was billed, if none was ever noted.
    fn settle_without_calls(&mut self) {
        if self.calls_begun == 0 {
            self.take_calls(Vec::new(), true);
        }
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests;
