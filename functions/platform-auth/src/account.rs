//! The signed-in person with permissions and sites.

use axum::extract::State;
use domain::access::{Permission, Scope};
use platform_store::SiteScope;
use serde::Serialize;
use session::Caller;
use utoipa::ToSchema;
use web::{ApiError, Json};

use crate::wire::{RoleName, UserBody};
use crate::{Ports, errors};

/// Most sites that the answer shows; `GET /sites` pages through all.
const SITES_SHOWN: usize = 100;

/// How far a permission reaches.
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

/// A permission that the caller has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PermissionBody {
    /// Stable name, as in `x-permission` of each operation.
    name: &'static str,
    /// How far it reaches.
    reach: ScopeName,
}

/// A site that the caller may see.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SiteNameBody {
    /// Identifier.
    id: u64,
    /// Name.
    name: String,
}

/// The caller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeBody {
    /// The person.
    user: UserBody,
    /// Their role.
    role: RoleName,
    /// What they may do.
    permissions: Vec<PermissionBody>,
    /// The sites they may see, in the order they were added, at most 100; `GET /sites` lists all.
    #[schema(max_items = 100)]
    sites: Vec<SiteNameBody>,
    /// How many sites they may see.
    sites_total: u64,
}

const fn scope_name(scope: Scope) -> Option<ScopeName> {
    match scope {
        Scope::None => None,
        Scope::OwnPosts => Some(ScopeName::OwnPosts),
        Scope::OwnSites => Some(ScopeName::OwnSites),
        Scope::All => Some(ScopeName::All),
    }
}

/// The caller, with permissions and sites.
#[utoipa::path(
    get,
    path = "/api/v1/auth/me",
    operation_id = "get_me",
    tag = "auth",
    responses((status = 200, description = "The caller.", body = MeBody), errors::GetMe),
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
    }))
}
