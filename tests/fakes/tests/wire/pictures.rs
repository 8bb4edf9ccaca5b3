//! Pictures to send.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};

fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, image::Rgb([140, 109, 79]))
        .write_to(&mut file, format)
        .unwrap();
    file.into_inner()
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    file(width, height, ImageFormat::Jpeg)
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    file(width, height, ImageFormat::Png)
}

/// The smallest GIF.
pub fn gif() -> Vec<u8> {
    let mut file = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff".to_vec();
    file.extend_from_slice(b"!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;");
    file
}
