//! Stores pictures of posts. The files are stored before the record, so that a record always has its files; a failure
//! leaves unreferenced files at most.
//!
//! Callers check permissions and turn the typed errors into responses.

#![warn(missing_docs)]

use std::sync::Arc;

use platform_store::PlatformStore;
use ports::{Blobs, Clock};

mod checked;
mod keep;
pub mod name;
mod preview;
mod remove;

pub use checked::{CheckedPicture, RENDITION_BYTES};
pub use keep::{KeepError, NewPicture, Origin};
pub use preview::{PREVIEW_SIDE, PreviewError};

/// Records and files of pictures. Clones share both.
#[derive(Clone)]
pub struct PictureStore {
    /// The platform's records.
    pub store: PlatformStore,
    /// The files.
    pub blobs: Arc<dyn Blobs>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for PictureStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PictureStore").finish_non_exhaustive()
    }
}
