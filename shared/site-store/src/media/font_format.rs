//! Recognises font files by their content.

use ttf_parser::Face;

/// Format of a font file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FontFormat {
    /// Web Open Font Format 2 (W3C).
    Woff2,
    /// Web Open Font Format 1 (W3C).
    Woff,
    /// OpenType with TrueType outlines.
    TrueType,
    /// OpenType with CFF outlines.
    OpenType,
}

impl FontFormat {
    /// The format of a file, `None` when it is no font. WOFF files are judged by their header, which has the length of the
    /// whole file; others must have the tables that every font has, and glyphs.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes.get(..4)? {
            b"wOF2" => is_packed(bytes, 48).then_some(Self::Woff2),
            b"wOFF" => is_packed(bytes, 44).then_some(Self::Woff),
            b"OTTO" => is_font(bytes).then_some(Self::OpenType),
            b"\0\x01\0\0" | b"true" => is_font(bytes).then_some(Self::TrueType),
            _ => None,
        }
    }

    /// Media type (RFC 8081).
    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Woff2 => "font/woff2",
            Self::Woff => "font/woff",
            Self::TrueType => "font/ttf",
            Self::OpenType => "font/otf",
        }
    }

    /// Whether file names of the format can have this extension. Both forms of OpenType use both of theirs.
    pub(super) fn fits(self, extension: &str) -> bool {
        match self {
            Self::Woff2 => extension == "woff2",
            Self::Woff => extension == "woff",
            Self::TrueType | Self::OpenType => matches!(extension, "ttf" | "otf"),
        }
    }
}

/// Whether a WOFF header of `header` bytes has the length of the file, tables, and a zero where it must have one.
fn is_packed(bytes: &[u8], header: usize) -> bool {
    let number = |at: usize| {
        let part = bytes.get(at..at + 4)?;
        Some(u32::from_be_bytes(part.try_into().ok()?))
    };
    let tables = number(12).unwrap_or_default();
    // The collection flavor has several fonts, of which a rule of a style sheet would show the first.
    let is_collection = number(4) == Some(u32::from_be_bytes(*b"ttcf"));
    bytes.len() > header
        && !is_collection
        && number(8).is_some_and(|length| usize::try_from(length) == Ok(bytes.len()))
        && tables >> 16 > 0
        && tables & 0xFFFF == 0
}

fn is_font(bytes: &[u8]) -> bool {
    Face::parse(bytes, 0).is_ok_and(|face| face.number_of_glyphs() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest OpenType file with the tables that every font has.
    fn sfnt(version: &[u8; 4]) -> Vec<u8> {
        let mut head = [0_u8; 54];
        head[0..4].copy_from_slice(&0x0001_0000_u32.to_be_bytes());
        head[12..16].copy_from_slice(&0x5F0F_3CF5_u32.to_be_bytes());
        head[18..20].copy_from_slice(&1000_u16.to_be_bytes());
        let mut hhea = [0_u8; 36];
        hhea[0..4].copy_from_slice(&0x0001_0000_u32.to_be_bytes());
        hhea[34..36].copy_from_slice(&1_u16.to_be_bytes());
        let maxp = [0, 0, 0x50, 0, 0, 1];
        let mut file = version.to_vec();
        file.extend([0, 3, 0, 32, 0, 1, 0, 16]);
        let mut body = Vec::new();
        for (tag, table) in [
            (b"head", head.as_slice()),
            (b"hhea", hhea.as_slice()),
            (b"maxp", maxp.as_slice()),
        ] {
            let at = u32::try_from(12 + 3 * 16 + body.len()).unwrap();
            file.extend(tag);
            file.extend([0; 4]);
            file.extend(at.to_be_bytes());
            file.extend(u32::try_from(table.len()).unwrap().to_be_bytes());
            body.extend(table);
            body.resize(body.len().next_multiple_of(4), 0);
        }
        file.extend(body);
        file
    }

    fn packed(signature: &[u8; 4], length: usize) -> Vec<u8> {
        let mut file = signature.to_vec();
        file.extend(0x0001_0000_u32.to_be_bytes());
        file.extend(u32::try_from(length).unwrap().to_be_bytes());
        file.extend([0, 9, 0, 0]);
        file.resize(length, 7);
        file
    }

    #[test]
    fn formats_by_content() {
        for (file, format) in [
            (sfnt(b"\0\x01\0\0"), Some(FontFormat::TrueType)),
            (sfnt(b"true"), Some(FontFormat::TrueType)),
            (sfnt(b"OTTO"), Some(FontFormat::OpenType)),
            (packed(b"wOFF", 60), Some(FontFormat::Woff)),
            (packed(b"wOF2", 60), Some(FontFormat::Woff2)),
            (sfnt(b"ttcf"), None),
            (sfnt(b"\0\x01\0\0")[..80].to_vec(), None),
            (b"\0\x01\0\0 no tables here".to_vec(), None),
            (packed(b"wOFF", 44), None),
            (packed(b"wOF2", 60)[..59].to_vec(), None),
            (packed(b"wOFX", 60), None),
            (b"wOF".to_vec(), None),
            (b"<!doctype html>".to_vec(), None),
            (Vec::new(), None),
        ] {
            assert_eq!(FontFormat::of(&file), format, "{file:?}");
        }
        let mut collection = packed(b"wOF2", 60);
        collection[4..8].copy_from_slice(b"ttcf");
        assert_eq!(FontFormat::of(&collection), None);
        let mut without_tables = packed(b"wOFF", 60);
        without_tables[13] = 0;
        assert_eq!(FontFormat::of(&without_tables), None);
    }

    #[test]
    fn extensions() {
        assert!(FontFormat::TrueType.fits("otf") && FontFormat::OpenType.fits("ttf"));
        assert!(!FontFormat::Woff.fits("woff2") && !FontFormat::Woff2.fits("ttf"));
        assert!(!FontFormat::Woff2.fits("php"));
    }
}
