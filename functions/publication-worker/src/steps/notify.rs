//! The client hears that the post is online, on the channel the site asks for.

use domain::client_notice::ClientNotice;
use domain::notification::{Notification, NotificationKind};
use domain::publication::Step;
use jiff::Timestamp;

use crate::attempt::{Attempt, announce};
use crate::failure::StepError;

const fn kind(attempt: &Attempt<'_>) -> NotificationKind {
    NotificationKind::PostPublished {
        post_id: attempt.post.id,
        job_id: attempt.job.id,
    }
}

/// Decides how the client hears of what the job records, and answers the notification to store with
/// that record, if a mail goes out. A post that was only renewed is not news.
///
/// The notification belongs to the transaction that makes the post published: written any later, it would
/// be lost with a job that a newer request supersedes in between, and that request finds the post online.
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

/// Sends word of the notification that was stored with the record. If that is lost, the tick finds it.
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
