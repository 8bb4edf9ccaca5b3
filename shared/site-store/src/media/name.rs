//! Names of uploaded files.

use crate::fold::push_without_accents;

/// Longest stem in bytes, so that size suffixes still fit into a file name.
const STEM_BYTES: usize = 120;

/// Stem and lower-case extension of an uploaded name, made of letters, digits, dots, dashes and
/// underscores only.
pub(super) fn parts(name: &str) -> (String, String) {
    let name = base(name);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let mut plain = String::with_capacity(stem.len());
    push_without_accents(stem, &mut plain);
    let mut clean = String::with_capacity(plain.len());
    for character in plain.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => clean.push(character),
            '.' if !clean.ends_with(['.', '-']) => clean.push('.'),
            ' ' | '-' | '+' | '\u{2010}'..='\u{2015}' if !clean.ends_with(['.', '-']) => {
                clean.push('-');
            }
            _ => {}
        }
        if clean.len() >= STEM_BYTES {
            break;
        }
    }
    let clean = clean.trim_matches(['.', '-', '_']);
    let stem = if clean.is_empty() { "arquivo" } else { clean };
    (stem.to_owned(), extension.to_ascii_lowercase())
}

/// The title of a file that has none: its name without folder and extension.
pub(super) fn title(name: &str) -> String {
    let name = base(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() {
        name.to_owned()
    } else {
        stem.to_owned()
    }
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Whether a stem ends like one that is made for smaller or changed pictures, and would collide
/// with those of another upload.
pub(super) fn looks_derived(stem: &str) -> bool {
    let end = stem.rsplit('-').next().unwrap_or_default();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_size = end
        .split_once('x')
        .is_some_and(|(width, height)| number(width) && number(height));
    stem.contains('-') && (is_size || matches!(end, "scaled" | "rotated"))
}

/// Whether a path can be one of an uploaded file.
pub(super) fn is_sound_path(path: &str) -> bool {
    path.split('/').all(|part| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_become_plain() {
        for (name, stem, extension) in [
            ("Ipê amarelo.JPG", "Ipe-amarelo", "jpg"),
            ("../../etc/passwd.png", "passwd", "png"),
            ("C:\\fotos\\a b.png", "a-b", "png"),
            ("..png", "arquivo", "png"),
            ("foto", "foto", ""),
            ("a.b--c.gif", "a.b-c", "gif"),
            ("🎉.webp", "arquivo", "webp"),
        ] {
            assert_eq!(parts(name), (stem.into(), extension.into()), "{name}");
        }
        assert_eq!(title("Ipê amarelo.JPG"), "Ipê amarelo");
    }

    #[test]
    fn derived_names() {
        for derived in ["a-300x200", "a-scaled", "a-rotated"] {
            assert!(looks_derived(derived), "{derived}");
        }
        for other in ["a", "300x200", "a-300x", "a-b", "scaled"] {
            assert!(!looks_derived(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn every_name_makes_a_sound_path(name in "\\PC{0,60}") {
            let (stem, _) = parts(&name);
            let path = format!("2024/05/{stem}.jpg");
            prop_assert!(is_sound_path(&path));
        }
    }
}
