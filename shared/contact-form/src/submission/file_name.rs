//! Names of uploaded files, made safe.

/// Longest name in characters.
const LONGEST: usize = 120;

/// Extensions that a web server might run, without a digit behind them.
const SCRIPTS: [&str; 16] = [
    "php", "phtml", "phar", "pl", "py", "rb", "cgi", "asp", "aspx", "jsp", "jspx", "sh", "bat",
    "cmd", "exe", "js",
];

/// The extension of a name in lower case; empty without one.
pub fn extension(name: &str) -> String {
    name.rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase())
        .unwrap_or_default()
}

/// A name that is one path segment: no folders, no control characters, no characters with a meaning in headers or
/// shells, no hidden file, at most 120 characters. A script extension before another extension gets an underscore.
pub fn safe(written: &str) -> String {
    let last = written.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut name = String::new();
    for character in last.chars() {
        match character {
            ' ' => name.push('-'),
            c if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') => name.push(c),
            _ => {}
        }
    }
    let parts: Vec<&str> = name.split('.').filter(|part| !part.is_empty()).collect();
    let Some((last, before)) = parts.split_last() else {
        return "file".to_owned();
    };
    let mut name = String::new();
    for (at, part) in before.iter().enumerate() {
        name.push_str(part);
        if at > 0 && is_script(part) {
            name.push('_');
        }
        name.push('.');
    }
    let room = LONGEST.saturating_sub(last.chars().count());
    if name.chars().count() > room {
        name = name.chars().take(room.saturating_sub(1)).collect();
        name.push('.');
    }
    if before.is_empty() {
        name.clear();
    }
    name.extend(last.chars().take(LONGEST));
    name
}

fn is_script(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    SCRIPTS.contains(&lower.trim_end_matches(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_become_one_segment() {
        for (written, wanted) in [
            ("foto.png", "foto.png"),
            ("../../etc/passwd", "passwd"),
            (r"C:\fotos\Praia do Sul.JPG", "Praia-do-Sul.JPG"),
            (".htaccess", "htaccess"),
            ("a\r\nBcc: x@y.zz\".png", "aBcc-xy.zz.png"),
            ("currículo.pdf", "currículo.pdf"),
            ("x.php.png", "x.php_.png"),
            ("x.PHP7.min.png", "x.PHP7_.min.png"),
            ("...", "file"),
            ("", "file"),
            ("a..b", "a.b"),
        ] {
            assert_eq!(safe(written), wanted, "{written}");
        }
    }

    #[test]
    fn long_names_keep_their_extension() {
        let name = safe(&format!("{}.png", "á".repeat(500)));
        assert_eq!(name.chars().count(), LONGEST);
        assert!(name.ends_with("á.png"));
    }

    #[test]
    fn extensions() {
        assert_eq!(extension("a.tar.GZ"), "gz");
        assert_eq!(extension("a"), "");
    }

    proptest! {
        #[test]
        fn any_name_is_safe(written in "\\PC{0,200}") {
            let name = safe(&written);
            prop_assert!(!name.is_empty() && !name.starts_with('.'));
            prop_assert!(name.chars().count() <= LONGEST);
            prop_assert!(!name.contains(['/', '\\', '"', '\r', '\n', '\0', ';']));
        }
    }
}
