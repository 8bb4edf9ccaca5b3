//! Pictures: making them in a given size, and reading those that were sent.

use std::io::Cursor;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageFormat, RgbImage};

/// A picture that was sent as input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    width: u32,
    height: u32,
    /// Mean of red, green, blue.
    mean: [u64; 3],
}

impl Picture {
    /// Decodes a picture in base64; `None` where it is not a picture of the media type.
    pub(crate) fn decode(media_type: &str, base64: &str) -> Option<Self> {
        let format = ImageFormat::from_mime_type(media_type)?;
        let bytes = STANDARD.decode(base64).ok()?;
        if image::guess_format(&bytes).ok()? != format {
            return None;
        }
        let picture = image::load_from_memory_with_format(&bytes, format).ok()?;
        let pixels = picture.thumbnail(16, 16).to_rgb8();
        let count = u64::from(pixels.width()) * u64::from(pixels.height());
        let mean = [0, 1, 2].map(|channel: usize| {
            let values = pixels.pixels().filter_map(|pixel| pixel.0.get(channel));
            values.map(|value| u64::from(*value)).sum::<u64>() / count.max(1)
        });
        Some(Self {
            width: picture.width(),
            height: picture.height(),
            mean,
        })
    }

    /// Decodes a `data:` URL (RFC 2397).
    pub(crate) fn of_data_url(url: &str) -> Option<Self> {
        let (media_type, base64) = url.strip_prefix("data:")?.split_once(";base64,")?;
        Self::decode(media_type, base64)
    }

    /// Describes form and prevailing colour, as alternative text.
    pub(crate) fn describe(&self) -> String {
        let form = match self.width.cmp(&self.height) {
            std::cmp::Ordering::Greater => "horizontal",
            std::cmp::Ordering::Equal => "quadrada",
            std::cmp::Ordering::Less => "vertical",
        };
        let [red, green, blue] = self.mean;
        let tones = if red.max(green).max(blue) < 60 {
            "escuros"
        } else if red.min(green).min(blue) > 200 {
            "claros"
        } else if red > green + 15 && red > blue + 15 {
            "avermelhados"
        } else if green > red + 15 && green > blue + 15 {
            "esverdeados"
        } else if blue > red + 15 && blue > green + 15 {
            "azulados"
        } else {
            "neutros"
        };
        format!("Imagem {form} com predominância de tons {tones}")
    }
}

/// File formats of generated pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Jpeg,
    Png,
    Webp,
}

/// A picture file of the given size: a pattern whose colours depend on `seed`. Empty where it cannot be encoded.
pub(crate) fn make(width: u32, height: u32, seed: u8, format: Format) -> Vec<u8> {
    let channel = |value: u32| u8::try_from(value % 256).unwrap_or_default();
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let stripe = if (x / 64 + y / 64) % 2 == 0 { 40 } else { 0 };
        let seed = u32::from(seed);
        image::Rgb([
            channel(90 + seed + stripe),
            channel(60 + x * 120 / width.max(1)),
            channel(40 + y * 120 / height.max(1) + stripe),
        ])
    });
    let mut file = Vec::new();
    let encoded = match format {
        Format::Jpeg => JpegEncoder::new_with_quality(&mut file, 80).write_image(
            &picture,
            width,
            height,
            ExtendedColorType::Rgb8,
        ),
        Format::Png => picture.write_to(&mut Cursor::new(&mut file), ImageFormat::Png),
        Format::Webp => picture.write_to(&mut Cursor::new(&mut file), ImageFormat::WebP),
    };
    match encoded {
        Ok(()) => file,
        Err(_) => Vec::new(),
    }
}

/// Bytes of a picture that is too large.
const HUGE: usize = 30 << 20;

/// Lengthens a file to 30 MiB. Decoders ignore what follows a picture's end.
pub(crate) fn lengthen(mut file: Vec<u8>) -> Vec<u8> {
    file.resize(HUGE, 0);
    file
}

/// Standard base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_picture_has_its_size_and_format() {
        for (format, media_type) in [
            (Format::Jpeg, "image/jpeg"),
            (Format::Png, "image/png"),
            (Format::Webp, "image/webp"),
        ] {
            let file = base64(&make(64, 48, 3, format));
            let picture = Picture::decode(media_type, &file).unwrap();
            assert_eq!((picture.width, picture.height), (64, 48));
            assert!(Picture::decode("image/gif", &file).is_none());
        }
    }
}
