//! Decoders that write the pixels of PNG and GIF files where they stay: with eight bits per channel, and without a copy of the
//! frame.

use std::io::Cursor;
use std::num::NonZeroU64;

use gif::{ColorOutput, Decoder, MemoryLimit};
use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, Rgba, RgbaImage};
use png::{ColorType, Limits, Transformations};

use crate::memory::PNG_BYTES;
use crate::{MAXIMUM_PIXELS, PictureError};

/// The pixels of a PNG file; of an animation those of the first frame. Samples of 16 bits lose their lower byte, as in the
/// sizes of deployed hosts.
pub(crate) fn png(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let limits = Limits { bytes: PNG_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(broken)?;
    let length = reader.output_buffer_size().ok_or(PictureError::Broken)?;
    let mut pixels = vec![0; length];
    let (color, width, height) = {
        let frame = reader.next_frame(&mut pixels).map_err(broken)?;
        (frame.color_type, frame.width, frame.height)
    };
    let image = match color {
        ColorType::Grayscale => {
            GrayImage::from_raw(width, height, pixels).map(DynamicImage::ImageLuma8)
        }
        ColorType::GrayscaleAlpha => {
            GrayAlphaImage::from_raw(width, height, pixels).map(DynamicImage::ImageLumaA8)
        }
        ColorType::Rgb => RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8),
        ColorType::Rgba => RgbaImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgba8),
        // The transformations replace palettes.
        ColorType::Indexed => None,
    };
    image.ok_or(PictureError::Broken)
}

/// The first frame of a GIF file on its canvas, which is transparent beside the frame.
pub(crate) fn gif(bytes: &[u8], size: (u32, u32)) -> Result<DynamicImage, PictureError> {
    let mut decoder = gif_decoder(bytes, size)?;
    let global = decoder.global_palette().map(<[u8]>::to_vec);
    let frame = decoder.read_next_frame().map_err(broken)?;
    let frame = frame.ok_or(PictureError::Broken)?;
    let palette = frame.palette.as_deref().or(global.as_deref());
    let palette = palette.ok_or(PictureError::Broken)?;
    let colours: Vec<Rgba<u8>> = (0..=u8::MAX)
        .map(|index| {
            let first = usize::from(index) * 3;
            match palette.get(first..first + 3) {
                Some(&[red, green, blue]) if frame.transparent != Some(index) => {
                    Rgba([red, green, blue, u8::MAX])
                }
                _ => Rgba([0; 4]),
            }
        })
        .collect();
    let mut image = RgbaImage::new(size.0, size.1);
    let lines = image.rows_mut().skip(usize::from(frame.top));
    let indices = frame.buffer.chunks_exact(usize::from(frame.width).max(1));
    for (line, indices) in lines.zip(indices) {
        for (pixel, index) in line.skip(usize::from(frame.left)).zip(indices) {
            if let Some(colour) = colours.get(usize::from(*index)) {
                *pixel = *colour;
            }
        }
    }
    Ok(DynamicImage::ImageRgba8(image))
}

/// Decodes the frames of a GIF file one after the other, up to [`MAXIMUM_PIXELS`] in all.
pub(crate) fn check_gif(bytes: &[u8], size: (u32, u32)) -> Result<(), PictureError> {
    let mut decoder = gif_decoder(bytes, size)?;
    let mut pixels = 0;
    while pixels < MAXIMUM_PIXELS {
        let Some(frame) = decoder.read_next_frame().map_err(broken)? else {
            break;
        };
        // A frame without an area takes time as well.
        pixels += (u64::from(frame.width) * u64::from(frame.height)).max(1);
    }
    Ok(())
}

/// Pixels by which a frame of a GIF file may be larger than the canvas.
const GIF_EXCESS: u64 = 1024 * 1024;

/// A decoder that returns indices of the palette, one byte for each pixel of a frame, for a canvas of `size`.
fn gif_decoder(
    bytes: &[u8],
    (width, height): (u32, u32),
) -> Result<Decoder<Cursor<&[u8]>>, PictureError> {
    let mut options = Decoder::<&[u8]>::build();
    options.set_color_output(ColorOutput::Indexed);
    let most = NonZeroU64::MIN.saturating_add(u64::from(width) * u64::from(height) + GIF_EXCESS);
    options.set_memory_limit(MemoryLimit::Bytes(most));
    options.read_info(Cursor::new(bytes)).map_err(broken)
}

