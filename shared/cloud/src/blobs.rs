//! Blob store in an S3 bucket, under the key prefix of one half (platform or site).

use async_trait::async_trait;
use aws_sdk_s3::Client;
use aws_sdk_s3::config::Builder;
use aws_sdk_s3::primitives::ByteStream;
use jiff::Timestamp;
use ports::{Blob, BlobError, Blobs, LISTED_AT_ONCE, ListedBlob};

use crate::connection::{Connection, TRANSFER, error_chain, limits};

/// Blobs of one half.
#[derive(Debug, Clone)]
pub struct S3Blobs {
    pub(crate) client: Client,
    pub(crate) bucket: String,
    prefix: String,
}

impl S3Blobs {
    /// Blobs in `bucket` under `prefix`, which ends with a slash or is empty.
    pub fn new(connection: &Connection, bucket: &str, prefix: &str) -> Self {
        let sdk = connection.sdk();
        let config = Builder::from(sdk)
            .timeout_config(limits(TRANSFER))
            // Emulators use a single host name, so the bucket must be part of the path.
            .force_path_style(sdk.endpoint_url().is_some())
            .build();
        Self {
            client: Client::from_conf(config),
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
        }
    }

    pub(crate) fn place(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }
}

#[async_trait]
impl Blobs for S3Blobs {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        self.client
            .put_object()
            .bucket(&self.bucket)
            .key(self.place(key))
            .content_type(blob.content_type)
            .body(ByteStream::from(blob.bytes))
            .send()
            .await
            .map_err(|error| BlobError::Failed(error_chain(&error)))?;
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        let answer = self
            .client
            .get_object()
            .bucket(&self.bucket)
            .key(self.place(key))
            .send()
            .await;
        let object = match answer {
            Ok(object) => object,
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(|error| error.is_no_such_key()) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(BlobError::Failed(error_chain(&error))),
        };
        let content_type = object
            .content_type
            .unwrap_or_else(|| "application/octet-stream".to_owned());
        let bytes = object
            .body
            .collect()
            .await
            .map_err(|error| BlobError::Failed(error_chain(&error)))?
            .into_bytes();
        Ok(Some(Blob {
            bytes,
            content_type,
        }))
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        let mut asked = self
            .client
            .list_objects_v2()
            .bucket(&self.bucket)
            .prefix(self.place(prefix))
            .max_keys(i32::try_from(LISTED_AT_ONCE).unwrap_or(i32::MAX));
        if !after.is_empty() {
            asked = asked.start_after(self.place(after));
        }
        let answer = asked
            .send()
            .await
            .map_err(|error| BlobError::Failed(error_chain(&error)))?;
        let objects = answer.contents.unwrap_or_default().into_iter();
        let listed = objects.filter_map(|object| {
            let key = object.key?.strip_prefix(&self.prefix)?.to_owned();
            let stored_at = object.last_modified?.secs();
            Some(ListedBlob {
                key,
                length: object.size.and_then(|size| u64::try_from(size).ok())?,
                stored_at: Timestamp::from_second(stored_at).ok()?,
            })
        });
        Ok(listed.collect())
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        self.client
            .delete_object()
            .bucket(&self.bucket)
            .key(self.place(key))
            .send()
            .await
            .map_err(|error| BlobError::Failed(error_chain(&error)))?;
        Ok(())
    }
}
