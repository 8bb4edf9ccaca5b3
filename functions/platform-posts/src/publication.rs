//! Asking for a publication, and taking one back. Every route that does so, older ones too, comes
//! here: permission, ownership, requirements and date are judged in one place.

use domain::access::Permission;
use domain::event::{ContentEvent, EventKind};
use domain::id::PostId;
use domain::post::{Post, PostStatus};
use domain::publication::{Job, JobKind, JobState};
use domain::requirements;
use items::ItemsError;
use jiff::Timestamp;
use platform_store::{
    Claim, PostChange, RequestError, Work, content_event, event_write, job_write,
};
use ports::WorkMessage;
use serde_json::json;
use session::Caller;
use web::{ApiError, Code};

use crate::Ports;
use crate::access::{self, TURNS};

/// Whether a person lets changes go out that the client has not approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changes {
    /// They are refused.
    Refused,
    /// They go out, knowingly.
    Confirmed,
}

impl Changes {
    /// As `confirm_changes` says.
    pub(crate) const fn of(confirmed: Option<bool>) -> Self {
        match confirmed {
            Some(true) => Self::Confirmed,
            Some(false) | None => Self::Refused,
        }
    }
}

/// What a person wants to happen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wish {
    /// Show the post now.
    Publish(Changes),
    /// Show it at this time.
    Schedule(Timestamp, Changes),
}

/// What becomes of a post whose copy is on another host than the site's present one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnFormerHost {
    /// The publication stops and waits for a person.
    Stop,
    /// It is published as new on the present host; what belongs to the former one is forgotten.
    PublishAsNew,
}

impl OnFormerHost {
    /// As `as_new` says.
    pub(crate) const fn of(as_new: Option<bool>) -> Self {
        match as_new {
            Some(true) => Self::PublishAsNew,
            Some(false) | None => Self::Stop,
        }
    }
}

/// What came of it.
#[derive(Debug)]
pub(crate) enum Accepted {
    /// A publication was stored and word of it sent.
    Job(Box<Job>),
    /// The post alone changed; the host has nothing to do.
    Here(Box<Post>),
}

/// What an earlier attempt of the same request came to, if there was one.
///
/// # Errors
/// 404 when it is gone.
pub(crate) async fn earlier(ports: &Ports, claim: &Claim) -> Result<Option<Accepted>, ApiError> {
    Ok(match claim.earlier() {
        Some(Work::Job(id)) => {
            let job = ports.store.job(id).await?.ok_or(Code::NotFound)?;
            Some(Accepted::Job(Box::new(job)))
        }
        Some(Work::Post(id)) => {
            let post = ports.store.post(id).await?.ok_or(Code::NotFound)?;
            Some(Accepted::Here(Box::new(post)))
        }
        _ => None,
    })
}

/// Stores the publication of a post, or, while the client's approval is outstanding, its date.
///
/// # Errors
/// Everything a caller may not do, an incomplete post (422), a site without connection, and a
/// publication that is under way (409).
pub(crate) async fn request(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    id: PostId,
    wish: Wish,
    former: OnFormerHost,
) -> Result<Accepted, ApiError> {
    for _ in 0..TURNS {
        let post = access::open_post(ports, caller, Permission::PostsPublish, id).await?;
        let mut change = match former {
            OnFormerHost::Stop => PostChange::of(&post, |_| {}),
            OnFormerHost::PublishAsNew => as_new(ports, caller, &post).await?,
        }
        .under(claim);
        let (kind, date, changes) = match wish {
            Wish::Publish(changes) => (JobKind::Publish, None, changes),
            Wish::Schedule(..) if change.post.status == PostStatus::Published => {
                return Err(Code::AlreadyPublished.into());
            }
            Wish::Schedule(at, changes) => (JobKind::Schedule { at }, Some(at), changes),
        };
        refuse_incomplete(&post)?;
        let is_draft = change.post.status == PostStatus::Draft;
        // The host keeps the date of a scheduled post until the worker has changed it there.
        if is_draft && date.is_some() {
            change.post.scheduled_at = date;
        }
        if is_draft && date.is_some() && post.awaits_approval() {
            refuse_in_progress(ports, access::last_job(ports, &post).await?.as_ref())?;
            match access::save(ports, change).await? {
                Some(post) => return Ok(Accepted::Here(Box::new(post))),
                None => continue,
            }
        }
        let change = accept_changes(&post, change, changes)?;
        refuse_unconnected(ports, &post).await?;
        if let Some(job) = store(ports, caller, change, kind).await? {
            return Ok(Accepted::Job(Box::new(job)));
        }
    }
    Err(Code::Conflict.into())
}

