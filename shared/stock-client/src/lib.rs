//! Clients of providers of stock photos.
//!
//! Thumbnails and previews are shown from the addresses that the provider gives, as the guidelines of Unsplash require;
//! the file is copied only when a photo is chosen. The file comes from the provider's image host, which gets no key.

#![warn(missing_docs)]

mod credit;
mod failure;
mod file;
mod pexels;
mod photo;
mod unsplash;

use std::time::Duration;

use domain::platform::stock::StockProvider;
use http::{HeaderName, HeaderValue, header};
use outbound::{Outbound, Request, Response};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use settings::{ApiProvider, ProviderAddresses};
use url::Url;

pub use credit::Credit;
pub use failure::{StockError, StockFailure};
pub use file::MOST_FILE_BYTES;
pub use photo::{Page, Photo, Search};

/// Largest number of photos on a page: that of Unsplash, the lower one.
pub const MOST_PER_PAGE: u32 = 30;

/// Time limit of a call of the interface.
const DEADLINE: Duration = Duration::from_secs(8);
/// Size limit of a response of the interface in bytes. A page of 30 photos has about 200 KB.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// A provider with the key of an account.
#[derive(Debug, Clone)]
pub struct Account {
    /// Provider.
    pub provider: StockProvider,
    /// API key of Pexels, access key of Unsplash.
    pub key: SecretString,
}

/// Asks the providers. Clones share the connections.
#[derive(Debug, Clone)]
pub struct StockClient {
    outbound: Outbound,
    addresses: ProviderAddresses,
}

/// The provider as one with an API key.
pub const fn api(provider: StockProvider) -> ApiProvider {
    match provider {
        StockProvider::Pexels => ApiProvider::Pexels,
        StockProvider::Unsplash => ApiProvider::Unsplash,
    }
}

impl StockClient {
    /// A client that asks the providers at `addresses`.
    pub const fn new(outbound: Outbound, addresses: ProviderAddresses) -> Self {
        Self {
            outbound,
            addresses,
        }
    }

    /// Searches for photos in landscape format, with words in Portuguese.
    ///
    /// # Errors
    /// [`StockError`].
    pub async fn search(&self, account: &Account, search: &Search) -> Result<Page, StockError> {
        match account.provider {
            StockProvider::Pexels => pexels::search(self, account, search).await,
            StockProvider::Unsplash => unsplash::search(self, account, search).await,
        }
    }

    /// The photo `id`.
    ///
    /// # Errors
    /// [`StockError`]; an identifier that the provider cannot have given is [`StockFailure::NotFound`] without a call.
    pub async fn photo(&self, account: &Account, id: &str) -> Result<Photo, StockError> {
        match account.provider {
            StockProvider::Pexels => pexels::photo(self, account, id).await,
            StockProvider::Unsplash => unsplash::photo(self, account, id).await,
        }
    }

    /// Tells the provider that `photo` was chosen. The guidelines of Unsplash require the call, once for each chosen
    /// photo; Pexels has none, and nothing is sent.
    ///
    /// # Errors
    /// [`StockError`].
    pub async fn register_download(
        &self,
        account: &Account,
        photo: &Photo,
    ) -> Result<(), StockError> {
        match account.provider {
            StockProvider::Pexels => Ok(()),
            StockProvider::Unsplash => unsplash::register_download(self, account, photo).await,
        }
    }

    /// Sends a GET request of the interface and reads its response.
    async fn get<T: DeserializeOwned>(
        &self,
        account: &Account,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, StockError> {
        let provider = account.provider;
        let fault = |failure| StockError::new(provider, failure);
        let url = self.addresses.url(api(provider), path, query);
        let url = url.ok_or_else(|| fault(StockFailure::Unreachable))?;
        let request = request(account, url).ok_or_else(|| fault(StockFailure::InvalidKey))?;
        let response: Response = match self.outbound.send(request).await {
            Ok(response) => response,
            Err(error) => return Err(fault(StockFailure::of_outbound(&error))),
        };
        if !response.status.is_success() {
            return Err(StockError::of_response(account, &response));
        }
        response.json().map_err(|_| fault(StockFailure::BadPayload))
    }
}

/// The request to `url` with the account's key; `None` for a key that no header can contain.
fn request(account: &Account, url: Url) -> Option<Request> {
    let key = account.key.expose_secret();
    let value = match account.provider {
        StockProvider::Pexels => key.to_owned(),
        StockProvider::Unsplash => format!("Client-ID {key}"),
    };
    let mut value = HeaderValue::from_str(&value).ok()?;
    value.set_sensitive(true);
    let request = Request::get(url)
        .header(header::AUTHORIZATION, value)
        .deadline(DEADLINE)
        .max_bytes(MOST_BYTES);
    Some(match account.provider {
        StockProvider::Pexels => request,
        StockProvider::Unsplash => request.header(
            HeaderName::from_static("accept-version"),
            HeaderValue::from_static("v1"),
        ),
    })
}
