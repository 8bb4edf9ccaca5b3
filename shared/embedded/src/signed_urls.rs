//! Presigned URLs for local blobs, and the routes that serve them. They replace a bucket that clients
//! access directly, and reject the same requests with the same status codes.
//!
//! A URL contains its permissions in clear text, signed with the pepper of the key ring (HMAC-SHA-256). It
//! is valid until it expires, also after a restart, and only for the operation it was issued for.

use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::put;
use http::{HeaderMap, HeaderName, StatusCode, header};
use ports::{
    Blob, BlobError, Blobs, Clock, DownloadTerms, SignedUpload, SignedUrls, UploadTerms, Validity,
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use url::Url;
use vault::KeyRing;
use vault::token::TokenHash;

/// Path of the routes, on the platform's origin.
const PATH: &str = "/dev/blobs";

/// Issues and serves presigned URLs.
#[derive(Clone)]
pub struct LocalUrls {
    base: Url,
    keyring: Arc<KeyRing>,
    blobs: Arc<dyn Blobs>,
    clock: Arc<dyn Clock>,
}

/// The permissions of a URL.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Permit {
    key: String,
    /// Validity period in epoch seconds.
    from: i64,
    to: i64,
    exchange: Exchange,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Exchange {
    Upload {
        content_type: String,
        bytes: u64,
    },
    Download {
        content_type: String,
        content_disposition: String,
    },
}

/// Query of a URL: the permissions as JSON, and their signature.
#[derive(Deserialize)]
struct Signed {
    permit: String,
    signature: String,
}

impl LocalUrls {
    /// Presigned URLs for `blobs` on the platform at `base`.
    pub const fn new(
        base: Url,
        keyring: Arc<KeyRing>,
        blobs: Arc<dyn Blobs>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            base,
            keyring,
            blobs,
            clock,
        }
    }

    /// The routes of the URLs.
    pub fn router(self) -> Router {
        Router::new()
            .route(&format!("{PATH}/{{*key}}"), put(receive).get(send))
            .with_state(self)
    }

    fn signature(&self, permit: &str) -> TokenHash {
        self.keyring
            .token_hash("signed_url", &SecretString::from(permit))
    }

    fn signed(
        &self,
        key: &str,
        validity: &Validity,
        exchange: Exchange,
    ) -> Result<SecretString, BlobError> {
        let permit = Permit {
            key: key.to_owned(),
            from: validity.from.as_second(),
            to: validity.ends().as_second(),
            exchange,
        };
        let permit =
            serde_json::to_string(&permit).map_err(|error| BlobError::Failed(error.to_string()))?;
        let mut url = self.base.clone();
        url.set_path(&format!("{PATH}/{key}"));
        url.query_pairs_mut()
            .append_pair("permit", &permit)
            .append_pair("signature", self.signature(&permit).as_str());
        Ok(SecretString::from(String::from(url)))
    }

    /// The operation that a URL currently permits; 403 otherwise.
    fn permitted(&self, key: &str, signed: &Signed) -> Result<Exchange, StatusCode> {
        let claimed = TokenHash::from_stored(&signed.signature);
        if !self.signature(&signed.permit).matches(&claimed) {
            return Err(StatusCode::FORBIDDEN);
        }
        let permit: Permit =
            serde_json::from_str(&signed.permit).map_err(|_| StatusCode::FORBIDDEN)?;
        let now = self.clock.now().as_second();
        if permit.key == key && (permit.from..permit.to).contains(&now) {
            Ok(permit.exchange)
        } else {
            Err(StatusCode::FORBIDDEN)
        }
    }
}

#[async_trait]
impl SignedUrls for LocalUrls {
    async fn upload(&self, key: &str, terms: &UploadTerms) -> Result<SignedUpload, BlobError> {
        let exchange = Exchange::Upload {
            content_type: terms.content_type.clone(),
            bytes: terms.bytes,
        };
        Ok(SignedUpload {
            url: self.signed(key, &terms.validity, exchange)?,
            headers: vec![("content-type".to_owned(), terms.content_type.clone())],
        })
    }

    async fn download(&self, key: &str, terms: &DownloadTerms) -> Result<SecretString, BlobError> {
        let exchange = Exchange::Download {
            content_type: terms.content_type.clone(),
            content_disposition: terms.content_disposition.clone(),
        };
        self.signed(key, &terms.validity, exchange)
    }
}

fn failed(error: BlobError) -> StatusCode {
    tracing::error!(target: "blobs", %error, "a presigned URL could not be served");
    match error {
        BlobError::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
        BlobError::Unreadable(_) | BlobError::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn sent(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// PUT: stores the request body under the key.
async fn receive(
    State(urls): State<LocalUrls>,
    Path(key): Path<String>,
    Query(signed): Query<Signed>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, StatusCode> {
    let Exchange::Upload {
        content_type,
        bytes,
    } = urls.permitted(&key, &signed)?
    else {
        return Err(StatusCode::FORBIDDEN);
    };
    let length = sent(&headers, header::CONTENT_LENGTH).ok_or(StatusCode::LENGTH_REQUIRED)?;
    if length.parse() != Ok(bytes)
        || sent(&headers, header::CONTENT_TYPE) != Some(content_type.as_str())
    {
        return Err(StatusCode::FORBIDDEN);
    }
    let limit = usize::try_from(bytes).map_err(|_| StatusCode::FORBIDDEN)?;
    let bytes = to_bytes(body, limit)
        .await
        .ok()
        .filter(|bytes| bytes.len() == limit)
        .ok_or(StatusCode::BAD_REQUEST)?;
    let blob = Blob {
        bytes,
        content_type,
    };
    urls.blobs.put(&key, blob).await.map_err(failed)?;
    Ok(StatusCode::OK)
}

/// GET: returns the object under the key.
async fn send(
    State(urls): State<LocalUrls>,
    Path(key): Path<String>,
    Query(signed): Query<Signed>,
) -> Result<Response, StatusCode> {
    let Exchange::Download {
        content_type,
        content_disposition,
    } = urls.permitted(&key, &signed)?
    else {
        return Err(StatusCode::FORBIDDEN);
    };
    let blob = urls.blobs.open(&key).await.map_err(failed)?;
    let blob = blob.ok_or(StatusCode::NOT_FOUND)?;
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CONTENT_DISPOSITION, content_disposition),
        (header::CONTENT_LENGTH, blob.length.to_string()),
    ];
    let body = Body::from_stream(blob.stream(0..blob.length));
    Ok((headers, body).into_response())
}
