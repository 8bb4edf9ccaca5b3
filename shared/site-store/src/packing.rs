//! Storage form of records: compressed JSON inside the table item, or, when too large for it, in a blob
//! that the item references.

use std::borrow::Cow;

use bytes::Bytes;
use domain::site::Kind;
use ports::{Blob, Blobs, Random};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::tenant::Tenant;

/// Blobs to store before the transaction that names them: keys with contents.
pub(crate) type NewBlobs = Vec<(String, Blob)>;

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
    /// Packs `record`. A record that is too large becomes a new blob, which is never shared or rewritten. It is added to `new`,
    /// and has to be stored before the packed record is.
    pub(crate) fn pack<T: Serialize>(
        record: &T,
        tenant: &Tenant,
        random: &dyn Random,
        new: &mut NewBlobs,
    ) -> Result<Self, StoreError> {
        Self::pack_text(serde_json::to_string(record)?, tenant, random, new)
    }

    /// Packs the JSON text of a record, as [`Packed::pack`] does.
    pub(crate) fn pack_text(
        text: String,
        tenant: &Tenant,
        random: &dyn Random,
        new: &mut NewBlobs,
    ) -> Result<Self, StoreError> {
        // Deflate grows a text by a few bytes at most, so short texts need no measuring.
        if text.len() <= INLINE_BYTES || packed_length(&text)? <= INLINE_BYTES {
            return Ok(Self { text, blob: None });
        }
        let key = format!("sites/{tenant}/records/{}", random.uuid());
        let blob = Blob {
            bytes: Bytes::from(text),
            content_type: "application/json".to_owned(),
        };
        new.push((key.clone(), blob));
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
        let text = self.text(blobs).await?;
        Ok(text.map(|text| serde_json::from_slice(&text)).transpose()?)
    }

    /// JSON text of the record; `None` when its blob is gone.
    pub(crate) async fn text(
        &self,
        blobs: &dyn Blobs,
    ) -> Result<Option<Cow<'_, [u8]>>, StoreError> {
        let Some(key) = &self.blob else {
            return Ok(Some(Cow::Borrowed(self.text.as_bytes())));
        };
        let blob = blobs.get(key).await?;
        Ok(blob.map(|blob| Cow::Owned(blob.bytes.into())))
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
