//! The encoder of PNG (docs/performance.md#sizes-of-png-pictures).

use std::time::Duration;

use image::DynamicImage;
use oxipng::{BitDepth, ColorType, Deflater, Options, RawImage};

use crate::PictureError;

/// Pixels up to which a palette is compared with other forms: its entries may take more bytes than they save.
const SMALL: u64 = 500_000;

/// Pixels up to which filters are tried that suit even areas and gradients, which takes up to one and a half seconds for each
/// million.
const THOROUGH: u64 = 4_000_000;

/// Level of compression, the highest of the library.
const COMPRESSION: u8 = 12;

/// The type of pixels with a palette, and where a file tells the type (PNG, section 11.2.1).
const PALETTE: u8 = 3;
const COLOUR_TYPE: usize = 25;

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
    let mut options = options(pixels);
    let encoded = raw.create_optimized_png(&options);
    let encoded = encoded.map_err(|_| PictureError::Rendition)?;
    if pixels > SMALL || encoded.get(COLOUR_TYPE) != Some(&PALETTE) {
        return Ok(Some(encoded));
    }
    options.palette_reduction = false;
    let other = raw.create_optimized_png(&options);
    let other = other.map_err(|_| PictureError::Rendition)?;
    let smaller = if other.len() < encoded.len() {
        other
    } else {
        encoded
    };
    Ok(Some(smaller))
}

fn options(pixels: u64) -> Options {
    let mut options = if pixels <= THOROUGH {
        Options {
            deflater: Deflater::Libdeflater {
                compression: COMPRESSION,
            },
            ..Options::from_preset(2)
        }
    } else {
        Options::from_preset(0)
    };
    // Invisible colours may change.
    options.optimize_alpha = true;
    options.timeout = Some(PATIENCE);
    options
}
