//! Indexing API (<https://developers.google.com/search/apis/indexing-api/v3/using-api>).

use jiff::Timestamp;
use outbound::{Body, Request, Response, below};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::GoogleClient;
use super::call::{Repeat, authorized, deadline, object};
use super::refusal::of_api;
use crate::error::SearchError;
use crate::search_console::IndexingReceipt;

#[derive(Deserialize)]
struct Published {
    #[serde(rename = "urlNotificationMetadata")]
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "latestUpdate")]
    latest_update: Option<Update>,
}

#[derive(Deserialize)]
struct Update {
    #[serde(rename = "notifyTime")]
    notify_time: Option<String>,
}

pub(super) async fn request(
    google: &GoogleClient,
    access: &SecretString,
    page: &Url,
) -> Result<IndexingReceipt, SearchError> {
    let path = ["v3", "urlNotifications:publish"];
    let body = json!({ "url": page, "type": "URL_UPDATED" });
    let request = Request::post(below(&google.endpoints.indexing, &path)).body(Body::Json(body));
    let judge = |response: &Response| {
        if !response.status.is_success() {
            return Err(of_api(response, access));
        }
        let published: Published = object(response)?;
        let update = published.metadata.latest_update;
        let noted_at = update.and_then(|update| update.notify_time?.parse::<Timestamp>().ok());
        Ok(IndexingReceipt { noted_at })
    };
    google
        .call(
            authorized(request, access)?,
            Repeat::Unsent,
            deadline(),
            judge,
        )
        .await
}
