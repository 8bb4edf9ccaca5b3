//! Renditions, sub-sizes and edits of real files.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::{
    DynamicImage, ExtendedColorType, Frame, GenericImageView, ImageEncoder, ImageFormat, Rgb,
    RgbImage, Rgba, RgbaImage,
};
use pictures::{
    Format, MainReason, Modifier, PictureError, as_jpeg, edit, generate, inspect, make_sub_sizes,
    resize, webp,
};

fn encoded(image: DynamicImage, format: ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner().into()
}

fn decoded(bytes: &Bytes) -> DynamicImage {
    image::load_from_memory(bytes).unwrap()
}

/// An image with a red left half, a blue right half, and an EXIF orientation.
fn turned(orientation: u8, width: u32, height: u32) -> Bytes {
    let image = RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgb([250, 0, 0])
        } else {
            Rgb([0, 0, 250])
        }
    });
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(exif).unwrap();
    encoder
        .write_image(&image, width, height, ExtendedColorType::Rgb8)
        .unwrap();
    bytes.into()
}

fn is_red(pixel: Rgba<u8>) -> bool {
    pixel.0[0] > 180 && pixel.0[2] < 70
}

#[tokio::test]
async fn a_photograph_becomes_a_smaller_webp_with_the_same_dimensions() {
    let photograph = generate::photograph(900, 600, 1).unwrap();
    let good = webp(photograph.clone(), 80.0, usize::MAX).await.unwrap();
    assert_eq!(
        (good.format, good.width, good.height),
        (Format::WebP, 900, 600)
    );
    assert!(good.bytes.len() < photograph.len());
    let poor = webp(photograph, 20.0, usize::MAX).await.unwrap();
    assert!(poor.bytes.len() < good.bytes.len());
    let inspected = inspect(good.bytes, usize::MAX).await.unwrap();
    assert_eq!((inspected.format, inspected.width), (Format::WebP, 900));
}

#[tokio::test]
async fn a_webp_is_scaled_down_until_it_fits() {
    let grain = |x: u32, y: u32| (x * x * 31 + y * y * 17 + x * y * 13) as u8;
    for (width, height, sizes) in [
        (3_200, 400, [(2_560, 320), (1_280, 160)]),
        (800, 400, [(400, 200), (200, 100)]),
    ] {
        let image = RgbImage::from_fn(width, height, |x, y| Rgb([grain(x, y); 3]));
        let original = encoded(image.into(), ImageFormat::Png);
        let whole = webp(original.clone(), 80.0, usize::MAX).await.unwrap();
        assert_eq!((whole.width, whole.height), (width, height));
        let mut before = whole.clone();
        for size in sizes {
            let most = before.bytes.len();
            let same = webp(original.clone(), 80.0, most).await.unwrap();
            assert_eq!(same, before);
            let made = webp(original.clone(), 80.0, most - 1).await.unwrap();
            assert_eq!((made.width, made.height), size);
            assert!(made.bytes.len() < most);
            before = made;
        }
        let none = webp(original, 80.0, 10).await;
        assert_eq!(none, Err(PictureError::Rendition));
    }
}

#[tokio::test]
async fn a_webp_is_scaled_down_to_what_is_encoded_within_the_memory() {
    let original = encoded(DynamicImage::new_rgb8(8_200, 5_500), ImageFormat::Png);
    let made = webp(original, 80.0, usize::MAX).await.unwrap();
    // 208 MiB at ten bytes for each pixel.
    assert_eq!((made.width, made.height), (5_702, 3_824));
}

#[tokio::test]
async fn transparency_is_kept_in_webp() {
    let image = RgbaImage::from_fn(64, 64, |x, _| {
        Rgba([200, 30, 30, if x < 32 { 0 } else { 255 }])
    });
    let made = webp(encoded(image.into(), ImageFormat::Png), 80.0, usize::MAX)
        .await
        .unwrap();
    let image = decoded(&made.bytes);
    assert_eq!(image.get_pixel(5, 5).0[3], 0);
    assert_eq!(image.get_pixel(60, 60).0[3], 255);
}

#[tokio::test]
async fn the_exif_orientation_is_applied() {
    let original = turned(6, 200, 100);
    let inspected = inspect(original.clone(), usize::MAX).await.unwrap();
    assert_eq!(
        (
            inspected.width,
            inspected.height,
            inspected.exif.orientation
        ),
        (100, 200, 6)
    );
    let made = webp(original, 80.0, usize::MAX).await.unwrap();
    assert_eq!((made.width, made.height), (100, 200));
    let image = decoded(&made.bytes);
    assert!(is_red(image.get_pixel(50, 20)), "what was left is on top");
    assert!(!is_red(image.get_pixel(50, 180)));
}

#[tokio::test]
async fn a_side_above_the_formats_limit_is_scaled_down() {
    let strip = RgbImage::from_pixel(16_384, 20, Rgb([1, 2, 3]));
    let made = webp(encoded(strip.into(), ImageFormat::Png), 80.0, usize::MAX)
        .await
        .unwrap();
    assert_eq!((made.width, made.height), (16_383, 20));
}

