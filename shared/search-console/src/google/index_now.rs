//! IndexNow (<https://www.indexnow.org/documentation>).

use http::StatusCode;
use outbound::{Body, OutboundError, Redirects, Request, Response, below};
use serde_json::json;
use url::Url;

use super::GoogleClient;
use super::call::{DEADLINE, Repeat, deadline};
use super::refusal::of_index_now;
use crate::error::SearchError;
use crate::index_now::{IndexNowKey, IndexNowOutcome, IndexNowSubmission};

/// Size that is read of a key's file in bytes: a key has at most 128 characters.
const MOST_KEY_BYTES: usize = 1024;

pub(super) async fn serves_key(
    google: &GoogleClient,
    home: &Url,
    key: &IndexNowKey,
) -> Result<bool, SearchError> {
    let request = Request::get(key.location(home))
        .deadline(DEADLINE)
        .first_bytes(MOST_KEY_BYTES)
        .redirects(Redirects::Never);
    match google.outbound.send(request).await {
        Ok(response) if response.status.is_success() => {
            Ok(response.body.trim_ascii() == key.as_str().as_bytes())
        }
        Ok(response) if response.status.is_server_error() => Err(of_index_now(&response)),
        // A site of another kind says that it has no such page, or sends to one of its own.
        Ok(_) | Err(OutboundError::Redirected { .. }) => Ok(false),
        Err(error) => Err(SearchError::of_outbound(&error)),
    }
}

pub(super) async fn submit(
    google: &GoogleClient,
    submission: &IndexNowSubmission,
) -> Result<IndexNowOutcome, SearchError> {
    let body = json!({
        "host": submission.host,
        "key": submission.key.as_str(),
        "keyLocation": submission.location,
        "urlList": submission.urls,
    });
    let url = below(&google.endpoints.index_now, &["indexnow"]);
    let request = Request::post(url).body(Body::Json(body));
    let judge = |response: &Response| match response.status {
        StatusCode::OK => Ok(IndexNowOutcome::Accepted),
        StatusCode::ACCEPTED => Ok(IndexNowOutcome::KeyPending),
        _ => Err(of_index_now(response)),
    };
    google
        .call(request, Repeat::Unsent, deadline(), judge)
        .await
}
