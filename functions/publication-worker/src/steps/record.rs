//! Writes the outcome into the post, in one transaction with the job's step, the event and, when the post is
//! online, the client's notifications and what search engines are told. The first time that a post is online, the report
//! of the month counts it.

use domain::platform::event::EventKind;
use domain::platform::month::Month;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, Step};
use jiff::tz::TimeZone;
use platform_store::{
    PostChange, ReportEvent, content_event, notification_write, report_write, search_task_write,
};
use ports::DomainEvent;
use serde_json::json;

use crate::attempt::Attempt;
use crate::failure::StepError;
use crate::outcome::Outcome;
use crate::steps::save::save_with_job;
use crate::steps::{notify, search};

/// Writes the outcome.
pub(super) async fn record(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let ports = attempt.ports;
    let now = ports.clock.now_seconds();
    attempt.job.findings.renewed =
        attempt.post.status == PostStatus::Published && attempt.post.published_at.is_some();
    let outcome = Outcome::of(&attempt.job);
    let notifications = notify::notifications(attempt, now);
    let task = search::task(attempt, now);
    let words = published_words(attempt, outcome).await?;
    // The attempt's job changes only after the transaction: a failure must not leave the step done.
    let mut job = attempt.job.clone();
    job.succeed(Step::Record, now);
    attempt.post = save_with_job(attempt, &job, |post| {
        let change = change(post, &job, outcome, now);
        let mut change = counted(change, words, &ports.zone);
        for notification in &notifications {
            change = change.also(notification_write(notification)?);
        }
        Ok(match &task {
            Some(task) => change.also(search_task_write(task)?),
            None => change,
        })
    })
    .await?;
    attempt.job = job;
    attempt.stored = attempt.job.revision;
    publish_event(attempt, outcome).await;
    if let Some(task) = &task {
        search::announce(attempt.ports, task).await;
    }
    Ok(())
}

/// Words of the text that the host has, if the report is to count them: the post is online and was not counted.
async fn published_words(
    attempt: &Attempt<'_>,
    outcome: Outcome,
) -> Result<Option<u64>, StepError> {
    let post = &attempt.post;
    if outcome != Outcome::Online || post.counted.published {
        return Ok(None);
    }
    let sent = attempt.job.findings.sent.or(post.host_copy);
    let number = sent.map_or(post.version, |copy| copy.version);
    if number == post.version && post.body_words > 0 {
        return Ok(Some(post.body_words as u64));
    }
    let version = attempt.ports.store.post_version(post.id, number).await?;
    Ok(Some(version.map_or(0, |version| {
        markup::text::words(&version.body) as u64
    })))
}

/// The change with the count of the post's first publication.
fn counted(mut change: PostChange, words: Option<u64>, zone: &TimeZone) -> PostChange {
    let post = &mut change.post;
    let (Some(words), Some(at), false) = (words, post.published_at, post.counted.published) else {
        return change;
    };
    post.counted.published = true;
    let (site, month) = (post.site_id, Month::of(at, zone));
    change.also(report_write(site, month, ReportEvent::Published { words }))
}

fn change(post: &Post, job: &Job, outcome: Outcome, now: jiff::Timestamp) -> PostChange {
    let findings = &job.findings;
    let mut change = PostChange::of(post, |post| match outcome {
        Outcome::Online => {
            post.host_post_id = findings.host_post_id;
            post.host_origin = findings.host_origin.clone();
            post.mark_published(
                findings.link.clone().unwrap_or_default(),
                findings.live_at.unwrap_or(now),
            );
        }
        Outcome::Held(at) => {
            post.host_post_id = findings.host_post_id;
            post.host_origin = findings.host_origin.clone();
            post.mark_scheduled(at);
        }
        Outcome::Withdrawn => post.mark_unscheduled(),
    });
    // Changes made since the call to the host are found by the tick.
    change.post.host_copy = findings.sent.or(change.post.host_copy);
    change.post.host_body_form = findings.body_form.or(change.post.host_body_form);
    let kind = match outcome {
        Outcome::Online if findings.missed => EventKind::MissedSchedule,
        Outcome::Online => EventKind::Published,
        Outcome::Held(_) => EventKind::Scheduled,
        Outcome::Withdrawn => EventKind::ScheduleCanceled,
    };
    let detail =
        json!({ "job_id": job.id, "host_post_id": findings.host_post_id, "url": findings.link });
    change.event(content_event(
        post.id,
        kind,
        job.requested_by,
        detail,
        now,
        &format!("job-{}-recorded", job.id),
    ))
}

async fn publish_event(attempt: &Attempt<'_>, outcome: Outcome) {
    let name = match outcome {
        Outcome::Online => "post.published",
        Outcome::Held(_) => "post.scheduled",
        Outcome::Withdrawn => "post.schedule_canceled",
    };
    let event = DomainEvent {
        name,
        at: attempt.job.updated_at,
        detail: json!({
            "post_id": attempt.post.id,
            "site_id": attempt.post.site_id,
            "url": attempt.post.host_post_url,
        }),
    };
    if let Err(error) = attempt.ports.events.publish(&event).await {
        tracing::warn!(target: "publication", %error, "an event was not published");
    }
}

#[cfg(test)]
mod tests {
    use domain::platform::id::{JobId, PostId, SiteId, UserId};
    use domain::platform::post::PostFields;
    use domain::platform::publication::JobKind;
    use jiff::Timestamp;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn recorded(kind: JobKind, live: bool, before: PostStatus) -> Post {
        let mut post = Post::draft(
            PostId(1),
            UserId(1),
            SiteId(1),
            PostFields::default(),
            0,
            at(0),
        );
        post.status = before;
        let mut job = Job::new(JobId(1), PostId(1), kind, None, true, at(0));
        job.findings.live = live;
        job.findings.live_at = Some(at(70));
        job.findings.link = Some("https://exemplo.com.br/a".into());
        job.findings.host_post_id = Some(9);
        change(&post, &job, Outcome::of(&job), at(80)).post
    }

    #[test]
    fn a_publication_takes_the_hosts_date() {
        let post = recorded(JobKind::Publish, true, PostStatus::Draft);
        assert_eq!(
            (post.status, post.published_at),
            (PostStatus::Published, Some(at(70)))
        );
    }

    #[test]
    fn a_schedule_that_the_host_published_at_once_is_published() {
        let post = recorded(JobKind::Schedule { at: at(60) }, true, PostStatus::Draft);
        assert_eq!(post.status, PostStatus::Published);
        let post = recorded(JobKind::Schedule { at: at(900) }, false, PostStatus::Draft);
        assert_eq!(
            (post.status, post.scheduled_at),
            (PostStatus::Scheduled, Some(at(900)))
        );
    }

    #[test]
    fn what_went_online_before_it_was_taken_back_stays_online() {
        let post = recorded(JobKind::Unschedule, true, PostStatus::Scheduled);
        assert_eq!(post.status, PostStatus::Published);
        let post = recorded(JobKind::Unschedule, false, PostStatus::Scheduled);
        assert_eq!((post.status, post.scheduled_at), (PostStatus::Draft, None));
    }
}
