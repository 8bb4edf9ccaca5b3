//! The client hears that the post is online, on the channel the site asks for.

use domain::notification::{Notification, NotificationKind};
use domain::publication::Step;
use domain::site_record::{NotificationChannel, Site};
use items::ItemsError;
use platform_store::notification_write;

use crate::attempt::{Attempt, announce};
use crate::failure::StepError;

fn wants_mail(site: &Site) -> bool {
    matches!(
        site.notification_channel,
        NotificationChannel::Email | NotificationChannel::Both
    ) && site.email.is_some()
}

/// Queues the client's notification with the step, all or nothing. A post that was only renewed is
/// not news.
pub(super) async fn notify(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    if attempt.job.findings.renewed || !wants_mail(&attempt.site) {
        return attempt.done(Step::Notify).await;
    }
    let ports = attempt.ports;
    let now = ports.clock.now_seconds();
    let kind = NotificationKind::PostPublished {
        post_id: attempt.post.id,
        job_id: attempt.job.id,
    };
    let notification = Notification::new(kind, now);
    let stored = attempt.stored;
    attempt.job.succeed(Step::Notify, now);
    let also = vec![notification_write(&notification)?];
    match ports.store.save_job_with(&attempt.job, stored, also).await {
        Ok(()) => {
            attempt.stored = attempt.job.revision;
            announce(ports, &notification.id).await;
            Ok(())
        }
        Err(ItemsError::Conflict { .. }) => Err(StepError::Lost),
        Err(error) => Err(error.into()),
    }
}
