//! WebM and Matroska files (RFC 8794, RFC 9559). The libraries for them allocate whatever size an element claims, so the
//! few elements that matter are read here, from the bytes that are there.

use serde_json::{Map, Value, json};

use crate::length;

/// Most elements of one level that are looked at.
const MOST_ELEMENTS: usize = 10_000;

const HEADER: u32 = 0x1A45_DFA3;
const DOC_TYPE: u32 = 0x4282;
const SEGMENT: u32 = 0x1853_8067;
const INFO: u32 = 0x1549_A966;
const TIMESTAMP_SCALE: u32 = 0x2A_D7B1;
const DURATION: u32 = 0x4489;
const TRACKS: u32 = 0x1654_AE6B;
const TRACK_ENTRY: u32 = 0xAE;
const CODEC: u32 = 0x86;
const CODEC_PRIVATE: u32 = 0x63A2;
const VIDEO: u32 = 0xE0;
const PIXEL_WIDTH: u32 = 0xB0;
const PIXEL_HEIGHT: u32 = 0xBA;
const AUDIO: u32 = 0xE1;
const SAMPLING_FREQUENCY: u32 = 0xB5;
const CHANNELS: u32 = 0x9F;
const BIT_DEPTH: u32 = 0x6264;

/// Highest rate of sound that is believed, in bits per second.
const MOST_NOMINAL: u32 = 10_000_000;

/// Nanoseconds of a timestamp where the file does not say.
const USUAL_SCALE: u64 = 1_000_000;

pub(crate) fn read(bytes: &[u8]) -> Option<Map<String, Value>> {
    let kind = text(child(child(bytes, HEADER)?, DOC_TYPE)?);
    let segment = child(bytes, SEGMENT)?;
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    let is_webm = kind == "webm";
    let mime_type = if is_webm {
        "video/webm"
    } else {
        "video/x-matroska"
    };
    put("mime_type", json!(mime_type));
    put(
        "fileformat",
        json!(if is_webm { "webm" } else { "matroska" }),
    );
    let tracks = child(segment, TRACKS).unwrap_or_default();
    let with =
        |kind| children(tracks, TRACK_ENTRY).find_map(|track| Some((track, child(track, kind)?)));
    if let Some((track, video)) = with(VIDEO) {
        for (name, of) in [("width", PIXEL_WIDTH), ("height", PIXEL_HEIGHT)] {
            if let Some(length) = child(video, of).map(whole).filter(|length| *length > 0) {
                put(name, json!(length));
            }
        }
        put("dataformat", json!(codec(track)));
    }
    let audio = with(AUDIO);
    let sound_rate = audio.and_then(|(track, _)| nominal_rate(track));
    if let Some((track, audio)) = audio {
        put("audio", sound(track, audio, sound_rate));
    }
    if let Some(info) = child(segment, INFO) {
        let scale = child(info, TIMESTAMP_SCALE).map_or(USUAL_SCALE, whole);
        let seconds = child(info, DURATION).map_or(0.0, real) * scale as f64 / 1e9;
        let others = f64::from(sound_rate.unwrap_or(0));
        let rate = length::rate(bytes.len(), seconds).map(|rate| rate - others);
        if let Some(rate) = rate.filter(|rate| *rate >= 1.0) {
            // Converting saturates.
            put("bitrate", json!(rate as u64));
        }
        length::add(&mut out, seconds);
    }
    Some(out)
}

/// Bits per second at which the encoder of a Vorbis stream aimed. The setup begins with the lengths of its first two headers,
/// of which the first has 30 bytes (Vorbis I, section 4.2.2).
fn nominal_rate(track: &[u8]) -> Option<u32> {
    let setup = child(track, CODEC_PRIVATE)?;
    let at = setup.windows(7).position(|seven| seven == b"\x01vorbis")?;
    let rate = setup.get(at + 20..at + 24)?;
    let rate = u32::from_le_bytes(rate.try_into().ok()?);
    (1..=MOST_NOMINAL).contains(&rate).then_some(rate)
}

