//! Image blobs: compressed, under a random name, with a checksum in the manifest.

use std::io::{Read, Write};

use bytes::{Buf, Bytes};
use ports::Blob;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::store::SiteStore;
use crate::tenant::Tenant;

/// Higher levels take several times as long and save a few percent.
const LEVEL: i32 = 3;

/// Description of a stored image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Packed {
    /// Key of the blob.
    pub(super) blob: String,
    /// Size in bytes.
    pub(super) length: u64,
    /// SHA-256 digest in hexadecimal.
    pub(super) sha256: String,
}

/// Compresses the output of `write`; also returns the value that `write` returns.
pub(super) fn pack<T>(
    write: impl FnOnce(&mut dyn Write) -> Result<T, StoreError>,
) -> Result<(Bytes, T), StoreError> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL).map_err(StoreError::unreadable)?;
    let answer = write(&mut encoder)?;
    Ok((
        encoder.finish().map_err(StoreError::unreadable)?.into(),
        answer,
    ))
}

/// Decompresses an image.
pub(super) fn unpack(bytes: Bytes) -> Result<impl Read, StoreError> {
    zstd::Decoder::new(bytes.reader()).map_err(StoreError::unreadable)
}

impl Packed {
    /// Description of `bytes`, to be stored under a new name.
    pub(super) fn new(tenant: &Tenant, name: &str, bytes: &Bytes) -> Self {
        Self {
            blob: format!("snapshots/{tenant}/{name}"),
            length: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
        }
    }
}

impl SiteStore {
    pub(super) async fn put_image(&self, packed: &Packed, bytes: Bytes) -> Result<(), StoreError> {
        let blob = Blob {
            bytes,
            content_type: "application/zstd".to_owned(),
        };
        Ok(self.0.parts.blobs.put(&packed.blob, blob).await?)
    }

    /// Reads an image; `None` when its blob is gone.
    ///
    /// # Errors
    /// [`StoreError`] when the blob store fails or the checksum does not match.
    pub(super) async fn image(&self, packed: &Packed) -> Result<Option<Bytes>, StoreError> {
        let Some(blob) = self.0.parts.blobs.get(&packed.blob).await? else {
            return Ok(None);
        };
        let is_whole = blob.bytes.len() as u64 == packed.length
            && hex::encode(Sha256::digest(&blob.bytes)) == packed.sha256;
        if is_whole {
            Ok(Some(blob.bytes))
        } else {
            Err(StoreError::Unreadable(format!(
                "{} is damaged",
                packed.blob
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let text = b"abc".repeat(1000);
        let (bytes, answer) = pack(|to| {
            to.write_all(&text).unwrap();
            Ok(7)
        })
        .unwrap();
        assert!(bytes.len() < 100 && answer == 7);
        let mut read = Vec::new();
        unpack(bytes).unwrap().read_to_end(&mut read).unwrap();
        assert_eq!(read, text);
    }
}
