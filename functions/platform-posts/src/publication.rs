//! Requests to publish, to schedule, to retry and to cancel a schedule. The main routes and the older
//! ones share this module, so permission, requirements and date are checked in one place.

use domain::platform::access::Permission;
use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::PostId;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobKind, JobState};
use domain::platform::requirements;
use items::{ItemsError, retry_on_conflict};
use jiff::Timestamp;
use platform_http::{ApiError, Code};
use platform_session::Caller;
use platform_store::{Claim, PostChange, RequestError, Work, content_event};
use ports::WorkMessage;
use serde_json::{Value, json};

use crate::{Ports, access, schedule_date};

/// What becomes of changes that the client has not approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnapprovedChanges {
    /// The request is refused.
    Refused,
    /// They are published; the request confirms them.
    Confirmed,
}

impl UnapprovedChanges {
    /// As `confirm_changes` says.
    pub(crate) const fn of(confirm_changes: Option<bool>) -> Self {
        match confirm_changes {
            Some(true) => Self::Confirmed,
            Some(false) | None => Self::Refused,
        }
    }
}

/// What becomes of a post whose copy is on another host than the site's present one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormerHost {
    /// The publication stops with the cause `host_moved`.
    Stop,
    /// The post is published as new on the present host; identifiers of the former host are removed.
    PublishAsNew,
}

impl FormerHost {
    /// As `as_new` says.
    const fn of(as_new: Option<bool>) -> Self {
        match as_new {
            Some(true) => Self::PublishAsNew,
            Some(false) | None => Self::Stop,
        }
    }
}

/// A request to publish a post, at once or at a date.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PublicationRequest {
    /// The date of a schedule; none publishes at once.
    at: Option<Timestamp>,
    changes: UnapprovedChanges,
    former_host: FormerHost,
}

impl PublicationRequest {
    /// A publication at once, with the members `confirm_changes` and `as_new` of the body.
    pub(crate) const fn publish(confirm_changes: Option<bool>, as_new: Option<bool>) -> Self {
        Self {
            at: None,
            changes: UnapprovedChanges::of(confirm_changes),
            former_host: FormerHost::of(as_new),
        }
    }

    /// A schedule for the date that was sent.
    ///
    /// # Errors
    /// 422 `invalid_schedule_date`.
    pub(crate) fn schedule(
        ports: &Ports,
        scheduled_at: &Value,
        confirm_changes: Option<bool>,
        as_new: Option<bool>,
    ) -> Result<Self, ApiError> {
        Ok(Self {
            at: Some(schedule_date::read(
                scheduled_at,
                ports.clock.now_seconds(),
            )?),
            ..Self::publish(confirm_changes, as_new)
        })
    }

    /// The kind of job that carries it out.
    const fn kind(&self) -> JobKind {
        match self.at {
            Some(at) => JobKind::Schedule { at },
            None => JobKind::Publish,
        }
    }
}

/// The outcome of a request for a publication.
#[derive(Debug)]
pub(crate) enum PublicationOutcome {
    /// A job was stored and its message sent.
    JobStored(Box<Job>),
    /// The post alone changed; the host needs no call.
    PostSaved(Box<Post>),
}

/// Carries out `work` unless an earlier attempt of the same request did; then returns that attempt's
/// outcome.
///
/// # Errors
/// Those of `work`; 404 when the record of the earlier attempt is gone.
pub(crate) async fn once(
    ports: &Ports,
    claim: &Claim,
    work: impl Future<Output = Result<PublicationOutcome, ApiError>>,
) -> Result<PublicationOutcome, ApiError> {
    match claim.earlier() {
        Some(Work::Job(id)) => {
            let job = ports.store.job(id).await?.ok_or(Code::NotFound)?;
            Ok(PublicationOutcome::JobStored(Box::new(job)))
        }
        Some(Work::Post(id)) => {
            let post = ports.store.post(id).await?.ok_or(Code::NotFound)?;
            Ok(PublicationOutcome::PostSaved(Box::new(post)))
        }
        _ => work.await,
    }
}

/// Stores the publication of a post, or, while the client's approval is outstanding, its date.
///
/// # Errors
/// 403 and 404 as [`authorize_post`](platform_session::authorize_post) answers; 422 for an incomplete post; 409 for a site
/// without connection and while a publication is under way.
pub(crate) async fn request(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    id: PostId,
    request: PublicationRequest,
) -> Result<PublicationOutcome, ApiError> {
    retry_on_conflict(|| async {
        let post = access::open_post(ports, caller, Permission::PostsPublish, id).await?;
        let mut change = match request.former_host {
            FormerHost::Stop => PostChange::of(&post, |_| {}),
            FormerHost::PublishAsNew => as_new(ports, caller, &post).await?,
        }
        .under(claim);
        if request.at.is_some() && change.post.status == PostStatus::Published {
            return Err(Code::AlreadyPublished.into());
        }
        refuse_incomplete(&post)?;
        let dates_draft = request.at.is_some() && change.post.status == PostStatus::Draft;
        // The host keeps the date of a scheduled post until the worker has changed it there.
        if dates_draft {
            change.post.scheduled_at = request.at;
        }
        if dates_draft && post.awaits_approval() {
            refuse_in_progress(ports, access::last_job(ports, &post).await?.as_ref())?;
            let saved = access::save(ports, change).await?;
            return Ok(saved.map(|post| PublicationOutcome::PostSaved(Box::new(post))));
        }
        let change = accept_changes(&post, change, request.changes)?;
        refuse_unconnected(ports, &post).await?;
        let stored = store(ports, caller, change, request.kind()).await?;
        Ok(stored.map(|job| PublicationOutcome::JobStored(Box::new(job))))
    })
    .await
}

