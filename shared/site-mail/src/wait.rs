//! Waiting for the outcome of mails.

use std::time::Duration;

use jiff::Timestamp;
use ports::Sleeper;

use crate::error::SiteMailError;
use crate::mail::MailState;
use crate::mails::SiteMails;

/// Pause before the first read, as no mail is sent at once; each later one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(320);

/// What became of mails within the wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    /// The mail server accepted all of them.
    Sent,
    /// All are over and none failed, but at least one may have been sent or not: the answer of the mail server was lost, or
    /// the mail was deleted.
    Uncertain,
    /// At least one was not sent and will not be.
    Failed,
    /// At least one may still be sent: [`SiteMails::withdraw`] ends it.
    Pending,
}

impl SiteMails {
    /// Reads the mails `ids` until all are over, one has failed, or `deadline` has passed. A mail that waits for a
    /// repetition is pending.
    ///
    /// # Errors
    /// The store failed.
    pub async fn wait(
        &self,
        ids: &[String],
        deadline: Timestamp,
        sleeper: &dyn Sleeper,
    ) -> Result<Awaited, SiteMailError> {
        let mut pause = FIRST_PAUSE;
        loop {
            let left = deadline.duration_since(self.parts.clock.now());
            let left = Duration::try_from(left).unwrap_or_default();
            sleeper.sleep(pause.min(left)).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
            let state = self.outcome(ids).await?;
            if state != Awaited::Pending || self.parts.clock.now() >= deadline {
                return Ok(state);
            }
        }
    }

    /// What became of the mails `ids` so far. A mail that was deleted may have been sent before.
    ///
    /// # Errors
    /// The store failed.
    pub async fn outcome(&self, ids: &[String]) -> Result<Awaited, SiteMailError> {
        let mut state = Awaited::Sent;
        for id in ids {
            match self.read(id).await?.map(|mail| mail.state) {
                Some(MailState::Failed) => return Ok(Awaited::Failed),
                Some(MailState::Queued | MailState::Sending) => state = Awaited::Pending,
                Some(MailState::Uncertain) | None if state == Awaited::Sent => {
                    state = Awaited::Uncertain;
                }
                Some(MailState::Sent | MailState::Uncertain) | None => {}
            }
        }
        Ok(state)
    }
}
