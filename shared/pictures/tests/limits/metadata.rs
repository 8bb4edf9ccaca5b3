//! Colour profiles and texts.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use pictures::{METADATA_BYTES, inspect, resize};

use crate::files::{chunk, deflated, encoded, png};

/// Zeros that a bomb inflates to.
const BOMB: usize = 64 * 1024 * 1024;

/// The profile of a rendition.
async fn profile_after(file: Vec<u8>) -> Option<Vec<u8>> {
    let small = resize(file.into(), 20, 20).await.unwrap();
    let reader = ImageReader::with_format(std::io::Cursor::new(small.bytes), ImageFormat::Png);
    reader.into_decoder().unwrap().icc_profile().unwrap()
}

fn profile(length: usize) -> Vec<u8> {
    let mut data = vec![0; 16];
    data.extend(b"RGB ");
    data.resize(length, 0);
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&data).unwrap();
    let data = encoder.finish().unwrap();
    chunk(b"iCCP", &[b"perfil\0\0".to_vec(), data].concat())
}

#[tokio::test]
async fn a_colour_profile_has_a_limit() {
    let size = (40, 30);
    let kept = profile_after(png(size, 8, 2, &[profile(METADATA_BYTES)])).await;
    assert_eq!(kept.unwrap().len(), METADATA_BYTES);
    for length in [METADATA_BYTES + 1, 2 * METADATA_BYTES, BOMB] {
        let file = png(size, 8, 2, &[profile(length)]);
        assert_eq!(profile_after(file).await, None, "{length}");
    }
}

#[tokio::test]
async fn texts_are_not_inflated() {
    let bomb = deflated(BOMB);
    let iptc = b"Raw profile type iptc";
    for text in [
        chunk(b"zTXt", &[b"Comment\0\0", &bomb[..]].concat()),
        chunk(b"zTXt", &[&iptc[..], b"\0\0", &bomb].concat()),
        chunk(
            b"iTXt",
            &[b"XML:com.adobe.xmp\0\x01\0\0\0", &bomb[..]].concat(),
        ),
        chunk(b"iTXt", &[b"Comment\0\x01\0\0\0", &bomb[..]].concat()),
        chunk(
            b"tEXt",
            &[b"Comment\0", &[b'a'; 3 * METADATA_BYTES][..]].concat(),
        ),
        chunk(
            b"tEXt",
            &[&iptc[..], b"\0", &[b'a'; 3 * METADATA_BYTES]].concat(),
        ),
        chunk(b"eXIf", &[b'a'; 3 * METADATA_BYTES]),
    ] {
        let file = png((40, 30), 8, 2, &vec![text; 3]);
        let inspected = inspect(file.into(), usize::MAX).await.unwrap();
        assert_eq!((inspected.width, inspected.height), (40, 30));
        assert!(inspected.texts.caption.is_none());
    }
}

#[tokio::test]
async fn declared_lengths_of_webp_metadata_reserve_no_memory() {
    let image = encoded(&DynamicImage::new_rgba8(40, 30), ImageFormat::WebP);
    let bitstream = &image[12..];
    // Flags: profile, transparency, EXIF and XMP.
    let canvas = b"VP8X\x0a\0\0\0\x3c\0\0\0\x27\0\0\x1d\0\0";
    for name in [b"ICCP", b"EXIF", b"XMP "] {
        let mut rest = canvas.to_vec();
        rest.extend(bitstream);
        for other in [b"ICCP", b"EXIF", b"XMP "]
            .iter()
            .filter(|other| **other != name)
        {
            rest.extend([&other[..], &[2, 0, 0, 0, 1, 1]].concat());
        }
        rest.extend([&name[..], &0x7FFF_FFF0_u32.to_le_bytes()].concat());
        let length = u32::try_from(4 + rest.len()).unwrap();
        let file = [b"RIFF", &length.to_le_bytes()[..], b"WEBP", &rest].concat();
        let inspected = inspect(file.into(), usize::MAX).await.unwrap();
        assert_eq!((inspected.width, inspected.height), (40, 30));
    }
}
