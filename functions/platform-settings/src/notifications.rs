//! The mail server and the messaging channel.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;

use crate::change::{current, judge, store};
use crate::servers;
use crate::wire::{NOTIFICATIONS, NotificationsInput, SettingsBody};
use crate::{Ports, errors};

/// Get the settings of the mail server and the messaging channel.
///
/// Secrets are masked.
#[utoipa::path(
    get,
    path = "/api/v1/settings/notifications",
    operation_id = "get_notification_settings",
    tag = "settings",
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::GetNotificationSettings,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_notification_settings(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let settings = current(&ports).await?;
    Ok(Json(SettingsBody::of(&settings, NOTIFICATIONS)))
}

/// Set or remove settings of the mail server and the messaging channel.
///
/// Takes effect at once. With an unknown, invalid or missing value nothing is written. When a server changes, its
/// saved secrets have to be sent again.
#[utoipa::path(
    put,
    path = "/api/v1/settings/notifications",
    operation_id = "update_notification_settings",
    tag = "settings",
    request_body = NotificationsInput,
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::UpdateNotificationSettings,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_notification_settings(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<NotificationsInput>, ApiError>,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(NotificationsInput(sent)) = input?;
    let changes = judge(sent, NOTIFICATIONS)?;
    let guard = ports.outbound.guard();
    let settings = store(&ports, &changes, |before| {
        servers::check(guard, before, &changes)
    })
    .await?;
    Ok(Json(SettingsBody::of(&settings, NOTIFICATIONS)))
}
