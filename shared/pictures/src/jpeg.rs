//! The markers of a JPEG file (ITU T.81, annex B): whether it is complete, for the decoder silently fills missing parts with
//! grey, and how much memory its scans take.

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

/// Memory that the decoder takes for the coefficients of a pixel, in bytes. It keeps them, two bytes each, while an image
/// is made of several scans.
pub(crate) fn coefficient_bytes(bytes: &[u8]) -> u64 {
    let mut rest = bytes.get(2..).unwrap_or_default();
    let mut frame = None;
    while let Some((marker, behind)) = next_marker(rest) {
        match marker {
            // The frame headers; the other numbers are tables.
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => frame = Some((marker, behind)),
            START_OF_SCAN | END_OF_IMAGE => {
                let Some((kind, header)) = frame else {
                    return 0;
                };
                let components = header.get(7).copied();
                let is_progressive = !matches!(kind, 0xC0 | 0xC1);
                // A scan with fewer components than the frame is followed by others.
                return if is_progressive || behind.get(2).copied() < components {
                    stored_bytes(header)
                } else {
                    0
                };
            }
            _ => {}
        }
        let Some(behind) = skip_segment(behind) else {
            return 0;
        };
        rest = behind;
    }
    0
}

/// Memory of the coefficients of all components of a pixel, by the sampling factors of a frame header.
fn stored_bytes(header: &[u8]) -> u64 {
    let count = header.get(7).copied().map_or(0, usize::from);
    let components = header.get(8..).unwrap_or_default();
    let factors = components.chunks_exact(3).take(count).map(|component| {
        let both = component.get(1).copied().map_or(0x11, u64::from);
        ((both >> 4).max(1), (both & 0xF).max(1))
    });
    let (mut sum, mut across, mut down) = (0, 1, 1);
    for (horizontal, vertical) in factors {
        sum += horizontal * vertical;
        across = across.max(horizontal);
        down = down.max(vertical);
    }
    (2 * sum).div_ceil(across * down)
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
    /// A frame header and the beginning of a scan with so many components.
    fn frame(marker: u8, factors: &[u8], scanned: u8) -> Vec<u8> {
        let count = u8::try_from(factors.len()).unwrap();
        let mut bytes = vec![0xFF, START_OF_IMAGE, 0xFF, 0xC4, 0, 3, 0];
        bytes.extend([0xFF, marker, 0, 8 + 3 * count, 8, 0, 9, 0, 9, count]);
        for factor in factors {
            bytes.extend([1, *factor, 0]);
        }
        bytes.extend([0xFF, START_OF_SCAN, 0, 6 + 2 * scanned, scanned]);
        bytes
    }

    #[test]
    fn several_scans_take_memory() {
        for (marker, factors, scanned, bytes) in [
            (0xC0, &[0x22, 0x11, 0x11][..], 3, 0),
            (0xC1, &[0x11], 1, 0),
            (0xC0, &[0x22, 0x11, 0x11], 1, 3),
            (0xC2, &[0x22, 0x11, 0x11], 3, 3),
            (0xC2, &[0x21, 0x11, 0x11], 3, 4),
            (0xC2, &[0x11, 0x11, 0x11], 1, 6),
            (0xC2, &[0x11, 0x11, 0x11, 0x11], 1, 8),
            (0xC2, &[0x11], 1, 2),
        ] {
            let image = frame(marker, factors, scanned);
            assert_eq!(
                coefficient_bytes(&image),
                bytes,
                "{marker:x} {factors:x?} {scanned}"
            );
            for length in 0..image.len() {
                coefficient_bytes(&image[..length]);
            }
        }
    }
}
