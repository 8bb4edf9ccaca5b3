//! Which site a caller means, and whether they may.

use domain::access::Permission;
use domain::id::SiteId;
use domain::site_record::Site;
use session::Caller;
use web::{ApiError, Code};

use crate::Ports;

/// The site `id`, if the caller may use `permission` on it.
///
/// # Errors
/// 403 when the role never may; 404 when there is no such site or it is beyond the caller's reach.
pub(crate) async fn site(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: SiteId,
) -> Result<Site, ApiError> {
    caller.actor.may(permission)?;
    let site = ports.store.site(id).await?.ok_or(Code::NotFound)?;
    caller.actor.may_on_site(permission, site.id)?;
    Ok(site)
}
