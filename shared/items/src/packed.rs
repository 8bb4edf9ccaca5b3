//! Stores long texts as one compressed binary attribute: `#[serde(with = "items::packed")]` on a `String`.
//! An HTML body shrinks to about a third, and the store charges by size.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserializer, Serializer, de, ser};

/// Size limit of a decompressed text in bytes; protects against decompression bombs.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Compresses `text`.
pub fn pack(text: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Decompresses the output of [`pack`].
pub fn unpack(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(bytes)
        .take(LIMIT)
        .read_to_string(&mut text)?;
    Ok(text)
}

/// Serialises a text compressed.
pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(&pack(text).map_err(ser::Error::custom)?)
}

/// Deserialises a compressed text.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct Bytes;
    impl<'de> de::Visitor<'de> for Bytes {
        type Value = String;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a packed text")
        }
        fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<String, E> {
            unpack(bytes).map_err(E::custom)
        }
    }
    deserializer.deserialize_byte_buf(Bytes)
}
