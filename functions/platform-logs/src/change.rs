//! Status changes and clearings.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::LogId;
use domain::platform::log::LogStatus;
use log_store::{ClearError, StatusError};
use platform_http::{ApiError, Code, Json, Path, StrictQuery};
use platform_session::Caller;

use crate::filter::LogParameters;
use crate::wire::{ClearedBody, EntryBody, StatusInput};
use crate::{Ports, errors};

/// Entries whose records are changed while the caller waits; `log-tick` changes the others.
const CARRIED_OUT_AT_ONCE: u64 = 200;

fn refusal(error: StatusError) -> ApiError {
    match error {
        StatusError::NotFound => Code::NotFound.into(),
        StatusError::NotReachable(status) => {
            let present = match status {
                LogStatus::Open => "em aberto",
                LogStatus::Resolved => "resolvido",
                LogStatus::Cleared => "limpo",
            };
            let message =
                format!("Este registro já está {present} e não pode voltar à situação anterior.");
            ApiError::new(Code::LogStatusFixed).message(message)
        }
        StatusError::Items(error) => error.into(),
    }
}

/// Change the status of an entry.
///
/// An open entry can be resolved, and an open or resolved one can be cleared.
#[utoipa::path(
    patch,
    path = "/api/v1/logs/{id}",
    tag = "logs",
    params(("id" = u64, Path, description = "Identifier of the entry")),
    request_body = StatusInput,
    responses((status = 200, description = "The entry", body = EntryBody), errors::UpdateLog),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("logs.edit")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_log(
    State(ports): State<Ports>,
    caller: Caller,
    id: Result<Path<LogId>, ApiError>,
    input: Result<Json<StatusInput>, ApiError>,
) -> Result<Json<EntryBody>, ApiError> {
    caller.actor.may(Permission::LogsEdit)?;
    let Path(id) = id?;
    let Json(input) = input?;
    let now = ports.clock.now_seconds();
    let changed = ports.logs.set_status(id, input.status.into(), now).await;
    Ok(Json(changed.map_err(refusal)?.into()))
}

/// Clear all entries that match the filters.
///
/// Takes the filters of the list. The entries count as cleared at once, whatever their number; entries that arrive
/// later are not concerned.
#[utoipa::path(
    post,
    path = "/api/v1/logs/clear-all",
    tag = "logs",
    params(LogParameters),
    responses((status = 200, description = "Number of entries", body = ClearedBody), errors::ClearLogs),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("logs.edit")), ("x-object" = json!("none"))),
)]
pub(crate) async fn clear_logs(
    State(ports): State<Ports>,
    caller: Caller,
    parameters: Result<StrictQuery<LogParameters>, ApiError>,
) -> Result<Json<ClearedBody>, ApiError> {
    caller.actor.may(Permission::LogsEdit)?;
    let filter = parameters?.0.checked()?;
    let now = ports.clock.now_seconds();
    let cleared = ports.logs.clear_all(&filter, now).await;
    let cleared = cleared.map_err(|error| match error {
        ClearError::Busy => Code::LogClearingInProgress.into(),
        ClearError::Items(error) => ApiError::from(error),
    })?;
    if cleared > 0
        && let Err(error) = ports.logs.carry_out(CARRIED_OUT_AT_ONCE).await
    {
        tracing::warn!(target: "logs", %error, "a clearing is left to the tick");
    }
    Ok(Json(ClearedBody { cleared }))
}