/// The post without the identifiers of its former host, and the event that records them. Unchanged when all its
/// identifiers belong to the site's present host.
async fn as_new(ports: &Ports, caller: &Caller, post: &Post) -> Result<PostChange, ApiError> {
    let site = ports
        .store
        .site(post.site_id)
        .await?
        .ok_or(Code::SiteNotConnected)?;
    let change = PostChange::of(post, |post| post.leave_former_host(&site));
    let Some(former) = post.former_host(&site) else {
        return Ok(change);
    };
    let detail = json!({
        "host": former,
        "host_post_id": post.host_post_id,
        "url": post.host_post_url,
    });
    let now = ports.clock.now_seconds();
    let token = format!("revision-{}-left", post.revision + 1);
    let by = Some(caller.user.id);
    let event = content_event(post.id, EventKind::HostLeft, by, detail, now, &token);
    Ok(change.event(event))
}

/// Cancels the schedule of a post, also on the host if the post may be scheduled there.
///
/// # Errors
/// As [`request`], and 409 `not_scheduled`.
pub(crate) async fn cancel(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    id: PostId,
) -> Result<PublicationOutcome, ApiError> {
    retry_on_conflict(|| async {
        let post = access::open_post(ports, caller, Permission::PostsPublish, id).await?;
        let job = access::last_job(ports, &post).await?;
        let job = job.as_ref();
        let scheduling =
            job.filter(|job| !job.is_over() && matches!(job.kind, JobKind::Schedule { .. }));
        let wanted = post.scheduled_at.is_some() || scheduling.is_some();
        if post.status == PostStatus::Published || !wanted {
            return Err(Code::NotScheduled.into());
        }
        refuse_in_progress(ports, job)?;
        // A draft whose last publication did not complete may be scheduled on the host already.
        let unfinished = job.is_some_and(|job| job.state != JobState::Done);
        let held =
            post.status == PostStatus::Scheduled || (unfinished && post.host_post_id.is_some());
        if held {
            refuse_unconnected(ports, &post).await?;
            let change = PostChange::of(&post, |_| {}).under(claim);
            let stored = store(ports, caller, change, JobKind::Unschedule).await?;
            return Ok(stored.map(|job| PublicationOutcome::JobStored(Box::new(job))));
        }
        let change = canceled_here(ports, caller, &post, scheduling)?.under(claim);
        let saved = access::save(ports, change).await?;
        Ok(saved.map(|post| PublicationOutcome::PostSaved(Box::new(post))))
    })
    .await
}

/// Whether the post may be scheduled on the host: it is scheduled, or its schedule did not complete and reached
/// the host.
pub(crate) fn may_be_held(post: &Post, job: Option<&Job>) -> bool {
    let scheduling =
        job.is_some_and(|job| !job.is_over() && matches!(job.kind, JobKind::Schedule { .. }));
    post.status == PostStatus::Scheduled
        || (scheduling && post.status == PostStatus::Draft && post.host_post_id.is_some())
}

/// Requests the cancellation of the schedule on the host, together with `change`, whatever state the site's
/// connection is in: a job that fails is parked and reported. None when the post changed since it was read.
pub(crate) async fn withdraw(
    ports: &Ports,
    caller: &Caller,
    change: PostChange,
) -> Result<Option<Job>, ApiError> {
    store(ports, caller, change, JobKind::Unschedule).await
}

/// Removes a date that the host does not have, and supersedes the publication that did not reach the host.
fn canceled_here(
    ports: &Ports,
    caller: &Caller,
    post: &Post,
    scheduling: Option<&Job>,
) -> Result<PostChange, ApiError> {
    let now = ports.clock.now_seconds();
    let event = content_event(
        post.id,
        EventKind::ScheduleCanceled,
        Some(caller.user.id),
        json!({ "scheduled_at": post.scheduled_at }),
        now,
        &format!("revision-{}", post.revision + 1),
    );
    let change = PostChange::of(post, Post::mark_unscheduled).event(event);
    match scheduling {
        Some(job) => superseding(change, job, now),
        None => Ok(change),
    }
}

