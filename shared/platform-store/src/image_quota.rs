//! Monthly quota of generated images per user. The count rises in the transaction that adds the generation, on the
//! condition that it stays within the allowance, and falls in the transaction that ends a generation that certainly was
//! not billed.

use std::collections::BTreeMap;

use domain::platform::generation::Generation;
use domain::platform::id::UserId;
use domain::platform::month::Month;
use items::{ItemsError, Key, Query, Write};

use crate::PlatformStore;

/// The images that a user may generate in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageAllowance {
    /// The month.
    pub month: Month,
    /// Number of images.
    pub images: u64,
}

/// Name of the counter in its record.
const USED: &str = "n";

fn partition(month: Month) -> String {
    format!("IMAGE_QUOTA#{month}")
}

fn key(user: UserId, month: Month) -> Key {
    Key::new(partition(month), format!("{:020}", user.0))
}

/// Write that counts one more image of `user`; it fails when the allowance is used up.
pub(crate) fn taking(user: UserId, allowance: ImageAllowance) -> Write {
    Write::AddUpTo {
        key: key(user, allowance.month),
        by: 1,
        ceiling: i64::try_from(allowance.images).unwrap_or(i64::MAX),
    }
}

/// Write that gives an image back, if the change of a generation from `before` to `after` does so.
pub(crate) fn returning(before: &Generation, after: &Generation) -> Option<Write> {
    let month = before.quota_month.filter(|_| after.quota_month.is_none())?;
    Some(Write::Add {
        key: key(before.user_id, month),
        by: -1,
        floor: Some(0),
    })
}

impl PlatformStore {
    /// Number of images of `user` that count in `month`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn images_used(&self, user: UserId, month: Month) -> Result<u64, ItemsError> {
        let numbers = self.table.numbers(&key(user, month)).await?;
        Ok(u64::try_from(numbers.get(USED)).unwrap_or_default())
    }

    /// Number of images that count in `month`, for each user who asked for one.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn images_used_by_all(
        &self,
        month: Month,
    ) -> Result<BTreeMap<UserId, u64>, ItemsError> {
        let all = self
            .table
            .all_numbers(&Query::prefix(partition(month), ""))
            .await?;
        Ok(all
            .iter()
            .filter_map(|numbers| {
                let user = numbers.key.sk.parse().ok()?;
                let used = u64::try_from(numbers.get(USED)).unwrap_or_default();
                Some((UserId(user), used))
            })
            .collect())
    }
}
