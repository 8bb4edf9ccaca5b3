//! Sends requests to a host.

use std::time::Duration;

use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use outbound::{Body, Outbound, Redirects, Request, Response};
use serde_json::Value;
use url::Url;

use crate::error::HostError;
use crate::host::Host;
use crate::interpret::interpret;

/// Redirects followed within the host's origin when reading.
const MOST_REDIRECTS: u8 = 3;

/// Upper limit of pages (100 items each) read of one collection.
const MOST_PAGES: u64 = 50;

/// Items per page, the maximum of the interface.
pub(crate) const PER_PAGE: usize = 100;

/// Time limits per call, including up to five seconds for connecting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For one probe of the discovery.
    pub probe: Duration,
    /// For read requests.
    pub read: Duration,
    /// For writes other than uploads; hosts run their plugins during a write.
    pub write: Duration,
    /// For file uploads.
    pub upload: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            probe: Duration::from_secs(10),
            read: Duration::from_secs(15),
            write: Duration::from_secs(30),
            upload: Duration::from_secs(60),
        }
    }
}

/// Client for hosts. Cheap to clone.
#[derive(Debug, Clone)]
pub struct HostClient {
    outbound: Outbound,
    limits: Limits,
}

/// One page of a collection.
struct Page {
    items: Vec<Value>,
    total_pages: Option<u64>,
}

impl HostClient {
    /// A client with the default limits.
    #[must_use]
    pub fn new(outbound: Outbound) -> Self {
        Self {
            outbound,
            limits: Limits::default(),
        }
    }

    /// Replaces the time limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    /// GETs a route with the host's credentials.
    pub(crate) async fn get(
        &self,
        host: &Host,
        route: &str,
        query: &[(&str, &str)],
    ) -> Result<Value, HostError> {
        self.read(host, Method::GET, route, query)
            .await
            .and_then(|response| interpret(&response, Some(&host.credentials)))
    }

    /// Requests the schema of a route (OPTIONS).
    pub(crate) async fn options(&self, host: &Host, route: &str) -> Result<Value, HostError> {
        let response = self.read(host, Method::OPTIONS, route, &[]).await?;
        interpret(&response, Some(&host.credentials))
    }

    /// POSTs JSON to a route.
    pub(crate) async fn post(
        &self,
        host: &Host,
        route: &str,
        body: Value,
    ) -> Result<Value, HostError> {
        let response = self.post_raw(host, route, body).await?;
        interpret(&response, Some(&host.credentials))
    }

    /// POSTs JSON to a route and returns the raw response.
    pub(crate) async fn post_raw(
        &self,
        host: &Host,
        route: &str,
        body: Value,
    ) -> Result<Response, HostError> {
        let request = base(Method::POST, host.route(route, &[]))
            .body(Body::Json(body))
            .deadline(self.limits.write)
            .credentials(Some(host.credentials.clone()));
        Ok(self.outbound.send(request).await?)
    }

    /// Uploads a file as the request body; `headers` describe it.
    pub(crate) async fn upload(
        &self,
        host: &Host,
        address: Url,
        bytes: bytes::Bytes,
        headers: [(HeaderName, HeaderValue); 2],
    ) -> Result<Response, HostError> {
        let mut request = base(Method::POST, address)
            .body(Body::Bytes(bytes))
            .deadline(self.limits.upload)
            .credentials(Some(host.credentials.clone()));
        request.headers.extend(headers);
        Ok(self.outbound.send(request).await?)
    }

    /// Reads all pages of a collection. The page count of the host ends the loop; when a proxy has removed
    /// that header, the first page that is not full does.
    pub(crate) async fn all(
        &self,
        host: &Host,
        route: &str,
        query: &[(&str, &str)],
    ) -> Result<Vec<Value>, HostError> {
        let mut items = Vec::new();
        for number in 1..=MOST_PAGES {
            let page = match self.page(host, route, query, number).await {
                Ok(page) => page,
                Err(HostError::Rejected { status: 400, .. }) if number > 1 => break,
                Err(error) => return Err(error),
            };
            let full = page.items.len() >= PER_PAGE;
            items.extend(page.items);
            if page.total_pages.map_or(!full, |total| number >= total) {
                break;
            }
        }
        Ok(items)
    }

    async fn page(
        &self,
        host: &Host,
        route: &str,
        query: &[(&str, &str)],
        number: u64,
    ) -> Result<Page, HostError> {
        let (per_page, number) = (PER_PAGE.to_string(), number.to_string());
        let mut query = query.to_vec();
        query.extend([("per_page", per_page.as_str()), ("page", number.as_str())]);
        let response = self.read(host, Method::GET, route, &query).await?;
        let total_pages = response
            .header("x-wp-totalpages")
            .and_then(|text| text.trim().parse().ok());
        let status = Some(response.status.as_u16());
        match interpret(&response, Some(&host.credentials))? {
            Value::Array(items) => Ok(Page { items, total_pages }),
            // PHP serialises an array with gaps in its keys as an object.
            Value::Object(map) if map.keys().all(|key| key.parse::<u64>().is_ok()) => Ok(Page {
                items: map.into_iter().map(|(_, item)| item).collect(),
                total_pages,
            }),
            _ => Err(HostError::BadPayload { status }),
        }
    }

    async fn read(
        &self,
        host: &Host,
        method: Method,
        route: &str,
        query: &[(&str, &str)],
    ) -> Result<Response, HostError> {
        let request = base(method, host.route(route, query))
            .deadline(self.limits.read)
            .redirects(Redirects::SameOrigin(MOST_REDIRECTS))
            .credentials(Some(host.credentials.clone()));
        Ok(self.outbound.send(request).await?)
    }
}

/// A request that accepts JSON.
pub(crate) fn base(method: Method, address: Url) -> Request {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let mut request = Request::new(method, address);
    request.headers = headers;
    request
}

/// Headers of an upload: media type and file name.
pub(crate) fn file_headers(
    mime: &str,
    disposition: &str,
) -> Option<[(HeaderName, HeaderValue); 2]> {
    Some([
        (CONTENT_TYPE, HeaderValue::from_str(mime).ok()?),
        (
            http::header::CONTENT_DISPOSITION,
            HeaderValue::from_str(disposition).ok()?,
        ),
    ])
}
