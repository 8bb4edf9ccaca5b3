//! Checks that a JPEG file is complete. The decoder silently fills missing parts with grey, so this module
//! searches the end marker (ITU T.81, annex B).

const START_OF_IMAGE: u8 = 0xD8;
const END_OF_IMAGE: u8 = 0xD9;
const START_OF_SCAN: u8 = 0xDA;

/// Whether the markers lead from start to end of the image. Thumbnails, which have end markers of their
/// own, are inside segments and skipped.
pub(crate) fn is_complete(bytes: &[u8]) -> bool {
    let Some(mut rest) = bytes.strip_prefix(&[0xFF, START_OF_IMAGE]) else {
        return false;
    };
    loop {
        let Some((marker, behind)) = next_marker(rest) else {
            return false;
        };
        if marker == END_OF_IMAGE {
            return true;
        }
        let Some(behind) = skip_segment(behind) else {
            return false;
        };
        rest = if marker == START_OF_SCAN {
            skip_scan(behind)
        } else {
            behind
        };
    }
}

/// The next marker and the rest after it; bytes between segments are skipped, as decoders do.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let mut rest = bytes;
    loop {
        let start = rest.iter().position(|byte| *byte == 0xFF)?;
        let behind = rest.split_at(start).1;
        let fill = behind.iter().position(|byte| *byte != 0xFF)?;
        let (marker, behind) = behind.split_at(fill).1.split_first()?;
        match marker {
            // Stuffing, restart markers and TEM have no segment.
            0x00 | 0x01 | 0xD0..=0xD7 => rest = behind,
            marker => return Some((*marker, behind)),
        }
    }
}

/// Skips a segment by its length, which includes its own two bytes.
fn skip_segment(bytes: &[u8]) -> Option<&[u8]> {
    let (length, _) = bytes.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length)).max(2);
    bytes.split_at_checked(length).map(|(_, behind)| behind)
}

/// Skips the entropy-coded data of a scan, up to the next marker.
fn skip_scan(bytes: &[u8]) -> &[u8] {
    let end = bytes.windows(2).position(
        |pair| matches!(pair, [0xFF, marker] if !matches!(marker, 0x00 | 0xFF | 0xD0..=0xD7)),
    );
    bytes.split_at(end.unwrap_or(bytes.len())).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_markers_to_the_end() {
        let thumbnail = [0xFF, 0xE1, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9];
        let scan = [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 2, 0xFF, 0xD0, 3];
        let start = [0xFF, 0xD8];
        let end = [0xFF, 0xD9];
        let whole = [&start[..], &thumbnail, &scan, &scan, &end, b"trailing"].concat();
        assert!(is_complete(&whole));
        let cut = [&start[..], &thumbnail, &scan, &scan].concat();
        for length in 0..=cut.len() {
            assert!(!is_complete(&cut[..length]), "cut at {length}");
        }
        assert!(!is_complete(b"GIF89a"));
    }
}
