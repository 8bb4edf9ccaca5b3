//! Files of fonts, which lie in `uploads/fonts/`.

use bytes::Bytes;
use items::Condition;
use ports::Blob;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::font_format::FontFormat;
use super::name;
use crate::content::Content;
use crate::error::StoreError;
use crate::keys;
use crate::store::SiteStore;

/// Folder of the files below `uploads/`.
const FOLDER: &str = "fonts";

/// Where a new font comes from.
#[derive(Debug, Clone)]
pub enum FontSource {
    /// The address of a file, which stays where it is.
    Address(String),
    /// A file to store.
    File {
        /// File name sent by the client.
        name: String,
        /// Its content.
        bytes: Bytes,
    },
}

/// Why a font is not added. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum FontError {
    /// A file is no font, or its name has the extension of another format.
    #[error("the file is no font of the format that its name says")]
    Type,
    /// Another font has the same identity.
    #[error("there is such a font already")]
    Duplicate,
    /// The store failed or rejected the write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where a stored font comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredSource {
    /// The address of a file elsewhere.
    Address(String),
    /// The path of a stored file below `uploads/`.
    File(String),
}

/// What is stored of a font, as the content of its item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FontFaceRecord {
    /// Settings in the form of theme.json, without `src`.
    pub settings: Map<String, Value>,
    /// Files of the font, in order.
    pub sources: Vec<StoredSource>,
}

impl FontFaceRecord {
    /// The record in an item; an empty one when the item has none.
    pub fn of(item: &Content) -> Self {
        serde_json::from_str(&item.content).unwrap_or_default()
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        self.sources.iter().filter_map(|source| match source {
            StoredSource::File(path) => Some(path),
            StoredSource::Address(_) => None,
        })
    }
}

impl SiteStore {
    /// Stores the files of a font. All are judged before the first is stored; on failure those that were stored are
    /// removed again.
    pub(crate) async fn store_font_files(
        &self,
        sources: Vec<FontSource>,
    ) -> Result<Vec<StoredSource>, FontError> {
        let checked: Vec<Checked> = sources.into_iter().map(check).collect::<Result<_, _>>()?;
        let mut record = FontFaceRecord::default();
        for one in checked {
            match self.store_font_file(one).await {
                Ok(source) => record.sources.push(source),
                Err(error) => {
                    self.remove_font_files(&record).await;
                    return Err(error.into());
                }
            }
        }
        Ok(record.sources)
    }

    async fn store_font_file(&self, file: Checked) -> Result<StoredSource, StoreError> {
        let (stem, extension, blob) = match file {
            Checked::Address(address) => return Ok(StoredSource::Address(address)),
            Checked::File {
                stem,
                extension,
                blob,
            } => (stem, extension, blob),
        };
        let stem = self.reserve_name(FOLDER, &stem, &extension, 0, &[]).await?;
        let path = format!("{FOLDER}/{stem}.{extension}");
        let stored = self.store_files(&[(path.clone(), blob)]).await;
        let source = StoredSource::File(path);
        if stored.is_err() {
            let record = FontFaceRecord {
                settings: Map::new(),
                sources: vec![source.clone()],
            };
            self.remove_font_files(&record).await;
        }
        stored.map(|()| source)
    }

    /// Deletes the files of a font, then releases their names. A failure leaves unreferenced files behind.
    pub(crate) async fn remove_font_files(&self, record: &FontFaceRecord) {
        for path in record.paths() {
            let key = keys::file(self.tenant(), &path.to_lowercase());
            if let Err(error) = self.0.parts.blobs.delete(&self.blob_key(path)).await {
                tracing::warn!(target: "site", %error, path, "a file of a deleted font was not removed");
                continue;
            }
            if let Err(error) = self.0.parts.table.delete(key, Condition::Any).await {
                tracing::warn!(target: "site", %error, path, "the name of a deleted font was not freed");
            }
        }
    }
}

enum Checked {
    Address(String),
    File {
        stem: String,
        extension: String,
        blob: Blob,
    },
}

fn check(source: FontSource) -> Result<Checked, FontError> {
    let (name, bytes) = match source {
        FontSource::Address(address) => return Ok(Checked::Address(address)),
        FontSource::File { name, bytes } => (name, bytes),
    };
    let (stem, extension) = name::parts(&name);
    let format = FontFormat::of(&bytes).filter(|format| format.fits(&extension));
    let format = format.ok_or(FontError::Type)?;
    let content_type = format.media_type().to_owned();
    Ok(Checked::File {
        stem,
        extension,
        blob: Blob {
            bytes,
            content_type,
        },
    })
}
