//! A user's publication requests, and the work until each has ended.

use domain::platform::id::{JobId, UserId};
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Job, JobKind, JobState, LEASE};
use domain::platform::site_record::Site;
use jiff::{SignedDuration, Timestamp};
use platform_store::PostChange;
use ports::{WorkMessage, WorkQueue};

use super::catalogue::Delivery;
use super::platform::TestPlatform;

/// Number of rounds of waiting, tick and work after which a publication counts as lost.
pub(super) const ROUNDS: usize = 60;

fn online(post: &Post, job: Option<&Job>) -> bool {
    post.status == PostStatus::Published && job.is_some_and(|job| job.state == JobState::Done)
}

impl TestPlatform<'_> {
    /// A user requests a publication, and requests it again if the first request seems to have failed.
    pub(super) async fn ask(&self, kind: JobKind) -> Result<JobId, String> {
        self.ask_with(kind, |_, _| {}).await
    }

    /// Requests a publication together with a change of the post.
    pub(super) async fn ask_with(
        &self,
        kind: JobKind,
        alter: impl Fn(&mut Post, &Site),
    ) -> Result<JobId, String> {
        let before = self.current().await.job_id;
        for _ in 0..8 {
            let post = self.current().await;
            if let Some(id) = post.job_id.filter(|_| post.job_id != before) {
                return Ok(id);
            }
            let store = self.records(0);
            let site = self.store.site(post.site_id).await.unwrap().unwrap();
            let change = PostChange::of(&post, |post| alter(post, &site));
            let by = Some(UserId(1));
            let now = self.now();
            let asking = store.request_publication(change, kind, by, now, &*self.random);
            if let Some(Ok((_, job))) = self.live(0, asking).await {
                let message = WorkMessage::Publication { job_id: job.id };
                self.lossy(&self.queue).send(&message).await.unwrap();
            }
        }
        Err("a publication could not be asked for".into())
    }

    /// A user requests a publication, and workers run until it is done.
    pub async fn perform(&self, kind: JobKind, delivery: Delivery) -> Result<(), String> {
        let job = Box::pin(self.ask(kind)).await?;
        self.drive(delivery, |post, current| {
            post.job_id == Some(job) && current.is_some_and(|job| job.state == JobState::Done)
        })
        .await
    }

    /// Workers run until a post whose date has come is online.
    pub async fn settle(&self, delivery: Delivery) -> Result<(), String> {
        self.tick().await;
        Box::pin(self.drive(delivery, online)).await
    }

    /// A user requests a publication, and requests it again if the first attempt failed.
    pub async fn insist(&self, kind: JobKind, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.ask(kind)).await?;
        while let Some(message) = self.queue.try_next() {
            Box::pin(self.deliver(&message, delivery)).await;
        }
        if self
            .job()
            .await
            .is_none_or(|job| job.state != JobState::Done)
        {
            self.hosts.quiet().await;
            self.hosts.clock.advance(LEASE);
            // Refused while the first request waits for its message: the tick sends that.
            let _ = Box::pin(self.ask(kind)).await;
        }
        Box::pin(self.drive(delivery, online)).await
    }

    /// A user cancels the schedule of a post that is online already.
    pub async fn take_back_too_late(&self, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.ask(JobKind::Unschedule)).await?;
        Box::pin(self.drive(delivery, online)).await
    }

    /// A user schedules for a near date. A single fault does not delay it past the date, unless the host asks for
    /// more time than is left.
    pub async fn perform_by(&self, at: Timestamp, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.perform(JobKind::Schedule { at }, delivery)).await?;
        let injected = self.hosts.board.injected();
        let excused = injected.len() > 1 || injected.iter().any(|fault| fault.contains("429"));
        if self.now() >= at && !excused {
            return Err(format!("late: {:?}", self.job().await));
        }
        Ok(())
    }

    /// A user requests a publication that cannot succeed, and workers run until it is parked.
    pub async fn park(&self, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.ask(JobKind::Publish)).await?;
        for _ in 0..ROUNDS {
            while let Some(message) = self.queue.try_next() {
                Box::pin(self.deliver(&message, delivery)).await;
            }
            let job = self.job().await;
            if job
                .as_ref()
                .is_some_and(|job| job.state == JobState::Parked)
            {
                return Ok(());
            }
            Box::pin(self.wait(job.as_ref())).await;
        }
        Err("lost: the publication never stopped".into())
    }

    pub(super) async fn drive(
        &self,
        delivery: Delivery,
        reached: impl Fn(&Post, Option<&Job>) -> bool,
    ) -> Result<(), String> {
        for _ in 0..ROUNDS {
            while let Some(message) = self.queue.try_next() {
                self.deliver(&message, delivery).await;
                self.delivered.lock().unwrap().push(message);
                self.check_meanwhile().await?;
            }
            let (post, job) = (self.current().await, self.job().await);
            if let Some(job) = &job
                && post.publication != job.stage()
            {
                return Err(format!("the post shows {:?}: {job:?}", post.publication));
            }
            if reached(&post, job.as_ref()) {
                return self.repeat(delivery).await;
            }
            match job {
                Some(job) if job.state == JobState::Parked => self.retry(job).await,
                job => self.wait(job.as_ref()).await,
            }
        }
        let job = self.job().await;
        Err(format!("lost: the publication never ended: {job:?}"))
    }

    /// Delivers every message once more in reverse order, which must change nothing.
    async fn repeat(&self, delivery: Delivery) -> Result<(), String> {
        if delivery == Delivery::Once {
            return Ok(());
        }
        let (post, job) = (self.current().await, self.job().await);
        let again: Vec<_> = self
            .delivered
            .lock()
            .unwrap()
            .iter()
            .rev()
            .cloned()
            .collect();
        for message in again {
            self.deliver(&message, Delivery::Once).await;
        }
        if (post, job) == (self.current().await, self.job().await) {
            Ok(())
        } else {
            Err("a repeated message changed what was done".into())
        }
    }

    /// A user retries the publication from the checklist.
    async fn retry(&self, mut job: Job) {
        self.hosts.quiet().await;
        let from = job.revision;
        assert!(job.retry(self.now()));
        let post = self.current().await;
        let saved = self.store.save_job_of(&post, &job, from, Vec::new());
        saved.await.unwrap();
        let message = WorkMessage::Publication { job_id: job.id };
        self.lossy(&self.queue).send(&message).await.unwrap();
    }

    /// Advances the clock to the job's next attempt and runs the tick. Minutes pass in between, so the host finishes
    /// all requests first.
    pub(super) async fn wait(&self, job: Option<&Job>) {
        self.hosts.quiet().await;
        let minute = self.now() + SignedDuration::from_mins(1);
        let due = job.and_then(|job| job.next_at).unwrap_or(minute);
        self.hosts.clock.set(due.max(minute));
        self.tick().await;
    }
}
