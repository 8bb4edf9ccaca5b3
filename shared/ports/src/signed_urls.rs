//! Addresses through which a client moves one object itself, past the functions: what goes through a
//! function and its gateway is limited to a few megabytes.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;

use crate::BlobError;

/// From when and for how long a signed address may be used. An exchange that began in time is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    /// From when on.
    pub from: Timestamp,
    /// For how long: whole seconds, at most seven days.
    pub lasts: Duration,
}

impl Validity {
    /// When the address stops being good.
    pub fn ends(&self) -> Timestamp {
        // No life of an address comes near the end of time.
        Timestamp::from_second(
            self.from
                .as_second()
                .saturating_add_unsigned(self.lasts.as_secs()),
        )
        .unwrap_or(Timestamp::MAX)
    }
}

/// What may be uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadTerms {
    /// Its size in bytes, neither more nor less.
    pub bytes: u64,
    /// Its media type. It is part of what is signed and says nothing about the content.
    pub content_type: String,
    /// When.
    pub validity: Validity,
}

/// How a download presents itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadTerms {
    /// Value of `Content-Type`.
    pub content_type: String,
    /// Value of `Content-Disposition`.
    pub content_disposition: String,
    /// When.
    pub validity: Validity,
}

/// An upload that was granted: a PUT to `url`.
#[derive(Debug, Clone)]
pub struct SignedUpload {
    /// The address. Whoever has it may upload, so it is handed to the one who asked and never logged.
    pub url: SecretString,
    /// Headers to send as they are here, beside `Content-Length`, which a client sets by itself.
    pub headers: Vec<(String, String)>,
}

/// Grants the exchange of single objects under keys of [`crate::Blobs`]. A granted upload may happen more
/// than once while its address is good; the last one stays.
#[async_trait]
pub trait SignedUrls: Send + Sync {
    /// An address that takes one object under `key`, of exactly this size and type.
    async fn upload(&self, key: &str, terms: &UploadTerms) -> Result<SignedUpload, BlobError>;
    /// An address that gives the object under `key`, whether it is there or not.
    async fn download(&self, key: &str, terms: &DownloadTerms) -> Result<SecretString, BlobError>;
}
