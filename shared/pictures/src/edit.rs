//! Image edits of the media editor (crop, rotate, flip), applied in order.

use bytes::Bytes;
use image::{DynamicImage, GenericImageView, Rgba, RgbaImage};

use crate::canvas::{Canvas, check_pixels};
use crate::renditions::{Rendition, rendition};
use crate::{PictureError, blocking};

/// Upper limit of edits in one request.
pub const MOST_MODIFIERS: usize = 50;

/// One edit. It applies to the result of the preceding edits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Modifier {
    /// Crops to a rectangle, in percent of the current size. The rectangle is clipped to the image; one
    /// that covers the whole image has no effect.
    Crop {
        /// Distance from the left edge.
        left: f64,
        /// Distance from the top edge.
        top: f64,
        /// Width of the rectangle.
        width: f64,
        /// Height of the rectangle.
        height: f64,
    },
    /// Rotates clockwise by degrees. The canvas grows to contain the corners; new areas are transparent, or
    /// white in JPEG.
    Rotate(f64),
    /// Mirrors the image.
    Flip {
        /// Whether to swap left and right.
        horizontal: bool,
        /// Whether to swap top and bottom.
        vertical: bool,
    },
}

/// Applies `modifiers` to an image and encodes it in its original format. Of an animation, the first frame
/// is used.
///
/// # Errors
/// [`PictureError`] when the image cannot be decoded; [`PictureError::Rendition`] for an empty crop, a
/// non-finite number, or too many modifiers.
pub async fn edit(bytes: Bytes, modifiers: Vec<Modifier>) -> Result<Rendition, PictureError> {
    if modifiers.len() > MOST_MODIFIERS {
        return Err(PictureError::Rendition);
    }
    blocking::run(move |_| {
        let (format, mut canvas) = Canvas::decode(&bytes)?;
        let _reserved = canvas.reserved.take();
        for modifier in modifiers {
            canvas = apply(&canvas, modifier)?;
        }
        rendition(&canvas, format)
    })
    .await
}

fn apply(canvas: &Canvas, modifier: Modifier) -> Result<Canvas, PictureError> {
    let image = match modifier {
        Modifier::Crop {
            left,
            top,
            width,
            height,
        } => crop(&canvas.image, (left, width), (top, height))?,
        Modifier::Rotate(degrees) => rotate(&canvas.image, degrees)?,
        Modifier::Flip {
            horizontal,
            vertical,
        } => match (horizontal, vertical) {
            (true, true) => canvas.image.rotate180(),
            (true, false) => canvas.image.fliph(),
            (false, true) => canvas.image.flipv(),
            (false, false) => canvas.image.clone(),
        },
    };
    Ok(canvas.with_image(image))
}

/// Crops; each side is given as start and length in percent.
fn crop(
    image: &DynamicImage,
    across: (f64, f64),
    down: (f64, f64),
) -> Result<DynamicImage, PictureError> {
    let (left, width) = part(image.width(), across)?;
    let (top, height) = part(image.height(), down)?;
    let whole = |length: u32, (_, share): (f64, f64)| pixels(length, share) == f64::from(length);
    if whole(image.width(), across) && whole(image.height(), down) {
        return Ok(image.clone());
    }
    Ok(image.crop_imm(left, top, width, height))
}

fn pixels(length: u32, per_cent: f64) -> f64 {
    (f64::from(length) * per_cent / 100.0).round()
}

fn part(length: u32, (start, share): (f64, f64)) -> Result<(u32, u32), PictureError> {
    if !(start.is_finite() && share.is_finite()) || share <= 0.0 {
        return Err(PictureError::Rendition);
    }
    let share = pixels(length, share);
    if share < 1.0 || length == 0 {
        return Err(PictureError::Rendition);
    }
    let (start, edge) = (pixels(length, start), f64::from(length));
    // Clips to the image. A rectangle outside the image keeps the nearest row or column.
    let first = start.clamp(0.0, edge - 1.0);
    let last = (start + share).clamp(first + 1.0, edge);
    Ok((first as u32, (last - first) as u32))
}

fn rotate(image: &DynamicImage, degrees: f64) -> Result<DynamicImage, PictureError> {
    if !degrees.is_finite() {
        return Err(PictureError::Rendition);
    }
    let degrees = degrees.rem_euclid(360.0);
    if degrees == 0.0 {
        Ok(image.clone())
    } else if degrees == 90.0 {
        Ok(image.rotate90())
    } else if degrees == 180.0 {
        Ok(image.rotate180())
    } else if degrees == 270.0 {
        Ok(image.rotate270())
    } else {
        rotate_freely(image, degrees)
    }
}

