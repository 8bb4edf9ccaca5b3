//! The agency, as mails and approval pages name it.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;
use settings::{Changes, Saved, SettingGroup, SettingKey};

use crate::change::{current, judge, store};
use crate::wire::{AGENCY, AgencyInput, SettingsBody};
use crate::{Ports, errors};

/// Get the agency's name, logo and reply address.
#[utoipa::path(
    get,
    path = "/api/v1/settings/agency",
    operation_id = "get_agency",
    tag = "settings",
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::GetAgency,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_agency(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let settings = current(&ports).await?;
    Ok(Json(SettingsBody::of(&settings, AGENCY)))
}

/// Set or remove the agency's name, logo and reply address.
///
/// The next e-mails and approval pages have them. The logo is an address that browsers and mail programs load; the platform
/// never does. A logo or a reply address without a name is refused, as it would have no effect.
#[utoipa::path(
    put,
    path = "/api/v1/settings/agency",
    operation_id = "update_agency",
    tag = "settings",
    request_body = AgencyInput,
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::UpdateAgency,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_agency(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<AgencyInput>, ApiError>,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(AgencyInput(sent)) = input?;
    let changes = judge(sent, AGENCY)?;
    let settings = store(&ports, &changes, |before| check(&ports, before, &changes)).await?;
    Ok(Json(SettingsBody::of(&settings, AGENCY)))
}

/// Refuses a logo or reply address that has no effect, as there is no name.
fn check(ports: &Ports, before: &Saved, changes: &Changes) -> Result<(), ApiError> {
    let after = Saved {
        values: before.after(changes),
        ..before.clone()
    };
    let name = SettingKey::AgencyName;
    let settings = ports.settings.with(after);
    let mut others = SettingKey::of_group(SettingGroup::Agency).filter(|key| *key != name);
    if settings.value(name).is_none()
        && others.any(|key| settings.saved().values.contains_key(&key))
    {
        return Err(ApiError::field(
            "required",
            name.name(),
            "Informe o nome da agência, ou apague também o logotipo e o endereço de resposta.",
        ));
    }
    Ok(())
}
