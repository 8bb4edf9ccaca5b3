//! Renditions: the platform's WebP and a site's sub-sizes.

use bytes::Bytes;
use fast_image_resize::FilterType;

use crate::canvas::Canvas;
use crate::frame::Frame;
use crate::sizes::{self, SizeSpec};
use crate::{Format, PictureError, blocking};

/// An image derived from another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendition {
    /// Encoded content.
    pub bytes: Bytes,
    /// Format of the content.
    pub format: Format,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// One of a site's image sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubSize {
    /// Name of the size in the API.
    pub name: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Encoded content, in the original's format.
    pub bytes: Bytes,
}

/// Why a site uses another main file than the uploaded one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MainReason {
    /// Its longest side exceeds the limit; the file name ends with `-scaled`.
    Scaled,
    /// EXIF requires a rotation; the file name ends with `-rotated`.
    Rotated,
}

/// Files that a site stores in addition to the upload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubSizes {
    /// The main file that replaces the original, if required.
    pub main: Option<(MainReason, Rendition)>,
    /// The smaller sizes, in the order of the rules.
    pub sizes: Vec<SubSize>,
}

/// Encodes an image as lossy WebP in its own size, with a quality from 0 to 100. Transparency is kept, the
/// EXIF orientation is applied, and of an animation the first frame is used. An image whose encoding takes more than
/// [`MEMORY_BYTES`](crate::MEMORY_BYTES), 21 million pixels or 12 with transparency, is scaled down to it. If the result
/// exceeds `most` bytes, the image is scaled down: first to the longest side that sites use, then by halves.
///
/// # Errors
/// [`PictureError`] when the image cannot be decoded or the rendition cannot be made.
pub async fn webp(bytes: Bytes, quality: f32, most: usize) -> Result<Rendition, PictureError> {
    blocking::run(move |_| {
        let (_, canvas) = Canvas::decode(&bytes)?;
        drop(bytes);
        let canvas = canvas.within_encoder()?;
        let mut encoded = canvas.webp(quality)?;
        let longest = canvas.width().max(canvas.height());
        let mut side = if longest > sizes::SCALED_SIDE {
            sizes::SCALED_SIDE
        } else {
            longest / 2
        };
        while encoded.len() > most {
            if side == 0 {
                return Err(PictureError::Rendition);
            }
            let (width, height) = sizes::fit(canvas.width(), canvas.height(), side, side);
            encoded = canvas.scaled(width, height)?.webp(quality)?;
            side /= 2;
        }
        // The encoder scales images above the format's limit, so the size is read from its output.
        let (width, height) = match webp::BitstreamFeatures::new(&encoded) {
            Some(features) => (features.width(), features.height()),
            None => return Err(PictureError::Rendition),
        };
        Ok(Rendition {
            bytes: encoded,
            format: Format::WebP,
            width,
            height,
        })
    })
    .await
}

/// Scales an image into a box of `width` × `height` and keeps its format; never enlarges it.
///
/// # Errors
/// [`PictureError`] when the image cannot be decoded or the rendition cannot be made.
pub async fn resize(bytes: Bytes, width: u32, height: u32) -> Result<Rendition, PictureError> {
    if width == 0 || height == 0 {
        return Err(PictureError::Rendition);
    }
    blocking::run(move |_| {
        let (format, canvas) = Canvas::decode(&bytes)?;
        let (width, height) = sizes::fit(canvas.width(), canvas.height(), width, height);
        rendition(&canvas.into_scaled(width, height)?, format)
    })
    .await
}

/// Encodes an image as JPEG within a box of `width` × `height`, for mail clients and others without WebP;
/// never enlarges it. Transparent areas become white, and of an animation the first frame is used.
///
/// # Errors
/// [`PictureError`] when the image cannot be decoded or the rendition cannot be made.
pub async fn as_jpeg(bytes: Bytes, width: u32, height: u32) -> Result<Rendition, PictureError> {
    if width == 0 || height == 0 {
        return Err(PictureError::Rendition);
    }
    blocking::run(move |_| {
        let (_, canvas) = Canvas::decode(&bytes)?;
        let (width, height) = sizes::fit(canvas.width(), canvas.height(), width, height);
        rendition(&canvas.into_scaled(width, height)?, Format::Jpeg)
    })
    .await
}

/// Makes a site's sub-sizes in the original's format.
///
/// # Errors
/// [`PictureError`] when the image cannot be decoded or a rendition cannot be made.
pub async fn make_sub_sizes(bytes: Bytes) -> Result<SubSizes, PictureError> {
    blocking::run(move |budget| {
        let (format, mut canvas) = Canvas::decode(&bytes)?;
        drop(bytes);
        budget.check()?;
        if format == Format::Png {
            // Most are drawings. This filter has no rings beside edges, which would also take many bytes.
            canvas.filter = FilterType::Hamming;
        }
        let (main, canvas) = main_file(canvas, format)?;
        let sizes = sizes::sub_sizes(canvas.width(), canvas.height())
            .into_iter()
            .map(|spec| {
                budget.check()?;
                sub_size(&canvas, format, spec)
            })
            .collect::<Result<_, _>>()?;
        Ok(SubSizes { main, sizes })
    })
    .await
}

type Main = Option<(MainReason, Rendition)>;

/// The main file, if it differs from the original, and the image from which the smaller sizes are made.
fn main_file(canvas: Canvas, format: Format) -> Result<(Main, Canvas), PictureError> {
    if let Some((width, height)) = sizes::scaled(canvas.width(), canvas.height()) {
        let scaled = canvas.into_scaled(width, height)?;
        let main = rendition(&scaled, format)?;
        Ok((Some((MainReason::Scaled, main)), scaled))
    } else if canvas.exif.is_turned() {
        let main = rendition(&canvas, format)?;
        Ok((Some((MainReason::Rotated, main)), canvas))
    } else {
        Ok((None, canvas))
    }
}

fn sub_size(canvas: &Canvas, format: Format, spec: SizeSpec) -> Result<SubSize, PictureError> {
    let made = if spec.crop {
        canvas.resized(filling(canvas, spec), spec.width, spec.height)?
    } else {
        canvas.scaled(spec.width, spec.height)?
    };
    Ok(SubSize {
        name: spec.name,
        width: spec.width,
        height: spec.height,
        bytes: made.encode(format)?,
    })
}

/// The largest centred rectangle of the image with the aspect ratio of `spec`.
fn filling(canvas: &Canvas, spec: SizeSpec) -> Frame {
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    let scale = (width / f64::from(spec.width)).min(height / f64::from(spec.height));
    let (part_width, part_height) = (
        (f64::from(spec.width) * scale).min(width),
        (f64::from(spec.height) * scale).min(height),
    );
    Frame {
        left: (width - part_width) / 2.0,
        top: (height - part_height) / 2.0,
        width: part_width,
        height: part_height,
    }
}

pub(crate) fn rendition(canvas: &Canvas, format: Format) -> Result<Rendition, PictureError> {
    Ok(Rendition {
        bytes: canvas.encode(format)?,
        format,
        width: canvas.width(),
        height: canvas.height(),
    })
}
