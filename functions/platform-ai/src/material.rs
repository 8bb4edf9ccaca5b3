//! What a request says about the text that is wanted.

use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use platform_http::{ApiError, Issues};
use platform_session::{Caller, authorize_site_id};
use prompts::SiteProfile;

use crate::Ports;

/// Longest body in bytes, as of a saved post.
pub(crate) const BODY_BYTES: usize = 900_000;
/// Longest title in characters, as of a saved post.
pub(crate) const LINE_CHARS: usize = 1_000;
/// Longest tone in characters.
pub(crate) const TONE_CHARS: usize = 100;

/// Adds an issue when a body is too long.
pub(crate) fn check_body(issues: &mut Issues, body: &str, field: &str) {
    if body.len() > BODY_BYTES {
        issues.add("too_long", field, "Use até 900 KB de texto.");
    }
}

/// The profile of the site that a request names, on which the caller may create posts.
pub(crate) async fn site_profile(
    ports: &Ports,
    caller: &Caller,
    id: u64,
) -> Result<SiteProfile, ApiError> {
    let site = authorize_site_id(&ports.store, caller, Permission::PostsCreate, SiteId(id)).await?;
    Ok(SiteProfile::from(&site))
}
