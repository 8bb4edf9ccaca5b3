//! Working copies: at most one for each person and post, in the post's partition. A copy is written on the condition
//! that the post is as it was read, so one that arrives after the person's edit cannot outlive it.

use domain::platform::id::{PostId, UserId};
use domain::platform::post::Post;
use domain::platform::working_copy::WorkingCopy;
use items::{Condition, Entry, ItemsError, Key, Write};
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::posts;

/// Largest packed copy in bytes, below the 400 KB of one record of the store.
const PACKED_BYTES: usize = 390_000;

/// Stored form: the copy as compressed JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StoredCopy {
    #[serde(with = "items::packed")]
    copy: String,
}

/// A working copy in the form in which it is stored.
#[derive(Debug)]
pub struct PackedCopy(Entry);

/// Why a working copy cannot be stored.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// It is larger than one record of the store.
    #[error("the working copy is too large")]
    TooLarge,
    /// It cannot be serialised.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

fn defect(error: impl std::fmt::Display) -> ItemsError {
    ItemsError::Defect(error.to_string())
}

pub(crate) fn key(post: PostId, user: UserId) -> Key {
    Key::new(format!("POST#{post}"), format!("WORKING_COPY#{user}"))
}

impl PackedCopy {
    /// Packs `copy`, which takes time for a long text.
    ///
    /// # Errors
    /// See [`PackError`].
    pub fn of(copy: &WorkingCopy) -> Result<Self, PackError> {
        let json = serde_json::to_string(copy).map_err(defect)?;
        if items::packed::pack(&json).map_err(defect)?.len() > PACKED_BYTES {
            return Err(PackError::TooLarge);
        }
        let stored = StoredCopy { copy: json };
        Ok(Self(Entry::new(key(copy.post_id, copy.user_id), &stored)?))
    }
}

impl PlatformStore {
    /// Keeps `copy` in place of the person's earlier one, on the condition that `post` is stored as it was read.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the post changed.
    pub async fn keep_working_copy(
        &self,
        post: &Post,
        copy: &PackedCopy,
    ) -> Result<(), ItemsError> {
        let unchanged = Condition::Revision(post.revision);
        let writes = vec![
            Write::Check(posts::key(post.id), unchanged),
            Write::Put(copy.0.clone(), Condition::Any),
        ];
        self.table.transact(writes).await
    }

    /// The working copy of `user`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn working_copy(
        &self,
        post: PostId,
        user: UserId,
    ) -> Result<Option<WorkingCopy>, ItemsError> {
        let stored: Option<StoredCopy> = self.table.get(&key(post, user)).await?;
        let copy = stored.map(|stored| serde_json::from_str(&stored.copy));
        copy.transpose().map_err(defect)
    }

    /// Drops the working copy of `user`, if there is one.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn drop_working_copy(&self, post: PostId, user: UserId) -> Result<(), ItemsError> {
        self.table.delete(key(post, user), Condition::Any).await
    }

    /// Write that ends the working copy of `user`, for the transaction of an edit.
    pub fn working_copy_end(post: PostId, user: UserId) -> Write {
        Write::Delete(key(post, user), Condition::Any)
    }
}
