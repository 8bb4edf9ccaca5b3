//! Uploads of every format: complete, truncated, fake and decompression bombs.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use pictures::{Format, MAXIMUM_PIXELS, MAXIMUM_SIDE, PLATFORM_BYTES, PictureError, inspect};
use proptest::prelude::*;

const ALL: [(Format, ImageFormat); 4] = [
    (Format::Jpeg, ImageFormat::Jpeg),
    (Format::Png, ImageFormat::Png),
    (Format::Gif, ImageFormat::Gif),
    (Format::WebP, ImageFormat::WebP),
];

fn picture(format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(120, 80, |x, y| {
        Rgb([(x * 2) as u8, (y * 3) as u8, (x * y % 251) as u8])
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

fn animation(frames: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for frame in 0..frames {
        let image = RgbaImage::from_fn(60, 40, |x, y| {
            Rgba([frame * 40, (x * 4) as u8, (y * 6) as u8, 255])
        });
        encoder.encode_frame(Frame::new(image)).unwrap();
    }
    drop(encoder);
    bytes
}

async fn inspected(bytes: impl Into<Bytes>) -> Result<(Format, u32, u32), PictureError> {
    let inspected = inspect(bytes.into(), PLATFORM_BYTES).await?;
    assert_eq!(inspected.mime, inspected.format.mime());
    Ok((inspected.format, inspected.width, inspected.height))
}

#[tokio::test]
async fn every_format_is_detected_by_content() {
    for (format, encoder) in ALL {
        assert_eq!(inspected(picture(encoder)).await, Ok((format, 120, 80)));
    }
    assert_eq!(inspected(animation(3)).await, Ok((Format::Gif, 60, 40)));
}

#[tokio::test]
async fn other_content_is_unsupported() {
    let others: [&[u8]; 8] = [
        b"",
        b"\xFF",
        b"plain text in a file named foto.jpg",
        b"<html><script>alert(1)</script></html>",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        b"BM\x9a\0\0\0\0\0\0\0\x36\0\0\0",
        b"II*\0\x08\0\0\0",
    ];
    for bytes in others {
        assert_eq!(
            inspected(bytes).await,
            Err(PictureError::Unsupported),
            "{bytes:?}"
        );
    }
}

#[tokio::test]
async fn fakes_with_a_valid_signature_are_rejected() {
    let starts = [
        &b"\xFF\xD8\xFF\xE0"[..],
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"RIFF\x24\0\0\0WEBPVP8 ",
    ];
    // A fake whose text parses as an enormous size is rejected for its size.
    let refusals = [
        Err(PictureError::Broken),
        Err(PictureError::TooManyPixels {
            limit: MAXIMUM_PIXELS,
        }),
        Err(PictureError::TooLong {
            limit: MAXIMUM_SIDE,
        }),
    ];
    for start in starts {
        for rest in [
            &b""[..],
            b"<?php system($_GET['x']); ?>",
            &[0; 200],
            &[0xFF; 200],
        ] {
            let judged = inspected([start, rest].concat()).await;
            assert!(refusals.contains(&judged), "{start:?} {rest:?}: {judged:?}");
        }
    }
}

#[tokio::test]
async fn truncated_images_are_broken() {
    for (format, encoder) in ALL {
        let whole = picture(encoder);
        for tenths in 1..10 {
            let cut = whole[..whole.len() * tenths / 10].to_vec();
            let judged = inspected(cut).await;
            let expected = [Err(PictureError::Broken), Err(PictureError::Unsupported)];
            assert!(
                expected.contains(&judged),
                "{format:?} at {tenths}/10: {judged:?}"
            );
        }
    }
    let whole = picture(ImageFormat::Jpeg);
    assert_eq!(
        inspected(whole[..whole.len() - 2].to_vec()).await,
        Err(PictureError::Broken)
    );
    let animated = animation(4);
    assert_eq!(
        inspected(animated[..animated.len() * 7 / 10].to_vec()).await,
        Err(PictureError::Broken)
    );
}

fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 {
                (sum >> 1) ^ 0xEDB8_8320
            } else {
                sum >> 1
            };
        }
    }
    (!sum).to_be_bytes()
}

#[tokio::test]
async fn decompression_bombs_are_rejected_by_their_declared_size() {
    let refused = Err(PictureError::TooManyPixels {
        limit: MAXIMUM_PIXELS,
    });

    let mut png = picture(ImageFormat::Png);
    png[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
    let sum = crc(&png[12..29]);
    png[29..33].copy_from_slice(&sum);
    assert_eq!(inspected(png).await, refused);

    let mut gif = picture(ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xFF; 4]);
    assert_eq!(inspected(gif).await, refused);

    let mut jpeg = picture(ImageFormat::Jpeg);
    let header = jpeg
        .windows(2)
        .position(|pair| pair == [0xFF, 0xC0])
        .unwrap();
    jpeg[header + 5..header + 9].copy_from_slice(&[0xFF; 4]);
    assert_eq!(inspected(jpeg).await, refused);

    // Lossless WebP: two sides of 14 bits minus one, after the signature.
    let mut webp = picture(ImageFormat::WebP);
    let side = 16_383_u32 - 1;
    webp[21..25].copy_from_slice(&(side << 14 | side).to_le_bytes());
    assert_eq!(inspected(webp).await, refused);
}

#[tokio::test]
async fn large_files_are_rejected_before_decoding() {
    let bytes = Bytes::from(picture(ImageFormat::Png));
    let limit = bytes.len() - 1;
    assert_eq!(
        inspect(bytes.clone(), limit).await,
        Err(PictureError::TooLarge { limit })
    );
    assert!(inspect(bytes, limit + 1).await.is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_handled(
        kind in 0_usize..4,
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = picture(ALL[kind].1);
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let _ = runtime.block_on(inspected(bytes));
        // The process keeps working.
        prop_assert!(runtime.block_on(inspected(picture(ALL[kind].1))).is_ok());
    }
}