#[tokio::test]
async fn of_an_animation_the_first_frame_is_used() {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for colour in [[250, 0, 0, 255], [0, 0, 250, 255]] {
        encoder
            .encode_frame(Frame::new(RgbaImage::from_pixel(40, 40, Rgba(colour))))
            .unwrap();
    }
    drop(encoder);
    let made = webp(bytes.into(), 80.0, usize::MAX).await.unwrap();
    assert!(is_red(decoded(&made.bytes).get_pixel(20, 20)));
}

#[tokio::test]
async fn sub_sizes_have_their_reported_size_and_the_original_format() {
    for (format, encoder) in [
        (Format::Jpeg, ImageFormat::Jpeg),
        (Format::Png, ImageFormat::Png),
        (Format::Gif, ImageFormat::Gif),
        (Format::WebP, ImageFormat::WebP),
    ] {
        let original = encoded(
            RgbImage::from_pixel(1_100, 400, Rgb([9, 99, 199])).into(),
            encoder,
        );
        let made = make_sub_sizes(original).await.unwrap();
        assert_eq!(made.main, None);
        let names: Vec<_> = made
            .sizes
            .iter()
            .map(|size| (size.name, size.width, size.height))
            .collect();
        assert_eq!(
            names,
            [
                ("thumbnail", 150, 150),
                ("medium", 300, 109),
                ("medium_large", 768, 279),
                ("large", 1_024, 372)
            ]
        );
        for size in made.sizes {
            let inspected = inspect(size.bytes, usize::MAX).await.unwrap();
            assert_eq!(
                (inspected.format, inspected.width, inspected.height),
                (format, size.width, size.height)
            );
        }
    }
}

#[tokio::test]
async fn sizes_of_png_hold_the_same_pixels_in_fewer_bytes() {
    // Bars of a chart on white, and the same with a transparent background.
    let bars =
        |x: u32, y: u32| ((x / 60).is_multiple_of(2) && y > (x / 60 * 97) % 500).then_some(x / 60);
    let opaque = RgbImage::from_fn(900, 600, |x, y| {
        bars(x, y).map_or(Rgb([255; 3]), |bar| Rgb([20, 15 * bar as u8, 200]))
    });
    let transparent = RgbaImage::from_fn(900, 600, |x, y| {
        bars(x, y).map_or(Rgba([0; 4]), |bar| Rgba([20, 15 * bar as u8, 200, 255]))
    });
    let grey = DynamicImage::ImageRgb8(opaque.clone()).grayscale();
    for (image, most) in [
        (DynamicImage::ImageRgb8(opaque), 60),
        (DynamicImage::ImageRgba8(transparent), 60),
        (grey, 60),
    ] {
        let made = make_sub_sizes(encoded(image, ImageFormat::Png))
            .await
            .unwrap();
        for size in made.sizes {
            let shown = decoded(&size.bytes);
            let plain = encoded(shown.clone().into_rgba8().into(), ImageFormat::Png);
            let share = size.bytes.len() * 100 / plain.len();
            assert!(share <= most, "{}: {share} per cent", size.name);
            assert_eq!(shown.dimensions(), (size.width, size.height));
        }
    }
}

#[tokio::test]
async fn sizes_of_gradients_are_no_larger_than_those_of_deployed_hosts() {
    let (width, height) = (1_100, 800);
    let shade = |part: u32, of: u32| {
        let step = |whole: u32| u8::try_from(part * whole / of).unwrap();
        [40 + step(150), 60 + step(100), 200 - step(120)]
    };
    let fading = RgbaImage::from_fn(width, height, |x, y| {
        let [red, green, blue] = shade(x, width);
        Rgba([
            red,
            green,
            blue,
            255 - u8::try_from(y * 255 / height).unwrap(),
        ])
    });
    let level = RgbImage::from_fn(width, height, |x, _| Rgb(shade(x, width)));
    let diagonal = RgbImage::from_fn(width, height, |x, y| Rgb(shade(x + y, width + height)));
    // Bytes of `thumbnail`, `medium`, `medium_large` and `large` of a deployed host (6.1.9, GD).
    let deployed = [
        [2_570, 921, 3_321, 5_141],
        [1_059, 867, 3_191, 4_992],
        [1_667, 4_501, 36_094, 55_394],
    ];
    let images: [DynamicImage; 3] = [fading.into(), level.into(), diagonal.into()];
    for (image, deployed) in images.into_iter().zip(deployed) {
        let made = make_sub_sizes(encoded(image, ImageFormat::Png))
            .await
            .unwrap();
        let of = |name: &str| {
            let size = made.sizes.iter().find(|size| size.name == name);
            size.unwrap().bytes.len()
        };
        let sizes = ["thumbnail", "medium", "medium_large", "large"].map(of);
        let are_smaller = sizes.iter().zip(deployed).all(|(own, most)| *own <= most);
        assert!(are_smaller, "{sizes:?} {deployed:?}");
    }
}

