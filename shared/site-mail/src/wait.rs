//! Waiting for the outcome of mails.

use std::time::Duration;

use jiff::Timestamp;
use ports::Sleeper;

use crate::error::SiteMailError;
use crate::mail::MailState;
use crate::mails::SiteMails;

/// First pause between two reads; each later one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(40);
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
            let state = self.outcome(ids).await?;
            let now = self.parts.clock.now();
            if state != Awaited::Pending || now >= deadline {
                return Ok(state);
            }
            let left = Duration::try_from(deadline.duration_since(now)).unwrap_or_default();
            sleeper.sleep(pause.min(left)).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
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
