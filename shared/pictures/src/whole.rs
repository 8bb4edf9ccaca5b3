//! Whether the file of an image ends where its format says.

use crate::format::Format;
use crate::jpeg;

/// The last chunk of a PNG file, with its length and check sum (PNG, section 11.2.5).
const PNG_END: &[u8] = b"\0\0\0\0IEND\xAE\x42\x60\x82";
/// The last byte of a GIF file (GIF89a, section 27).
const GIF_END: u8 = 0x3B;
/// Length in bytes of the beginning of a RIFF file, up to its length (WebP Container Specification, "WebP File Header").
const RIFF_HEAD: usize = 8;

/// Whether `bytes` are an image of a known format whose end is not missing. The image is not decoded.
pub fn is_whole(bytes: &[u8]) -> bool {
    match Format::of(bytes) {
        Some(Format::Jpeg) => jpeg::is_complete(bytes),
        Some(Format::Png) => bytes.windows(PNG_END.len()).any(|part| part == PNG_END),
        Some(Format::Gif) => bytes.last() == Some(&GIF_END),
        Some(Format::WebP) => riff_length(bytes).is_some_and(|length| length <= bytes.len()),
        None => false,
    }
}

/// The length that a RIFF file says it has, its beginning included.
fn riff_length(bytes: &[u8]) -> Option<usize> {
    let length = bytes.get(4..RIFF_HEAD)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*length))
        .ok()?
        .checked_add(RIFF_HEAD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::photograph;

    #[test]
    fn an_image_without_its_last_byte_is_not_whole() {
        let jpeg = photograph(64, 48, 1).unwrap();
        let decoded = image::load_from_memory(&jpeg).unwrap();
        for format in [
            image::ImageFormat::Jpeg,
            image::ImageFormat::Png,
            image::ImageFormat::Gif,
            image::ImageFormat::WebP,
        ] {
            let mut bytes = std::io::Cursor::new(Vec::new());
            decoded.to_rgb8().write_to(&mut bytes, format).unwrap();
            let bytes = bytes.into_inner();
            assert!(is_whole(&bytes), "{format:?}");
            assert!(!is_whole(&bytes[..bytes.len() - 1]), "{format:?}");
        }
        assert!(!is_whole(b""));
    }
}
