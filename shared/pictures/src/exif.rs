//! Reads the EXIF fields that Pauta uses.

use exif::{In, Reader, Tag, Value};

use crate::texts::{Texts, plain};

/// Length in characters below which a description counts as a title.
const TITLE_CHARS: usize = 80;

/// EXIF data of an image. No other fields are read, in particular no location.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exif {
    /// Orientation from 1 (as stored) to 8 (EXIF 2.3, tag 274); 0 when missing.
    pub orientation: u8,
    /// Image description, artist and copyright.
    pub(crate) texts: Texts,
}

impl Exif {
    /// Whether the orientation differs from the stored one.
    pub fn is_turned(&self) -> bool {
        self.orientation > 1
    }

    /// Whether applying the orientation exchanges width and height.
    pub fn swaps_sides(&self) -> bool {
        self.orientation > 4
    }

    /// Parses an EXIF chunk; unreadable data counts as missing.
    pub(crate) fn parse(chunk: Vec<u8>) -> Self {
        let Ok(exif) = Reader::new().read_raw(chunk) else {
            return Self::default();
        };
        let orientation = exif
            .get_field(Tag::Orientation, In::PRIMARY)
            .and_then(|field| field.value.get_uint(0))
            .and_then(|value| u8::try_from(value).ok())
            .filter(|value| (1..=8).contains(value))
            .unwrap_or_default();
        let text = |tag: Tag| {
            let field = exif.get_field(tag, In::PRIMARY)?;
            match &field.value {
                Value::Ascii(lines) => lines.first().and_then(|line| plain(line)),
                _ => None,
            }
        };
        let caption = text(Tag::ImageDescription);
        let is_short = |text: &String| text.chars().count() < TITLE_CHARS;
        let texts = Texts {
            title: caption.clone().filter(is_short),
            caption,
            credit: text(Tag::Artist),
            copyright: text(Tag::Copyright),
            keywords: Vec::new(),
        };
        Self { orientation, texts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A little-endian TIFF with an orientation and a description.
    fn chunk(orientation: u16, description: &[u8]) -> Vec<u8> {
        let mut bytes = b"II*\0\x08\0\0\0\x02\0".to_vec();
        bytes.extend(270_u16.to_le_bytes());
        bytes.extend(2_u16.to_le_bytes());
        bytes.extend(u32::try_from(description.len()).unwrap().to_le_bytes());
        bytes.extend(38_u32.to_le_bytes());
        bytes.extend(274_u16.to_le_bytes());
        bytes.extend(3_u16.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(orientation.to_le_bytes());
        bytes.extend([0; 6]);
        assert_eq!(bytes.len(), 38);
        bytes.extend(description);
        bytes
    }

    #[test]
    fn reads_orientation_and_title() {
        let exif = Exif::parse(chunk(6, "Pôr do sol\0".as_bytes()));
        let text = Some("Pôr do sol".to_owned());
        assert_eq!(
            (exif.orientation, &exif.texts.title, &exif.texts.caption),
            (6, &text, &text)
        );
        assert!(exif.is_turned());
    }

    #[test]
    fn ignores_invalid_data() {
        let number = Exif::parse(chunk(9, b"20261120\0"));
        let title = Texts::default().or(number.texts).title;
        assert_eq!((number.orientation, title), (0, None));
        let latin = Exif::parse(chunk(1, b"P\xF4r do sol\0"));
        assert_eq!(latin.texts.title.as_deref(), Some("Pôr do sol"));
        let long = Exif::parse(chunk(1, &[b'a'; 90]));
        let long = (long.texts.title, long.texts.caption);
        assert_eq!(long, (None, Some("a".repeat(90))));
        assert_eq!(Exif::parse(chunk(0, b"    \0")), Exif::default());
        assert_eq!(Exif::parse(Vec::new()), Exif::default());
        assert_eq!(Exif::parse(vec![0xFF; 500]), Exif::default());
    }
}
