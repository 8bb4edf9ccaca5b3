//! Scales pictures with transparency. A colour counts as much as its pixel is opaque. The weighted colours are floating-point
//! numbers: with eight bits per channel, those of nearly transparent pixels would become a few coarse steps, and with sixteen
//! those between two values would fall to either at random, which takes many bytes in a PNG.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::F32x4;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::RgbaImage;

use crate::PictureError;
use crate::frame::Frame;

/// Rows that are weighted and narrowed at once, so that a large picture does not need three times its memory.
const BAND: usize = 256;

/// Memory of the narrowed rows that are scaled down at once, in bytes.
const NARROW_BYTES: usize = 24 * 1024 * 1024;

/// Rows on either side that the filters take in, for each row of a smaller picture; the widest one has three.
const SUPPORT: f64 = 4.0;

/// Scales `frame` of the picture to `width` × `height`.
pub(crate) fn resized(
    image: &RgbaImage,
    frame: Frame,
    (width, height): (u32, u32),
    filter: FilterType,
) -> Result<RgbaImage, PictureError> {
    let part = part_height(width, height, frame.height / f64::from(height.max(1)));
    resized_in_parts(image, frame, (width, height), filter, part)
}

/// As [`resized`], so many rows of the smaller picture at once.
fn resized_in_parts(
    image: &RgbaImage,
    frame: Frame,
    (width, height): (u32, u32),
    filter: FilterType,
    part: u32,
) -> Result<RgbaImage, PictureError> {
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(filter))
        .use_alpha(false);
    let scale = frame.height / f64::from(height.max(1));
    let margin = SUPPORT * scale.max(1.0) + 1.0;
    let mut pixels = Vec::with_capacity(width as usize * height as usize * 4);
    for first in (0..height).step_by(part as usize) {
        let count = part.min(height - first);
        // The rows of the picture that this part is made of, with those beside it.
        let top = frame.top + f64::from(first) * scale;
        let from = (top - margin).floor().max(0.0) as u32;
        let bottom = (top + f64::from(count) * scale + margin).ceil();
        let to = (bottom as u32).min(image.height());
        let narrow = narrowed(image, (from, to), frame, width, &options)?;
        let offset = top - f64::from(from);
        // The last part does not reach beyond the picture by an error of rounding.
        let rows = (f64::from(count) * scale).min(f64::from(to - from) - offset);
        let down = options.crop(0.0, offset, f64::from(width), rows);
        let part = scaled(&narrow, (width, to - from), (width, count), &down)?;
        pixels.extend(part.iter().flat_map(plain));
    }
    RgbaImage::from_raw(width, height, pixels).ok_or(PictureError::Rendition)
}

/// Rows of the smaller picture that are made at once.
fn part_height(width: u32, height: u32, scale: f64) -> u32 {
    let row = width as usize * size_of::<F32x4>();
    let rows = NARROW_BYTES / row.max(1);
    ((rows as f64 / scale.max(f64::MIN_POSITIVE)) as u32).clamp(1, height.max(1))
}

/// The weighted rows of a picture from the first to before the last, scaled to the width of a smaller one.
fn narrowed(
    image: &RgbaImage,
    (from, to): (u32, u32),
    frame: Frame,
    width: u32,
    options: &ResizeOptions,
) -> Result<Vec<F32x4>, PictureError> {
    let row_bytes = image.width() as usize * 4;
    let rows = from as usize * row_bytes..to as usize * row_bytes;
    let rows = image.as_raw().get(rows).ok_or(PictureError::Rendition)?;
    let mut narrow = Vec::with_capacity(width as usize * (to - from) as usize);
    for rows in rows.chunks(row_bytes * BAND) {
        let band: Vec<F32x4> = rows.as_chunks().0.iter().map(weighted).collect();
        let count = u32::try_from(rows.len() / row_bytes).map_err(|_| PictureError::Rendition)?;
        let across = options.crop(frame.left, 0.0, frame.width, f64::from(count));
        let size = (image.width(), count);
        narrow.extend(scaled(&band, size, (width, count), &across)?);
    }
    Ok(narrow)
}

fn scaled(
    pixels: &[F32x4],
    from: (u32, u32),
    to: (u32, u32),
    options: &ResizeOptions,
) -> Result<Vec<F32x4>, PictureError> {
    let source = TypedImageRef::new(from.0, from.1, pixels).map_err(|_| PictureError::Rendition)?;
    let mut target = vec![F32x4::new([0.0; 4]); to.0 as usize * to.1 as usize];
    let mut view = TypedImage::from_pixels_slice(to.0, to.1, &mut target)
        .map_err(|_| PictureError::Rendition)?;
    Resizer::new()
        .resize_typed(&source, &mut view, options)
        .map_err(|_| PictureError::Rendition)?;
    Ok(target)
}

