//! Changing the settings.

use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError, codes};
use site_store::Settings;

use crate::settings::read::shown;
use crate::settings::table::TABLE;

/// Changes the settings in the request; `null` resets one to its default. A value that a setting cannot take is
/// converted, or leaves the setting unchanged.
///
/// # Errors
/// Another `url` than that of the deployment, or the store fails.
pub async fn update(call: ApiCall, (): ()) -> HandlerResult {
    if let Some(url) = call.params().text("url")
        && url.trim_end_matches('/') != call.site().home
    {
        let home = call.site().home.clone();
        let reason = RestError::naming(&codes::NOT_IN_ENUM, [&"url", &home]);
        return Err(RestError::params(vec![("url".to_owned(), reason)]));
    }
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
