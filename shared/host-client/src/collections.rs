//! Reads whole collections and files, for copying a host's content.

use std::time::Duration;

use bytes::Bytes;
use http::Method;
use outbound::Redirects;
use serde_json::Value;
use url::Url;

use crate::client::{HostClient, base};
use crate::error::HostError;
use crate::host::Host;
use crate::interpret::interpret;
use crate::retry_after::retry_after;

/// Limit for one page of a collection in bytes: a hundred long articles.
const MOST_PAGE_BYTES: usize = 32 * 1024 * 1024;

/// Redirects followed within the host's origin.
const MOST_REDIRECTS: u8 = 3;

/// Redirects followed to a file, which may be on another host. No credentials are sent.
const MOST_FILE_REDIRECTS: u8 = 5;

/// One page of a collection.
#[derive(Debug, Clone, PartialEq)]
pub struct CollectionPage {
    /// The items as sent by the host.
    pub items: Vec<Value>,
    /// Number of items of the whole collection, if the host reports it; includes items hidden from the
    /// caller.
    pub total: Option<u64>,
    /// Number of pages of the whole collection, if the host reports it.
    pub total_pages: Option<u64>,
}

/// A failed read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub struct ReadFailure {
    /// Cause of the failure.
    #[source]
    pub cause: HostError,
    /// Time to wait as requested by the host, also during maintenance.
    pub retry_after: Option<Duration>,
}

impl From<HostError> for ReadFailure {
    fn from(cause: HostError) -> Self {
        let retry_after = match &cause {
            HostError::RateLimited { retry_after } | HostError::HostFailure { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        };
        Self { cause, retry_after }
    }
}

impl HostClient {
    /// Reads page `number` (from 1) of a collection, with `per_page` items (100 at most).
    ///
    /// # Errors
    ///
    /// [`HostError::BadPayload`] also for a response that is not a list.
    pub async fn collection_page(
        &self,
        host: &Host,
        route: &str,
        query: &[(&str, &str)],
        per_page: usize,
        number: u64,
    ) -> Result<CollectionPage, ReadFailure> {
        let (per_page, number) = (per_page.to_string(), number.to_string());
        let mut query = query.to_vec();
        query.extend([("per_page", per_page.as_str()), ("page", number.as_str())]);
        let (value, total, total_pages) = self.read_value(host, route, &query).await?;
        let items = match value {
            Value::Array(items) => items,
            // PHP serialises an array with gaps in its keys as an object.
            Value::Object(map) if map.keys().all(|key| key.parse::<u64>().is_ok()) => {
                map.into_iter().map(|(_, item)| item).collect()
            }
            _ => return Err(HostError::BadPayload { status: Some(200) }.into()),
        };
        Ok(CollectionPage {
            items,
            total,
            total_pages,
        })
    }

    /// GETs a route.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn route(
        &self,
        host: &Host,
        route: &str,
        query: &[(&str, &str)],
    ) -> Result<Value, ReadFailure> {
        let (value, _, _) = self.read_value(host, route, query).await?;
        Ok(value)
    }

    async fn read_value(
        &self,
        host: &Host,
        route: &str,
        query: &[(&str, &str)],
    ) -> Result<(Value, Option<u64>, Option<u64>), ReadFailure> {
        let request = base(Method::GET, host.route(route, query))
            .deadline(self.limits().read)
            .max_bytes(MOST_PAGE_BYTES)
            .redirects(Redirects::SameOrigin(MOST_REDIRECTS))
            .credentials(Some(host.credentials.clone()));
        let response = self
            .outbound()
            .send(request)
            .await
            .map_err(HostError::from)?;
        let count = |name: &str| response.header(name)?.trim().parse().ok();
        let (total, total_pages) = (count("x-wp-total"), count("x-wp-totalpages"));
        match interpret(&response, Some(&host.credentials)) {
            Ok(value) => Ok((value, total, total_pages)),
            Err(cause) => Err(ReadFailure {
                cause,
                retry_after: retry_after(&response.headers),
            }),
        }
    }

    /// Downloads a file from a URL that the host returned, up to `max_bytes`. No credentials are sent.
    ///
    /// # Errors
    ///
    /// [`HostError::BadPayload`] for a file above the limit.
    pub async fn file(&self, address: &Url, max_bytes: usize) -> Result<Bytes, ReadFailure> {
        let request = outbound::Request::get(address.clone())
            .deadline(self.limits().upload)
            .max_bytes(max_bytes)
            .redirects(Redirects::Anywhere(MOST_FILE_REDIRECTS));
        let response = self
            .outbound()
            .send(request)
            .await
            .map_err(HostError::from)?;
        if response.status.is_success() {
            return Ok(response.body);
        }
        let cause = match response.status.as_u16() {
            429 => HostError::RateLimited {
                retry_after: retry_after(&response.headers),
            },
            status @ (408 | 425 | 500..) => HostError::HostFailure {
                status,
                code: String::new(),
                message: String::new(),
                retry_after: retry_after(&response.headers),
            },
            status => HostError::Rejected {
                status,
                code: String::new(),
                message: String::new(),
                after_write: false,
            },
        };
        Err(ReadFailure {
            cause,
            retry_after: retry_after(&response.headers),
        })
    }
}
