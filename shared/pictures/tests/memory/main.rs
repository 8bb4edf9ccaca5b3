//! Memory that decoding takes, as the allocator counts it (docs/performance.md#memory-of-pictures). The only test of this
//! binary, for the allocator counts for all of them.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../limits/files.rs"]
mod files;

use image::{DynamicImage, ImageFormat};
use mozjpeg_rs::{Encoder, Subsampling};
use peak_alloc::PeakAlloc;
use pictures::{PictureError, inspect, limit_memory};

use crate::files::{chunk, deflated, encoded, png};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const SIDE: u32 = 2000;
const PIXELS: u64 = SIDE as u64 * SIDE as u64;

/// What does not grow with the pixels, in bytes.
const FIXED: u64 = 12 * 1024 * 1024;

fn jpeg(progressive: bool, sampling: Subsampling) -> Vec<u8> {
    let pixels = vec![90; SIDE as usize * SIDE as usize * 3];
    let encoder = Encoder::fastest()
        .progressive(progressive)
        .subsampling(sampling);
    encoder.encode_rgb(&pixels, SIDE, SIDE).unwrap()
}

/// Kinds of images, and the most memory that a pixel may take in each, in bytes.
async fn kinds() -> Vec<(&'static str, Vec<u8>, u64)> {
    let size = (SIDE, SIDE);
    let bomb = chunk(b"iCCP", &[b"a\0\0", &deflated(300_000_000)[..]].concat());
    let clear = DynamicImage::new_rgba8(SIDE, SIDE);
    let lossy = encoded(&DynamicImage::new_rgb8(SIDE, SIDE), ImageFormat::Png);
    let lossy = pictures::webp(lossy.into(), 80.0, usize::MAX)
        .await
        .unwrap();
    vec![
        ("JPEG", jpeg(false, Subsampling::S420), 3),
        ("progressive JPEG", jpeg(true, Subsampling::S444), 9),
        ("grey PNG", png(size, 8, 0, &[]), 4),
        ("PNG", png(size, 8, 2, &[]), 3),
        ("transparent PNG", png(size, 8, 6, &[]), 4),
        ("PNG of 16 bits", png(size, 16, 2, &[]), 3),
        ("transparent PNG of 16 bits", png(size, 16, 6, &[]), 4),
        ("GIF", encoded(&clear, ImageFormat::Gif), 5),
        ("lossless WebP", encoded(&clear, ImageFormat::WebP), 11),
        ("lossy WebP", lossy.bytes.to_vec(), 7),
        ("a profile that inflates", png((40, 30), 8, 2, &[bomb]), 0),
    ]
}

#[tokio::test]
async fn a_decode_stays_within_its_memory() {
    for (name, file, bytes) in kinds().await {
        let length = file.len() as u64;
        let before = ALLOCATED.current_usage() as u64;
        ALLOCATED.reset_peak_usage();
        inspect(file.into(), usize::MAX).await.unwrap();
        let peak = (ALLOCATED.peak_usage() as u64).saturating_sub(before);
        // The decoder of JPEG copies the file.
        let most = PIXELS * bytes + 2 * length + FIXED;
        println!("{name}: {peak} bytes, at most {most}");
        assert!(peak <= most, "{name}: {peak} bytes, at most {most}");
    }
    limit_memory(8 * PIXELS);
    for (name, file, bytes) in kinds().await {
        let inspected = inspect(file.into(), usize::MAX).await;
        if bytes <= 8 {
            assert!(inspected.is_ok(), "{name}: {inspected:?}");
        } else {
            let limit = 8 * PIXELS / bytes;
            assert_eq!(inspected, Err(PictureError::TooManyPixels { limit }));
        }
    }
}
