//! A decoded image, its transformations, and its encoders.

use std::io::Cursor;

use bytes::Bytes;
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::gif::GifEncoder;
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageReader, Rgb, RgbImage,
    RgbaImage,
};
use mozjpeg_rs::{QuantTableIdx, Subsampling};
use webp::{Encoder, PixelLayout};

use crate::exif::Exif;
use crate::frame::Frame;
use crate::memory::{self, Decoding, Reserved, limits};
use crate::texts::Texts;
use crate::{
    Format, MAXIMUM_PIXELS, MAXIMUM_SIDE, PictureError, iptc, jpeg, metadata, pixels, png, riff,
    transparent,
};

/// Quality of renditions in lossy formats, from 0 to 100; a common compromise for photographs.
pub const QUALITY: u8 = 82;

/// Longest side of a WebP image in pixels (VP8 frame header).
const WEBP_SIDE: u32 = 16_383;

/// An image with eight bits per channel, in its display orientation.
pub(crate) struct Canvas {
    pub image: DynamicImage,
    pub exif: Exif,
    pub texts: Texts,
    /// How pixels are combined when the image is scaled.
    pub filter: FilterType,
    /// The memory of a decoded image; none of what is made of one.
    pub reserved: Option<Reserved>,
    /// ICC profile of an RGB image; profiles of other colour spaces do not fit the decoded pixels and are
    /// dropped.
    profile: Option<Vec<u8>>,
}

