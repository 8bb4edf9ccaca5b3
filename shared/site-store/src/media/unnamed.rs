//! Files below `uploads/` that no item names, as after an upload that was cut off between its files and its record.

use std::collections::HashSet;
use std::str::FromStr;

use async_trait::async_trait;
use blob_sweep::{Records, Removed};
use domain::site::Kind;
use ports::ListedBlob;

use crate::error::StoreError;
use crate::fold::fold;
use crate::keys;
use crate::media::FontFaceRecord;
use crate::model::Model;
use crate::store::{SiteStore, Sites};
use crate::tenant::Tenant;

/// Items that are read at once.
const ITEMS: usize = 100;

impl Sites {
    /// Removes the next files of uploads that were stored more than a day ago and that no item names, if that is not done
    /// for today.
    ///
    /// # Errors
    /// The table or the blob store fails; a later call goes on.
    pub async fn remove_unnamed_files(&self) -> Result<Removed, StoreError> {
        let mut records = FileRecords {
            sites: self,
            folder: None,
        };
        let parts = &self.parts;
        let now = parts.clock.now();
        self.sweep
            .run(&parts.table, &*parts.blobs, now, &mut records)
            .await
    }
}

/// The items of all sites, as far as they name files.
struct FileRecords<'a> {
    sites: &'a Sites,
    /// The folder of the last object.
    folder: Option<Folder>,
}

struct Folder {
    tenant: String,
    path: String,
    /// The paths that items name; `None` when that is not certain.
    named: Option<HashSet<String>>,
}

/// Tenant and path below `uploads/` of an object. `None` for objects of other kinds, which have their own tasks.
fn place(key: &str) -> Option<(&str, &str)> {
    let (tenant, path) = key.strip_prefix(keys::FILES)?.split_once('/')?;
    Some((tenant, path.strip_prefix("uploads/")?))
}

#[async_trait]
impl Records for FileRecords<'_> {
    type Error = StoreError;

    async fn unnamed(&mut self, objects: &[ListedBlob]) -> Result<Vec<String>, StoreError> {
        let mut unnamed = Vec::new();
        for object in objects {
            let Some((tenant, path)) = place(&object.key) else {
                continue;
            };
            let named = self.named(tenant, path).await?;
            if named.is_some_and(|named| !named.contains(path)) {
                unnamed.push(object.key.clone());
            }
        }
        Ok(unnamed)
    }
}

impl FileRecords<'_> {
    /// The paths that items name in the folder of `path`.
    async fn named(
        &mut self,
        tenant: &str,
        path: &str,
    ) -> Result<Option<&HashSet<String>>, StoreError> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_same = |one: &Folder| one.tenant == tenant && one.path == folder;
        if !self.folder.as_ref().is_some_and(is_same) {
            let named = match Tenant::from_str(tenant) {
                Ok(known) => self.sites.site(&known)?.named_files(folder).await?,
                Err(_) => None,
            };
            self.folder = Some(Folder {
                tenant: tenant.to_owned(),
                path: folder.to_owned(),
                named,
            });
        }
        Ok(self
            .folder
            .as_ref()
            .and_then(|folder| folder.named.as_ref()))
    }
}

impl SiteStore {
    /// The paths below `uploads/` of the files in `folder` that items name. `None` when a record cannot be read, or the site
    /// has none: then no file of it is known to be without one.
    pub(crate) async fn named_files(
        &self,
        folder: &str,
    ) -> Result<Option<HashSet<String>>, StoreError> {
        self.catch_up().await?;
        let items = {
            let model = self.model();
            if model.head() == 0 || model.misses_changes() {
                return Ok(None);
            }
            model.items_with_files(folder)?
        };
        let mut named = HashSet::new();
        for part in items.chunks(ITEMS) {
            let found = self.get_many(part).await?;
            if found.len() < part.len() {
                tracing::warn!(target: "site", tenant = %self.tenant(), folder, "an item of this folder cannot be read, so its files are not examined");
                return Ok(None);
            }
            for item in found {
                if item.kind == Kind::FontFace {
                    named.extend(FontFaceRecord::of(&item).paths().cloned());
                }
                if let Some(media) = &item.media {
                    named.extend(media.paths());
                    let companions = media.companions.values();
                    named.extend(companions.map(|name| media.beside(name)));
                }
            }
        }
        Ok(Some(named))
    }
}

impl Model {
    /// Items that name files in `folder` below `uploads/`: media, and all fonts.
    fn items_with_files(&self, folder: &str) -> Result<Vec<u64>, StoreError> {
        let (from, to) = match folder {
            "" => (String::new(), "\u{10FFFF}".to_owned()),
            folder => (fold(&format!("{folder}/")), fold(&format!("{folder}0"))),
        };
        let mut items = self.ids(
            "SELECT id FROM content WHERE file IS NOT NULL AND file >= ?1 AND file < ?2",
            [from, to],
        )?;
        items.extend(self.ids(
            "SELECT id FROM content WHERE kind = ?1",
            [Kind::FontFace.name()],
        )?);
        Ok(items)
    }
}
