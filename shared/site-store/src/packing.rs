//! Storage form of records: compressed JSON inside the table item, or, when too large for it, in a blob
//! that the item references.

use bytes::Bytes;
use domain::site::Kind;
use ports::{Blob, Blobs, Random};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::tenant::Tenant;

/// Maximum size of compressed JSON inside an item; DynamoDB limits the whole item to 400 KB.
pub(crate) const INLINE_BYTES: usize = 300 * 1024;

/// Packed record.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Packed {
    /// JSON text; empty when it is stored in a blob.
    #[serde(with = "items::packed", rename = "p")]
    text: String,
    /// Key of the blob.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    blob: Option<String>,
}

/// Stored content item. The members beside the packed record are for people who inspect the table.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) kind: Kind,
    pub(crate) slug: String,
    pub(crate) record: Packed,
}

/// Stored revision.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RevisionRecord {
    pub(crate) record: Packed,
}

impl Packed {
    /// Packs `record`. A record that is too large is stored in a new blob, which is never shared or
    /// rewritten.
    pub(crate) async fn pack<T: Serialize + Sync>(
        record: &T,
        tenant: &Tenant,
        blobs: &dyn Blobs,
        random: &dyn Random,
    ) -> Result<Self, StoreError> {
        let text = serde_json::to_string(record)?;
        // Deflate grows a text by a few bytes at most, so short texts need no measuring.
        if text.len() <= INLINE_BYTES || packed_length(&text)? <= INLINE_BYTES {
            return Ok(Self { text, blob: None });
        }
        let key = format!("sites/{tenant}/records/{}", random.uuid());
        let blob = Blob {
            bytes: Bytes::from(text),
            content_type: "application/json".to_owned(),
        };
        blobs.put(&key, blob).await?;
        Ok(Self {
            text: String::new(),
            blob: Some(key),
        })
    }

    /// Unpacks the record; `None` when its blob is gone because the record was rewritten meanwhile.
    pub(crate) async fn unpack<T: DeserializeOwned>(
        &self,
        blobs: &dyn Blobs,
    ) -> Result<Option<T>, StoreError> {
        let Some(key) = &self.blob else {
            return Ok(Some(serde_json::from_str(&self.text)?));
        };
        match blobs.get(key).await? {
            Some(blob) => Ok(Some(serde_json::from_slice(&blob.bytes)?)),
            None => Ok(None),
        }
    }

    /// Key of the blob, if there is one.
    pub(crate) fn blob(&self) -> Option<&str> {
        self.blob.as_deref()
    }
}

fn packed_length(text: &str) -> Result<usize, StoreError> {
    items::packed::pack(text)
        .map(|bytes| bytes.len())
        .map_err(StoreError::unreadable)
}
