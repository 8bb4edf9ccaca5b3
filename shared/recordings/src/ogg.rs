//! The size of the sound in an Ogg file (RFC 3533).

use std::io::Cursor;

use ogg_pager::Page;

/// Most pages in front of the sound: the headers of Vorbis and Opus, which may hold a cover.
const MOST_HEADERS: usize = 1_000;

/// Bytes of the sound, without the pages of headers in front of it. The position of these is 0, and that of a page on which no
/// packet ends is -1 (RFC 3533, section 6; RFC 7845, section 4).
pub(crate) fn sound(bytes: &[u8]) -> usize {
    let mut file = Cursor::new(bytes);
    let mut headers = 0;
    for _ in 0..MOST_HEADERS {
        match Page::read(&mut file).map(|page| page.header().abgp) {
            Ok(0) => headers = usize::try_from(file.position()).unwrap_or(usize::MAX),
            Ok(u64::MAX) => {}
            _ => break,
        }
    }
    bytes.len().saturating_sub(headers)
}
