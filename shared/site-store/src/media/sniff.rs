//! Content checks of files that are not decodable images.

/// Magic numbers by MIME type, with their offset. Several entries of a type are alternatives; a type
/// without an entry has no magic number.
const MARKS: &[(&str, usize, &[u8])] = &[
    ("image/bmp", 0, b"BM"),
    ("image/tiff", 0, b"II*\0"),
    ("image/tiff", 0, b"MM\0*"),
    ("image/x-icon", 0, b"\0\0\x01\0"),
    ("image/avif", 4, b"ftyp"),
    ("image/heic", 4, b"ftyp"),
    ("image/heif", 4, b"ftyp"),
    ("image/jpeg", 0, b"\xFF\xD8\xFF"),
    ("image/png", 0, b"\x89PNG"),
    ("image/gif", 0, b"GIF8"),
    ("image/webp", 8, b"WEBP"),
    ("video/mp4", 4, b"ftyp"),
    ("video/quicktime", 4, b"ftyp"),
    ("video/quicktime", 4, b"moov"),
    ("video/webm", 0, b"\x1A\x45\xDF\xA3"),
    ("video/x-matroska", 0, b"\x1A\x45\xDF\xA3"),
    ("video/avi", 8, b"AVI "),
    ("video/ogg", 0, b"OggS"),
    ("audio/ogg", 0, b"OggS"),
    ("audio/flac", 0, b"fLaC"),
    ("audio/wav", 8, b"WAVE"),
    ("audio/midi", 0, b"MThd"),
    ("application/pdf", 0, b"%PDF-"),
    ("application/rtf", 0, b"{\\rtf"),
    ("application/zip", 0, b"PK"),
    ("application/x-gzip", 0, b"\x1F\x8B"),
    ("application/rar", 0, b"Rar!"),
    ("application/x-7z-compressed", 0, b"7z\xBC\xAF\x27\x1C"),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        0,
        b"PK",
    ),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        0,
        b"PK",
    ),
    (
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        0,
        b"PK",
    ),
    ("application/vnd.oasis.opendocument.text", 0, b"PK"),
    ("application/vnd.oasis.opendocument.presentation", 0, b"PK"),
    ("application/vnd.oasis.opendocument.spreadsheet", 0, b"PK"),
];

/// Whether the content is plausible for the MIME type. Text must be valid text, and no file may begin
/// like an HTML page or a script that a browser would run.
pub(super) fn fits(media_type: &str, bytes: &[u8]) -> bool {
    if begins_like_a_page(bytes) {
        return false;
    }
    if media_type.starts_with("text/") {
        return std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    }
    let mut marks = MARKS
        .iter()
        .filter(|(marked, _, _)| *marked == media_type)
        .peekable();
    marks.peek().is_none()
        || marks.any(|(_, place, mark)| {
            bytes
                .get(*place..)
                .is_some_and(|rest| rest.starts_with(mark))
        })
}

fn begins_like_a_page(bytes: &[u8]) -> bool {
    let start: Vec<u8> = bytes
        .iter()
        .skip_while(|byte| byte.is_ascii_whitespace() || matches!(byte, 0xEF | 0xBB | 0xBF))
        .take(16)
        .map(u8::to_ascii_lowercase)
        .collect();
    [
        &b"<!doctype"[..],
        b"<html",
        b"<head",
        b"<body",
        b"<script",
        b"<svg",
        b"<?php",
        b"<?xml",
        b"<?=",
    ]
    .iter()
    .any(|page| start.starts_with(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_agrees_with_the_name() {
        for (media_type, content, fit) in [
            ("application/pdf", &b"%PDF-1.7"[..], true),
            ("application/pdf", b"<html>", false),
            ("application/pdf", b"MZ", false),
            ("text/plain", "olá".as_bytes(), true),
            ("text/plain", b"a\0b", false),
            ("text/csv", b"\xEF\xBB\xBF <script>", false),
            ("image/png", b"not a picture", false),
            ("video/mp4", b"\0\0\0\x18ftypmp42", true),
            ("audio/mpeg", b"anything", true),
        ] {
            assert_eq!(fits(media_type, content), fit, "{media_type}");
        }
    }
}
