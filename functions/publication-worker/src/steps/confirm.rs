//! Confirms what the host stored: state, address, featured picture, FAQ.

use domain::platform::publication::{JobKind, Step};
use host_access::host_of;
use host_client::{HostPost, HostStatus, PostStatus};

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::faq;

fn word(status: &HostStatus) -> &str {
    match status {
        HostStatus::Known(status) => status.as_str(),
        HostStatus::Trash => "trash",
        HostStatus::Other(word) => word,
    }
}

/// Reads the post from the host and compares it.
pub(super) async fn confirm(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let ports = attempt.ports;
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let Some(id) = attempt.job.findings.host_post_id else {
        return Err(Failure::passing("O conteúdo ainda não existe no site.").into());
    };
    let shown = ports.hosts.get_post(&host, id).await?;
    let now = ports.clock.now_seconds();
    let live = shown.status.is(PostStatus::Publish);
    let wants_later = matches!(attempt.job.kind, JobKind::Schedule { .. });
    let held = shown.status.is(PostStatus::Future);
    let as_asked = live || (wants_later && held);
    if !as_asked {
        if held && attempt.job.redo(Step::Update, now) {
            return attempt.save().await;
        }
        let message = format!(
            "O site guardou o conteúdo como “{}” em vez de publicá-lo. Confira a permissão do usuário do site.",
            word(&shown.status)
        );
        return Err(Failure::lasting(message).into());
    }
    if live && shown.link.is_empty() {
        return Err(Failure::without_address().into());
    }
    let sent = attempt.job.findings.host_media_id.unwrap_or_default();
    if shown.featured_media.is_some_and(|shown| shown != sent) {
        if attempt.job.redo(Step::Media, now) {
            return attempt.save().await;
        }
        tracing::warn!(target: "publication", post_id = %attempt.post.id, "the host did not store the featured picture");
    }
    remember_lost_faq(attempt, &shown);
    let findings = &mut attempt.job.findings;
    findings.live = live;
    findings.live_at = shown.date_gmt.filter(|_| live);
    findings.link = Some(shown.link).filter(|link| !link.is_empty());
    attempt.done(Step::Confirm).await
}

/// Remembers the fields of the FAQ that the host did not keep; that does not undo a publication.
fn remember_lost_faq(attempt: &mut Attempt<'_>, shown: &HostPost) {
    let lost = faq::lost(&attempt.post, &shown.meta);
    if !lost.is_empty() {
        tracing::warn!(target: "publication", post_id = %attempt.post.id, ?lost, "the host did not store the FAQ fields");
    }
    attempt.job.findings.faq_fields_lost = lost;
}
