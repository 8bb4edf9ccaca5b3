//! The bit rate of the sound in an Ogg file (RFC 3533).

use std::io::Cursor;

use ogg_pager::Page;

/// Most pages in front of the sound: the headers of Vorbis and Opus, which may hold a cover.
const MOST_HEADERS: usize = 1_000;

/// Average bits per second of the sound, without the headers in front of it; none when the length is unknown.
pub(crate) fn bitrate(bytes: &[u8], seconds: f64) -> Option<u64> {
    let sound = bytes.len().saturating_sub(headers(bytes));
    let rate = sound as f64 * 8.0 / seconds;
    // Converting saturates, and a longer number would not be a rate.
    (seconds > 0.0 && rate.is_finite() && rate >= 1.0).then_some(rate.round() as u64)
}

/// Length of the pages in front of the sound. Their position is 0, and that of a page on which no packet ends is -1
/// (RFC 3533, section 6; RFC 7845, section 4).
fn headers(bytes: &[u8]) -> usize {
    let mut file = Cursor::new(bytes);
    let mut end = 0;
    for _ in 0..MOST_HEADERS {
        match Page::read(&mut file).map(|page| page.header().abgp) {
            Ok(0) => end = usize::try_from(file.position()).unwrap_or(usize::MAX),
            Ok(u64::MAX) => {}
            _ => break,
        }
    }
    end
}
