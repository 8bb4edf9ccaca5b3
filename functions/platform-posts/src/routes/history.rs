//! The history of all posts, and the clearing of their events (docs/interface/platform/history.md).

use std::ops::RangeInclusive;

use axum::extract::{FromRef, State};
use domain::platform::access::Permission;
use domain::platform::id::{SiteId, UserId};
use http::StatusCode;
use platform_http::{ApiError, Code, Json, ListQuery, Paging, refuse_zero};
use platform_session::{Caller, SessionState, confirm_password};
use platform_store::HistoryFilter;
use secrecy::SecretString;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::{IntoParams, ToSchema};

use crate::Ports;
use crate::errors;
use crate::wire::{HistoryClient, HistoryItem, HistoryPage, HistoryYears, Names, StatusWord};

/// Message when another role than an administrator clears the history.
const ADMINS_ONLY: &str = "Apenas administradores";

/// Filters of the history; a post must match all that are set.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryFilters {
    /// Posts created in this year.
    #[param(minimum = 1970, maximum = 9999)]
    year: Option<i16>,
    /// Posts created in this month, of any year when none is given.
    #[param(minimum = 1, maximum = 12)]
    month: Option<i8>,
    /// Posts created on this day of the month, of any month when none is given.
    #[param(minimum = 1, maximum = 31)]
    day: Option<i8>,
    /// Posts in this state.
    status: Option<StatusWord>,
    /// Posts of this site.
    #[param(minimum = 1)]
    site_id: Option<u64>,
    /// Deleted posts, or posts that are not deleted; both when missing.
    deleted: Option<bool>,
}

fn within<T: PartialOrd>(
    field: &str,
    value: Option<T>,
    range: RangeInclusive<T>,
    message: &str,
) -> Result<(), ApiError> {
    if value.is_none_or(|value| range.contains(&value)) {
        return Ok(());
    }
    Err(ApiError::new(Code::InvalidParameter).issue("out_of_range", field, message))
}

impl HistoryFilters {
    fn checked(self) -> Result<HistoryFilter, ApiError> {
        within(
            "year",
            self.year,
            1970..=9999,
            "Informe um ano de 1970 a 9999.",
        )?;
        within("month", self.month, 1..=12, "O mês deve ser de 1 a 12.")?;
        within("day", self.day, 1..=31, "O dia vai de 1 a 31.")?;
        refuse_zero("site_id", self.site_id)?;
        Ok(HistoryFilter {
            year: self.year,
            month: self.month,
            day: self.day,
            status: self.status.map(Into::into),
            site: self.site_id.map(SiteId),
            deleted: self.deleted,
        })
    }
}

/// List the history of posts, newest first.
///
/// Shows the posts of all sites to the whole team, deleted ones too. Years, months and days are those of the time of
/// creation in the platform's time zone. Unknown parameters are refused.
#[utoipa::path(
    get,
    path = "/api/v1/posts/history",
    tag = "posts",
    params(HistoryFilters, Paging),
    responses(
        (status = 200, description = "Page of the history", body = HistoryPage),
        errors::Listing,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("history.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_history(
    State(ports): State<Ports>,
    caller: Caller,
    query: Result<ListQuery<HistoryFilters>, ApiError>,
) -> Result<Json<HistoryPage>, ApiError> {
    caller.actor.may(Permission::HistoryRead)?;
    let ListQuery { filter, paging } = query?;
    let filter = filter.checked()?;
    let found = ports
        .store
        .post_history(&filter, paging.offset(), paging.per_page.into())
        .await?;
    let users: Vec<UserId> = found
        .rows
        .iter()
        .flat_map(|row| [Some(row.user_id), row.deleted_by])
        .flatten()
        .collect();
    let sites: Vec<SiteId> = found.sites.iter().map(|count| count.site).collect();
    let (users, sites) = tokio::try_join!(
        ports.store.user_names(&users),
        ports.store.sites_by_id(&sites)
    )?;
    let names = Names {
        users,
        sites: sites.into_iter().map(|site| (site.id, site.name)).collect(),
    };
    let clients = found.sites.iter().map(|count| HistoryClient {
        site_id: count.site.0,
        name: names.sites.get(&count.site).cloned(),
        posts: count.posts,
    });
    Ok(Json(HistoryPage {
        clients: clients.collect(),
        items: found
            .rows
            .into_iter()
            .map(|row| HistoryItem::of(row, &names))
            .collect(),
        page: paging.page,
        per_page: paging.per_page,
        total: found.total,
    }))
}

/// List the years of the history.
#[utoipa::path(
    get,
    path = "/api/v1/posts/history/years",
    tag = "posts",
    responses(
        (status = 200, description = "Years in which posts were created", body = HistoryYears),
        errors::OfTheTeam,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("history.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_history_years(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<HistoryYears>, ApiError> {
    caller.actor.may(Permission::HistoryRead)?;
    let years = ports.store.post_years().await?;
    Ok(Json(HistoryYears { years }))
}

/// The caller's password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ClearHistoryBody {
    /// Present password of the caller.
    #[serde(deserialize_with = "secret")]
    #[schema(value_type = String, format = Password, max_length = 1000)]
    password: SecretString,
}

/// Reads a secret text. A value of another type is refused without being repeated in the error.
fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SecretString, D::Error> {
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Ok(SecretString::from(text)),
        _ => Err(D::Error::custom("expected a text")),
    }
}

/// Clear the events of all posts.
///
/// Events up to the present second are no longer shown, and are removed from the store within the next minutes. The
/// posts, their versions and approvals stay. The role is judged before the password.
#[utoipa::path(
    post,
    path = "/api/v1/posts/history/clear",
    tag = "posts",
    request_body = ClearHistoryBody,
    responses((status = 204, description = "Cleared"), errors::Clearing),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("history.clear")), ("x-object" = json!("none"))),
)]
pub(crate) async fn clear_history(
    State(ports): State<Ports>,
    caller: Caller,
    body: Result<Json<ClearHistoryBody>, ApiError>,
) -> Result<StatusCode, ApiError> {
    caller
        .actor
        .may(Permission::HistoryClear)
        .map_err(|refusal| ApiError::from(refusal).message(ADMINS_ONLY))?;
    let session = SessionState::from_ref(&ports);
    confirm_password(&session, &caller, body?.0.password).await?;
    ports
        .store
        .clear_history(caller.user.id, ports.clock.now())
        .await?;
    tracing::info!(target: "publication", user_id = %caller.user.id, "the event history was cleared");
    Ok(StatusCode::NO_CONTENT)
}
