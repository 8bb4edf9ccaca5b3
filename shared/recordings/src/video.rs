//! Video files of the MPEG-4 family.

use std::io::Cursor;

use mp4parse::{CodecType, MediaContext, SampleEntry, Track, TrackType};
use serde_json::{Map, Value, json};

use crate::length;

pub(crate) fn read(bytes: &[u8]) -> Option<Map<String, Value>> {
    let file = mp4parse::read_mp4(&mut Cursor::new(bytes)).ok()?;
    let mut out = Map::new();
    out.insert("mime_type".to_owned(), json!("video/mp4"));
    length::add(&mut out, longest(&file));
    if let Some((width, height)) = of(&file, &TrackType::Video).and_then(dimensions) {
        out.insert("width".to_owned(), json!(width));
        out.insert("height".to_owned(), json!(height));
    }
    out.insert("fileformat".to_owned(), json!("mp4"));
    out.insert("dataformat".to_owned(), json!("quicktime"));
    if let Some(audio) = of(&file, &TrackType::Audio).and_then(sound) {
        out.insert("audio".to_owned(), audio);
    }
    Some(out)
}

fn of<'a>(file: &'a MediaContext, kind: &TrackType) -> Option<&'a Track> {
    file.tracks.iter().find(|track| track.track_type == *kind)
}

/// Length of the longest track in seconds, 0 when unknown.
fn longest(file: &MediaContext) -> f64 {
    let lengths = file.tracks.iter().filter_map(|track| {
        let (duration, scale) = (track.duration?.0, track.timescale?.0);
        (scale > 0).then(|| duration as f64 / scale as f64)
    });
    lengths.fold(0.0, f64::max)
}

/// Width and height at which the track is shown. They are stored as fixed-point numbers with 16 bits behind the point
/// (ISO/IEC 14496-12, 8.3.2).
fn dimensions(track: &Track) -> Option<(u32, u32)> {
    let header = track.tkhd.as_ref()?;
    let (width, height) = (header.width >> 16, header.height >> 16);
    (width > 0 && height > 0).then_some((width, height))
}

fn sound(track: &Track) -> Option<Value> {
    let entries = &track.stsd.as_ref()?.descriptions;
    let entry = entries.iter().find_map(|entry| match entry {
        SampleEntry::Audio(audio) => Some(audio),
        _ => None,
    })?;
    let codec = match entry.codec_type {
        CodecType::AAC => "ISO/IEC 14496-3 AAC",
        CodecType::MP3 => "MPEG Layer-3",
        CodecType::Opus => "Opus",
        CodecType::FLAC => "FLAC",
        CodecType::ALAC => "ALAC",
        _ => "",
    };
    let is_lossless = matches!(
        entry.codec_type,
        CodecType::FLAC | CodecType::ALAC | CodecType::LPCM
    );
    let mode = match entry.channelcount {
        1 => "mono",
        2 => "stereo",
        _ => "surround",
    };
    Some(json!({
        "dataformat": "mp4",
        "codec": codec,
        "sample_rate": entry.samplerate.round() as u64,
        "channels": entry.channelcount,
        "bits_per_sample": entry.samplesize,
        "lossless": is_lossless,
        "channelmode": mode,
    }))
}