#[tokio::test]
async fn a_thumbnail_shows_the_centre() {
    let image = RgbImage::from_fn(900, 300, |x, _| {
        if (300..600).contains(&x) {
            Rgb([250, 0, 0])
        } else {
            Rgb([0, 0, 250])
        }
    });
    let made = make_sub_sizes(encoded(image.into(), ImageFormat::Png))
        .await
        .unwrap();
    let thumbnail = decoded(&made.sizes.first().unwrap().bytes);
    assert!(is_red(thumbnail.get_pixel(5, 75)) && is_red(thumbnail.get_pixel(144, 75)));
}

#[tokio::test]
async fn a_large_picture_gets_a_scaled_main_file() {
    let original = generate::photograph(2_700, 900, 2).unwrap();
    let made = make_sub_sizes(original).await.unwrap();
    let (reason, main) = made.main.unwrap();
    assert_eq!(
        (reason, main.width, main.height),
        (MainReason::Scaled, 2_560, 853)
    );
    assert_eq!(made.sizes.len(), 6);
}

#[tokio::test]
async fn a_rotated_image_gets_a_rotated_main_file() {
    let made = make_sub_sizes(turned(8, 400, 200)).await.unwrap();
    let (reason, main) = made.main.unwrap();
    assert_eq!(
        (reason, main.width, main.height),
        (MainReason::Rotated, 200, 400)
    );
    let inspected = inspect(main.bytes, usize::MAX).await.unwrap();
    assert!(!inspected.exif.is_turned(), "it is not turned twice");
}

#[tokio::test]
async fn resizing_keeps_the_aspect_ratio_and_never_enlarges() {
    let original = encoded(RgbImage::new(300, 200).into(), ImageFormat::Png);
    let size = |made: pictures::Rendition| (made.width, made.height);
    assert_eq!(
        resize(original.clone(), 150, 150).await.map(size),
        Ok((150, 100))
    );
    assert_eq!(
        resize(original.clone(), 1_000, 1_000).await.map(size),
        Ok((300, 200))
    );
    assert_eq!(
        resize(original, 0, 10).await.map(size),
        Err(PictureError::Rendition)
    );
}

#[tokio::test]
async fn a_transparent_picture_becomes_a_jpeg_on_white() {
    let clear = encoded(
        DynamicImage::ImageRgba8(RgbaImage::from_pixel(200, 100, Rgba([9, 9, 9, 0]))),
        ImageFormat::Png,
    );
    let made = as_jpeg(clear, 50, 50).await.unwrap();
    assert_eq!(
        (made.format, made.width, made.height),
        (Format::Jpeg, 50, 25)
    );
    assert!(decoded(&made.bytes).get_pixel(10, 10).0[0] > 250);
    assert!(as_jpeg(Bytes::from_static(b"x"), 50, 50).await.is_err());
}

#[tokio::test]
async fn edits_are_applied_in_order() {
    let half = Modifier::Crop {
        left: 0.0,
        top: 0.0,
        width: 50.0,
        height: 100.0,
    };
    let flip = Modifier::Flip {
        horizontal: true,
        vertical: false,
    };
    let image = RgbImage::from_fn(200, 100, |x, _| {
        if x < 100 {
            Rgb([250, 0, 0])
        } else {
            Rgb([0, 0, 250])
        }
    });
    let original = encoded(image.into(), ImageFormat::Png);
    let left = edit(original.clone(), vec![half, flip]).await.unwrap();
    assert_eq!(
        (left.format, left.width, left.height),
        (Format::Png, 100, 100)
    );
    assert!(is_red(decoded(&left.bytes).get_pixel(50, 50)));
    let right = edit(original.clone(), vec![flip, half]).await.unwrap();
    assert!(!is_red(decoded(&right.bytes).get_pixel(50, 50)));
    let turned = edit(
        original,
        vec![Modifier::Rotate(90.0), Modifier::Rotate(45.0)],
    )
    .await
    .unwrap();
    assert_eq!((turned.width, turned.height), (212, 212));
}

#[tokio::test]
async fn rotating_a_jpeg_by_any_angle_fills_with_white() {
    let original = encoded(
        RgbImage::from_pixel(100, 100, Rgb([10, 10, 10])).into(),
        ImageFormat::Jpeg,
    );
    let turned = edit(original, vec![Modifier::Rotate(45.0)]).await.unwrap();
    let corner = decoded(&turned.bytes).get_pixel(2, 2);
    assert!(corner.0.iter().all(|channel| *channel > 240), "{corner:?}");
}

#[tokio::test]
async fn jpeg_has_chroma_at_half_the_resolution_and_the_size_of_the_picture() {
    for (width, height) in [(301, 203), (1, 1), (16, 9)] {
        let image = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 90]));
        let png = encoded(image.into(), ImageFormat::Png);
        let made = as_jpeg(png, 2000, 2000).await.unwrap();
        // The frame header (ITU-T T.81, B.2.2): precision, height, width, number of components, then of the first its
        // name and sampling factors.
        let frame = made.bytes.windows(2).position(|two| two == [0xff, 0xc0]);
        let header = &made.bytes[frame.unwrap() + 4..];
        assert_eq!((header[5], header[7]), (3, 0x22));
        assert_eq!(decoded(&made.bytes).dimensions(), (width, height));
    }
}
