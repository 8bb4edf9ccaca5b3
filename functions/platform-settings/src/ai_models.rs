//! Models of the providers, and how many images a user may generate in a month.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;

use crate::change::{current, judge, store};
use crate::wire::{AI_MODELS, AiModelsInput, SettingsBody};
use crate::{Ports, errors};

/// Get the models of the providers.
///
/// A setting without a value has the default model; `AI_IMAGE_MONTHLY_QUOTA` is 50 without a value.
#[utoipa::path(
    get,
    path = "/api/v1/settings/ai-models",
    operation_id = "get_ai_models",
    tag = "settings",
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::GetAiModels,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_ai_models(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let settings = current(&ports).await?;
    Ok(Json(SettingsBody::of(&settings, AI_MODELS)))
}

/// Set or remove models of the providers.
///
/// Takes effect at once. With an unknown or invalid value nothing is written. Models are not looked up at the provider.
#[utoipa::path(
    put,
    path = "/api/v1/settings/ai-models",
    operation_id = "update_ai_models",
    tag = "settings",
    request_body = AiModelsInput,
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::UpdateAiModels,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_ai_models(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<AiModelsInput>, ApiError>,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(AiModelsInput(sent)) = input?;
    let changes = judge(sent, AI_MODELS)?;
    let settings = store(&ports, &changes, |_| Ok(())).await?;
    Ok(Json(SettingsBody::of(&settings, AI_MODELS)))
}
