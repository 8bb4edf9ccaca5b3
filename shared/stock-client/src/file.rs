//! The file of a photo.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use outbound::{OutboundError, Redirects, Request};

use crate::failure::{StockError, StockFailure};
use crate::photo::Photo;
use crate::{Account, StockClient};

/// Largest file of a photo in bytes (25 MB).
pub const MOST_FILE_BYTES: usize = 25 * 1024 * 1024;

/// Time limit for fetching a file, below the gateway's together with the other calls of a choice.
const DEADLINE: Duration = Duration::from_secs(12);
/// Redirects of an image host that are followed. Each target is checked like the first address.
const HOPS: u8 = 3;

impl StockClient {
    /// Fetches the file of a photo from the provider's image host, without a key. The content is not checked.
    ///
    /// # Errors
    /// [`StockError`]; [`StockFailure::TooLarge`] above [`MOST_FILE_BYTES`].
    pub async fn file(&self, account: &Account, photo: &Photo) -> Result<Bytes, StockError> {
        let fault = |failure| StockError::new(photo.provider, failure);
        let request = Request::get(photo.file_url.clone())
            .header(
                header::ACCEPT,
                HeaderValue::from_static("image/jpeg, image/png"),
            )
            .deadline(DEADLINE)
            .max_bytes(MOST_FILE_BYTES)
            .redirects(Redirects::Anywhere(HOPS));
        match self.outbound.send(request).await {
            Ok(response) if response.status == StatusCode::OK => Ok(response.body),
            Ok(response) => {
                let mut error = StockError::of_response(account, &response);
                // The image host knows no key, so that its refusals say nothing of the account.
                if matches!(
                    error.failure,
                    StockFailure::InvalidKey | StockFailure::NoPermission | StockFailure::BadQuery
                ) {
                    error.failure = StockFailure::ProviderFailed;
                }
                Err(error)
            }
            Err(OutboundError::TooLarge { .. }) => Err(fault(StockFailure::TooLarge)),
            Err(error) => Err(fault(StockFailure::of_outbound(&error))),
        }
    }
}