impl Canvas {
    /// Decodes an image, or the first frame of an animation.
    pub fn decode(bytes: &[u8]) -> Result<(Format, Self), PictureError> {
        let format = Format::of(bytes).ok_or(PictureError::Unsupported)?;
        if format == Format::Jpeg && !jpeg::is_complete(bytes) {
            return Err(PictureError::Broken);
        }
        let bytes = metadata::bounded(format, bytes);
        if let Some((width, height)) = metadata::png_size(&bytes).filter(|_| format == Format::Png)
        {
            // The decoder reserves memory for a row before it tells the size.
            check_pixels(width, height)?;
        }
        let mut reader = ImageReader::with_format(Cursor::new(&bytes), format.decoder());
        reader.limits(limits(format));
        let mut decoder = reader.into_decoder().map_err(|_| PictureError::Broken)?;
        let size @ (width, height) = decoder.dimensions();
        check_pixels(width, height)?;
        if format == Format::WebP && !riff::bitstreams_fit(&bytes, size) {
            return Err(PictureError::Broken);
        }
        let (exif, texts, profile) = described(&mut decoder, metadata::is_readable(format, &bytes));
        let reserved = Decoding {
            format,
            bytes: &bytes,
            color: decoder.color_type(),
            size,
            is_turned: exif.is_turned(),
        }
        .reserve()?;
        let image = match format {
            Format::Png => pixels::png(&bytes)?,
            Format::Gif => pixels::gif(&bytes, size)?,
            Format::Jpeg | Format::WebP => {
                DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Broken)?
            }
        };
        let mut image = if image.color().has_alpha() {
            DynamicImage::ImageRgba8(image.into_rgba8())
        } else {
            DynamicImage::ImageRgb8(image.into_rgb8())
        };
        if let Some(orientation) = Orientation::from_exif(exif.orientation) {
            image.apply_orientation(orientation);
        }
        let canvas = Self {
            image,
            exif,
            texts,
            filter: FilterType::Lanczos3,
            reserved: Some(reserved),
            profile,
        };
        Ok((format, canvas))
    }

    pub fn width(&self) -> u32 {
        self.image.width()
    }

    pub fn height(&self) -> u32 {
        self.image.height()
    }

    /// Replaces the pixels and keeps the metadata.
    pub fn with_image(&self, image: DynamicImage) -> Self {
        Self {
            image,
            exif: self.exif.clone(),
            texts: Texts::default(),
            filter: self.filter,
            reserved: None,
            profile: self.profile.clone(),
        }
    }

    /// What is known about the image, without its pixels. The memory stays reserved.
    pub fn without_pixels(self) -> Self {
        Self {
            image: DynamicImage::ImageRgb8(RgbImage::default()),
            ..self
        }
    }

    /// Scales `frame` of the image to another size.
    pub fn resized(&self, frame: Frame, width: u32, height: u32) -> Result<Self, PictureError> {
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(self.filter))
            .crop(frame.left, frame.top, frame.width, frame.height);
        let (from, to) = ((self.width(), self.height()), (width, height));
        let image = match &self.image {
            DynamicImage::ImageRgba8(image) => {
                let small = transparent::resized(image, frame, to, self.filter)?;
                Some(DynamicImage::ImageRgba8(small))
            }
            DynamicImage::ImageRgb8(image) => {
                let pixels = resampled(image.as_raw(), from, to, &options)?;
                RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8)
            }
            _ => return Err(PictureError::Rendition),
        };
        image
            .map(|image| self.with_image(image))
            .ok_or(PictureError::Rendition)
    }

    /// Scales the whole image to another size.
    pub fn scaled(&self, width: u32, height: u32) -> Result<Self, PictureError> {
        let whole = Frame {
            left: 0.0,
            top: 0.0,
            width: f64::from(self.width()),
            height: f64::from(self.height()),
        };
        self.resized(whole, width, height)
    }

    /// The image in another size, which takes over its memory; its own pixels are released.
    pub fn into_scaled(mut self, width: u32, height: u32) -> Result<Self, PictureError> {
        let reserved = self.reserved.take();
        let scaled = self.scaled(width, height)?;
        Ok(Self { reserved, ..scaled })
    }

    /// The image, scaled down to what is encoded as WebP within the memory of an image.
    pub fn within_encoder(self) -> Result<Self, PictureError> {
        let (width, height) = (self.width(), self.height());
        let most = memory::encoded_pixels(self.image.color().has_alpha());
        if u64::from(width) * u64::from(height) <= most {
            return Ok(self);
        }
        let share = (most as f64 / (f64::from(width) * f64::from(height))).sqrt();
        let side = |length: u32| (f64::from(length) * share).floor().max(1.0) as u32;
        self.into_scaled(side(width), side(height))
    }

    /// Encodes the image as `format`; for JPEG, transparent areas become white.
    pub fn encode(&self, format: Format) -> Result<Bytes, PictureError> {
        match format {
            Format::Jpeg => self.jpeg(),
            Format::Png => self.png(),
            Format::Gif => self.gif(),
            Format::WebP => self.webp(f32::from(QUALITY)),
        }
    }

    /// Encodes the image as lossy WebP with a quality from 0 to 100. An image above the format's size limit
    /// is scaled down. The ICC profile is dropped.
    pub fn webp(&self, quality: f32) -> Result<Bytes, PictureError> {
        let longest = self.width().max(self.height());
        if longest > WEBP_SIDE {
            let (width, height) =
                crate::sizes::fit(self.width(), self.height(), WEBP_SIDE, WEBP_SIDE);
            return self.scaled(width, height)?.webp(quality);
        }
        let layout = if self.image.color().has_alpha() {
            PixelLayout::Rgba
        } else {
            PixelLayout::Rgb
        };
        Encoder::new(self.image.as_bytes(), layout, self.width(), self.height())
            .encode_simple(false, quality.clamp(0.0, 100.0))
            .map(|encoded| Bytes::copy_from_slice(&encoded))
            .map_err(|_| PictureError::Rendition)
    }

    /// Sequential JPEG with chroma at half the resolution, as deployed systems write it, and without trellis quantisation,
    /// which takes several times as long for a few percent.
    fn jpeg(&self) -> Result<Bytes, PictureError> {
        let flat;
        let pixels = if let DynamicImage::ImageRgba8(image) = &self.image {
            flat = on_white(image);
            flat.as_raw()
        } else {
            self.image.as_bytes()
        };
        let mut encoder = mozjpeg_rs::Encoder::fastest()
            .optimize_huffman(true)
            .quant_tables(QuantTableIdx::JpegAnnexK)
            .subsampling(Subsampling::S420)
            .quality(QUALITY);
        if let Some(profile) = &self.profile {
            encoder = encoder.icc_profile(profile.clone());
        }
        encoder
            .encode_rgb(pixels, self.width(), self.height())
            .map(Bytes::from)
            .map_err(|_| PictureError::Rendition)
    }

    fn png(&self) -> Result<Bytes, PictureError> {
        if let Some(bytes) = png::encode(&self.image, self.profile.as_deref())? {
            return Ok(bytes.into());
        }
        let mut bytes = Vec::new();
        let encoder = PngEncoder::new(&mut bytes);
        self.write(encoder, self.image.as_bytes(), self.image.color().into())?;
        Ok(bytes.into())
    }

    fn gif(&self) -> Result<Bytes, PictureError> {
        let mut bytes = Vec::new();
        GifEncoder::new(&mut bytes)
            .encode(
                self.image.as_bytes(),
                self.width(),
                self.height(),
                self.image.color().into(),
            )
            .map_err(|_| PictureError::Rendition)?;
        Ok(bytes.into())
    }

    fn write(
        &self,
        mut encoder: impl ImageEncoder,
        pixels: &[u8],
        color: ExtendedColorType,
    ) -> Result<(), PictureError> {
        if let Some(profile) = &self.profile {
            // Encoders without support for ICC profiles ignore it.
            let _ = encoder.set_icc_profile(profile.clone());
        }
        encoder
            .write_image(pixels, self.width(), self.height(), color)
            .map_err(|_| PictureError::Rendition)
    }
}

