//! Image processing: validates uploads by content, makes renditions and applies edits.
//!
//! Every decoder runs on the blocking pool with limits on bytes, pixels, memory and concurrency; a panic in
//! a decoder is an error of that image, never of the process. Of an animated image the decoders return the
//! first frame; callers keep the original.

#![warn(missing_docs)]

mod blocking;
mod canvas;
pub mod edit;
pub mod exif;
pub mod format;
mod frame;
pub mod generate;
pub mod inspect;
mod iptc;
mod jpeg;
mod memory;
mod metadata;
mod pixels;
mod png;
pub mod renditions;
mod riff;
pub mod sizes;
mod texts;
mod transparent;
mod whole;

pub use canvas::QUALITY;
pub use edit::{MOST_MODIFIERS, Modifier, edit};
pub use exif::Exif;
pub use format::Format;
pub use inspect::{Inspected, dimensions, inspect};
pub use memory::{MEMORY_BYTES, limit_memory};
pub use metadata::METADATA_BYTES;
pub use renditions::{
    MainReason, Rendition, SubSize, SubSizes, as_jpeg, make_sub_sizes, resize, webp,
};
pub use sizes::{SizeSpec, sub_sizes};
pub use texts::Texts;
pub use whole::is_whole;

/// Upper limit of the declared pixels of an image, checked before decoding (docs/interface/site/requests.md#limits).
pub const MAXIMUM_PIXELS: u64 = 50_000_000;

/// Upper limit of each side of an image in pixels, checked before decoding: a row of an image is in memory several times.
pub const MAXIMUM_SIDE: u32 = 16_384;

/// Size limit of an upload to the platform in bytes (10 MB).
pub const PLATFORM_BYTES: usize = 10 * 1024 * 1024;

/// Why an image is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The content is not JPEG, PNG, GIF or WebP.
    #[error("the content is not a JPEG, PNG, GIF or WebP image")]
    Unsupported,
    /// The content begins like an image, but cannot be decoded completely.
    #[error("the image is broken or truncated")]
    Broken,
    /// Larger than the caller's limit in bytes.
    #[error("the image has more than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// More pixels than [`MAXIMUM_PIXELS`], or than images of its kind may have ([`MEMORY_BYTES`]).
    #[error("the image has more than {limit} pixels")]
    TooManyPixels {
        /// The limit in pixels.
        limit: u64,
    },
    /// A side is longer than [`MAXIMUM_SIDE`].
    #[error("the image is wider or higher than {limit} pixels")]
    TooLong {
        /// The limit in pixels.
        limit: u32,
    },
    /// A rendition cannot be made: the requested size is empty or exceeds the limits of its format.
    #[error("the rendition cannot be made")]
    Rendition,
    /// Too many images are being worked on: this one was not begun and may be sent again.
    #[error("too many images are being worked on")]
    Busy,
}

impl From<heavy_work::Stopped> for PictureError {
    /// The caller no longer waits for the image.
    fn from(_: heavy_work::Stopped) -> Self {
        Self::Busy
    }
}
