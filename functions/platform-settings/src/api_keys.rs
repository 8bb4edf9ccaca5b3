//! API keys of the providers of texts, images and stock images.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;

use crate::change::{current, judge, store};
use crate::wire::{API_KEYS, ApiKeysInput, SettingsBody};
use crate::{Ports, errors};

/// Get the state of the API keys.
///
/// Of a key only the last four characters are shown.
#[utoipa::path(
    get,
    path = "/api/v1/settings/api-keys",
    operation_id = "get_api_keys",
    tag = "settings",
    responses(
        (status = 200, description = "State of every key", body = SettingsBody),
        errors::GetApiKeys,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_api_keys(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let settings = current(&ports).await?;
    Ok(Json(SettingsBody::of(&settings, API_KEYS)))
}

/// Set or remove API keys.
///
/// Takes effect at once. With an unknown or invalid key nothing is written.
#[utoipa::path(
    put,
    path = "/api/v1/settings/api-keys",
    operation_id = "update_api_keys",
    tag = "settings",
    request_body = ApiKeysInput,
    responses(
        (status = 200, description = "State of every key", body = SettingsBody),
        errors::UpdateApiKeys,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_api_keys(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<ApiKeysInput>, ApiError>,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(ApiKeysInput(sent)) = input?;
    let changes = judge(sent, API_KEYS)?;
    let settings = store(&ports, &changes, |_| Ok(())).await?;
    Ok(Json(SettingsBody::of(&settings, API_KEYS)))
}
