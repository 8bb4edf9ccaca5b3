//! Validates uploads by content.

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, ImageDecoder, ImageReader};

use crate::canvas::Canvas;
use crate::memory::limits;
use crate::{Exif, Format, MAXIMUM_PIXELS, PictureError, Texts, blocking, metadata, pixels};

/// Properties of a valid image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// Format, detected from the content.
    pub format: Format,
    /// Media type.
    pub mime: &'static str,
    /// Width in pixels after applying the EXIF orientation.
    pub width: u32,
    /// Height in pixels after applying the EXIF orientation.
    pub height: u32,
    /// EXIF data.
    pub exif: Exif,
    /// Texts of the metadata: of IPTC data, else of EXIF data.
    pub texts: Texts,
}

/// Validates an image by decoding it completely, and returns its properties.
///
/// # Errors
/// [`PictureError`]: more bytes than `limit`, too many pixels or a side that is too long, all checked before decoding; an
/// unknown format; or an image that is broken, truncated or fake.
pub async fn inspect(bytes: Bytes, limit: usize) -> Result<Inspected, PictureError> {
    if bytes.len() > limit {
        return Err(PictureError::TooLarge { limit });
    }
    blocking::run(move |budget| {
        let (format, canvas) = Canvas::decode(&bytes)?;
        let (width, height) = (canvas.width(), canvas.height());
        let canvas = canvas.without_pixels();
        budget.check()?;
        check_frames(format, &bytes, (width, height))?;
        let Canvas { exif, texts, .. } = canvas;
        Ok(Inspected {
            format,
            mime: format.mime(),
            width,
            height,
            exif,
            texts,
        })
    })
    .await
}

/// Width and height that the header of an image declares, as stored; nothing is decoded. `None` when it is unreadable.
pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let format = Format::of(bytes)?;
    if format == Format::Png {
        // The decoder inflates the colour profile before it tells the size.
        return metadata::png_size(bytes);
    }
    let reader = ImageReader::with_format(Cursor::new(bytes), format.decoder());
    reader.into_dimensions().ok()
}

/// Decodes the remaining frames of an animation, up to the pixel limit of a single image.
fn check_frames(format: Format, bytes: &[u8], size: (u32, u32)) -> Result<(), PictureError> {
    match format {
        Format::Gif => pixels::check_gif(bytes, size),
        Format::WebP => check_webp(bytes),
        Format::Jpeg | Format::Png => Ok(()),
    }
}

fn check_webp(bytes: &[u8]) -> Result<(), PictureError> {
    let broken = |_| PictureError::Broken;
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    decoder.set_limits(limits(Format::WebP)).map_err(broken)?;
    if !decoder.has_animation() {
        return Ok(());
    }
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let most = MAXIMUM_PIXELS.checked_div(pixels).unwrap_or_default();
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    for frame in decoder.into_frames().take(most) {
        frame.map_err(broken)?;
    }
    Ok(())
}
