//! Generates a landscape with the properties of a photograph: soft gradients, layers and fine grain, so
//! that its JPEG has a realistic size. The demo publishes it, which avoids shipping a photograph.

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder, Rgb, RgbImage};

use crate::PictureError;
use crate::canvas::check_pixels;

/// JPEG quality, similar to that of cameras.
const QUALITY: u8 = 90;

/// Number of mountain ranges, from far to near.
const RANGES: u32 = 4;

/// Generates a landscape of `width` × `height` pixels as JPEG, deterministic for each seed. Takes about a
/// second for ten megapixels, so call it on the blocking pool.
///
/// # Errors
/// [`PictureError`] for a size that is empty, or above the limits of pixels and sides.
pub fn photograph(width: u32, height: u32, seed: u64) -> Result<Bytes, PictureError> {
    check_pixels(width, height)?;
    let scene = Scene::new(width, height, seed);
    let image = RgbImage::from_fn(width, height, |x, y| scene.pixel(x, y));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .write_image(&image, width, height, ExtendedColorType::Rgb8)
        .map_err(|_| PictureError::Rendition)?;
    Ok(bytes.into())
}

struct Scene {
    seed: u64,
    width: f32,
    height: f32,
    sun: (f32, f32),
    /// For each range, the height of its crest by column, measured from the top as a fraction of the
    /// image's height.
    crests: Vec<Vec<f32>>,
}

impl Scene {
    fn new(width: u32, height: u32, seed: u64) -> Self {
        let columns = |range: u32| {
            (0..width)
                .map(|x| {
                    let along = x as f32 / width as f32 * (2.0 + range as f32);
                    let base = 0.42 + 0.13 * range as f32;
                    base - 0.22 * (ridge(seed, range, along) - 0.5)
                })
                .collect()
        };
        Self {
            seed,
            width: width as f32,
            height: height as f32,
            sun: (
                0.2 + 0.6 * noise(seed, 1, 1),
                0.18 + 0.1 * noise(seed, 2, 2),
            ),
            crests: (0..RANGES).map(columns).collect(),
        }
    }

    fn pixel(&self, x: u32, y: u32) -> Rgb<u8> {
        let (across, down) = (x as f32 / self.width, y as f32 / self.height);
        let near = self
            .crests
            .iter()
            .enumerate()
            .rev()
            .find(|(_, crest)| column(crest, x) < down);
        let colour = match near {
            Some((range, crest)) => self.slope(range, down - column(crest, x)),
            None => self.sky(across, down),
        };
        // Grain differs per pixel and channel, like sensor noise.
        let grain =
            |channel: u64| 14.0 * (noise(self.seed ^ channel, u64::from(x), u64::from(y)) - 0.5);
        let [red, green, blue] = colour;
        Rgb([
            (red + grain(11)) as u8,
            (green + grain(12)) as u8,
            (blue + grain(13)) as u8,
        ])
    }

    fn sky(&self, across: f32, down: f32) -> [f32; 3] {
        let away = (across - self.sun.0).hypot((down - self.sun.1) * self.height / self.width);
        let glow = (-away * away * 60.0).exp() * 130.0;
        let cloud = 40.0 * layered(self.seed ^ 21, across * 5.0, down * 14.0);
        [
            75.0 + 120.0 * down + glow + cloud,
            125.0 + 80.0 * down + glow * 0.8 + cloud,
            195.0 + 10.0 * down + glow * 0.3 + cloud * 0.6,
        ]
    }

    /// Colour of a slope: far ranges fade into the sky, near ones are dark green.
    fn slope(&self, range: usize, below: f32) -> [f32; 3] {
        let near = range as f32 / RANGES as f32;
        let mist = (1.0 - near) * (1.0 - below);
        [
            35.0 + 95.0 * mist,
            60.0 + 75.0 * mist + 30.0 * near * below,
            40.0 + 120.0 * mist,
        ]
    }
}

fn column(crest: &[f32], x: u32) -> f32 {
    crest.get(x as usize).copied().unwrap_or(1.0)
}

fn ridge(seed: u64, range: u32, along: f32) -> f32 {
    layered(seed ^ (u64::from(range) + 31), along, 0.5)
}

/// Fractal noise of four octaves, from 0 to 1.
fn layered(seed: u64, x: f32, y: f32) -> f32 {
    let mut sum = 0.0;
    let mut scale = 1.0;
    for octave in 0..4 {
        sum += smooth(seed ^ octave, x * scale, y * scale) / scale;
        scale *= 2.0;
    }
    sum / 1.875
}

/// Value noise, interpolated smoothly between integer coordinates, from 0 to 1.
fn smooth(seed: u64, x: f32, y: f32) -> f32 {
    let ease = |share: f32| share * share * (3.0 - 2.0 * share);
    let (column, row) = (x.floor(), y.floor());
    let (across, down) = (ease(x - column), ease(y - row));
    let corner =
        |right: f32, below: f32| noise(seed, (column + right) as u64, (row + below) as u64);
    let mix = |from: f32, to: f32, share: f32| from + (to - from) * share;
    mix(
        mix(corner(0.0, 0.0), corner(1.0, 0.0), across),
        mix(corner(0.0, 1.0), corner(1.0, 1.0), across),
        down,
    )
}

/// Hash of a position as a number from 0 to 1 (the finaliser of SplitMix64).
fn noise(seed: u64, x: u64, y: u64) -> f32 {
    let mut mixed = seed
        .wrapping_add(x.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_add(y.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    (mixed >> 40) as f32 / (1_u64 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_deterministic_and_as_large_as_a_photograph() {
        let picture = photograph(1_200, 800, 7).unwrap();
        assert_eq!(picture, photograph(1_200, 800, 7).unwrap());
        assert_ne!(picture, photograph(1_200, 800, 8).unwrap());
        assert!(
            (150_000..2_000_000).contains(&picture.len()),
            "{}",
            picture.len()
        );
    }

    #[test]
    fn rejects_invalid_sizes() {
        assert_eq!(photograph(0, 5, 1), Err(PictureError::Broken));
        assert!(photograph(60_000, 60_000, 1).is_err());
        let limit = crate::MAXIMUM_SIDE;
        assert_eq!(
            photograph(70_000, 1, 1),
            Err(PictureError::TooLong { limit })
        );
    }
}
