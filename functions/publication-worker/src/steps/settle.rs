//! Settles a schedule whose time has come: reads the post from the host and publishes it if the host missed the
//! schedule. An edit that came too late for the tick is sent with it.

use domain::platform::post::HostCopy;
use domain::platform::publication::Step;
use domain::platform::requirements;
use host_access::host_of;
use host_client::{HostError, PostChange, PostStatus};

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::host_content::{self, Content};

/// Ensures that the host shows the post.
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
    let missed = shown.status.is(PostStatus::Future);
    let behind = attempt.post.host_is_behind()
        && !attempt.post.changes_await_approval()
        && requirements::unmet(&attempt.post).is_empty()
        && (missed || shown.status.is(PostStatus::Publish));
    if missed || behind {
        let (mut change, form) = if behind {
            let Content { change, form } = host_content::content(attempt, &host, None).await?;
            (change, Some(form))
        } else {
            (PostChange::default(), None)
        };
        if missed {
            change.status = Some(PostStatus::Publish);
            change.date = Some(ports.clock.now_seconds());
        }
        match ports.hosts.update_post(&host, id, change).await {
            Ok(updated) => {
                shown = updated;
                attempt.job.findings.missed |= missed;
                if behind {
                    let before = attempt.post.host_copy;
                    attempt.job.findings.sent = Some(HostCopy {
                        version: attempt.post.version,
                        featured_media_id: before.and_then(|copy| copy.featured_media_id),
                    });
                    attempt.job.findings.body_form = form;
                }
            }
            // The post is online nevertheless, with its earlier text.
            Err(error) if !missed && !error.retryable() => {
                tracing::warn!(target: "publication", post_id = %attempt.post.id, %error, "the host did not accept a late edit");
            }
            Err(error) => return Err(error.into()),
        }
    }
    if !shown.status.is(PostStatus::Publish) {
        return Err(Failure::lasting(
            "O conteúdo agendado foi alterado no site e não está publicado. Confira no site e publique de novo.",
        )
        .into());
    }
    if shown.link.is_empty() {
        return Err(Failure::without_address().into());
    }
    let findings = &mut attempt.job.findings;
    findings.host_post_id = Some(id);
    findings.live = true;
    findings.live_at = shown.date_gmt;
    findings.link = Some(shown.link);
    attempt.done(Step::Settle).await
}