/// A pixel with channels from 0 to 1, its colours weighted by its alpha.
fn weighted([red, green, blue, alpha]: &[u8; 4]) -> F32x4 {
    let part = |value: &u8| f32::from(*value) / 255.0;
    let alpha = part(alpha);
    F32x4::new([
        part(red) * alpha,
        part(green) * alpha,
        part(blue) * alpha,
        alpha,
    ])
}

/// The pixel with eight bits per channel and its own colours; black where it is transparent.
fn plain(pixel: &F32x4) -> [u8; 4] {
    let [red, green, blue, alpha] = pixel.0;
    let channel = |colour: f32| {
        if alpha > 0.0 {
            rounded(colour / alpha)
        } else {
            0
        }
    };
    [channel(red), channel(green), channel(blue), rounded(alpha)]
}

/// The nearest of 256 values. Halves, which inexact sums miss by little, fall to the upper one.
fn rounded(part: f32) -> u8 {
    // Converting saturates.
    (part * 255.0 + 0.501).floor() as u8
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn pixels_of_every_opacity_keep_their_colours() {
        for alpha in 1..=255 {
            for colour in [0, 1, 77, 128, 200, 254, 255] {
                let pixel = [colour, 255 - colour, colour / 2, alpha];
                assert_eq!(plain(&weighted(&pixel)), pixel);
            }
        }
        assert_eq!(plain(&weighted(&[90, 80, 70, 0])), [0; 4]);
    }

    #[test]
    fn colours_of_nearly_transparent_areas_stay_smooth() {
        let image = RgbaImage::from_fn(600, 700, |x, _| {
            let shade = u8::try_from(x * 200 / 600).unwrap();
            Rgba([shade, 200 - shade, 90, 9])
        });
        let whole = Frame {
            left: 0.0,
            top: 0.0,
            width: 600.0,
            height: 700.0,
        };
        for filter in [FilterType::Hamming, FilterType::Lanczos3] {
            let small = resized(&image, whole, (300, 350), filter).unwrap();
            for (x, _, pixel) in small.enumerate_pixels() {
                let shade = x * 200 / 300;
                assert!(u32::from(pixel.0[0]).abs_diff(shade) <= 2, "{x}: {pixel:?}");
                assert_eq!((pixel.0[2], pixel.0[3]), (90, 9), "{x}");
            }
        }
    }

    #[test]
    fn parts_are_as_the_whole() {
        let image = RgbaImage::from_fn(90, 700, |x, y| {
            let shade = u8::try_from((x * 31 + y * y) % 256).unwrap();
            Rgba([shade, 255 - shade, 90, u8::try_from(y % 256).unwrap()])
        });
        for (frame, size) in [
            ((0.0, 700.0), (45, 350)),
            ((0.0, 700.0), (90, 900)),
            ((20.5, 333.3), (30, 77)),
        ] {
            let frame = Frame {
                left: 0.0,
                top: frame.0,
                width: 90.0,
                height: frame.1,
            };
            for filter in [FilterType::Hamming, FilterType::Lanczos3] {
                let made = |part| resized_in_parts(&image, frame, size, filter, part).unwrap();
                let whole = made(size.1);
                for part in [1, 7, 64, 76] {
                    let parts = made(part);
                    let far = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 1;
                    assert!(
                        !whole.as_raw().iter().zip(parts.as_raw()).any(far),
                        "{size:?} {part}"
                    );
                }
            }
        }
        assert_eq!(part_height(2560, 2560, 2.8), 219);
        assert_eq!(part_height(300, 300, 1.0), 300);
    }

    #[test]
    fn a_part_is_scaled_across_the_bands() {
        let image = RgbaImage::from_fn(40, 600, |x, y| {
            let is_inside = (10..30).contains(&x) && (250..270).contains(&y);
            Rgba(if is_inside {
                [0, 255, 0, 128]
            } else {
                [255, 0, 0, 255]
            })
        });
        let inside = Frame {
            left: 10.0,
            top: 250.0,
            width: 20.0,
            height: 20.0,
        };
        let part = resized(&image, inside, (10, 10), FilterType::Hamming).unwrap();
        // At its edge a part takes in what is beside it.
        for (x, y, pixel) in part.enumerate_pixels() {
            let is_edge = [x, y].iter().any(|place| [0, 9].contains(place));
            assert!(is_edge || pixel.0 == [0, 255, 0, 128], "{x} {y}: {pixel:?}");
        }
    }
}