fn broken<E>(_: E) -> PictureError {
    PictureError::Broken
}

#[cfg(test)]
mod tests {
    use gif::{Encoder, Frame};
    use image::{ImageFormat, Luma, LumaA, Rgb};

    use super::*;

    /// A file with these frames: left, top, width, height.
    fn file(screen: (u16, u16), frames: &[[u16; 4]]) -> Vec<u8> {
        let palette = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120];
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, screen.0, screen.1, &palette).unwrap();
        for &[left, top, width, height] in frames {
            let pixels = usize::from(width) * usize::from(height);
            let frame = Frame {
                left,
                top,
                width,
                height,
                transparent: Some(2),
                buffer: (0..pixels).map(|at| (at % 5 % 4) as u8).collect(),
                ..Frame::default()
            };
            encoder.write_frame(&frame).unwrap();
        }
        drop(encoder);
        bytes
    }

    fn decoded(bytes: &[u8], format: ImageFormat) -> DynamicImage {
        image::load_from_memory_with_format(bytes, format).unwrap()
    }

    #[test]
    fn a_frame_stands_on_its_canvas() {
        for frame in [
            [0, 0, 9, 7],
            [2, 3, 4, 2],
            [0, 2, 9, 3],
            [7, 5, 20, 30],
            [0, 0, 40, 2],
            [20, 20, 3, 3],
        ] {
            let bytes = file((9, 7), &[frame, [0, 0, 9, 7]]);
            let own = gif(&bytes, (9, 7)).unwrap();
            let other = decoded(&bytes, ImageFormat::Gif).into_rgba8();
            for (own, other) in own.into_rgba8().pixels().zip(other.pixels()) {
                // The colours of invisible pixels do not matter.
                let [.., alpha] = other.0;
                assert!(
                    own == other || own.0[3] == 0 && alpha == 0,
                    "{frame:?}: {own:?}, {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_frame_is_not_much_larger_than_its_canvas() {
        let fits = file((9, 7), &[[0, 0, 1000, 1000]]);
        assert!(gif(&fits, (9, 7)).is_ok());
        let larger = file((9, 7), &[[0, 0, 1, 1], [0, 0, 2000, 1000]]);
        assert!(gif(&larger, (9, 7)).is_ok());
        assert_eq!(check_gif(&larger, (9, 7)), Err(PictureError::Broken));
        let larger = file((9, 7), &[[0, 0, 2000, 1000]]);
        assert_eq!(gif(&larger, (9, 7)), Err(PictureError::Broken));
    }

    #[test]
    fn pixels_of_png_have_eight_bits() {
        let sample = |x: u32, y: u32| (x * 1000 + y * 300) as u16;
        let high = |x: u32, y: u32| (sample(x, y) >> 8) as u8;
        let rgb = |x, y| Rgb([sample(x, y), 65_535, 255]);
        let image = DynamicImage::ImageRgb16(image::ImageBuffer::from_fn(40, 30, rgb));
        let own = png(&written(&image)).unwrap();
        let expected = RgbImage::from_fn(40, 30, |x, y| Rgb([high(x, y), 255, 0]));
        assert_eq!(own, DynamicImage::ImageRgb8(expected));
        for image in [
            DynamicImage::ImageLuma8(GrayImage::from_fn(9, 7, |x, _| Luma([x as u8]))),
            DynamicImage::ImageLumaA8(GrayAlphaImage::from_fn(9, 7, |x, y| {
                LumaA([x as u8, y as u8])
            })),
            DynamicImage::ImageRgba8(RgbaImage::from_fn(9, 7, |x, y| {
                Rgba([x as u8, 9, 8, y as u8])
            })),
        ] {
            assert_eq!(png(&written(&image)), Ok(image));
        }
    }

    fn written(image: &DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }
}