/// The post as one that the site's present host never had, and the word of what was left behind. Nothing
/// changes when all that it holds belongs to that host.
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

/// Takes the schedule of a post back: on the host, if it may hold the post.
///
/// # Errors
/// As [`request`], and 409 `not_scheduled`.
pub(crate) async fn cancel(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    id: PostId,
) -> Result<Accepted, ApiError> {
    for _ in 0..TURNS {
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
        // A draft whose last publication did not come to its end may be held by the host already.
        let unfinished = job.is_some_and(|job| job.state != JobState::Done);
        let held =
            post.status == PostStatus::Scheduled || (unfinished && post.host_post_id.is_some());
        if held {
            refuse_unconnected(ports, &post).await?;
            let change = PostChange::of(&post, |_| {}).under(claim);
            match store(ports, caller, change, JobKind::Unschedule).await? {
                Some(job) => return Ok(Accepted::Job(Box::new(job))),
                None => continue,
            }
        }
        let change = canceled_here(ports, caller, &post, scheduling)?.under(claim);
        if let Some(post) = access::save(ports, change).await? {
            return Ok(Accepted::Here(Box::new(post)));
        }
    }
    Err(Code::Conflict.into())
}

/// Whether the host may hold the post for a later time: it is scheduled, or its schedule did not come
/// to its end and got as far as the host.
pub(crate) fn may_be_held(post: &Post, job: Option<&Job>) -> bool {
    let scheduling =
        job.is_some_and(|job| !job.is_over() && matches!(job.kind, JobKind::Schedule { .. }));
    post.status == PostStatus::Scheduled
        || (scheduling && post.status == PostStatus::Draft && post.host_post_id.is_some())
}

/// Takes the schedule of a post back on the host, together with `change`, whatever state the site's
/// connection is in: what cannot be done is parked and told. None when the post changed since it was
/// read.
pub(crate) async fn withdraw(
    ports: &Ports,
    caller: &Caller,
    change: PostChange,
) -> Result<Option<Job>, ApiError> {
    store(ports, caller, change, JobKind::Unschedule).await
}

/// The end of a date that only we know of, and of the publication that did not get anywhere.
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
    Ok(match scheduling {
        Some(job) => change.also(superseded(job, now)?),
        None => change,
    })
}

/// Lets the failed steps of a parked publication run again.
///
/// # Errors
/// As [`request`], and 409 `nothing_to_retry`.
pub(crate) async fn retry(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    id: PostId,
    changes: Changes,
) -> Result<Job, ApiError> {
    for _ in 0..TURNS {
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
                send(ports, &job).await;
                return Ok(job);
            }
            Err(error) if error.is_conflict() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Code::Conflict.into())
}

/// `change`, in which the state of the post goes out knowingly if the client approved another one.
///
/// # Errors
/// 409 `changed_after_approval` when the changes are not confirmed.
fn accept_changes(
    post: &Post,
    mut change: PostChange,
    changes: Changes,
) -> Result<PostChange, ApiError> {
    if post.changes_await_approval() {
        if changes == Changes::Refused {
            return Err(Code::ChangedAfterApproval.into());
        }
        change.post.confirm_changes();
    }
    Ok(change)
}

/// Stores a job that runs again, with what else `change` does to its post.
async fn save_retry(
    ports: &Ports,
    claim: &Claim,
    change: PostChange,
    (job, stored): (&Job, u64),
    event: ContentEvent,
) -> Result<(), ItemsError> {
    let work = Work::Job(job.id);
    if change.post.confirmed_content.is_some() {
        let change = change
            .also(job_write(job, stored)?)
            .event(event)
            .under(claim)
            .doing(work);
        return ports.store.save_post(change).await.map(drop);
    }
    let mut also = vec![event_write(&event)?];
    also.extend(claim.write(work)?);
    ports.store.save_job_with(job, stored, also).await
}

/// Stores the job with `change` and sends word of it. None when the post changed since it was read.
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

/// Sends word of a stored job. When that fails, the publishing tick finds it.
async fn send(ports: &Ports, job: &Job) {
    let message = WorkMessage::Publication { job_id: job.id };
    if let Err(error) = ports.publications.send(&message).await {
        tracing::warn!(target: "publication", job_id = %job.id, %error, "a publication waits for the tick");
    }
}

/// The write that ends an idle job.
pub(crate) fn superseded(job: &Job, now: Timestamp) -> Result<items::Write, ApiError> {
    let mut ended = job.clone();
    ended.supersede(now);
    Ok(job_write(&ended, job.revision)?)
}

/// 409 while a worker has, or is about to have, the post's publication in hand.
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
