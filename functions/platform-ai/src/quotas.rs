//! How many images may be generated.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::month::Month;
use platform_http::{ApiError, Json, Listing, Paging, Query};
use platform_session::Caller;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Ports, errors};

/// Images of a user in this month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserImageQuota)]
pub(crate) struct UserQuota {
    /// Identifier of the user.
    user_id: u64,
    /// Generated images, with those in progress.
    used: u64,
}

/// Quota of images.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageQuota)]
pub(crate) struct ImageQuotaBody {
    /// Images that the caller generated this month, with those in progress.
    used: u64,
    /// Images that every user may generate in a month.
    allowed: u64,
    /// Images that the caller may still generate this month.
    remaining: u64,
    /// Page of the users who generated an image this month, by identifier; null unless the caller may manage users.
    users: Option<Listing<UserQuota>>,
}

/// Quotas of this month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Quotas)]
pub(crate) struct QuotasBody {
    /// Month, as `YYYY-MM`, in the platform's time zone.
    month: String,
    /// Generated images.
    images: ImageQuotaBody,
}

/// Get the quotas of this month.
///
/// Paging applies to the users, whom administrators see.
#[utoipa::path(
    get,
    path = "/api/v1/quotas",
    tag = "ai",
    params(Paging),
    responses((status = 200, description = "Quotas", body = QuotasBody), errors::GetQuotas),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_quotas(
    State(ports): State<Ports>,
    caller: Caller,
    paging: Result<Query<Paging>, ApiError>,
) -> Result<Json<QuotasBody>, ApiError> {
    caller.actor.may(Permission::PostsRead)?;
    let paging = paging?.0.checked()?;
    let settings = ports.current_settings().await?;
    let month = Month::of(ports.clock.now(), &ports.zone);
    let used = ports.store.images_used(caller.user.id, month).await?;
    let users = if caller.actor.may(Permission::UsersManage).is_ok() {
        let all = ports.store.images_used_by_all(month).await?;
        let all = all.into_iter().filter(|(_, used)| *used > 0);
        let all = all.map(|(user, used)| UserQuota {
            user_id: user.0,
            used,
        });
        Some(paging.cut(all.collect()))
    } else {
        None
    };
    let allowed = u64::from(settings.image_quota());
    Ok(Json(QuotasBody {
        month: month.to_string(),
        images: ImageQuotaBody {
            used,
            allowed,
            remaining: allowed.saturating_sub(used),
            users,
        },
    }))
}
