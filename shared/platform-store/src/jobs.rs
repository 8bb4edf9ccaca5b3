//! Publication jobs. A job is created in one transaction with its post; when its queue message is lost,
//! the scheduled tick finds the job through the index of due records. The number of jobs that have not ended is a
//! counter, which the transactions that create and end jobs change.

use domain::platform::event::EventKind;
use domain::platform::id::{JobId, PostId, UserId};
use domain::platform::post::Post;
use domain::platform::publication::{Job, JobKind, JobState};
use items::{
    Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write, none_on_conflict,
    retry_on_conflict,
};
use jiff::Timestamp;
use ports::Random;
use serde_json::json;

use crate::PlatformStore;
use crate::events::content_event;
use crate::idempotency::Work;
use crate::posts::PostChange;

/// Kind of the jobs' entries in the index of due records.
const DUE_JOB: &str = "JOB";

/// Why a publication request is rejected.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// Another publication of the post is in progress.
    #[error("a publication of this post is under way")]
    InProgress,
    /// The store failed, or the post changed after it was read.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

fn key(id: JobId) -> Key {
    Key::new(format!("JOB#{id}"), "JOB")
}

fn entry(job: &Job) -> Result<Entry, ItemsError> {
    let mut entry = Entry::new(key(job.id), job)?.revision(job.revision);
    if let Some(at) = job.next_at {
        entry = entry.due(DUE_JOB, at.as_second());
    }
    if !job.is_over() {
        entry = entry.listed("JOBS", place(job.id));
    }
    Ok(entry)
}

/// Sort text of an unfinished job in the queue.
fn place(id: JobId) -> String {
    format!("{:020}", id.0)
}

pub(crate) fn length_key() -> Key {
    Key::new("COUNT", "OPEN_JOBS")
}

/// Write that changes the number of jobs that have not ended.
fn length_write(by: i64) -> Write {
    Write::Add {
        key: length_key(),
        by,
        floor: None,
    }
}

fn job_write(job: &Job, from_revision: u64) -> Result<Write, ItemsError> {
    Ok(Write::Put(entry(job)?, Condition::Revision(from_revision)))
}

/// Writes that save `job`, first of them the job itself, conditional on the stored revision being `from_revision`. A
/// job that they end is taken from the length of the queue.
///
/// # Errors
/// [`ItemsError::Defect`] when the job cannot be serialised.
pub fn job_writes(job: &Job, from_revision: u64) -> Result<Vec<Write>, ItemsError> {
    let ends = job.is_over() && job.counted;
    let mut writes = vec![job_write(job, from_revision)?];
    writes.extend(ends.then(|| length_write(-1)));
    Ok(writes)
}

/// Unguessable URL segment under which the host's copy of `post` is created, so that a search for it on
/// the host finds only our copy.
fn marker(post: PostId, random: &dyn Random) -> String {
    let id = random.uuid().simple().to_string();
    let short: String = id.chars().take(12).collect();
    format!("pauta-{post}-{short}")
}

impl PlatformStore {
    /// Publication job `id`.
    pub async fn job(&self, id: JobId) -> Result<Option<Job>, ItemsError> {
        self.table.get(&key(id)).await
    }

