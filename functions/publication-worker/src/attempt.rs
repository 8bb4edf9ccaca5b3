//! What the steps of one attempt share: the job under its lease, its post and its site.

use domain::post::Post;
use domain::publication::{Job, Step};
use domain::site_record::Site;
use items::ItemsError;
use ports::WorkMessage;

use crate::Ports;
use crate::failure::StepError;

/// What the steps of one attempt share.
pub(crate) struct Attempt<'a> {
    pub(crate) ports: &'a Ports,
    pub(crate) job: Job,
    /// Revision of the job as it is stored.
    pub(crate) stored: u64,
    pub(crate) post: Post,
    pub(crate) site: Site,
}

impl Attempt<'_> {
    /// Stores the job as it is now.
    pub(crate) async fn save(&mut self) -> Result<(), StepError> {
        match self.ports.store.save_job(&self.job, self.stored).await {
            Ok(()) => {
                self.stored = self.job.revision;
                Ok(())
            }
            Err(ItemsError::Conflict { .. }) => Err(StepError::Lost),
            Err(error) => Err(StepError::Items(error)),
        }
    }

    /// Marks `step` as done and stores it.
    pub(crate) async fn done(&mut self, step: Step) -> Result<(), StepError> {
        self.job.succeed(step, self.ports.clock.now_seconds());
        self.save().await
    }
}

/// Sends word of a stored notification. When that fails, the tick finds it.
pub(crate) async fn announce(ports: &Ports, notification_id: &str) {
    let message = WorkMessage::Notification {
        notification_id: notification_id.to_owned(),
    };
    if let Err(error) = ports.notifications.send(&message).await {
        tracing::warn!(target: "publication", %error, "a notification waits for the tick");
    }
}
