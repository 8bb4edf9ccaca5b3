//! Presigned URLs: a client uploads or downloads one object directly, because requests through the gateway
//! and a function are limited to a few megabytes.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;

use crate::BlobError;

/// Validity period of a presigned URL. A transfer that begins within the period may finish after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    /// Beginning of the period.
    pub from: Timestamp,
    /// Duration in whole seconds, at most seven days.
    pub lasts: Duration,
}

impl Validity {
    /// End of the period.
    pub fn ends(&self) -> Timestamp {
        // Realistic validity periods are far below the limits of `Timestamp`.
        Timestamp::from_second(
            self.from
                .as_second()
                .saturating_add_unsigned(self.lasts.as_secs()),
        )
        .unwrap_or(Timestamp::MAX)
    }
}

/// Constraints of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadTerms {
    /// Exact size in bytes.
    pub bytes: u64,
    /// Media type. It is part of the signature and does not guarantee anything about the content.
    pub content_type: String,
    /// Validity period.
    pub validity: Validity,
}

/// Response headers of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadTerms {
    /// Value of `Content-Type`.
    pub content_type: String,
    /// Value of `Content-Disposition`.
    pub content_disposition: String,
    /// Validity period.
    pub validity: Validity,
}

/// A presigned upload: a PUT to `url`.
#[derive(Debug, Clone)]
pub struct SignedUpload {
    /// The URL. Anyone who has it may upload, so it is returned only to the user who requested it and never
    /// logged.
    pub url: SecretString,
    /// Headers to send unchanged, in addition to `Content-Length`, which HTTP clients set themselves.
    pub headers: Vec<(String, String)>,
}

/// Issues presigned URLs for objects under keys of [`crate::Blobs`]. An upload may be repeated while its
/// URL is valid; the last one is kept.
#[async_trait]
pub trait SignedUrls: Send + Sync {
    /// A URL for uploading one object under `key` with exactly this size and type.
    async fn upload(&self, key: &str, terms: &UploadTerms) -> Result<SignedUpload, BlobError>;
    /// A URL for downloading the object under `key`, whether or not it exists.
    async fn download(&self, key: &str, terms: &DownloadTerms) -> Result<SecretString, BlobError>;
}
