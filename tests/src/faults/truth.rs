//! Checks that the platform's statuses and messages are true.

use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::month::Month;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobState, StepState};
use domain::platform::time_zone::zone_of;
use host_client::{HostClient, HostPost, PostStatus as HostState};

use super::platform::{CLIENT, OWNER, TestPlatform};
use super::story::Story;
use crate::host_contract::count;

/// A false statement in a checklist, if there is one.
fn untruth(job: &Job) -> Option<String> {
    let done = |state: &StepState| matches!(state, StepState::Success { .. });
    let all_done = job.steps.iter().all(|step| done(&step.state));
    let wrong = match job.state {
        JobState::Done => !all_done || job.error().is_some(),
        JobState::Parked | JobState::Waiting => {
            all_done || job.error().is_none_or(|error| error.trim().is_empty())
        }
        JobState::Queued | JobState::Running => all_done,
        JobState::Superseded => false,
    };
    wrong.then(|| format!("the checklist is wrong: {job:?}"))
}

fn host_state(status: PostStatus) -> HostState {
    match status {
        PostStatus::Draft => HostState::Draft,
        PostStatus::Scheduled => HostState::Future,
        PostStatus::Published => HostState::Publish,
    }
}

impl TestPlatform<'_> {
    pub(super) async fn shown(&self, post: &Post) -> Result<HostPost, String> {
        let id = post
            .host_post_id
            .ok_or("the post has no copy on the host")?;
        HostClient::new(self.hosts.outbound.clone())
            .get_post(&self.host(), id)
            .await
            .map_err(|error| format!("lost: the host does not show the post: {error}"))
    }

    /// While work is in progress: no step is reported as done before it is done.
    pub async fn check_meanwhile(&self) -> Result<(), String> {
        if let Some(wrong) = self.job().await.as_ref().and_then(untruth) {
            return Err(wrong);
        }
        let post = self.current().await;
        if post.status == PostStatus::Draft || self.working().await {
            return Ok(());
        }
        let shown = self.shown(&post).await?;
        if shown.status.is(host_state(post.status)) || shown.status.is(HostState::Publish) {
            return Ok(());
        }
        Err(format!("{:?} here, {:?} there", post.status, shown.status))
    }

    /// Whether a job is about to change the host's copy.
    async fn working(&self) -> bool {
        self.job().await.is_some_and(|job| !job.is_over())
    }

    /// At the end: one post and one picture, in the same state on platform and host.
    pub async fn check_end(&self, story: Story) -> Result<(), String> {
        if story == Story::AuthorGone {
            return self.check_parked(story).await;
        }
        let host = self.host();
        for route in ["posts", "media"] {
            match count(&self.hosts.outbound, &host, route, &self.word).await {
                1 => {}
                0 => return Err(format!("lost: no {route} on the host")),
                several => return Err(format!("doubled: {several} {route} on the host")),
            }
        }
        let (end, post) = (story.end(), self.current().await);
        let shown = self.shown(&post).await?;
        let media = self.store.post_media(post.id).await.unwrap();
        let expected = (end.status, host_state(end.status));
        if (post.status, shown.status.is(expected.1)) != (expected.0, true) {
            return Err(format!("{:?} here, {:?} there", post.status, shown.status));
        }
        let same = shown.title == post.fields.title
            && shown.featured_media == media[0].host_media_id
            && shown.meta.contains_key(host_client::FAQ_DATA_KEY);
        if !same {
            return Err(format!("the host's copy differs: {shown:?}"));
        }
        if end.status == PostStatus::Published
            && (post.host_post_url.as_ref(), post.published_at)
                != (Some(&shown.link), shown.date_gmt)
            && story != Story::Republish
        {
            return Err(format!("address or date differ: {post:?} {shown:?}"));
        }
        Box::pin(self.check_strangers()).await?;
        self.check_counts(&post).await?;
        let job = self.job().await.ok_or("there is no job")?;
        if job.state != JobState::Done {
            return Err(format!("the job is not done: {job:?}"));
        }
        if let Some(wrong) = untruth(&job) {
            return Err(wrong);
        }
        self.check_words(story, &job).await
    }

    /// The counters agree with the records: the report of the month has the publication once, and the queue has no
    /// job that is not open.
    async fn check_counts(&self, post: &Post) -> Result<(), String> {
        if let Some(at) = post.published_at {
            let month = Month::of(at, &zone_of(None).unwrap());
            let figures = self.store.monthly_figures(post.site_id, month).await;
            let published = figures.unwrap().published;
            // The stories of one site share a post each.
            if published != 1 {
                return Err(format!("the report has {published} publications"));
            }
        }
        let (open, total) = self.store.open_jobs(None, 0, 1_000).await.unwrap();
        if open.len() as u64 != total {
            return Err(format!(
                "the queue of {} has the length {total}",
                open.len()
            ));
        }
        Ok(())
    }

    /// Checks the notifications about a publication and their number.
    async fn check_words(&self, story: Story, job: &Job) -> Result<(), String> {
        let end = story.end();
        let (events, _) = self
            .store
            .post_events_page(self.post, 0, usize::MAX)
            .await
            .unwrap();
        let count = |kinds: &[EventKind]| {
            let is_counted = |event: &&ContentEvent| kinds.contains(&event.kind);
            events.iter().filter(is_counted).count()
        };
        let (kinds, least, most) = end.events;
        let found = count(kinds);
        if !(least..=most).contains(&found) {
            return Err(format!("{found} events in place of {least}: {events:?}"));
        }
        let mut notices = 0;
        for job in 1..=job.id.0 {
            let notice = format!("post-published-{job}");
            let notice = self.store.notification(&notice).await.unwrap();
            notices += usize::from(notice.is_some());
        }
        let mails = self.mails();
        let mails = mails.values().filter(|to| *to == CLIENT).count();
        let recorded = count(&[EventKind::ClientNotified]);
        if [notices, mails, recorded] != [end.client_notices; 3] {
            return Err(format!(
                "{notices} notifications, {mails} mails and {recorded} events for the client"
            ));
        }
        Ok(())
    }

    /// Checks that a failed publication is reported to the owner and not to a deactivated author.
    async fn check_parked(&self, story: Story) -> Result<(), String> {
        let job = self.job().await.ok_or("there is no job")?;
        if job.state != JobState::Parked {
            return Err(format!("the job is not parked: {job:?}"));
        }
        if let Some(wrong) = untruth(&job) {
            return Err(wrong);
        }
        let mails = self.mails();
        if mails.len() != 1 || mails.values().any(|to| to != OWNER) {
            return Err(format!("mails to others, or none: {mails:?}"));
        }
        self.check_words(story, &job).await
    }
}
