//! The encoder of PNG (docs/performance.md#sizes-of-png-pictures).

use std::time::Duration;

use image::DynamicImage;
use oxipng::{BitDepth, ColorType, Options, RawImage};

use crate::PictureError;

/// Pixels up to which several filters are tried, which takes a second or two for each million of a photograph.
const THOROUGH: u64 = 4_000_000;

/// Pixels above which this encoder takes too long.
const MOST: u64 = 8_000_000;

/// Time after which no further filter is tried.
const PATIENCE: Duration = Duration::from_secs(5);

/// Encodes an image without loss, in the smallest of the forms that hold its colours: grey, with a palette, without
/// transparency. `None` when it has too many pixels for that.
pub(crate) fn encode(
    image: &DynamicImage,
    profile: Option<&[u8]>,
) -> Result<Option<Vec<u8>>, PictureError> {
    let (width, height) = (image.width(), image.height());
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MOST {
        return Ok(None);
    }
    let colours = if image.color().has_alpha() {
        ColorType::RGBA
    } else {
        ColorType::RGB {
            transparent_color: None,
        }
    };
    let bytes = image.as_bytes().to_vec();
    let raw = RawImage::new(width, height, colours, BitDepth::Eight, bytes);
    let mut raw = raw.map_err(|_| PictureError::Rendition)?;
    if let Some(profile) = profile {
        raw.add_icc_profile(profile);
    }
    let mut options = Options::from_preset(u8::from(pixels <= THOROUGH));
    // Invisible colours may change.
    options.optimize_alpha = true;
    options.timeout = Some(PATIENCE);
    let encoded = raw.create_optimized_png(&options);
    encoded.map(Some).map_err(|_| PictureError::Rendition)
}
