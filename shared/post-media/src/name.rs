//! File names, as shown to users and sent to hosts.

use markup::slug;
use pictures::Format;

/// Longest name without its ending, in bytes.
const STEM_BYTES: usize = 80;

/// A plain name from the one that a client claims, with the ending that fits the content.
pub fn of(claimed: &str, format: Format) -> String {
    let last = claimed.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let slug = slug::from_title(stem);
    // A slug is ASCII, so every byte is a character.
    let short = slug.get(..STEM_BYTES).unwrap_or(&slug).trim_matches('-');
    let stem = if short.is_empty() { "imagem" } else { short };
    format!("{stem}.{}", format.extension())
}

/// The name of a rendition of a file.
pub fn with_format(file_name: &str, format: Format) -> String {
    let stem = file_name
        .rsplit_once('.')
        .map_or(file_name, |(stem, _)| stem);
    format!("{stem}.{}", format.extension())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_end_as_the_content_is() {
        let long = format!("{}.png", "a".repeat(300));
        for (claimed, expected) in [
            ("Praça da Sé.JPEG", "praca-da-se.jpg"),
            ("foto.png", "foto.jpg"),
            ("../../etc/passwd", "passwd.jpg"),
            ("C:\\fotos\\pão.webp", "pao.jpg"),
            ("a\"; x=\r\n.jpg", "a-x.jpg"),
            ("<script>.jpg", "imagem.jpg"),
            (".jpg", "imagem.jpg"),
            ("", "imagem.jpg"),
            (&long, &format!("{}.jpg", "a".repeat(80))),
        ] {
            assert_eq!(of(claimed, Format::Jpeg), expected, "{claimed:?}");
        }
        assert_eq!(with_format("praca.jpg", Format::WebP), "praca.webp");
    }
}
