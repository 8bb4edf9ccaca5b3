//! Generations of texts and images. The record is small and is written about once a second while the generation runs;
//! its task, its text so far and its result are records beside it.
//!
//! A worker's writes are transactions also where they consist of one record: the client repeats a transaction whose
//! response was lost under the same token, so that a worker never takes its own write for another one's.

use domain::platform::generation::{
    AnsweredBy, Generation, GenerationError, GenerationResult, GenerationState, GenerationTask,
};
use domain::platform::id::{GenerationId, UserId};
use domain::platform::token_usage::BilledCall;
use items::{
    Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write, none_on_conflict, packed,
    retry_on_conflict,
};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::generation_keys::{key, result_key, task_key};
use crate::generation_text::{chars, text_writes};
use crate::idempotency::{Claim, Work};
use crate::image_quota::{ImageAllowance, returning, taking};
use crate::token_usage::usage_writes;

/// Kind of the generations' entries in the index of due records.
const DUE_GENERATION: &str = "GENERATION";

/// Why a generation is not added.
#[derive(Debug, thiserror::Error)]
pub enum GenerationRequestError {
    /// The user has generated as many images as the month allows.
    #[error("the image quota of the month is used up")]
    QuotaUsed,
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

/// How a worker ends a generation.
#[derive(Debug, Clone)]
pub enum GenerationEnd {
    /// The result is there.
    Done {
        /// The result.
        result: GenerationResult,
        /// The provider and model that answered.
        answered_by: AnsweredBy,
    },
    /// The generation failed.
    Failed {
        /// Why.
        error: GenerationError,
        /// Whether certainly no call was billed.
        certainly_free: bool,
    },
}

/// A change of a generation.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// The generation after the change.
    pub(crate) generation: Generation,
    /// Its writes; the first one fails when the generation changed after it was read.
    pub(crate) writes: Vec<Write>,
}

/// Stored form of a task or result: compressed JSON, because both hold long texts.
#[derive(Debug, Serialize, Deserialize)]
struct Document {
    #[serde(with = "packed")]
    json: String,
}

fn entry(generation: &Generation) -> Result<Entry, ItemsError> {
    let entry = Entry::new(key(generation.id), generation)?
        .revision(generation.revision)
        .expires(generation.expires_at.as_second());
    Ok(match generation.next_at {
        Some(at) => entry.due(DUE_GENERATION, at.as_second()),
        None => entry,
    })
}

/// Write that stores `content` beside `generation`.
fn document<T: Serialize>(
    key: Key,
    content: &T,
    generation: &Generation,
) -> Result<Write, ItemsError> {
    let json =
        serde_json::to_string(content).map_err(|error| ItemsError::Defect(error.to_string()))?;
    let entry = Entry::new(key, &Document { json })?.expires(generation.expires_at.as_second());
    Ok(Write::Put(entry, Condition::Any))
}

