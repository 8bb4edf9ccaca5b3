//! Sizes that an image lacks, made later. A file that a client added keeps its name and content, and files of sizes
//! that are not recorded are removed again.

use std::sync::Arc;

use domain::site::Kind;
use pictures::SubSize as MadeSize;
use ports::Blob;

use super::{Reservation, name};
use crate::change::Guard;
use crate::content::{Content, Media, SubSize};
use crate::error::StoreError;
use crate::keys;
use crate::store::SiteStore;
use crate::write::{Plan, current};

/// A size with its record.
struct Made {
    name: &'static str,
    size: SubSize,
    /// Whether its file was stored for it; otherwise it shares the one of another size.
    is_stored: bool,
}

impl SiteStore {
    /// Creates the missing sizes of an image. A size that cannot be created stays missing.
    ///
    /// # Errors
    /// The store fails or refuses the write; nothing is left of the sizes then.
    pub async fn make_missing_sizes(
        &self,
        id: u64,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        let item = self.stored(id).await?;
        let Some(media) = &item.media else {
            return Ok(item);
        };
        let mut made = Vec::new();
        let recorded = match self.store_sizes(media, &mut made).await {
            Ok(()) if made.is_empty() => return Ok(item),
            Ok(()) => self.add_sizes(id, guard, &made).await,
            Err(error) => Err(error),
        };
        self.remove_unrecorded(id, media, &made).await;
        recorded?;
        self.stored(id).await
    }

    /// Stores the file of each missing size under a name of its own, and notes it in `made`.
    async fn store_sizes(&self, media: &Media, made: &mut Vec<Made>) -> Result<(), StoreError> {
        let (stem, extension) = name::of_sizes(media);
        let folder = media.folder();
        let own = media.paths();
        for size in self.missing_sizes(media).await? {
            let alike = |one: &&SubSize| (one.width, one.height) == (size.width, size.height);
            let known = made.iter().map(|one| &one.size).find(alike);
            if let Some(shared) = media.sizes.values().find(alike).or(known) {
                let shared = shared.clone();
                made.push(Made {
                    name: size.name,
                    size: shared,
                    is_stored: false,
                });
                continue;
            }
            let stem = format!("{stem}-{}x{}", size.width, size.height);
            let stem = self
                .reserve_name(folder, &stem, &extension, 0, &own)
                .await?;
            let blob = Blob {
                bytes: size.bytes,
                content_type: media.mime_type.clone(),
            };
            let record = SubSize {
                file: format!("{stem}.{extension}"),
                width: size.width,
                height: size.height,
                mime_type: media.mime_type.clone(),
                file_size: blob.bytes.len() as u64,
            };
            let path = media.beside(&record.file);
            made.push(Made {
                name: size.name,
                size: record,
                is_stored: true,
            });
            self.store_files(&[(path, blob)]).await?;
        }
        Ok(())
    }

    async fn missing_sizes(&self, media: &Media) -> Result<Vec<MadeSize>, StoreError> {
        if media.missing_sizes().is_empty() {
            return Ok(Vec::new());
        }
        let Some(file) = self.file(&media.path).await? else {
            return Ok(Vec::new());
        };
        let made = match pictures::make_sub_sizes(file.bytes).await {
            Ok(made) => made.sizes,
            Err(error) => {
                tracing::warn!(target: "site", %error, path = media.path, "sizes were not made");
                return Ok(Vec::new());
            }
        };
        let missing = made
            .into_iter()
            .filter(|size| !media.sizes.contains_key(size.name));
        Ok(missing.collect())
    }

    /// Records sizes that the item still lacks. The reservation of a name that other uploads could take becomes
    /// permanent; no other upload takes one like `ipe-300x200.jpg`.
    async fn add_sizes(&self, id: u64, guard: Guard<'_>, made: &[Made]) -> Result<(), StoreError> {
        self.commit(&[id], |context| {
            let current = current(context, Kind::Attachment, guard)?;
            let mut plan = Plan::default();
            let mut content = Content::clone(&current);
            let Some(media) = &mut content.media else {
                return Ok((plan, ()));
            };
            for Made { name, size, .. } in made {
                if media.sizes.contains_key(*name) {
                    continue;
                }
                media.sizes.insert((*name).to_owned(), size.clone());
                let path = media.beside(&size.file);
                if name::needs_reservation(&path) {
                    let key = keys::file(self.tenant(), &path.to_lowercase());
                    plan.put(key, &Reservation { path })?;
                }
            }
            self.plan_content(&mut plan, Some(&current), content)?;
            Ok((plan, ()))
        })
        .await
    }

    /// Removes the files that the present record does not name, for example because the item was deleted or another
    /// request made the same sizes. A failure leaves them behind.
    async fn remove_unrecorded(&self, id: u64, media: &Media, made: &[Made]) {
        let recorded = match self.get(id).await {
            Ok(item) => item
                .and_then(|item| item.media.as_ref().map(Media::paths))
                .unwrap_or_default(),
            Err(error) => {
                tracing::warn!(target: "site", %error, "sizes that were not recorded were not removed");
                return;
            }
        };
        for one in made.iter().filter(|one| one.is_stored) {
            let path = media.beside(&one.size.file);
            if !recorded.contains(&path) {
                self.remove_added(&path).await;
            }
        }
    }
}
