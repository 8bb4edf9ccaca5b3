//! The texts of a picture's attachment on the host.

use std::time::Duration;

use domain::platform::media::Media;
use domain::platform::post::Post;
use host_access::{AccessError, HostDiagnosis, attachment_texts, host_of};
use host_client::{HostError, Unreachable};
use platform_http::{ApiError, Code};

use crate::Ports;

/// Time for all calls of one request, below the gateway's 30 seconds.
const ALL_CALLS: Duration = Duration::from_secs(25);

/// Writes the texts to the host, if the picture is there. Returns none when it is not, else whether the host
/// accepted them.
///
/// # Errors
/// What is this system's own fault. The texts are stored by then, and the same request sent again
/// repeats the call.
pub(crate) async fn describe(
    ports: &Ports,
    post: &Post,
    media: &Media,
) -> Result<Option<Result<(), HostDiagnosis>>, ApiError> {
    let Some(id) = media.host_media_id else {
        return Ok(None);
    };
    let site = ports
        .store
        .site(post.site_id)
        .await?
        .ok_or(Code::NotFound)?;
    if !site.is_present_host(media.host_origin.as_ref()) {
        let former = site.origin_of(media.host_origin.as_ref());
        return Ok(Some(Err(HostDiagnosis::host_moved(&former))));
    }
    let host = match host_of(&ports.store, &ports.keyring, &site).await {
        Ok(host) => host,
        Err(AccessError::NotConnected) => return Ok(Some(Err(HostDiagnosis::not_connected()))),
        Err(AccessError::Sealed(error)) => return Err(ApiError::internal(error)),
        Err(AccessError::Items(error)) => return Err(error.into()),
    };
    let texts = attachment_texts(&media.texts);
    let hosts = ports.hosts();
    let call = hosts.update_media(&host, id, &texts);
    let outcome = tokio::time::timeout(ALL_CALLS, call)
        .await
        .unwrap_or(Err(HostError::Unreachable(Unreachable::Timeout)));
    Ok(Some(outcome.map(drop).map_err(|error| {
        tracing::warn!(target: "hosts", site = site.id.0, %error, "a host did not accept the texts of a picture");
        HostDiagnosis::from(&error)
    })))
}
