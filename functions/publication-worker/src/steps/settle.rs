//! A schedule whose time has come: the host is asked, and mended if it missed it.

use domain::publication::Step;
use host_access::host_of;
use host_client::{HostError, PostChange, PostStatus};

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};

/// Makes sure that the host shows the post.
pub(super) async fn settle(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let ports = attempt.ports;
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let Some(id) = attempt.post.host_post_id else {
        return Err(Failure::lasting(
            "O conteúdo agendado não existe no site. Publique-o de novo.",
        )
        .into());
    };
    let mut shown = match ports.hosts.get_post(&host, id).await {
        Err(HostError::Rejected { status: 404, .. }) => {
            return Err(Failure::lasting(
                "O conteúdo agendado foi apagado no site. Cancele o agendamento ou publique de novo.",
            )
            .into());
        }
        answer => answer?,
    };
    if shown.status.is(PostStatus::Future) {
        let change = PostChange {
            status: Some(PostStatus::Publish),
            date: Some(ports.clock.now_seconds()),
            ..PostChange::default()
        };
        shown = ports.hosts.update_post(&host, id, change).await?;
        attempt.job.findings.missed = true;
    }
    if !shown.status.is(PostStatus::Publish) {
        return Err(Failure::lasting(
            "O conteúdo agendado foi alterado no site e não está publicado. Confira no site e publique de novo.",
        )
        .into());
    }
    let findings = &mut attempt.job.findings;
    findings.host_post_id = Some(id);
    findings.live = true;
    findings.live_at = shown.date_gmt;
    findings.link = Some(shown.link);
    attempt.done(Step::Settle).await
}
