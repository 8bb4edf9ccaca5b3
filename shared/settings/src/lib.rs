//! Settings that an administrator changes while the platform runs: which keys there are, what their values look
//! like, where they are stored, and how they combine with the environment
//! (docs/interface/platform/settings.md).
//!
//! Values are [`secrecy::SecretString`]s throughout and are never printed.

#![warn(missing_docs)]

mod agency;
mod key;
mod mask;
mod provider;
mod provider_address;
mod reader;
mod rule;
mod saved;
mod sealed;
mod store;

pub use agency::Agency;
pub use key::{SettingGroup, SettingKey};
pub use mask::{masked, without_key};
pub use provider::{AiKind, AiProvider, ApiProvider};
pub use provider_address::ProviderAddresses;
pub use reader::{DEFAULT_IMAGE_QUOTA, Settings, Snapshot, Source};
pub use saved::{Changes, Revision, Saved};
pub use sealed::SealedSettings;
pub use store::{SettingsError, SettingsStore};
