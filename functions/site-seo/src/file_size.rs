//! The size of a file of the site.

use seo::file_size::{FileSize, path};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::RestError;
use url::Url;

use crate::status::with_status;

/// The folder of the addresses of files.
const FOLDER: &str = "/uploads/";

/// Looks the file up in the site's storage. No request leaves the site.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let address = call.params().text("url").unwrap_or_default();
    let home = Url::parse(&call.site().home).map_err(RestError::internal)?;
    let size = match path(address, &home) {
        Ok(path) => FileSize::of(stored(&call, &path).await?),
        Err(refused) => refused,
    };
    let status = http::StatusCode::from_u16(size.status()).map_err(RestError::internal)?;
    Ok(with_status(status, size.body()))
}

async fn stored(call: &ApiCall, path: &str) -> Result<Option<u64>, RestError> {
    let Some(path) = path.strip_prefix(FOLDER) else {
        return Ok(None);
    };
    let file = call.caller().store.file(path).await.or_refuse()?;
    Ok(file.and_then(|file| u64::try_from(file.bytes.len()).ok()))
}
