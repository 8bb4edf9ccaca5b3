//! The OAuth client of the search provider.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;
use secrecy::ExposeSecret;
use settings::{Changes, Saved, SettingKey};

use crate::change::{current, judge, store};
use crate::wire::{SEARCH_PROVIDER, SearchProviderInput, SettingsBody};
use crate::{Ports, errors};

/// Get the OAuth client of the search provider.
///
/// The secret is masked.
#[utoipa::path(
    get,
    path = "/api/v1/settings/search-provider",
    tag = "settings",
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::GetSearchProvider,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_search_provider_settings(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let settings = current(&ports).await?;
    Ok(Json(SettingsBody::of(&settings, SEARCH_PROVIDER)))
}

/// Set or remove the OAuth client of the search provider.
///
/// Takes effect at once. With an unknown or invalid value nothing is written. When the identifier changes, the secret has
/// to be sent again.
#[utoipa::path(
    put,
    path = "/api/v1/settings/search-provider",
    tag = "settings",
    request_body = SearchProviderInput,
    responses(
        (status = 200, description = "Every setting", body = SettingsBody),
        errors::UpdateSearchProvider,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_search_provider_settings(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<SearchProviderInput>, ApiError>,
) -> Result<Json<SettingsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(SearchProviderInput(sent)) = input?;
    let changes = judge(sent, SEARCH_PROVIDER)?;
    let settings = store(&ports, &changes, |before| check(before, &changes)).await?;
    Ok(Json(SettingsBody::of(&settings, SEARCH_PROVIDER)))
}

/// Refuses another identifier with the saved secret, which belongs to the former one.
fn check(before: &Saved, changes: &Changes) -> Result<(), ApiError> {
    let (id, secret) = (SettingKey::SearchClientId, SettingKey::SearchClientSecret);
    let after = before.after(changes);
    let text =
        |value: Option<&secrecy::SecretString>| value.map(|value| value.expose_secret().to_owned());
    let changed = text(before.values.get(&id)) != text(after.get(&id));
    let keeps_secret = before.values.contains_key(&secret) && !changes.contains_key(&secret);
    if changed && keeps_secret {
        return Err(ApiError::field(
            "required",
            secret.name(),
            "O identificador mudou: informe também o segredo, ou null para apagá-lo.",
        ));
    }
    Ok(())
}
