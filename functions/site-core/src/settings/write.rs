//! Changing the settings.

use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::Reply;
use site_store::Settings;

use crate::settings::read::shown;
use crate::settings::table::TABLE;

/// Changes the settings in the request; `null` resets one to its default. A value that a setting cannot take is
/// converted, or leaves the setting unchanged.
///
/// # Errors
/// The store fails.
pub async fn update(call: ApiCall, (): ()) -> HandlerResult {
    let asked: Vec<_> = TABLE
        .iter()
        .filter_map(|one| Some((one.write, call.params().value(one.name)?.clone())))
        .collect();
    let blank = Settings::default();
    let settings = call
        .caller()
        .store
        .update_settings(|settings| {
            for (write, value) in &asked {
                write(settings, value, &blank);
            }
        })
        .await
        .or_refuse()?;
    Ok(Reply::json(shown(&call, &settings)))
}
