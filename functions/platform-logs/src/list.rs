//! Lists of entries and of channels.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json, ListQuery, Paging};
use platform_session::Caller;

use crate::filter::LogParameters;
use crate::wire::{ChannelsBody, ListBody};
use crate::{Ports, errors};

/// List entries of the central log.
///
/// Newest first, with the number of entries for each status. Unknown parameters are refused.
#[utoipa::path(
    get,
    path = "/api/v1/logs",
    tag = "logs",
    params(LogParameters, Paging),
    responses((status = 200, description = "Entries", body = ListBody), errors::ListLogs),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("logs.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_logs(
    State(ports): State<Ports>,
    caller: Caller,
    parameters: Result<ListQuery<LogParameters>, ApiError>,
) -> Result<Json<ListBody>, ApiError> {
    caller.actor.may(Permission::LogsRead)?;
    let ListQuery { filter, paging } = parameters?;
    let filter = filter.checked()?;
    let take = paging.per_page.into();
    let page = ports.logs.list(&filter, paging.offset(), take).await?;
    Ok(Json(ListBody::of(page, paging)))
}

/// List the channels of the central log.
#[utoipa::path(
    get,
    path = "/api/v1/logs/channels",
    tag = "logs",
    responses((status = 200, description = "Channels", body = ChannelsBody), errors::ListLogChannels),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("logs.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_log_channels(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<ChannelsBody>, ApiError> {
    caller.actor.may(Permission::LogsRead)?;
    let items = ports.logs.channels().await?;
    Ok(Json(ChannelsBody { items }))
}
