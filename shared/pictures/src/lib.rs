//! Pictures: judging uploads by content, and making renditions.
//!
//! Every decoder runs on the blocking pool behind limits of bytes, pixels and memory, only a few at
//! once; a fault inside one is an error of that picture, never of the process. Where a decoder is asked
//! for an animated picture it gives the first frame; the original is the caller's to keep.

mod blocking;
mod canvas;
pub mod edit;
pub mod exif;
pub mod format;
pub mod generate;
pub mod inspect;
mod jpeg;
pub mod renditions;
pub mod sizes;

pub use edit::{MOST_MODIFIERS, Modifier, edit};
pub use exif::Exif;
pub use format::Format;
pub use inspect::{Inspected, inspect};
pub use renditions::{
    MainReason, Rendition, SubSize, SubSizes, as_jpeg, make_sub_sizes, resize, webp,
};
pub use sizes::{SizeSpec, sub_sizes};

/// Most pixels of a picture, as it says of itself, before anything is decoded
/// (docs/interface/site/requests.md#limits).
pub const MAXIMUM_PIXELS: u64 = 50_000_000;

/// Largest upload to the platform in bytes (10 MB).
pub const PLATFORM_BYTES: usize = 10 * 1024 * 1024;

/// Why a picture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Not a JPEG, PNG, GIF or WebP by its content.
    #[error("the content is not a JPEG, PNG, GIF or WebP picture")]
    Unsupported,
    /// Begins like a picture, but cannot be decoded to its end.
    #[error("the picture is broken or cut off")]
    Broken,
    /// More bytes than the caller allows.
    #[error("the picture has more than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// More pixels than are decoded.
    #[error("the picture has more than {limit} pixels")]
    TooManyPixels {
        /// The limit in pixels.
        limit: u64,
    },
    /// A rendition could not be made: the size asked for is empty or beyond its format.
    #[error("the rendition cannot be made")]
    Rendition,
}