    /// Publication jobs, in the order of `ids`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn jobs_by_id(&self, ids: &[JobId]) -> Result<Vec<Option<Job>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|id| key(*id)).collect();
        self.table.get_many(&keys).await
    }

    /// Saves `job`, conditional on the stored revision being `from_revision`.
    pub async fn save_job(&self, job: &Job, from_revision: u64) -> Result<(), ItemsError> {
        if job.is_over() {
            return self.save_job_with(job, from_revision, Vec::new()).await;
        }
        self.table
            .put(entry(job)?, Condition::Revision(from_revision))
            .await
    }

    /// Saves `job`, conditional on the stored revision being `from_revision`, in one transaction with
    /// `also`.
    pub async fn save_job_with(
        &self,
        job: &Job,
        from_revision: u64,
        also: Vec<Write>,
    ) -> Result<(), ItemsError> {
        let mut writes = job_writes(job, from_revision)?;
        writes.extend(also);
        self.table.transact(writes).await
    }

    /// Requests a publication of `change.post`. One transaction writes the change, the job, the post's
    /// reference to it and the event, and closes an open approval round: publishing or scheduling does
    /// not wait for the client's answer. An earlier job that waits or is parked is superseded. The
    /// caller enqueues the message afterwards.
    ///
    /// # Errors
    /// [`RequestError::InProgress`] while an earlier job of the post runs; [`RequestError::Items`] when
    /// the store fails or the post changed after it was read.
    pub async fn request_publication(
        &self,
        mut change: PostChange,
        kind: JobKind,
        by: Option<UserId>,
        now: Timestamp,
        random: &dyn Random,
    ) -> Result<(Post, Job), RequestError> {
        let previous = match change.post.job_id {
            Some(id) => self.job(id).await?,
            None => None,
        };
        // A counted job that is superseded leaves its place in the length of the queue to the new one.
        let mut has_place = false;
        if let Some(mut previous) = previous.filter(|job| !job.is_over()) {
            has_place = previous.counted;
            let from_revision = previous.revision;
            if previous.state == JobState::Queued || previous.is_held(now) {
                return Err(RequestError::InProgress);
            }
            previous.supersede(now);
            change = change.also(job_write(&previous, from_revision)?);
            // The job that should have created the copy was superseded, so the copy may not exist on
            // the host.
            change.post.host_copy = None;
        }
        if matches!(kind, JobKind::Publish | JobKind::Schedule { .. }) {
            change = self.close_round(change, now).await?;
            change.post.host_copy = Some(change.post.copy_for_host());
        }
        let id = JobId(self.table.next_id("jobs").await?);
        let first = change.post.host_marker.is_none();
        let job = Job::new(id, change.post.id, kind, by, first, now);
        change.post.job_id = Some(id);
        change.post.publication = job.stage();
        if first {
            change.post.host_marker = Some(marker(change.post.id, random));
        }
        let detail = json!({ "job_id": id, "request": kind });
        let event = content_event(
            change.post.id,
            EventKind::PublicationRequested,
            by,
            detail,
            now,
            &format!("job-{id}"),
        );
        let change = change
            .also(Write::Put(entry(&job)?, Condition::Absent))
            .event(event)
            .doing(Work::Job(id));
        let change = if has_place {
            change
        } else {
            change.also(length_write(1))
        };
        match self.save_post(change).await {
            Ok(post) => Ok((post, job)),
            Err(error) => Err(error.into()),
        }
    }

    /// Page of the jobs due by `now` (unsent, abandoned, or due for a retry), earliest first: at most
    /// `limit`, starting at `start`.
    pub async fn due_jobs(
        &self,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Job>, ItemsError> {
        let query = Query::due(DUE_JOB, now.as_second()).limit(limit);
        self.table.batch(&query, start).await
    }

    /// Due time of the oldest overdue job at `now`. Includes jobs whose record cannot be parsed.
    pub async fn oldest_due_job(&self, now: Timestamp) -> Result<Option<Timestamp>, ItemsError> {
        let oldest = self.due_jobs(now, None, 1).await?.items.into_iter().next();
        Ok(match oldest {
            Some(Ok(job)) => job.next_at,
            Some(Err(unreadable)) => unreadable
                .due_at
                .and_then(|at| Timestamp::from_second(at).ok()),
            None => None,
        })
    }

    /// Number of the unfinished jobs.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn queue_length(&self) -> Result<u64, ItemsError> {
        let length = self.table.numbers(&length_key()).await?.get("n");
        Ok(u64::try_from(length).unwrap_or_default())
    }

    /// Page of the unfinished jobs, newest first: those older than `before`, if it is given; of them at most `take`
    /// after the first `skip`, which are read and paid for. The number is that of all unfinished jobs; its cost does
    /// not depend on it.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn open_jobs(
        &self,
        before: Option<JobId>,
        skip: u64,
        take: usize,
    ) -> Result<(Vec<Job>, u64), ItemsError> {
        let length = self.queue_length().await?;
        if skip >= length {
            return Ok((Vec::new(), length));
        }
        let query = match before {
            Some(before) => Query::listed_before("JOBS", place(before)),
            None => Query::listed("JOBS"),
        };
        let query = query.newest_first();
        let jobs = self.table.part_of(&query, skip, take).await?;
        Ok((jobs, length))
    }

    /// Portion of the unfinished jobs of earlier releases, which the length of the queue lacks, from `start` on: adds
    /// them to it and returns where the next portion begins. A worker that has such a job loses it; the tick sends it
    /// again when its lease has ended.
    ///
    /// # Errors
    /// See [`ItemsError`]; the method may be repeated.
    pub async fn count_open_jobs(
        &self,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Option<Cursor>, ItemsError> {
        let query = Query::listed("JOBS").limit(limit);
        let batch = self.table.batch::<Job>(&query, start).await?;
        for job in batch.items {
            match job {
                Ok(job) => self.count_open_job(job.id).await?,
                Err(unreadable) => {
                    tracing::error!(target: "store", %unreadable, "a job could not be counted");
                }
            }
        }
        Ok(batch.next)
    }

    async fn count_open_job(&self, id: JobId) -> Result<(), ItemsError> {
        retry_on_conflict(|| async {
            // The index may show an earlier state of the job.
            let stored = self.job(id).await?;
            let Some(job) = stored.filter(|job| !job.is_over() && !job.counted) else {
                return Ok(Some(()));
            };
            let counted = Job {
                counted: true,
                revision: job.revision + 1,
                ..job.clone()
            };
            let writes = vec![job_write(&counted, job.revision)?, length_write(1)];
            none_on_conflict(self.table.transact(writes).await)
        })
        .await
    }
}
