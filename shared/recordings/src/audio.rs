//! Audio files.

use std::io::Cursor;

use lofty::config::ParseOptions;
use lofty::file::{AudioFile, FileType, TaggedFile, TaggedFileExt};
use lofty::probe::Probe;
use lofty::tag::{Accessor, ItemKey, Tag};
use pictures::Format;
use serde_json::{Map, Value, json};

use crate::{length, ogg};

/// Longest text of a tag, in characters.
const TAG_CHARS: usize = 1_000;

/// Bytes behind the tags of an MP3 file in which its first frame says whether the bit rate varies.
const FIRST_FRAME: usize = 4_096;

/// What is fixed for a format: its names, and how it encodes sound.
struct Facts {
    dataformat: &'static str,
    fileformat: &'static str,
    mime_type: &'static str,
    codec: Option<&'static str>,
    bitrate_mode: Option<&'static str>,
    is_lossless: bool,
}

pub(crate) fn read(bytes: &[u8]) -> Option<Map<String, Value>> {
    let probe = Probe::new(Cursor::new(bytes)).options(ParseOptions::new());
    let file = probe.guess_file_type().ok()?.read().ok()?;
    let facts = facts(file.file_type(), bytes)?;
    let properties = file.properties();
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("dataformat", json!(facts.dataformat));
    if let Some(codec) = facts.codec {
        put("codec", json!(codec));
    }
    let channels = properties.channels().filter(|count| *count > 0);
    let rate = properties.sample_rate().filter(|rate| *rate > 0);
    let bits = properties.bit_depth().filter(|bits| *bits > 0);
    if let Some(channels) = channels {
        put("channels", json!(channels));
        put("channelmode", json!(mode(channels)));
    }
    if let Some(rate) = rate {
        put("sample_rate", json!(rate));
    }
    if let Some(bits) = bits {
        put("bits_per_sample", json!(bits));
    }
    let seconds = properties.duration().as_secs_f64();
    let plain = match (channels, rate) {
        (Some(channels), Some(rate)) => {
            Some(f64::from(channels) * f64::from(rate) * f64::from(bits.unwrap_or(16)))
        }
        _ => None,
    };
    let bitrate = match file.file_type() {
        FileType::Wav => plain,
        FileType::Flac => length::rate(bytes.len(), seconds),
        // The library gives the bit rate that the encoder aimed at.
        FileType::Vorbis | FileType::Opus => length::rate(ogg::sound(bytes), seconds),
        _ => {
            let kilobits = properties.audio_bitrate();
            kilobits.map(|rate| f64::from(rate) * 1_000.0)
        }
    };
    // Converting saturates.
    let bitrate = bitrate.map(|rate| rate.round() as u64);
    let bitrate = bitrate.filter(|rate| *rate > 0);
    if let Some(bitrate) = bitrate {
        put("bitrate", json!(bitrate));
    }
    if let Some(mode) = facts.bitrate_mode {
        put("bitrate_mode", json!(mode));
    }
    put("lossless", json!(facts.is_lossless));
    if let (Some(bitrate), Some(plain)) = (bitrate, plain) {
        put("compression_ratio", json!(bitrate as f64 / plain));
    }
    put("fileformat", json!(facts.fileformat));
    put("mime_type", json!(facts.mime_type));
    length::add(&mut out, seconds);
    add_tags(&mut out, &file);
    Some(out)
}

