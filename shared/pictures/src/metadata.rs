//! Keeps colour profiles and texts from decoders that would read or inflate more of them than [`METADATA_BYTES`].

use std::borrow::Cow;

use crate::{Format, riff};

/// Upper limit of a colour profile, of EXIF data and of IPTC data, in bytes, as stored and as inflated. Larger ones are not
/// read, and renditions do not have them.
pub const METADATA_BYTES: usize = 1024 * 1024;

/// The signature of PNG files.
const PNG_SIGNATURE: usize = 8;

/// Length, type and checksum of a chunk.
const PNG_FRAME: usize = 12;

/// Keywords under which programs store IPTC data in texts.
const IPTC_KEYWORDS: [&[u8]; 2] = [b"Raw profile type iptc", b"Raw profile type 8bim"];

/// The file without metadata that the decoder would read although they are too large or not used.
pub(crate) fn bounded(format: Format, bytes: &[u8]) -> Cow<'_, [u8]> {
    match format {
        Format::Png => png_bounded(bytes).map_or(Cow::Borrowed(bytes), Cow::Owned),
        Format::Jpeg | Format::Gif | Format::WebP => Cow::Borrowed(bytes),
    }
}

/// Whether the decoder can read the metadata: it reserves memory for the length that a WebP file declares.
pub(crate) fn is_readable(format: Format, bytes: &[u8]) -> bool {
    format != Format::WebP || riff::has_small_metadata(bytes, METADATA_BYTES)
}

/// Metadata that were read, unless they are too large.
pub(crate) fn small<E>(read: Result<Option<Vec<u8>>, E>) -> Option<Vec<u8>> {
    read.ok()
        .flatten()
        .filter(|data| data.len() <= METADATA_BYTES)
}

/// Width and height of a PNG file; none when it does not begin with them (PNG, section 11.2.1).
pub(crate) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.get(PNG_SIGNATURE + 4..)?.strip_prefix(b"IHDR")?;
    let (width, behind) = header.split_first_chunk::<4>()?;
    let (height, _) = behind.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

/// A PNG file with the chunks that are used; none when that is all of them.
fn png_bounded(bytes: &[u8]) -> Option<Vec<u8>> {
    let (signature, mut rest) = bytes.split_at_checked(PNG_SIGNATURE)?;
    let mut kept = Vec::new();
    let mut allowed = METADATA_BYTES;
    let mut is_whole = true;
    while let Some((chunk, behind)) = png_chunk(rest) {
        rest = behind;
        if is_used(chunk, &mut allowed) {
            kept.push(chunk);
        } else {
            is_whole = false;
        }
    }
    // The decoder reports what is no chunk.
    (!is_whole).then(|| [signature, &kept.concat(), rest].concat())
}

/// The first chunk with its length and checksum, and what follows.
fn png_chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, _) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    bytes.split_at_checked(length.checked_add(PNG_FRAME)?)
}

/// Whether the decoder gets a chunk: not more metadata than `allowed` in all, and of texts those with IPTC data only.
fn is_used(chunk: &[u8], allowed: &mut usize) -> bool {
    let length = chunk.len().saturating_sub(PNG_FRAME);
    let (name, data) = chunk
        .get(4..8 + length)
        .unwrap_or_default()
        .split_at_checked(4)
        .unwrap_or_default();
    let is_used = match name {
        b"iCCP" | b"eXIf" => true,
        b"tEXt" | b"zTXt" | b"iTXt" => IPTC_KEYWORDS
            .iter()
            .any(|keyword| data.starts_with(keyword)),
        _ => return true,
    };
    let rest = allowed.checked_sub(data.len());
    *allowed = rest.filter(|_| is_used).unwrap_or(*allowed);
    is_used && rest.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], name, data, &[1, 2, 3, 4]].concat()
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
    }

    #[test]
    fn unused_and_large_metadata_are_left_out() {
        let header = chunk(b"IHDR", &[0, 0, 0, 5, 0, 0, 0, 7, 8, 2, 0, 0, 0]);
        let profile = chunk(b"iCCP", b"perfil");
        let iptc = chunk(b"zTXt", b"Raw profile type iptc\0\0data");
        let pixels = chunk(b"IDAT", &vec![7; 2 * METADATA_BYTES]);
        let whole = file(&[
            header.clone(),
            profile.clone(),
            iptc.clone(),
            pixels.clone(),
        ]);
        assert!(matches!(bounded(Format::Png, &whole), Cow::Borrowed(_)));
        assert_eq!(png_size(&whole), Some((5, 7)));
        let more = file(&[
            header.clone(),
            chunk(b"iTXt", b"XML:com.adobe.xmp\0"),
            chunk(b"tEXt", b"Comment\0a"),
            chunk(b"eXIf", &vec![0; METADATA_BYTES + 1]),
            profile,
            iptc,
            chunk(b"zTXt", b"Description\0\0data"),
            pixels,
        ]);
        assert_eq!(bounded(Format::Png, &more), whole);
        let many = vec![chunk(b"iCCP", &vec![0; METADATA_BYTES / 2]); 5];
        let two = file(&[vec![header.clone()], many[..2].to_vec()].concat());
        let many = file(&[vec![header], many].concat());
        assert_eq!(bounded(Format::Png, &many), two);
        for length in 0..200 {
            let cut = &more[..length];
            assert!(bounded(Format::Png, cut).len() <= length);
        }
    }
}
