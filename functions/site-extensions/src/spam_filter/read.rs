//! Reading key, settings, statistics and alert.

use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::Reply;
use site_spam::{bodies, interval};

use super::params::text;
use super::view::filter;

/// The key as a JSON string, or `false`.
///
/// # Errors
/// The store fails.
pub async fn key(call: ApiCall, (): ()) -> HandlerResult {
    let key = filter(&call).key().await.or_refuse()?;
    Ok(Reply::json(bodies::key(key.as_ref())))
}

/// The settings.
///
/// # Errors
/// The store fails.
pub async fn settings(call: ApiCall, (): ()) -> HandlerResult {
    let settings = filter(&call).settings().await.or_refuse()?;
    Ok(Reply::json(bodies::settings(&settings)))
}

/// Statistics of an interval; every unknown one means all.
///
/// # Errors
/// The store fails.
pub async fn statistics(call: ApiCall, (): ()) -> HandlerResult {
    let given = text(&call, "interval")?;
    statistics_of(&call, interval(&given)).await
}

/// Statistics of the interval in the path, which the service gets as it is.
///
/// # Errors
/// The store fails.
pub async fn statistics_of_path(call: ApiCall, (): ()) -> HandlerResult {
    let given = text(&call, "interval")?;
    statistics_of(&call, &given).await
}

async fn statistics_of(call: &ApiCall, interval: &str) -> HandlerResult {
    let statistics = filter(call).statistics(interval).await.or_refuse()?;
    Ok(Reply::json(bodies::statistics(interval, statistics)))
}

/// The alert.
///
/// # Errors
/// The store fails.
pub async fn alert(call: ApiCall, (): ()) -> HandlerResult {
    let alert = filter(&call).alert().await.or_refuse()?;
    Ok(Reply::json(bodies::alert(alert.as_ref())))
}