fn facts(kind: FileType, bytes: &[u8]) -> Option<Facts> {
    let of = |dataformat, fileformat, mime_type| Facts {
        dataformat,
        fileformat,
        mime_type,
        codec: None,
        bitrate_mode: Some("vbr"),
        is_lossless: false,
    };
    Some(match kind {
        FileType::Mpeg => Facts {
            bitrate_mode: Some(if varies(bytes) { "vbr" } else { "cbr" }),
            ..of("mp3", "mp3", "audio/mpeg")
        },
        FileType::Mp4 => Facts {
            codec: Some("ISO/IEC 14496-3 AAC"),
            bitrate_mode: None,
            ..of("mp4", "mp4", "audio/mp4")
        },
        FileType::Aac => of("aac", "aac", "audio/aac"),
        FileType::Vorbis => of("vorbis", "ogg", "application/ogg"),
        FileType::Opus => of("opus", "ogg", "audio/ogg; codecs=opus"),
        FileType::Flac => Facts {
            is_lossless: true,
            ..of("flac", "flac", "audio/flac")
        },
        FileType::Wav => Facts {
            codec: Some("Pulse Code Modulation (PCM)"),
            bitrate_mode: Some("cbr"),
            is_lossless: true,
            ..of("wav", "wav", "audio/wav")
        },
        _ => return None,
    })
}

fn mode(channels: u8) -> &'static str {
    match channels {
        1 => "mono",
        2 => "stereo",
        _ => "surround",
    }
}

/// Whether the first frame of an MP3 file names a varying bit rate.
fn varies(bytes: &[u8]) -> bool {
    let sound = bytes.get(tag_bytes(bytes)..).unwrap_or_default();
    let frame = sound.get(..FIRST_FRAME).unwrap_or(sound);
    frame
        .windows(4)
        .any(|four| matches!(four, b"Xing" | b"VBRI"))
}

/// Length of the ID3v2 tag at the beginning of a file (ID3v2.4.0, section 3.1).
fn tag_bytes(bytes: &[u8]) -> usize {
    match bytes {
        [b'I', b'D', b'3', _, _, _, a, b, c, d, ..] => {
            let sizes = [a, b, c, d].map(|byte| usize::from(byte & 0x7F));
            10 + sizes.into_iter().fold(0, |sum, size| sum << 7 | size)
        }
        _ => 0,
    }
}

/// Members whose text is that of one tag.
const TAGS: [(&str, ItemKey); 12] = [
    ("title", ItemKey::TrackTitle),
    ("artist", ItemKey::TrackArtist),
    ("album", ItemKey::AlbumTitle),
    ("genre", ItemKey::Genre),
    ("comment", ItemKey::Comment),
    ("composer", ItemKey::Composer),
    ("band", ItemKey::AlbumArtist),
    ("publisher", ItemKey::Publisher),
    ("bpm", ItemKey::IntegerBpm),
    ("copyright_message", ItemKey::CopyrightMessage),
    ("unsynchronised_lyric", ItemKey::UnsyncLyrics),
    ("recording_time", ItemKey::RecordingDate),
];

fn add_tags(out: &mut Map<String, Value>, file: &TaggedFile) {
    let Some(tag) = file.primary_tag().or_else(|| file.first_tag()) else {
        return;
    };
    let mut add = |name: &str, text: &str| {
        let shown: String = text
            .chars()
            .filter(|character| !character.is_control())
            .take(TAG_CHARS)
            .collect();
        if !shown.trim().is_empty() {
            out.insert(name.to_owned(), json!(shown.trim()));
        }
    };
    for (name, key) in TAGS {
        add(name, tag.get_string(key).unwrap_or_default());
    }
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    add("track_number", &number(tag.track()).unwrap_or_default());
    add(
        "totaltracks",
        &number(tag.track_total()).unwrap_or_default(),
    );
    let year = tag.date().map(|date| date.year.to_string());
    add("year", &year.unwrap_or_default());
    let parts = [number(tag.disk()), number(tag.disk_total())];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    add("part_of_a_set", &parts.join("/"));
    if let Some(cover) = cover(tag) {
        out.insert("image".to_owned(), cover);
    }
}

/// Type and dimensions of the cover.
fn cover(tag: &Tag) -> Option<Value> {
    let picture = tag.pictures().first()?.data();
    let format = Format::of(picture)?;
    let (width, height) = pictures::dimensions(picture)?;
    Some(json!({"mime": format.mime(), "width": width, "height": height}))
}
