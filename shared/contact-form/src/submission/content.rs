//! What an uploaded file is, by its name and by its content.

use infer::MatcherType;

use super::file_name::extension;

/// Broad classes of files, within which name and content may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Image,
    /// Sound and film share their containers.
    Sound,
    /// Documents are archives or have a mark of their own.
    Document,
    Text,
    Program,
    Unknown,
}

/// The media types that the extension of a name stands for.
pub fn media_types_of(file_name: &str) -> Vec<String> {
    mime_guess::from_ext(&extension(file_name))
        .iter()
        .map(|kind| kind.essence_str().to_owned())
        .collect()
}

/// Whether a file has one of the accepted types by its name (`.png`, `image/png`, `image/*`), and its content does not
/// contradict the name. An empty file has no content that could.
pub fn fits_type(file_name: &str, bytes: &[u8], accept: &[String]) -> bool {
    let own = extension(file_name);
    let types = media_types_of(file_name);
    let by_name = accept
        .iter()
        .any(|accepted| match accepted.strip_prefix('.') {
            Some(extension) => extension == own,
            None => types.iter().any(|kind| match accepted.strip_suffix('*') {
                Some(start) => kind.starts_with(start),
                None => kind == accepted,
            }),
        });
    by_name && (bytes.is_empty() || fits_name(&types, bytes))
}

fn fits_name(types: &[String], bytes: &[u8]) -> bool {
    let named = types
        .first()
        .map_or(Class::Unknown, |kind| class_of_type(kind));
    let found = infer::get(bytes).map(|found| class_of(found.matcher_type()));
    match (named, found) {
        (_, Some(Class::Program)) | (Class::Program, _) => false,
        (Class::Image | Class::Sound, found) => found == Some(named),
        (Class::Text, found) => {
            found.is_none_or(|found| found == Class::Text) && !bytes.contains(&0)
        }
        (Class::Document, found) => found.is_none_or(|found| found == Class::Document),
        (Class::Unknown, found) => found != Some(Class::Text),
    }
}

fn class_of_type(kind: &str) -> Class {
    let (top, sub) = kind.split_once('/').unwrap_or((kind, ""));
    match top {
        "image" => Class::Image,
        "audio" | "video" => Class::Sound,
        "text" if sub == "javascript" => Class::Program,
        "text" => Class::Text,
        "application" if matches!(sub, "javascript" | "x-sh" | "x-httpd-php" | "x-msdownload") => {
            Class::Program
        }
        "application" if matches!(sub, "json" | "xml") => Class::Text,
        "application" => Class::Document,
        _ => Class::Unknown,
    }
}

fn class_of(found: MatcherType) -> Class {
    match found {
        MatcherType::App => Class::Program,
        MatcherType::Image => Class::Image,
        MatcherType::Audio | MatcherType::Video => Class::Sound,
        MatcherType::Archive | MatcherType::Book | MatcherType::Doc => Class::Document,
        MatcherType::Text => Class::Text,
        _ => Class::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";
    const PDF: &[u8] = b"%PDF-1.7\n1 0 obj";
    const MP3: &[u8] = b"ID3\x03\0\0\0\0\0\0";
    const ELF: &[u8] = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

    fn fits(name: &str, bytes: &[u8], accept: &str) -> bool {
        fits_type(name, bytes, &[accept.to_owned()])
    }

    #[test]
    fn the_name_decides_what_is_accepted() {
        assert!(fits("a.PNG", PNG, ".png"));
        assert!(fits("a.png", PNG, "image/*"));
        assert!(fits("a.png", PNG, "image/png"));
        assert!(!fits("a.png", PNG, ".jpg"));
        assert!(!fits("a.png", PNG, "audio/*"));
        assert!(!fits("a", PNG, ".png"));
        assert!(fits("x.php_.png", PNG, ".png"));
    }

    #[test]
    fn the_content_must_not_contradict_the_name() {
        assert!(!fits("a.png", b"um texto qualquer", ".png"));
        assert!(!fits("a.png", PDF, ".png"));
        assert!(!fits("a.png", b"<!DOCTYPE html><script>1</script>", ".png"));
        assert!(!fits("a.pdf", PNG, ".pdf"));
        assert!(fits("a.pdf", PDF, ".pdf"));
        assert!(fits("a.mp3", MP3, "audio/*"));
        assert!(!fits("a.txt", PNG, ".txt"));
        assert!(fits("a.txt", "olá".as_bytes(), ".txt"));
        assert!(fits("a.csv", b"a,b\n1,2\n", ".csv"));
    }

    #[test]
    fn programs_are_never_taken() {
        assert!(!fits("a.bin", ELF, ".bin"));
        assert!(!fits("a.sh", b"#!/bin/sh\n", ".sh"));
        assert!(!fits("a.js", b"alert(1)", ".js"));
    }

    #[test]
    fn an_empty_file_passes_by_its_name() {
        assert!(fits("a.png", b"", ".png"));
        assert!(!fits("a.php", b"", ".png"));
    }
}
