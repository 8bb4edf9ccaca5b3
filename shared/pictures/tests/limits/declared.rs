//! Sizes that a header declares.

use image::{DynamicImage, ImageFormat};
use pictures::{MAXIMUM_PIXELS, MAXIMUM_SIDE, PictureError, dimensions, inspect};

use crate::files::{deflated, encoded, png, png_with};

const TOO_LONG: PictureError = PictureError::TooLong {
    limit: MAXIMUM_SIDE,
};

async fn refusal(bytes: Vec<u8>) -> PictureError {
    inspect(bytes.into(), usize::MAX).await.unwrap_err()
}

#[tokio::test]
async fn each_side_has_a_limit() {
    let long = MAXIMUM_SIDE + 1;
    for size in [(long, 1), (1, long), (49_000_000, 1), (1, 49_000_000)] {
        let file = png_with(size, [8, 6], &[], &deflated(1000));
        assert_eq!(refusal(file).await, TOO_LONG, "{size:?}");
    }
    let jpeg = encoded(&DynamicImage::new_rgb8(20_000, 2), ImageFormat::Jpeg);
    assert_eq!(refusal(jpeg).await, TOO_LONG);
    let gif = encoded(&DynamicImage::new_rgba8(2, 20_000), ImageFormat::Gif);
    assert_eq!(refusal(gif).await, TOO_LONG);
    for size in [(MAXIMUM_SIDE, 1), (1, MAXIMUM_SIDE)] {
        let file = png(size, 8, 2, &[]);
        assert_eq!(dimensions(&file), Some(size));
        let inspected = inspect(file.into(), usize::MAX).await.unwrap();
        assert_eq!((inspected.width, inspected.height), size);
    }
}

/// The header of a lossless WebP picture with transparency (RFC 9649, section 3.4), and no pixels.
fn lossless_webp(width: u32, height: u32) -> Vec<u8> {
    let header = (width - 1) | (height - 1) << 14 | 1 << 28;
    let bitstream = [&[0x2F], &header.to_le_bytes()[..], &[0; 7]].concat();
    let length = u32::try_from(bitstream.len()).unwrap();
    [
        b"RIFF",
        &(length + 12).to_le_bytes()[..],
        b"WEBPVP8L",
        &length.to_le_bytes(),
        &bitstream,
    ]
    .concat()
}

#[tokio::test]
async fn a_kind_that_takes_more_memory_may_have_fewer_pixels() {
    let PictureError::TooManyPixels { limit } = refusal(lossless_webp(7000, 7000)).await else {
        panic!("accepted");
    };
    assert!((15_000_000..MAXIMUM_PIXELS).contains(&limit), "{limit}");
    assert_eq!(refusal(lossless_webp(700, 700)).await, PictureError::Broken);
    // The limit of all pictures applies to PNG, whose samples of 16 bits are decoded to 8.
    let file = png_with((7071, 7071), [16, 6], &[], &deflated(1000));
    assert_eq!(refusal(file).await, PictureError::Broken);
    let file = png_with((7072, 7072), [8, 6], &[], &deflated(1000));
    let limit = MAXIMUM_PIXELS;
    assert_eq!(refusal(file).await, PictureError::TooManyPixels { limit });
}

#[tokio::test]
async fn a_bitstream_is_not_larger_than_its_webp_picture() {
    let lossy = pictures::webp(
        encoded(&DynamicImage::new_rgb8(40, 30), ImageFormat::Png).into(),
        80.0,
        usize::MAX,
    );
    let lossy = lossy.await.unwrap().bytes;
    let bitstream = lossy.windows(4).position(|name| name == b"VP8 ").unwrap();
    let canvas = b"VP8X\x0a\0\0\0\0\0\0\0\x27\0\0\x1d\0\0";
    let file = |sides: [u16; 2]| {
        let mut frame = lossy[bitstream..].to_vec();
        frame[14..16].copy_from_slice(&sides[0].to_le_bytes());
        frame[16..18].copy_from_slice(&sides[1].to_le_bytes());
        let length = u32::try_from(4 + canvas.len() + frame.len()).unwrap();
        [b"RIFF", &length.to_le_bytes()[..], b"WEBP", canvas, &frame].concat()
    };
    let fitting = inspect(file([40, 30]).into(), usize::MAX).await.unwrap();
    assert_eq!((fitting.width, fitting.height), (40, 30));
    assert_eq!(refusal(file([16_383, 16_383])).await, PictureError::Broken);
}