/// The writes of a change from `before` to `after`: the record, on the condition that `before` is stored, the counters
/// of the calls if they became final, and the return of the image quota.
fn changed(
    before: &Generation,
    after: Generation,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Change, ItemsError> {
    let mut writes = vec![Write::Put(
        entry(&after)?,
        Condition::Revision(before.revision),
    )];
    if after.settled && !before.settled {
        writes.extend(usage_writes(&after.calls, zone, now));
    }
    writes.extend(returning(before, &after));
    Ok(Change {
        generation: after,
        writes,
    })
}

impl PlatformStore {
    /// Adds a queued generation under the idempotency key of `claim`, with one transaction. An image counts against
    /// `allowance`. The caller enqueues the message afterwards.
    ///
    /// # Errors
    /// [`GenerationRequestError`].
    pub async fn request_generation(
        &self,
        claim: &Claim,
        user_id: UserId,
        task: &GenerationTask,
        allowance: Option<ImageAllowance>,
        now: Timestamp,
    ) -> Result<Generation, GenerationRequestError> {
        let id = GenerationId(self.table.next_id("generations").await?);
        let month = allowance.map(|allowance| allowance.month);
        let generation = Generation::new(id, user_id, task.kind(), month, now);
        let mut writes = vec![
            Write::Put(entry(&generation)?, Condition::Absent),
            document(task_key(id), task, &generation)?,
        ];
        let quota_place = writes.len();
        writes.extend(allowance.map(|allowance| taking(user_id, allowance)));
        writes.extend(claim.write(Work::Generation(id))?);
        match self.table.transact(writes).await {
            Ok(()) => Ok(generation),
            Err(error) if allowance.is_some() && error.failed_at(quota_place) => {
                Err(GenerationRequestError::QuotaUsed)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Generation `id`; `None` when it is unknown or has expired.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn generation(
        &self,
        id: GenerationId,
        now: Timestamp,
    ) -> Result<Option<Generation>, ItemsError> {
        let stored: Option<Generation> = self.table.get(&key(id)).await?;
        Ok(stored.filter(|generation| generation.expires_at > now))
    }

    /// Result of a generation; `None` unless it is done.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn generation_result(
        &self,
        generation: &Generation,
    ) -> Result<Option<GenerationResult>, ItemsError> {
        if generation.state != GenerationState::Done {
            return Ok(None);
        }
        self.document(&result_key(generation.id)).await
    }

    async fn document<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, ItemsError> {
        let stored: Option<Document> = self.table.get(key).await?;
        stored
            .map(|document| serde_json::from_str(&document.json))
            .transpose()
            .map_err(|error| ItemsError::Defect(error.to_string()))
    }

    /// Takes a queued generation for a worker, with its task. `None` when there is nothing to do: it is unknown, has
    /// ended, or was taken by another worker.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn take_generation(
        &self,
        id: GenerationId,
        now: Timestamp,
    ) -> Result<Option<(Generation, GenerationTask)>, ItemsError> {
        let Some(before) = self.generation(id, now).await? else {
            return Ok(None);
        };
        let mut after = before.clone();
        if after.begin(now).is_err() {
            return Ok(None);
        }
        let task = self.document(&task_key(id)).await?.ok_or_else(|| {
            ItemsError::Defect(format!("the task of the generation {id} is missing"))
        })?;
        let taken = self.write_running(&before, after, Vec::new()).await?;
        Ok(taken.map(|generation| (generation, task)))
    }

    /// Notes a call that is about to be sent. `None` when the generation ended meanwhile: the call must not be sent, and
    /// the worker goes on with [`PlatformStore::settle_generation`].
    ///
    /// # Errors
    /// See [`ItemsError`]; the call must not be sent either.
    pub async fn note_generation_call(
        &self,
        generation: &Generation,
        provider: &str,
        model: &str,
        now: Timestamp,
    ) -> Result<Option<Generation>, ItemsError> {
        let mut after = generation.clone();
        if after.note_call(provider, model, now).is_err() {
            return Ok(None);
        }
        self.write_running(generation, after, Vec::new()).await
    }

    /// Adds `text`, which may be empty, behind the text so far of the last call, and raises the progress to `progress`
    /// percent. Renews the lease. `None` when the generation ended meanwhile: the worker stops, and goes on with
    /// [`PlatformStore::settle_generation`].
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn advance_generation(
        &self,
        generation: &Generation,
        text: &str,
        progress: u8,
        now: Timestamp,
    ) -> Result<Option<Generation>, ItemsError> {
        let mut after = generation.clone();
        if after.advance(chars(text), progress, now).is_err() {
            return Ok(None);
        }
        let pieces = text_writes(generation, text)?;
        self.write_running(generation, after, pieces).await
    }

    async fn write_running(
        &self,
        before: &Generation,
        after: Generation,
        also: Vec<Write>,
    ) -> Result<Option<Generation>, ItemsError> {
        let condition = Condition::Revision(before.revision);
        let mut writes = vec![Write::Put(entry(&after)?, condition)];
        writes.extend(also);
        let written = self.table.transact(writes).await;
        Ok(none_on_conflict(written)?.map(|()| after))
    }

    /// Cancels a generation and returns it; one that has ended is returned as it is, `None` when it is unknown. The
    /// worker of a running one learns of it at its next write.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn cancel_generation(
        &self,
        id: GenerationId,
        now: Timestamp,
    ) -> Result<Option<Generation>, ItemsError> {
        retry_on_conflict(|| async move {
            let Some(before) = self.generation(id, now).await? else {
                return Ok(Some(None));
            };
            let mut after = before.clone();
            if after.cancel(now).is_err() {
                return Ok(Some(Some(before)));
            }
            // A cancellation records no call, so no period of the usage is written.
            let change = changed(&before, after, &TimeZone::UTC, now)?;
            let written = self.table.transact(change.writes).await;
            Ok(none_on_conflict(written)?.map(|()| Some(change.generation)))
        })
        .await
    }

    /// Ends a generation for its worker with one transaction: the record, its result, the counters of `calls` in the
    /// periods that contain `now` in `zone`, and the return of the image quota. Returns the generation as it is stored:
    /// when it was canceled or failed meanwhile, it stays so, without the result, and `calls` are recorded once. The
    /// method may be repeated.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn end_generation(
        &self,
        generation: &Generation,
        end: &GenerationEnd,
        calls: &[BilledCall],
        zone: &TimeZone,
        now: Timestamp,
    ) -> Result<Generation, ItemsError> {
        let mut attempts = 0;
        retry_on_conflict(|| {
            attempts += 1;
            let is_first = attempts == 1;
            async move {
                let before = if is_first {
                    generation.clone()
                } else {
                    let stored = self.generation(generation.id, now).await?;
                    stored.ok_or_else(|| ItemsError::Defect("the generation has expired".into()))?
                };
                let Some(change) = ended(&before, end, calls, zone, now)? else {
                    return Ok(Some(before));
                };
                let written = self.table.transact(change.writes).await;
                Ok(none_on_conflict(written)?.map(|()| change.generation))
            }
        })
        .await
    }

    /// Records the calls of a generation that ended while its worker was at it, once, and returns the generation;
    /// `None` when it has expired. `certainly_free` tells that certainly no call was billed. A generation that still
    /// runs is returned unchanged.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn settle_generation(
        &self,
        id: GenerationId,
        calls: &[BilledCall],
        certainly_free: bool,
        zone: &TimeZone,
        now: Timestamp,
    ) -> Result<Option<Generation>, ItemsError> {
        retry_on_conflict(|| async move {
            let Some(before) = self.generation(id, now).await? else {
                return Ok(Some(None));
            };
            let mut after = before.clone();
            if after.settle(calls.to_vec(), certainly_free, now).is_err() {
                return Ok(Some(Some(before)));
            }
            let change = changed(&before, after, zone, now)?;
            let written = self.table.transact(change.writes).await;
            Ok(none_on_conflict(written)?.map(|()| Some(change.generation)))
        })
        .await
    }

    /// Fails a generation that no worker took in time, or whose worker is gone (see [`Generation::abandon`]). Returns
    /// whether it did; it does not when there is no reason to, or when the generation changed after it was read.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn abandon_generation(
        &self,
        generation: &Generation,
        now: Timestamp,
    ) -> Result<bool, ItemsError> {
        let mut after = generation.clone();
        if !after.abandon(now) {
            return Ok(false);
        }
        // What was billed is unknown, so no period of the usage is written.
        let change = changed(generation, after, &TimeZone::UTC, now)?;
        let written = self.table.transact(change.writes).await;
        Ok(none_on_conflict(written)?.is_some())
    }

    /// Page of the generations due by `now` (unsent, or with an expired lease), earliest first: at most `limit`,
    /// starting at `start`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn due_generations(
        &self,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Generation>, ItemsError> {
        let query = Query::due(DUE_GENERATION, now.as_second()).limit(limit);
        self.table.batch(&query, start).await
    }
}

/// The change by which a worker ends `before`, or settles it if it has ended; `None` when its calls are recorded.
pub(crate) fn ended(
    before: &Generation,
    end: &GenerationEnd,
    calls: &[BilledCall],
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Option<Change>, ItemsError> {
    let mut after = before.clone();
    let calls = calls.to_vec();
    let running = before.state == GenerationState::Running;
    let done = match end {
        GenerationEnd::Done { answered_by, .. } if running => {
            after.complete(answered_by.clone(), calls, now)
        }
        GenerationEnd::Done { .. } => after.settle(calls, false, now),
        GenerationEnd::Failed {
            error,
            certainly_free,
        } if running => after.fail(error.clone(), calls, *certainly_free, now),
        GenerationEnd::Failed { certainly_free, .. } => after.settle(calls, *certainly_free, now),
    };
    if done.is_err() {
        return Ok(None);
    }
    let mut change = changed(before, after, zone, now)?;
    if let GenerationEnd::Done { result, .. } = end
        && running
    {
        let write = document(result_key(before.id), result, &change.generation)?;
        change.writes.push(write);
    }
    Ok(Some(change))
}
