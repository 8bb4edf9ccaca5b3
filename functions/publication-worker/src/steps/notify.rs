//! Notifies the client of a published post, on the channels that the site is set to.

use domain::platform::client_notice::ClientNotice;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::publication::Step;
use jiff::Timestamp;

use crate::attempt::{Attempt, announce};
use crate::failure::StepError;

fn kinds(attempt: &Attempt<'_>) -> impl Iterator<Item = NotificationKind> + use<> {
    let notice = attempt.job.findings.notice;
    let (post, job) = (attempt.post.id, attempt.job.id);
    let kinds = notice
        .into_iter()
        .flat_map(move |notice| notice.notifications(post, job));
    kinds.map(|(_, kind)| kind)
}

/// Chooses how the client is notified of the recorded outcome, and returns the notifications to store with the
/// record, one for each channel. An update of a published post sends none.
///
/// The notifications are part of the transaction that marks the post as published. Written later, they would be
/// lost when a newer request supersedes the job in between, since that request finds the post online.
pub(super) fn notifications(attempt: &mut Attempt<'_>, now: Timestamp) -> Vec<Notification> {
    if !attempt.job.findings.live || attempt.job.findings.renewed {
        return Vec::new();
    }
    attempt.job.findings.notice = Some(ClientNotice::of(&attempt.site));
    kinds(attempt)
        .map(|kind| Notification::new(kind, now))
        .collect()
}

/// Sends the messages of the notifications that were stored with the record. If one is lost, the tick sends it.
pub(super) async fn notify(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    for kind in kinds(attempt) {
        announce(attempt.ports, &kind.id()).await;
    }
    attempt.done(Step::Notify).await
}
