//! Files of pictures that no record names, as after an upload that was cut off between its files and its record.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use blob_sweep::{Records, Removed};
use domain::platform::id::{MediaId, PostId};
use domain::platform::media::Media;
use items::ItemsError;
use jiff::Timestamp;
use ports::{BlobError, Blobs, ListedBlob};

use crate::PlatformStore;
use crate::listing::unavailable;

/// What the keys of all files of pictures begin with.
pub(crate) const FILES: &str = "posts/";
/// Record of how far the removal went today.
pub(crate) const SWEEP: (&str, &str) = ("FILES_SWEEP", "PROGRESS");

impl PlatformStore {
    /// Removes the next files of pictures that were stored more than a day before `now` and that no record names, if that is
    /// not done for today.
    ///
    /// # Errors
    /// The table or the blob store fails; a later call goes on.
    pub async fn remove_unnamed_pictures(
        &self,
        blobs: &dyn Blobs,
        now: Timestamp,
    ) -> Result<Removed, ItemsError> {
        let mut records = PictureRecords(self);
        let removed = self.sweep.run(&self.table, blobs, now, &mut records).await;
        removed.map_err(|error| match error {
            SweepError::Items(error) => error,
            SweepError::Blobs(error) => unavailable(error),
        })
    }
}

/// The records of all pictures.
struct PictureRecords<'a>(&'a PlatformStore);

/// Why files were not examined or removed.
#[derive(Debug, thiserror::Error)]
enum SweepError {
    #[error(transparent)]
    Items(#[from] ItemsError),
    #[error(transparent)]
    Blobs(#[from] BlobError),
}

/// Post and picture of a key such as `posts/12/media/3/original.jpg`. `None` for objects of other kinds.
fn picture_of(key: &str) -> Option<(PostId, MediaId)> {
    let mut parts = key.strip_prefix(FILES)?.split('/');
    let (post, kind, id) = (parts.next()?, parts.next()?, parts.next()?);
    let id = (kind == "media").then(|| id.parse().ok())??;
    parts.next()?;
    Some((PostId(post.parse().ok()?), MediaId(id)))
}

#[async_trait]
impl Records for PictureRecords<'_> {
    type Error = SweepError;

    async fn unnamed(&mut self, objects: &[ListedBlob]) -> Result<Vec<String>, SweepError> {
        let placed = objects.iter();
        let placed: Vec<(MediaId, &String)> = placed
            .filter_map(|object| Some((picture_of(&object.key)?.1, &object.key)))
            .collect();
        let places = objects.iter().filter_map(|object| picture_of(&object.key));
        let places: Vec<(PostId, MediaId)> = places.collect::<BTreeSet<_>>().into_iter().collect();
        let ids: Vec<MediaId> = places.iter().map(|(_, id)| *id).collect();
        let mut pictures: HashMap<MediaId, Option<Media>> = HashMap::new();
        for ((post, id), found) in places.iter().zip(self.0.media_of(&ids).await?) {
            let found = match found {
                Some(media) => Some(media),
                // Asked for alone, a damaged record is not missing.
                None => match self.0.media(*id).await {
                    Err(ItemsError::Defect(_)) => continue,
                    // The record was damaged and set aside: the post still has the picture.
                    Ok(None) if self.0.is_listed(*post, *id).await? => continue,
                    media => media?,
                },
            };
            pictures.insert(*id, found);
        }
        let is_unnamed = |id: &MediaId, key: &String| {
            let picture = pictures.get(id);
            picture.is_some_and(|picture| {
                !picture
                    .as_ref()
                    .is_some_and(|media| [&media.original_key, &media.webp_key].contains(&key))
            })
        };
        let unnamed = placed.iter().filter(|(id, key)| is_unnamed(id, key));
        Ok(unnamed.map(|(_, key)| (*key).clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_tells_its_picture() {
        let id = |key| picture_of(key).map(|(post, id)| (post.0, id.0));
        assert_eq!(id("posts/12/media/3/original.jpg"), Some((12, 3)));
        for other in [
            "posts/12",
            "posts/12/media/3",
            "posts/12/x/3/a",
            "posts/12/media/x/a",
            "uploads/3",
        ] {
            assert_eq!(id(other), None, "{other}");
        }
    }
}
