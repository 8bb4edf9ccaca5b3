//! The memory that decoded images take (docs/performance.md#memory-of-pictures).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use image::{ColorType, Limits};

use crate::{Format, PictureError, jpeg, riff};

/// Upper limit of the memory that the pixels of images take while they are decoded and encoded, in bytes: decoded pixels, the
/// buffers of decoder and encoder, and the conversion to eight bits. It is that of one image and that of all images of the
/// process together. The files themselves come on top. [`limit_memory`] lowers it.
pub const MEMORY_BYTES: u64 = 208 * 1024 * 1024;

/// The limit of this process, in bytes.
static LIMIT: AtomicU64 = AtomicU64::new(MEMORY_BYTES);

/// Lowers the limit of [`MEMORY_BYTES`] for this process: `bytes` are a share of a small machine's memory. Call it before the
/// first image is decoded.
pub fn limit_memory(bytes: u64) {
    LIMIT.fetch_min(bytes, Ordering::Relaxed);
}

/// The limit of this process, in bytes.
fn limit() -> u64 {
    LIMIT.load(Ordering::Relaxed)
}

/// The memory of all images of the process.
static MEMORY: Memory = Memory::new();

/// The memory up to the limit of the process, of which images reserve parts.
struct Memory {
    reserved: Mutex<u64>,
    released: Condvar,
}

impl Memory {
    const fn new() -> Self {
        Self {
            reserved: Mutex::new(0),
            released: Condvar::new(),
        }
    }

    /// Reserves `bytes`, after other images have released as many.
    fn reserve(&'static self, bytes: u64) -> Reserved {
        let most = limit().saturating_sub(bytes);
        let waiting = self
            .released
            .wait_while(self.reserved(), |reserved| *reserved > most);
        *waiting.unwrap_or_else(PoisonError::into_inner) += bytes;
        Reserved {
            bytes,
            memory: self,
        }
    }

    fn reserved(&self) -> MutexGuard<'_, u64> {
        self.reserved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part of the memory, released when it is dropped.
pub(crate) struct Reserved {
    bytes: u64,
    memory: &'static Memory,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        *self.memory.reserved() -= self.bytes;
        self.memory.released.notify_all();
    }
}

/// Number of pixels up to which an image is encoded as WebP within the memory.
pub(crate) fn encoded_pixels(has_alpha: bool) -> u64 {
    limit() / encoding_bytes(has_alpha)
}

/// The most memory that a pixel takes while an image is encoded as WebP, in bytes, with the image itself. The encoder looks for
/// repetitions in the values of transparency.
const fn encoding_bytes(has_alpha: bool) -> u64 {
    if has_alpha { 18 } else { 10 }
}

/// Memory limit of the decoder of PNG files for what is not pixels, in bytes: the row that is decoded, and metadata once
/// as they are stored and once inflated.
pub(crate) const PNG_BYTES: usize = 4 * 1024 * 1024;

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
    /// Reserves the memory of decoding and encoding, after the images that have it. Call it on the blocking pool.
    ///
    /// # Errors
    /// When decoding takes more than the process has for images.
    pub fn reserve(&self) -> Result<Reserved, PictureError> {
        let bytes_per_pixel = self.bytes_per_pixel();
        let memory = limit();
        let limit = memory / bytes_per_pixel;
        let (width, height) = self.size;
        let pixels = u64::from(width) * u64::from(height);
        if pixels > limit {
            return Err(PictureError::TooManyPixels { limit });
        }
        // Larger ones are scaled down before they are encoded.
        let encoding = pixels * encoding_bytes(self.color.has_alpha());
        Ok(MEMORY.reserve((pixels * bytes_per_pixel).max(encoding.min(memory))))
    }

    /// The most memory that a pixel takes at any time, in bytes.
    fn bytes_per_pixel(&self) -> u64 {
        // Samples of 16 bits are decoded to 8.
        let decoded = u64::from(self.color.channel_count());
        let converted = if self.color.has_alpha() { 4 } else { 3 };
        let decoding = match self.format {
            Format::Jpeg => decoded + jpeg::coefficient_bytes(self.bytes),
            Format::Png => decoded,
            // The frame as indices of the palette.
            Format::Gif => decoded + 1,
            // The picture so far, the frame as it is stored and as it is converted, and both combined.
            Format::WebP if riff::is_animated(self.bytes) => 16,
            // Colours in planes, transparency as a picture of its own and as a plane.
            Format::WebP if self.color.has_alpha() => decoded + 7,
            // Pixels with transparency that is not used.
            Format::WebP => decoded + 4,
        };
        let converting = match self.color.channel_count() {
            3 | 4 => decoded,
            _ => decoded + converted,
        };
        let turning = if self.is_turned { 2 * converted } else { 0 };
        decoding.max(converting).max(turning)
    }
}

/// The limits of a decoder, which counts what is not pixels for PNG.
pub(crate) fn limits(format: Format) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(match format {
        Format::Png => PNG_BYTES as u64,
        Format::Jpeg | Format::Gif | Format::WebP => limit(),
    });
    limits
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn images_together_stay_within_the_memory() {
        static SHARED: Memory = Memory::new();
        const PART: u64 = MEMORY_BYTES / 5 * 2;
        let (used, most) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let _reserved = SHARED.reserve(PART);
                        let now = used.fetch_add(PART, Ordering::SeqCst) + PART;
                        most.fetch_max(now, Ordering::SeqCst);
                        std::thread::yield_now();
                        used.fetch_sub(PART, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(most.into_inner() <= MEMORY_BYTES);
        assert_eq!(*SHARED.reserved(), 0);
    }

    #[test]
    fn an_image_that_needs_all_memory_gets_it() {
        static SHARED: Memory = Memory::new();
        for _ in 0..2 {
            drop(SHARED.reserve(MEMORY_BYTES));
        }
    }
}
