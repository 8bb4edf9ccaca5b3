//! Generated pictures for uploads.

use std::io::Cursor;

use bytes::Bytes;
use image::{ImageBuffer, ImageFormat, Rgb};

/// A picture in the given format.
pub fn picture(format: ImageFormat, width: u32, height: u32) -> Bytes {
    let picture = ImageBuffer::from_fn(width, height, |x, y| {
        Rgb([(x % 256) as u8, (y % 256) as u8, ((x + y) % 256) as u8])
    });
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner().into()
}