/// Rotates by any angle, with bilinear interpolation.
fn rotate_freely(image: &DynamicImage, degrees: f64) -> Result<DynamicImage, PictureError> {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let new_width = (width * cosine.abs() + height * sine.abs()).round();
    let new_height = (width * sine.abs() + height * cosine.abs()).round();
    let (columns, rows) = (new_width as u32, new_height as u32);
    check_pixels(columns, rows)?;
    let turned = RgbaImage::from_fn(columns, rows, |x, y| {
        let right = f64::from(x) + 0.5 - new_width / 2.0;
        let down = f64::from(y) + 0.5 - new_height / 2.0;
        let source_x = right * cosine + down * sine + width / 2.0 - 0.5;
        let source_y = down * cosine - right * sine + height / 2.0 - 0.5;
        mixed(image, source_x, source_y)
    });
    Ok(DynamicImage::ImageRgba8(turned))
}

/// The interpolated colour at a position. Colours are weighted by opacity, so that edges do not darken.
fn mixed(image: &DynamicImage, x: f64, y: f64) -> Rgba<u8> {
    let (left, top) = (x.floor(), y.floor());
    let mut colour = [0.0; 3];
    let mut opacity = 0.0;
    for (column, row) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let (at_x, at_y) = (left + column, top + row);
        let inside = (0.0..f64::from(image.width())).contains(&at_x)
            && (0.0..f64::from(image.height())).contains(&at_y);
        if !inside {
            continue;
        }
        let [red, green, blue, alpha] = image.get_pixel(at_x as u32, at_y as u32).0;
        let share = (1.0 - (x - at_x).abs()) * (1.0 - (y - at_y).abs()) * f64::from(alpha);
        for (sum, channel) in colour.iter_mut().zip([red, green, blue]) {
            *sum += f64::from(channel) * share;
        }
        opacity += share;
    }
    if opacity <= 0.0 {
        return Rgba([0; 4]);
    }
    let [red, green, blue] = colour.map(|sum| (sum / opacity).round() as u8);
    Rgba([red, green, blue, opacity.round() as u8])
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    fn two_colours() -> DynamicImage {
        DynamicImage::ImageRgb8(RgbImage::from_fn(4, 2, |x, _| {
            if x < 2 {
                Rgb([255, 0, 0])
            } else {
                Rgb([0, 0, 255])
            }
        }))
    }

    #[test]
    fn right_angles_are_exact_and_clockwise() {
        let turned = rotate(&two_colours(), 90.0).unwrap();
        assert_eq!(turned.dimensions(), (2, 4));
        assert_eq!(turned.get_pixel(0, 0), Rgba([255, 0, 0, 255]));
        assert_eq!(turned.get_pixel(0, 3), Rgba([0, 0, 255, 255]));
        assert_eq!(
            rotate(&two_colours(), -90.0).unwrap(),
            rotate(&two_colours(), 270.0).unwrap()
        );
        assert_eq!(rotate(&two_colours(), 720.0).unwrap(), two_colours());
    }

    #[test]
    fn other_angles_are_consistent_and_grow_the_canvas() {
        let nearly = rotate(&two_colours(), 90.000_001).unwrap().into_rgb8();
        assert_eq!(nearly, rotate(&two_colours(), 90.0).unwrap().into_rgb8());
        let square = DynamicImage::ImageRgb8(RgbImage::from_pixel(100, 100, Rgb([10, 20, 30])));
        let turned = rotate(&square, 45.0).unwrap();
        assert_eq!(turned.dimensions(), (141, 141));
        assert_eq!(turned.get_pixel(0, 0), Rgba([0; 4]));
        assert_eq!(turned.get_pixel(70, 70), Rgba([10, 20, 30, 255]));
        assert!(rotate(&square, f64::NAN).is_err());
    }

    #[test]
    fn a_crop_is_in_percent_and_clipped_to_the_image() {
        let image = two_colours();
        let half = crop(&image, (50.0, 50.0), (0.0, 100.0)).unwrap();
        assert_eq!(half.dimensions(), (2, 2));
        assert_eq!(half.get_pixel(0, 0), Rgba([0, 0, 255, 255]));
        assert_eq!(
            crop(&image, (50.0, 500.0), (0.0, 50.0))
                .unwrap()
                .dimensions(),
            (2, 1)
        );
        let beyond = crop(&image, (150.0, 50.0), (0.0, 50.0)).unwrap();
        assert_eq!(beyond.dimensions(), (1, 1));
        assert_eq!(beyond.get_pixel(0, 0), Rgba([0, 0, 255, 255]));
        let before = crop(&image, (-25.0, 50.0), (-100.0, 50.0)).unwrap();
        assert_eq!(before.dimensions(), (1, 1));
        assert_eq!(before.get_pixel(0, 0), Rgba([255, 0, 0, 255]));
        let around = crop(&image, (-25.0, 150.0), (-50.0, 200.0)).unwrap();
        assert_eq!(around, image);
        let whole = crop(&image, (50.0, 100.0), (50.0, 100.0)).unwrap();
        assert_eq!(whole, image);
        for wrong in [
            (0.0, 0.0),
            (0.0, -50.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            assert!(crop(&image, wrong, (0.0, 100.0)).is_err(), "{wrong:?}");
        }
    }
}
