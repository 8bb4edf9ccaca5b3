//! Creates the post on the host, as a draft whose slug is the post's marker. Creation is the one call that is
//! not idempotent, so an attempt that may not be the first searches for the marker.

use domain::platform::publication::Step;
use host_access::host_of;
use host_client::{PostChange as HostChange, PostDraft, PostStatus};
use platform_store::PostChange;

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::host_content;
use crate::steps::save::save_with_job;
use crate::text_pictures;

/// Ensures that exactly one copy of the post is on the host.
pub(super) async fn create(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    if let Some(id) = attempt.post.host_post_id {
        attempt.job.findings.host_post_id = Some(id);
        return attempt.done(Step::Create).await;
    }
    let ports = attempt.ports;
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let Some(marker) = attempt.post.host_marker.clone() else {
        return Err(
            Failure::lasting("Perdemos a referência desta publicação. Publique de novo.").into(),
        );
    };
    let earlier = if attempt.must_look() {
        ports.hosts.find_post_by_slug(&host, &marker).await?
    } else {
        None
    };
    let post = match earlier {
        Some(post) => post,
        None => {
            attempt.may_create()?;
            let version = host_content::version(ports, &attempt.post).await?;
            let (site, post) = (&attempt.site, &attempt.post);
            let form = post.body_form_on(site);
            let body = text_pictures::on_host(ports, site, post, &version.body, form).await?;
            let draft = PostDraft {
                title: version.title,
                content: body,
                status: PostStatus::Draft,
                slug: marker,
                more: HostChange::default(),
            };
            let created = ports.hosts.create_post(&host, draft).await;
            attempt.created(created)?
        }
    };
    remember(attempt, post.id).await
}

/// Writes the host's identifier into the post and the job in one transaction, so that every later job updates
/// that copy.
async fn remember(attempt: &mut Attempt<'_>, id: u64) -> Result<(), StepError> {
    let ports = attempt.ports;
    attempt.job.findings.host_post_id = Some(id);
    attempt.job.succeed(Step::Create, ports.clock.now_seconds());
    attempt.post = save_with_job(attempt, &attempt.job, |post| {
        Ok(PostChange::of(post, |post| {
            post.host_post_id = Some(id);
            post.host_origin
                .clone_from(&attempt.job.findings.host_origin);
        }))
    })
    .await?;
    attempt.stored = attempt.job.revision;
    Ok(())
}
