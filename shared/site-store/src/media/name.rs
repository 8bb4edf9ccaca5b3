//! Names of uploaded files.

use domain::direction;

use crate::fold::push_without_accents;

/// Maximum length of a stem in bytes, so that size suffixes still fit into a file name.
const STEM_BYTES: usize = 120;

/// Stem and lower-case extension of an uploaded file name, reduced to letters, digits, dots, dashes and
/// underscores.
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
            ' ' | '-' | '+' if !clean.ends_with(['.', '-']) => clean.push('-'),
            dash if is_dash(dash) && !clean.ends_with(['.', '-']) => clean.push('-'),
            _ => {}
        }
        if clean.len() >= STEM_BYTES {
            break;
        }
    }
    let clean = clean.trim_matches(['.', '-', '_']);
    let stem = if clean.is_empty() {
        "unnamed-file".to_owned()
    } else {
        without_inner_extensions(clean)
    };
    (stem, extension.to_ascii_lowercase())
}

/// The stem of a file name as it was sent but for characters that change the order of the text, when letters or signs of it have no place in a stored name; `None` when the
/// name that is stored reads like it.
pub(super) fn unstorable(name: &str) -> Option<String> {
    let name = base(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut plain = String::with_capacity(stem.len());
    push_without_accents(stem, &mut plain);
    let is_lost = |character: char| !character.is_ascii() && !is_dash(character);
    let shown = || direction::without_controls(stem).into_owned();
    plain.chars().any(is_lost).then(shown)
}

const fn is_dash(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}')
}

/// Appends an underscore to inner extensions of file types that are not allowed, such as the `php` of
/// `a.php.png`, because some web servers execute such files.
fn without_inner_extensions(stem: &str) -> String {
    let mut parts = stem.split('.');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut name, part| {
        name.push('.');
        name.push_str(part);
        let letters = part
            .strip_suffix(|c: char| c.is_ascii_digit())
            .unwrap_or(part);
        let looks_like_one =
            (2..=5).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_alphabetic());
        if looks_like_one && domain::site::upload::media_type(part).is_none() {
            name.push('_');
        }
        name
    })
}

/// Stem and extension of the image made by editing the one at `path`.
pub(super) fn edited(path: &str) -> (String, String) {
    let (stem, extension) = split(path);
    let (before, after) = stem.rsplit_once("-edited").unwrap_or((stem, "x"));
    let number = after.strip_prefix('-').unwrap_or(after);
    let is_edited = number.bytes().all(|b| b.is_ascii_digit())
        && (after.is_empty() || after.len() > number.len() && !number.is_empty());
    let stem = if is_edited { before } else { stem };
    (format!("{stem}-edited"), extension.to_owned())
}

/// Stem and extension for the resized files of an image.
pub(super) fn of_sizes(media: &crate::content::Media) -> (String, String) {
    let path = media.uploaded_path();
    let (stem, extension) = split(&path);
    (stem.to_owned(), extension.to_owned())
}

fn split(path: &str) -> (&str, &str) {
    let name = base(path);
    name.rsplit_once('.').unwrap_or((name, ""))
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Whether a stem ends like a generated one (size suffix, `-scaled`, `-rotated`) and could collide with the
/// derived files of another upload.
pub(super) fn looks_derived(stem: &str) -> bool {
    let end = stem.rsplit('-').next().unwrap_or_default();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_size = end
        .split_once('x')
        .is_some_and(|(width, height)| number(width) && number(height));
    stem.contains('-') && (is_size || matches!(end, "scaled" | "rotated"))
}

/// Whether the name of a size is not safe from other uploads by its form alone.
pub(super) fn needs_reservation(path: &str) -> bool {
    !looks_derived(split(path).0)
}

/// Safe path below `uploads/` for a file of another host: `path` itself when it is safe, otherwise
/// sanitised. `None` when nothing usable remains.
pub fn safe_path(path: &str) -> Option<String> {
    if is_safe_path(path) {
        return Some(path.to_owned());
    }
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    if file.is_empty() {
        return None;
    }
    let (stem, extension) = parts(file);
    let mut sound = String::new();
    for part in folder.split('/').filter(|part| !part.is_empty()) {
        sound.push_str(&parts(&format!("{part}.x")).0);
        sound.push('/');
    }
    sound.push_str(&stem);
    if !extension.is_empty() {
        sound.push('.');
        sound.push_str(&extension);
    }
    is_safe_path(&sound).then_some(sound)
}

/// Whether a path is safe as the path of an uploaded file.
pub(super) fn is_safe_path(path: &str) -> bool {
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
    fn an_edited_picture_is_called_so_once() {
        for (path, stem) in [
            ("2024/05/ipe.jpg", "ipe-edited"),
            ("2024/05/ipe-edited.jpg", "ipe-edited"),
            ("2024/05/ipe-edited-12.jpg", "ipe-edited"),
            ("2024/05/ipe-edited-x.jpg", "ipe-edited-x-edited"),
            ("2024/05/ipe-edited2.jpg", "ipe-edited2-edited"),
        ] {
            assert_eq!(edited(path), (stem.to_owned(), "jpg".to_owned()), "{path}");
        }
    }

    #[test]
    fn names_become_plain() {
        for (name, stem, extension) in [
            ("Ipê amarelo.JPG", "Ipe-amarelo", "jpg"),
            ("../../etc/passwd.png", "passwd", "png"),
            ("C:\\fotos\\a b.png", "a-b", "png"),
            ("..png", "unnamed-file", "png"),
            ("a.php.png", "a.php_", "png"),
            ("a.min.v2.png", "a.min_.v2", "png"),
            ("a.mp3.png", "a.mp3", "png"),
            ("foto", "foto", ""),
            ("a.b--c.gif", "a.b-c", "gif"),
            ("🎉.webp", "unnamed-file", "webp"),
        ] {
            assert_eq!(parts(name), (stem.into(), extension.into()), "{name}");
        }
    }

    #[test]
    fn paths_of_other_hosts() {
        for (path, sound) in [
            ("2024/05/ipe.jpg", Some("2024/05/ipe.jpg")),
            ("sites/2/2024/05/ação.jpg", Some("sites/2/2024/05/acao.jpg")),
            (
                "../../etc/a b.png",
                Some("unnamed-file/unnamed-file/etc/a-b.png"),
            ),
            ("a.b/c.pdf", Some("a.b/c.pdf")),
            ("sem-extensao", Some("sem-extensao")),
            ("ação", Some("acao")),
            ("2024/05/", None),
            ("", None),
        ] {
            assert_eq!(safe_path(path).as_deref(), sound, "{path}");
        }
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
            prop_assert!(is_safe_path(&path));
        }
    }
}
