//! Cancels a schedule on the host.

use domain::platform::publication::Step;
use host_access::host_of;
use host_client::{HostError, PostStatus};

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};

/// Sets the host's copy back to draft. A copy that was published meanwhile stays online.
pub(super) async fn withdraw(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let ports = attempt.ports;
    let Some(id) = attempt.post.host_post_id else {
        return attempt.done(Step::Withdraw).await;
    };
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let shown = match ports.hosts.get_post(&host, id).await {
        Err(HostError::Rejected { status: 404, .. }) => return attempt.done(Step::Withdraw).await,
        answer => answer?,
    };
    let findings = &mut attempt.job.findings;
    findings.host_post_id = Some(id);
    if shown.status.is(PostStatus::Publish) {
        if shown.link.is_empty() {
            return Err(Failure::without_address().into());
        }
        findings.live = true;
        findings.live_at = shown.date_gmt;
        findings.link = Some(shown.link);
    } else if shown.status.is(PostStatus::Future) {
        ports.hosts.unschedule(&host, id).await?;
    }
    attempt.done(Step::Withdraw).await
}
