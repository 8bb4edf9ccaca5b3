//! The people of a site, by name, for everyone who works on it.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::{SiteId, UserId};
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_site};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Ports, errors};

/// Person of a site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SiteMember {
    /// Identifier of the user.
    pub id: u64,
    /// Name.
    pub name: String,
    /// Whether the user owns the site.
    pub owner: bool,
}

/// People of a site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SiteMembersBody {
    /// The owner, then the members in their order.
    pub members: Vec<SiteMember>,
}

/// List the people of a site.
///
/// Owner and members, by name; other data of users are for administrators.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/members",
    operation_id = "list_site_members",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses((status = 200, description = "People", body = SiteMembersBody), errors::ListSiteMembers),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn list_site_members(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<SiteMembersBody>, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    let others = site.member_ids.into_iter();
    let people: Vec<_> = std::iter::once(site.user_id)
        .chain(others.filter(|member| *member != site.user_id))
        .collect();
    let mut names = ports.store.user_names(&people).await?;
    let member = |user: UserId| {
        Some(SiteMember {
            id: user.0,
            name: names.remove(&user)?,
            owner: user == site.user_id,
        })
    };
    let members = people.into_iter().filter_map(member).collect();
    Ok(Json(SiteMembersBody { members }))
}
