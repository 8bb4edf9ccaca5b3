//! Requests to other sites, through the guarded client: public addresses only, checked again at every redirect, with
//! limits of time and size.

use std::time::Duration;

use http::{HeaderValue, header};
use outbound::{Outbound, Redirects, Request, Response};
use url::Url;

use crate::charset;

/// Time limit of a request.
const DEADLINE: Duration = Duration::from_secs(5);

/// How much of a page is read, in bytes, as in deployed systems.
const PAGE_BYTES: usize = 150 * 1024;

const HOPS: u8 = 4;

/// The response with success to a request; `None` when there is none in time.
pub async fn response(outbound: &Outbound, request: Request) -> Option<Response> {
    response_within(outbound, request, DEADLINE).await
}

/// As [`response`], with a time limit of its own.
pub async fn response_within(
    outbound: &Outbound,
    request: Request,
    deadline: Duration,
) -> Option<Response> {
    let request = request
        .deadline(deadline)
        .redirects(Redirects::Anywhere(HOPS));
    match outbound.send(request).await {
        Ok(response) => response.status.is_success().then_some(response),
        Err(error) => {
            tracing::info!(target: "site", %error, "another site did not answer");
            None
        }
    }
}

/// The HTML at an address; `None` when it does not answer with success in time.
pub async fn read(outbound: &Outbound, url: &Url) -> Option<String> {
    let request = Request::get(url.clone())
        .header(header::ACCEPT, HeaderValue::from_static("text/html"))
        .first_bytes(PAGE_BYTES);
    let response = response(outbound, request).await?;
    let kind = response.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok());
    Some(charset::decoded(&response.body, kind))
}
