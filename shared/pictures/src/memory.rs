//! The memory that one decode takes (docs/performance.md#memory-of-pictures).

use image::{ColorType, Limits};

use crate::{Format, PictureError, jpeg, riff};

/// Upper limit of the memory that the pixels of one image take while it is decoded, in bytes: decoded pixels, the decoder's
/// buffers and the conversion to eight bits. The file itself comes on top.
pub const MEMORY_BYTES: u64 = 384 * 1024 * 1024;

/// Memory limit of the decoder of PNG files for what is not pixels, in bytes: the row that is decoded, and metadata once
/// as they are stored and once inflated.
const PNG_BYTES: u64 = 4 * 1024 * 1024;

/// An image whose header was read.
pub(crate) struct Decoding<'a> {
    pub format: Format,
    pub bytes: &'a [u8],
    /// What the decoder returns.
    pub color: ColorType,
    pub size: (u32, u32),
    /// Whether the pixels are rearranged after decoding.
    pub is_turned: bool,
}

impl Decoding<'_> {
    /// Checks that decoding stays below [`MEMORY_BYTES`].
    pub fn check(&self) -> Result<(), PictureError> {
        let limit = MEMORY_BYTES / self.bytes_per_pixel();
        let (width, height) = self.size;
        if u64::from(width) * u64::from(height) > limit {
            return Err(PictureError::TooManyPixels { limit });
        }
        Ok(())
    }

    /// The most memory that a pixel takes at any time, in bytes.
    fn bytes_per_pixel(&self) -> u64 {
        let decoded = u64::from(self.color.bytes_per_pixel());
        let converted = if self.color.has_alpha() { 4 } else { 3 };
        let decoding = match self.format {
            Format::Jpeg => decoded + jpeg::coefficient_bytes(self.bytes),
            Format::Png => decoded,
            // The picture so far, the frame, and both combined.
            Format::Gif => 12,
            // As GIF; its decoder has a frame of its own before it converts it.
            Format::WebP if riff::is_animated(self.bytes) => 16,
            // Colours in planes, transparency as a picture of its own and as a plane.
            Format::WebP if self.color.has_alpha() => decoded + 7,
            // Pixels with transparency that is not used.
            Format::WebP => decoded + 4,
        };
        let converting = match self.color {
            ColorType::Rgb8 | ColorType::Rgba8 => decoded,
            _ => decoded + converted,
        };
        let turning = if self.is_turned { 2 * converted } else { 0 };
        decoding.max(converting).max(turning)
    }
}

/// The limits of the decoder of frames, which counts the picture so far, the frame, and both combined.
pub(crate) fn frame_limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_BYTES);
    limits
}

/// The limits of a decoder, which counts what is not pixels for PNG, and a frame beside the picture for GIF.
pub(crate) fn limits(format: Format) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(match format {
        Format::Png => PNG_BYTES,
        Format::Jpeg | Format::Gif | Format::WebP => MEMORY_BYTES / 2,
    });
    limits
}
