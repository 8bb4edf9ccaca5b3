//! State that the steps of one attempt share: the job under its lease, its post and its site.

use domain::platform::post::Post;
use domain::platform::publication::{Job, Step};
use domain::platform::site_record::Site;
use host_client::HostError;
use items::ItemsError;
use jiff::{SignedDuration, Timestamp};
use ports::WorkMessage;

use crate::Ports;
use crate::failure::{Failure, StepError};

/// Time within which a host completes a call whose outcome is unknown.
pub(crate) const DOUBT_LASTS: SignedDuration = SignedDuration::from_mins(2);

/// State that the steps of one attempt share.
pub(crate) struct Attempt<'a> {
    pub(crate) ports: &'a Ports,
    pub(crate) job: Job,
    /// Revision of the job as it is stored.
    pub(crate) stored: u64,
    pub(crate) post: Post,
    pub(crate) site: Site,
    /// When the attempt began.
    pub(crate) begun: Timestamp,
    /// Sum of the pauses between retries of its steps.
    pub(crate) paused: SignedDuration,
    /// Failure of a creation whose outcome is unknown: the host may still carry it out.
    doubt: Option<Failure>,
}

impl<'a> Attempt<'a> {
    /// The attempt at `job`, as stored with its lease.
    pub(crate) fn new(ports: &'a Ports, job: Job, post: Post, site: Site) -> Self {
        Self {
            ports,
            stored: job.revision,
            job,
            post,
            site,
            begun: ports.clock.now(),
            paused: SignedDuration::ZERO,
            doubt: None,
        }
    }

    /// Whether a creation of this attempt has an unknown outcome.
    pub(crate) const fn in_doubt(&self) -> bool {
        self.doubt.is_some()
    }

    /// Whether the object that a step creates may exist on the host already, so that the step searches first.
    pub(crate) const fn must_look(&self) -> bool {
        self.doubt.is_some() || self.job.may_have_happened()
    }

    /// Fails while a creation of this attempt has an unknown outcome, since a second call could create a second
    /// copy. The next attempt begins minutes later, when the host has completed the first call.
    pub(crate) fn may_create(&self) -> Result<(), StepError> {
        match &self.doubt {
            Some(failure) => Err(failure.clone().into()),
            None => Ok(()),
        }
    }

    /// Returns the outcome of a creating call, and records a failure after which the object may exist.
    pub(crate) fn created<T>(&mut self, outcome: Result<T, HostError>) -> Result<T, StepError> {
        outcome.map_err(|error| {
            let in_doubt = error.may_have_happened();
            let failure = Failure::from(error);
            if in_doubt {
                self.doubt = Some(failure.clone());
            }
            failure.into()
        })
    }

    /// Clears the unknown outcome: the step that created the object is done.
    pub(crate) fn settle_doubt(&mut self) {
        self.doubt = None;
    }

    /// Stores the job.
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

/// Sends the message of a stored notification. If that fails, the publishing tick sends it.
pub(crate) async fn announce(ports: &Ports, notification_id: &str) {
    let message = WorkMessage::Notification {
        notification_id: notification_id.to_owned(),
    };
    if let Err(error) = ports.notifications.send(&message).await {
        tracing::warn!(target: "publication", %error, "a notification message was not sent; the publishing tick sends it");
    }
}