/// EXIF data, texts and the colour profile of an image; nothing when they cannot be read.
fn described(decoder: &mut impl ImageDecoder, is_readable: bool) -> (Exif, Texts, Option<Vec<u8>>) {
    if !is_readable {
        return (Exif::default(), Texts::default(), None);
    }
    let exif = metadata::small(decoder.exif_metadata());
    let exif = exif.map(Exif::parse).unwrap_or_default();
    let iptc = metadata::small(decoder.iptc_metadata());
    let texts = iptc.map(|resources| iptc::parse(&resources));
    let texts = texts.unwrap_or_default().or(exif.texts.clone());
    let profile = metadata::small(decoder.icc_profile()).filter(|profile| {
        // The colour space is at a fixed offset in the header (ICC.1, 7.2.6).
        profile.get(16..20) == Some(b"RGB ")
    });
    (exif, texts, profile)
}

/// Checks the size before the image is decoded.
pub(crate) fn check_pixels(width: u32, height: u32) -> Result<(), PictureError> {
    if width == 0 || height == 0 {
        Err(PictureError::Broken)
    } else if u64::from(width) * u64::from(height) > MAXIMUM_PIXELS {
        Err(PictureError::TooManyPixels {
            limit: MAXIMUM_PIXELS,
        })
    } else if width.max(height) > MAXIMUM_SIDE {
        Err(PictureError::TooLong {
            limit: MAXIMUM_SIDE,
        })
    } else {
        Ok(())
    }
}

/// Scales `pixels` from size `from` to size `to`.
fn resampled(
    pixels: &[u8],
    from: (u32, u32),
    to: (u32, u32),
    options: &ResizeOptions,
) -> Result<Vec<u8>, PictureError> {
    let fault = |_| PictureError::Rendition;
    let source = TypedImageRef::<U8x3>::from_buffer(from.0, from.1, pixels).map_err(fault)?;
    let mut resized = vec![0; to.0 as usize * to.1 as usize * size_of::<U8x3>()];
    let mut target = TypedImage::<U8x3>::from_buffer(to.0, to.1, &mut resized).map_err(fault)?;
    Resizer::new()
        .resize_typed(&source, &mut target, options)
        .map_err(|_| PictureError::Rendition)?;
    Ok(resized)
}

fn on_white(image: &RgbaImage) -> RgbImage {
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, alpha] = image.get_pixel(x, y).0;
        let over = |channel: u8| {
            let mixed = u32::from(channel) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            u8::try_from((mixed + 127) / 255).unwrap_or(u8::MAX)
        };
        Rgb([over(red), over(green), over(blue)])
    })
}
