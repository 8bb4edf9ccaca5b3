//! The signed-in user with permissions and sites.

use axum::extract::State;
use domain::platform::access::{Permission, Scope};
use domain::platform::time_zone::DEFAULT_ZONE;
use platform_http::{ApiError, Json};
use platform_session::Caller;
use platform_store::SiteScope;
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits::LimitsBody;
use crate::wire::{RoleName, UserBody};
use crate::{Ports, errors};

/// Most sites that the answer shows; `GET /sites` pages through all.
const SITES_SHOWN: usize = 100;

/// Scope of a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReachName)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScopeName {
    /// Own posts on own sites.
    OwnPosts,
    /// Everything on own sites.
    OwnSites,
    /// Everything.
    All,
}

/// Permission of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PermissionBody {
    /// Stable name, as in `x-permission` of operations.
    name: &'static str,
    /// Scope.
    reach: ScopeName,
}

/// Site in the caller's scope.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SiteNameBody {
    /// Identifier.
    id: u64,
    /// Name.
    name: String,
}

/// Caller of the request, and what a client has to know of the platform.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeBody {
    /// The person.
    user: UserBody,
    /// Role.
    role: RoleName,
    /// Permissions.
    permissions: Vec<PermissionBody>,
    /// Sites in the caller's scope in the order of their creation, at most 100; `GET /sites` lists all.
    #[schema(max_items = 100)]
    sites: Vec<SiteNameBody>,
    /// Number of sites in the caller's scope.
    sites_total: u64,
    /// IANA name of the zone of days and of the times that people read, such as `America/Sao_Paulo`.
    time_zone: String,
    /// Limits of what people write.
    limits: LimitsBody,
}

const fn scope_name(scope: Scope) -> Option<ScopeName> {
    match scope {
        Scope::None => None,
        Scope::OwnPosts => Some(ScopeName::OwnPosts),
        Scope::OwnSites => Some(ScopeName::OwnSites),
        Scope::All => Some(ScopeName::All),
    }
}

/// Get the caller, with permissions and sites; also the time zone and the limits of what people write.
#[utoipa::path(
    get,
    path = "/api/v1/auth/me",
    operation_id = "get_me",
    tag = "auth",
    responses((status = 200, description = "Caller.", body = MeBody), errors::GetMe),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("account.manage")))
)]
pub(crate) async fn get_me(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<MeBody>, ApiError> {
    caller.actor.may(Permission::AccountManage)?;
    let permissions = Permission::ALL
        .iter()
        .filter_map(|permission| {
            Some(PermissionBody {
                name: permission.name(),
                reach: scope_name(caller.actor.scope(*permission))?,
            })
        })
        .collect();
    let site_scope = match caller.actor.scope(Permission::SitesRead) {
        Scope::All => Some(SiteScope::All),
        Scope::OwnSites | Scope::OwnPosts => Some(SiteScope::Own(caller.user.id)),
        Scope::None => None,
    };
    let (sites, sites_total) = match site_scope {
        Some(scope) => ports.store.sites(scope, 0, SITES_SHOWN).await?,
        None => (Vec::new(), 0),
    };
    Ok(Json(MeBody {
        role: caller.user.role.into(),
        user: caller.user.into(),
        permissions,
        sites: sites
            .into_iter()
            .map(|site| SiteNameBody {
                id: site.id.0,
                name: site.name,
            })
            .collect(),
        sites_total,
        time_zone: ports.zone.iana_name().unwrap_or(DEFAULT_ZONE).to_owned(),
        limits: LimitsBody::of_release(),
    }))
}
