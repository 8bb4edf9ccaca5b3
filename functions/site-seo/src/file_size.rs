//! The size of a file of the site.

use seo::file_size::{FileSize, locate};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::RestError;
use url::Url;

use crate::status::with_status;

/// Looks the file up in the site's storage. No request leaves the site.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let address = call.params().text("url").unwrap_or_default();
    let home = Url::parse(&call.site().home).map_err(RestError::internal)?;
    let size = match locate(address, &home) {
        Ok(path) => {
            let bytes = stored(&call, &path).await?;
            FileSize::of(path, bytes)
        }
        Err(refused) => refused,
    };
    let status = http::StatusCode::from_u16(size.status()).map_err(RestError::internal)?;
    Ok(with_status(status, size.body()))
}

async fn stored(call: &ApiCall, path: &str) -> Result<Option<u64>, RestError> {
    let path = path.trim_start_matches('/');
    let file = call.caller().store.file(path).await.or_refuse()?;
    Ok(file.and_then(|file| u64::try_from(file.bytes.len()).ok()))
}
