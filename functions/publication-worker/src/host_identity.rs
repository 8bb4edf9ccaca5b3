//! Identifiers of a host are used on that host only.

use domain::platform::post::Post;
use domain::platform::publication::Step;
use domain::platform::site_record::Site;

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};

/// Refuses a step that would use an identifier of another host than the site's present one, and remembers the
/// present host for what the step finds there.
pub(crate) fn check(attempt: &mut Attempt<'_>, step: Step) -> Result<(), StepError> {
    if matches!(step, Step::Record | Step::Notify) {
        return Ok(());
    }
    let site = &attempt.site;
    let present = site.host_origin();
    let findings = &mut attempt.job.findings;
    let found = findings.host_post_id.or(findings.host_media_id);
    let of_job = found.map(|_| site.origin_of(findings.host_origin.as_ref()));
    let former = of_job
        .filter(|origin| *origin != present)
        .or_else(|| attempt.post.former_host(site));
    if let Some(former) = former {
        return Err(Failure::host_moved("O conteúdo está", &former, &present).into());
    }
    findings.host_origin = Some(present);
    Ok(())
}

/// Refuses to send categories or an author that were chosen on another host.
pub(crate) fn check_choices(site: &Site, post: &Post) -> Result<(), StepError> {
    match post.former_choices(site) {
        Some(former) => {
            let present = site.host_origin();
            let what = "As categorias ou o autor deste conteúdo foram escolhidos";
            Err(Failure::host_moved(what, &former, &present).into())
        }
        None => Ok(()),
    }
}
