//! Presigned URLs of an S3 bucket (SigV4 in the query). The size of an upload is enforced because
//! `Content-Length` is a signed header: S3 rejects any other size with 403 before it stores anything.

use std::time::SystemTime;

use async_trait::async_trait;
use aws_sdk_s3::presigning::{PresignedRequest, PresigningConfig};
use ports::{BlobError, DownloadTerms, SignedUpload, SignedUrls, UploadTerms, Validity};
use secrecy::SecretString;

use crate::blobs::S3Blobs;
use crate::connection::error_chain;

fn presigning(validity: &Validity) -> Result<PresigningConfig, BlobError> {
    PresigningConfig::builder()
        .start_time(SystemTime::from(validity.from))
        .expires_in(validity.lasts)
        .build()
        .map_err(|error| BlobError::Failed(error_chain(&error)))
}

fn url(request: &PresignedRequest) -> SecretString {
    SecretString::from(request.uri())
}

#[async_trait]
impl SignedUrls for S3Blobs {
    async fn upload(&self, key: &str, terms: &UploadTerms) -> Result<SignedUpload, BlobError> {
        let bytes = i64::try_from(terms.bytes)
            .map_err(|_| BlobError::Failed(format!("no object has {} bytes", terms.bytes)))?;
        let request = self
            .client
            .put_object()
            .bucket(&self.bucket)
            .key(self.place(key))
            .content_type(&terms.content_type)
            .content_length(bytes)
            .presigned(presigning(&terms.validity)?)
            .await
            .map_err(|error| BlobError::Failed(error_chain(&error)))?;
        let headers = request
            .headers()
            .filter(|(name, _)| !name.eq_ignore_ascii_case("content-length"))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Ok(SignedUpload {
            url: url(&request),
            headers,
        })
    }

    async fn download(&self, key: &str, terms: &DownloadTerms) -> Result<SecretString, BlobError> {
        let request = self
            .client
            .get_object()
            .bucket(&self.bucket)
            .key(self.place(key))
            .response_content_type(&terms.content_type)
            .response_content_disposition(&terms.content_disposition)
            .presigned(presigning(&terms.validity)?)
            .await
            .map_err(|error| BlobError::Failed(error_chain(&error)))?;
        Ok(url(&request))
    }
}