/// Runs the failed steps of a parked publication again, or the next attempt of one that waits for it before its time.
///
/// # Errors
/// As [`request`], and 409 `nothing_to_retry`.
pub(crate) async fn retry(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    id: PostId,
    changes: UnapprovedChanges,
) -> Result<PublicationOutcome, ApiError> {
    retry_on_conflict(|| async {
        let post = access::open_post(ports, caller, Permission::PostsPublish, id).await?;
        let Some(mut job) = access::last_job(ports, &post).await? else {
            return Err(Code::NothingToRetry.into());
        };
        refuse_in_progress(ports, Some(&job))?;
        let (stored, runs) = (job.revision, job.runs);
        let now = ports.clock.now_seconds();
        if !job.retry(now) {
            return Err(Code::NothingToRetry.into());
        }
        job.retried_by = Some(caller.user.id);
        let mut change = PostChange::of(&post, |_| {});
        if matches!(job.kind, JobKind::Publish | JobKind::Schedule { .. }) {
            refuse_incomplete(&post)?;
            change = accept_changes(&post, change, changes)?;
        }
        refuse_unconnected(ports, &post).await?;
        let event = content_event(
            post.id,
            EventKind::PublicationRequested,
            Some(caller.user.id),
            json!({ "job_id": job.id, "request": job.kind, "retry": true }),
            now,
            &format!("job-{}-retry-{runs}", job.id),
        );
        match save_retry(ports, claim, change, (&job, stored), event).await {
            Ok(()) => {
                // An attempt that may not be made yet is left to the publishing tick.
                if job.state == JobState::Queued {
                    send(ports, &job).await;
                }
                Ok(Some(PublicationOutcome::JobStored(Box::new(job))))
            }
            Err(error) if error.is_conflict() => Ok(None),
            Err(error) => Err(error.into()),
        }
    })
    .await
}

/// `change`, which confirms the post's present content if the client approved another one.
///
/// # Errors
/// 409 `changed_after_approval` when the changes are not confirmed.
fn accept_changes(
    post: &Post,
    mut change: PostChange,
    changes: UnapprovedChanges,
) -> Result<PostChange, ApiError> {
    if post.changes_await_approval() {
        if changes == UnapprovedChanges::Refused {
            return Err(Code::ChangedAfterApproval.into());
        }
        change.post.confirm_changes();
    }
    Ok(change)
}

/// Stores a job that runs again, with `change` of its post.
async fn save_retry(
    ports: &Ports,
    claim: &Claim,
    change: PostChange,
    (job, stored): (&Job, u64),
    event: ContentEvent,
) -> Result<(), ItemsError> {
    let work = Work::Job(job.id);
    let change = change
        .with_job(job, stored)?
        .event(event)
        .under(claim)
        .doing(work);
    ports.store.save_post(change).await.map(drop)
}

/// Stores the job with `change` and sends its message. None when the post changed since it was read.
async fn store(
    ports: &Ports,
    caller: &Caller,
    change: PostChange,
    kind: JobKind,
) -> Result<Option<Job>, ApiError> {
    let now = ports.clock.now_seconds();
    let by = Some(caller.user.id);
    match ports
        .store
        .request_publication(change, kind, by, now, &*ports.random)
        .await
    {
        Ok((_, job)) => {
            send(ports, &job).await;
            Ok(Some(job))
        }
        Err(RequestError::InProgress) => Err(Code::PublicationInProgress.into()),
        Err(RequestError::Items(error)) if error.is_conflict() => Ok(None),
        Err(RequestError::Items(error)) => Err(error.into()),
    }
}

/// Sends the message of a stored job. If that fails, the publishing tick sends it.
async fn send(ports: &Ports, job: &Job) {
    let message = WorkMessage::Publication { job_id: job.id };
    if let Err(error) = ports.publications.send(&message).await {
        tracing::warn!(target: "publication", job_id = %job.id, %error, "a publication message was not sent; the publishing tick sends it");
    }
}

/// `change` with the end of the post's idle job.
pub(crate) fn superseding(
    change: PostChange,
    job: &Job,
    now: Timestamp,
) -> Result<PostChange, ApiError> {
    let mut ended = job.clone();
    ended.supersede(now);
    Ok(change.with_job(&ended, job.revision)?)
}

/// 409 while the post's publication is queued or running.
pub(crate) fn refuse_in_progress(ports: &Ports, job: Option<&Job>) -> Result<(), ApiError> {
    let now = ports.clock.now_seconds();
    match job {
        Some(job) if job.state == JobState::Queued || job.is_held(now) => {
            Err(Code::PublicationInProgress.into())
        }
        _ => Ok(()),
    }
}

fn refuse_incomplete(post: &Post) -> Result<(), ApiError> {
    let unmet = requirements::unmet(post);
    if unmet.is_empty() {
        return Ok(());
    }
    Err(ApiError::incomplete(&unmet))
}

async fn refuse_unconnected(ports: &Ports, post: &Post) -> Result<(), ApiError> {
    let site = ports
        .store
        .site(post.site_id)
        .await?
        .ok_or(Code::SiteNotConnected)?;
    let connected = site.rest_root.is_some()
        && site.rest_namespace.is_some()
        && site.host_user.is_some()
        && site.host_password_set;
    if connected {
        Ok(())
    } else {
        Err(Code::SiteNotConnected.into())
    }
}