fn sound(track: &[u8], audio: &[u8], nominal_rate: Option<u32>) -> Value {
    let channels = child(audio, CHANNELS).map_or(1, whole);
    let mode = match channels {
        1 => "mono",
        2 => "stereo",
        _ => "surround",
    };
    let rate = child(audio, SAMPLING_FREQUENCY).map_or(8_000.0, real);
    let mut out = Map::new();
    out.insert("dataformat".to_owned(), json!(codec(track)));
    out.insert(
        "sample_rate".to_owned(),
        json!(rate.clamp(0.0, 1e7).round() as u64),
    );
    out.insert("channels".to_owned(), json!(channels));
    out.insert("channelmode".to_owned(), json!(mode));
    if let Some(rate) = nominal_rate {
        out.insert("bitrate".to_owned(), json!(rate));
    }
    if let Some(bits) = child(audio, BIT_DEPTH).map(whole) {
        out.insert("bits_per_sample".to_owned(), json!(bits));
    }
    Value::Object(out)
}

/// The usual name of a codec, otherwise its identifier.
fn codec(track: &[u8]) -> String {
    let id = child(track, CODEC).map(text).unwrap_or_default();
    match id.as_str() {
        "V_VP8" => "vp8".to_owned(),
        "V_MPEG4/ISO/AVC" => "h264".to_owned(),
        "A_VORBIS" => "vorbis".to_owned(),
        "A_OPUS" => "opus".to_owned(),
        "A_AAC" => "aac".to_owned(),
        _ => id,
    }
}

/// The content of the first element with this identifier.
fn child(bytes: &[u8], id: u32) -> Option<&[u8]> {
    children(bytes, id).next()
}

/// The contents of the elements with this identifier.
fn children(bytes: &[u8], id: u32) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    let all = std::iter::from_fn(move || {
        let (id, body, behind) = element(rest)?;
        rest = behind;
        Some((id, body))
    });
    let found = all
        .take(MOST_ELEMENTS)
        .filter(move |(found, _)| *found == id);
    found.map(|(_, body)| body)
}

/// Identifier and content of the first element, and the bytes behind it. An element of unknown or too large a size
/// reaches to the end.
fn element(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let (id, behind) = number(bytes, 4, true)?;
    let (size, behind) = number(behind, 8, false)?;
    let size = usize::try_from(size)
        .unwrap_or(usize::MAX)
        .min(behind.len());
    let (body, rest) = behind.split_at_checked(size)?;
    Some((u32::try_from(id).ok()?, body, rest))
}

/// A number whose length the leading zeros of its first byte tell (RFC 8794, section 4). A size of ones only is unknown.
fn number(bytes: &[u8], most: usize, keeps_marker: bool) -> Option<(u64, &[u8])> {
    let first = *bytes.first()?;
    let length = usize::try_from(first.leading_zeros()).ok()? + 1;
    if length > most {
        return None;
    }
    let (digits, rest) = bytes.split_at_checked(length)?;
    let value = digits
        .iter()
        .fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
    let bits = 7 * length;
    let without = value & ((1 << bits) - 1);
    if keeps_marker {
        Some((value, rest))
    } else if without == (1 << bits) - 1 {
        Some((u64::MAX, rest))
    } else {
        Some((without, rest))
    }
}

fn whole(bytes: &[u8]) -> u64 {
    let digits = bytes.get(..8).unwrap_or(bytes);
    digits
        .iter()
        .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

fn real(bytes: &[u8]) -> f64 {
    match bytes {
        [a, b, c, d] => f64::from(f32::from_be_bytes([*a, *b, *c, *d])),
        [a, b, c, d, e, f, g, h] => f64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
        _ => 0.0,
    }
}

/// A short text of ASCII.
fn text(bytes: &[u8]) -> String {
    let shown = bytes.iter().take(64).filter(|byte| byte.is_ascii_graphic());
    shown.copied().map(char::from).collect()
}
