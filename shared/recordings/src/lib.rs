//! Reads what audio and video files say of themselves (docs/interface/site/media.md#audio-and-video).
//!
//! Parsers run on the blocking pool; a panic in one counts as an unreadable file, never as an error of the process.

#![warn(missing_docs)]

mod audio;
mod length;
mod matroska;
mod ogg;
mod video;

use bytes::Bytes;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

/// Files that are read at the same time.
static READING: Semaphore = Semaphore::const_new(2);

/// The members of `media_details` that a file of this MIME type has, besides its size in bytes. Empty for other types
/// and for files that cannot be read.
pub async fn read(bytes: Bytes, media_type: &str) -> Map<String, Value> {
    let parse: fn(&[u8]) -> Option<Map<String, Value>> = match media_type {
        "video/mp4" | "video/quicktime" => video::read,
        "video/webm" | "video/x-matroska" => matroska::read,
        named if named.starts_with("audio/") => audio::read,
        _ => return Map::new(),
    };
    let Ok(permit) = READING.acquire().await else {
        return Map::new();
    };
    let read = tokio::task::spawn_blocking(move || {
        // Held until the work ends, even when the caller is cancelled.
        let _permit = permit;
        parse(&bytes)
    });
    read.await.ok().flatten().unwrap_or_default()
}
