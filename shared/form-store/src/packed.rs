//! Records as compressed JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::FormStoreError;

/// Upper limit of a compressed record; DynamoDB limits the whole item to 400 KB.
const MAX_BYTES: usize = 350 * 1024;

/// A record as compressed JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Packed {
    #[serde(with = "items::packed", rename = "p")]
    text: String,
}

impl Packed {
    pub(crate) fn pack<T: Serialize>(record: &T) -> Result<Self, FormStoreError> {
        let text = serde_json::to_string(record)?;
        if text.len() > MAX_BYTES {
            let bytes = items::packed::pack(&text)?.len();
            if bytes > MAX_BYTES {
                return Err(FormStoreError::TooLarge {
                    bytes,
                    limit: MAX_BYTES,
                });
            }
        }
        Ok(Self { text })
    }

    /// Packs a record that is stored already and has grown by little, whatever its size.
    ///
    /// # Errors
    /// The record is no JSON.
    pub(crate) fn again<T: Serialize>(record: &T) -> Result<Self, FormStoreError> {
        Ok(Self {
            text: serde_json::to_string(record)?,
        })
    }

    pub(crate) fn unpack<T: DeserializeOwned>(&self) -> Result<T, FormStoreError> {
        Ok(serde_json::from_str(&self.text)?)
    }
}
