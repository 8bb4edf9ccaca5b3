//! Checks what the chunks of a WebP file declare (RFC 9649, section 2.7) before a decoder reserves memory for it.

/// Chunks with colour profiles and texts.
const METADATA: [&[u8; 4]; 3] = [b"ICCP", b"EXIF", b"XMP "];

/// Length of the header of a frame, which precedes its chunks.
const FRAME_HEADER: usize = 16;

/// The chunks of a file or of a frame.
struct Chunks<'a>(&'a [u8]);

struct Chunk<'a> {
    name: &'a [u8; 4],
    /// Length as declared, in bytes.
    length: usize,
    /// As much of it as there is.
    data: &'a [u8],
}

impl<'a> Chunks<'a> {
    fn of_file(bytes: &'a [u8]) -> Self {
        Self(bytes.get(12..).unwrap_or_default())
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        let (name, behind) = self.0.split_first_chunk::<4>()?;
        let (length, behind) = behind.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let data = behind.get(..length).unwrap_or(behind);
        // Padded to an even length.
        self.0 = behind.get(length + length % 2..).unwrap_or_default();
        Some(Chunk { name, length, data })
    }
}

/// Whether no colour profile and no text declares more than `limit` bytes.
pub(crate) fn has_small_metadata(bytes: &[u8], limit: usize) -> bool {
    Chunks::of_file(bytes).all(|chunk| chunk.length <= limit || !METADATA.contains(&chunk.name))
}

/// Whether the file has frames.
pub(crate) fn is_animated(bytes: &[u8]) -> bool {
    Chunks::of_file(bytes).any(|chunk| chunk.name == b"ANMF")
}

/// Whether no lossy bitstream is larger than the picture: the decoder compares them after it has decoded the bitstream.
pub(crate) fn bitstreams_fit(bytes: &[u8], (width, height): (u32, u32)) -> bool {
    let fits = |chunk: Chunk<'_>| {
        let Some((across, down)) = lossy_size(&chunk) else {
            return true;
        };
        across <= width && down <= height
    };
    Chunks::of_file(bytes).all(|chunk| match chunk.name {
        b"ANMF" => Chunks(chunk.data.get(FRAME_HEADER..).unwrap_or_default()).all(fits),
        _ => fits(chunk),
    })
}

/// Width and height of a lossy bitstream (RFC 6386, section 9.1).
fn lossy_size(chunk: &Chunk<'_>) -> Option<(u32, u32)> {
    if chunk.name != b"VP8 " {
        return None;
    }
    let (width, behind) = chunk.data.get(6..)?.split_first_chunk::<2>()?;
    let (height, _) = behind.split_first_chunk::<2>()?;
    // The upper two bits tell how to scale the picture.
    let side = |bytes: &[u8; 2]| u32::from(u16::from_le_bytes(*bytes) & 0x3FFF);
    Some((side(width), side(height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: &[u8; 4], declared: u32, data: &[u8]) -> Vec<u8> {
        let padding = vec![0; data.len() % 2];
        [&name[..], &declared.to_le_bytes(), data, &padding].concat()
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WEBP".to_vec(), chunks.concat()].concat()
    }

    fn lossy(width: u16, height: u16) -> Vec<u8> {
        let frame = [&[0; 6][..], &width.to_le_bytes(), &height.to_le_bytes()].concat();
        chunk(b"VP8 ", 10, &frame)
    }

    #[test]
    fn declared_lengths_of_metadata_count() {
        let small = file(&[chunk(b"VP8X", 3, b"abc"), chunk(b"ICCP", 4, b"abcd")]);
        assert!(has_small_metadata(&small, 4));
        assert!(!has_small_metadata(&small, 3));
        for name in METADATA {
            let bomb = file(&[chunk(b"VP8X", 3, b"abc"), chunk(name, u32::MAX, b"")]);
            assert!(!has_small_metadata(&bomb, 1_000_000));
        }
        assert!(has_small_metadata(
            &file(&[chunk(b"VP8 ", u32::MAX, b"")]),
            4
        ));
        for length in 0..small.len() {
            has_small_metadata(&small[..length], 4);
        }
    }

    #[test]
    fn bitstreams_are_compared_with_the_picture() {
        let frame = [vec![0; FRAME_HEADER], lossy(400, 300)].concat();
        let frame = chunk(b"ANMF", u32::try_from(frame.len()).unwrap(), &frame);
        for (bytes, is_moving) in [(file(&[lossy(400, 300)]), false), (file(&[frame]), true)] {
            assert_eq!(is_animated(&bytes), is_moving);
            assert!(bitstreams_fit(&bytes, (400, 300)));
            assert!(!bitstreams_fit(&bytes, (399, 300)));
            assert!(!bitstreams_fit(&bytes, (400, 299)));
        }
    }
}
