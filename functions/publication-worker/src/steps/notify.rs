//! Notifies the client of a published post, on the channel that the site is set to.

use domain::platform::client_notice::ClientNotice;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::publication::Step;
use jiff::Timestamp;

use crate::attempt::{Attempt, announce};
use crate::failure::StepError;

const fn kind(attempt: &Attempt<'_>) -> NotificationKind {
    NotificationKind::PostPublished {
        post_id: attempt.post.id,
        job_id: attempt.job.id,
    }
}

/// Chooses how the client is notified of the recorded outcome, and returns the notification to store with the
/// record, if a mail is sent. An update of a published post sends none.
///
/// The notification is part of the transaction that marks the post as published. Written later, it would be
/// lost when a newer request supersedes the job in between, since that request finds the post online.
pub(super) fn notification(attempt: &mut Attempt<'_>, now: Timestamp) -> Option<Notification> {
    if !attempt.job.findings.live || attempt.job.findings.renewed {
        return None;
    }
    let notice = ClientNotice::of(&attempt.site);
    attempt.job.findings.notice = Some(notice);
    notice
        .by_mail()
        .then(|| Notification::new(kind(attempt), now))
}

/// Sends the message of the notification that was stored with the record. If it is lost, the tick sends it.
pub(super) async fn notify(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    if attempt
        .job
        .findings
        .notice
        .is_some_and(ClientNotice::by_mail)
    {
        announce(attempt.ports, &kind(attempt).id()).await;
    }
    attempt.done(Step::Notify).await
}
