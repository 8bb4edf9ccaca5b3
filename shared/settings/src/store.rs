//! The port of the saved values.

use async_trait::async_trait;
use items::ItemsError;

use crate::saved::{Changes, Saved};

/// Why settings were not read or written. Contains no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The saved values changed after they were read; nothing was written.
    #[error("the settings changed after they were read")]
    Conflict,
    /// The store does not answer.
    #[error("the settings are not available: {0}")]
    Unavailable(String),
    /// The store has no space left.
    #[error("the settings cannot be stored: {0}")]
    StorageFull(String),
    /// What is stored cannot be read.
    #[error("the saved settings cannot be read: {0}")]
    Damaged(String),
}

impl From<ItemsError> for SettingsError {
    fn from(error: ItemsError) -> Self {
        match error {
            ItemsError::Conflict { .. } => Self::Conflict,
            ItemsError::Unavailable(reason) => Self::Unavailable(reason),
            ItemsError::StorageFull(reason) => Self::StorageFull(reason),
            ItemsError::Defect(reason) => Self::Damaged(reason),
        }
    }
}

impl From<SettingsError> for ItemsError {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::Conflict => Self::Conflict { failed: vec![0] },
            SettingsError::Unavailable(reason) => Self::Unavailable(reason),
            SettingsError::StorageFull(reason) => Self::StorageFull(reason),
            SettingsError::Damaged(reason) => Self::Defect(reason),
        }
    }
}

/// Stores the saved values.
#[async_trait]
pub trait SettingsStore: Send + Sync {
    /// The saved values, as the last completed write left them.
    ///
    /// # Errors
    /// [`SettingsError`] other than a conflict.
    async fn load(&self) -> Result<Saved, SettingsError>;

    /// Writes `changes` on the condition that nothing changed since `before` was read: all of them or none.
    ///
    /// # Errors
    /// [`SettingsError`]; nothing was written.
    async fn save(&self, before: &Saved, changes: &Changes) -> Result<(), SettingsError>;
}
