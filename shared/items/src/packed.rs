//! Long texts as one compressed binary attribute: `#[serde(with = "items::packed")]` on a `String`.
//! A body in HTML shrinks to about a third, which is what the store bills by.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserializer, Serializer, de, ser};

/// A text of more than this many bytes is refused when unpacked, whatever it was packed from.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Packs `text`.
pub fn pack(text: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Unpacks what [`pack`] made.
pub fn unpack(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(bytes)
        .take(LIMIT)
        .read_to_string(&mut text)?;
    Ok(text)
}

/// Serialises a text packed.
pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(&pack(text).map_err(ser::Error::custom)?)
}

/// Deserialises a packed text.
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
