//! One attempt at a task: what is stored of it.

use domain::platform::search_task::{SearchPart, SearchTask};
use domain::platform::site_record::Site;
use items::{ItemsError, Write};
use platform_store::{content_event, event_write};

use crate::Ports;
use crate::outcome::{PartOutcome, event_kind, name};

/// A task under its lease, and the site of its post.
pub(crate) struct Attempt<'a> {
    pub(crate) ports: &'a Ports,
    pub(crate) task: SearchTask,
    pub(crate) site: Site,
    /// Revision of the task as it is stored.
    stored: u64,
}

impl<'a> Attempt<'a> {
    /// The attempt at `task`, as stored with its lease.
    pub(crate) const fn new(ports: &'a Ports, task: SearchTask, site: Site) -> Self {
        Self {
            ports,
            stored: task.revision,
            task,
            site,
        }
    }

    /// Stores the outcome of a part, with the post's event. Returns whether this worker still holds the task.
    pub(crate) async fn conclude(
        &mut self,
        part: SearchPart,
        outcome: PartOutcome,
    ) -> Result<bool, ItemsError> {
        let now = self.ports.clock.now_seconds();
        let report = match outcome {
            PartOutcome::Lost => return Ok(false),
            PartOutcome::Again(_) if !self.task.is_last_attempt() => {
                self.task.reopen(part, now);
                return self.save(Vec::new()).await;
            }
            PartOutcome::Silent => None,
            PartOutcome::Again(report) | PartOutcome::Reported(report) => Some(report),
        };
        self.task.close(part, now);
        let Some(report) = report else {
            return self.save(Vec::new()).await;
        };
        let (post, job) = (self.task.post_id, self.task.job_id);
        let detail = report.detail(part, job.0, &self.task.url);
        let token = format!("job-{job}-{}", name(part));
        let event = content_event(post, event_kind(part), None, detail, now, &token);
        let saved = self.save(vec![event_write(&event)?]).await?;
        if saved && !report.is_good() {
            tracing::warn!(target: "search", %post, part = name(part), %report, "a search engine was not told for certain");
        }
        Ok(saved)
    }

    /// Notes that the call of `part` is about to be sent, in one transaction with `also`.
    ///
    /// # Errors
    /// As [`platform_store::PlatformStore::save_search_task`].
    pub(crate) async fn note_call(
        &mut self,
        part: SearchPart,
        also: Vec<Write>,
    ) -> Result<(), ItemsError> {
        let before = self.task.clone();
        self.task.note_call(part, self.ports.clock.now_seconds());
        let saving = self
            .ports
            .store
            .save_search_task(&self.task, self.stored, also);
        match saving.await {
            Ok(()) => {
                self.stored = self.task.revision;
                Ok(())
            }
            Err(error) => {
                self.task = before;
                Err(error)
            }
        }
    }

    /// Stores the task. Returns whether this worker still holds it.
    pub(crate) async fn save(&mut self, also: Vec<Write>) -> Result<bool, ItemsError> {
        let saving = self
            .ports
            .store
            .save_search_task(&self.task, self.stored, also);
        match saving.await {
            Ok(()) => {
                self.stored = self.task.revision;
                Ok(true)
            }
            Err(ItemsError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
