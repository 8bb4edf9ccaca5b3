//! Files whose headers, metadata and sizes a test chooses.

use std::io::{Cursor, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::{DynamicImage, ImageFormat};

/// A chunk of a PNG file.
pub fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length[..], name, data, &sum.sum().to_be_bytes()].concat()
}

/// So many zeros, compressed.
pub fn deflated(zeros: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let block = vec![0; 1024 * 1024];
    let mut rest = zeros;
    while rest > 0 {
        let length = rest.min(block.len());
        encoder.write_all(block.get(..length).unwrap()).unwrap();
        rest -= length;
    }
    encoder.finish().unwrap()
}

/// A black PNG of a bit depth and colour type, with these chunks before its pixels.
pub fn png(size: (u32, u32), depth: u8, colour: u8, chunks: &[Vec<u8>]) -> Vec<u8> {
    let channels = match colour {
        0 | 3 => 1,
        2 => 3,
        4 => 2,
        _ => 4,
    };
    let row = 1 + size.0 as usize * channels * usize::from(depth) / 8;
    let pixels = deflated(row * size.1 as usize);
    png_with(size, [depth, colour], chunks, &pixels)
}

/// A PNG whose compressed pixels are given.
pub fn png_with(
    (width, height): (u32, u32),
    [depth, colour]: [u8; 2],
    chunks: &[Vec<u8>],
    pixels: &[u8],
) -> Vec<u8> {
    let header = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[depth, colour, 0, 0, 0],
    ];
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &header.concat()),
        chunks.concat(),
        chunk(b"IDAT", pixels),
        chunk(b"IEND", b""),
    ]
    .concat()
}

/// An image in a format.
pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}
