//! `file_size`: the size of a file of the site.

use markup::escape;
use serde_json::{Value, json};
use url::Url;

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSize {
    /// The size in bytes.
    Known(u64),
    /// The file belongs to another host, or the text is no address.
    External,
    /// There is no such file.
    Unknown,
}

impl FileSize {
    /// The outcome of looking a file up; an empty file counts as unknown.
    pub const fn of(bytes: Option<u64>) -> Self {
        match bytes {
            None | Some(0) => Self::Unknown,
            Some(bytes) => Self::Known(bytes),
        }
    }

    /// The HTTP status.
    pub const fn status(self) -> u16 {
        match self {
            Self::Known(_) => 200,
            Self::External | Self::Unknown => 404,
        }
    }

    /// The body.
    pub fn body(self) -> Value {
        let reason = match self {
            Self::Known(bytes) => return json!({ "type": "success", "size_in_bytes": bytes }),
            Self::External => "it is hosted externally",
            Self::Unknown => "of unknown reasons",
        };
        let response = format!("Cannot get the size of URL because {reason}.");
        json!({ "type": "failure", "response": response })
    }
}

/// The path of the file that an address of the site names, decoded once more than the request was, without `..`. The file is
/// looked up in the site's storage by it: no call leaves the site.
pub fn path(address: &str, home: &Url) -> Result<String, FileSize> {
    let decoded = percent_decoded(&escape::decode(address.trim()));
    let url = Url::parse(&decoded).map_err(|_| FileSize::External)?;
    let of_site = matches!(url.scheme(), "http" | "https")
        && url.host_str().is_some()
        && url.host_str() == home.host_str();
    if !of_site {
        return Err(FileSize::External);
    }
    let path = percent_decoded(url.path());
    // Reading the address resolves `..`, so the text is checked too: no address of a file needs one.
    if climbs(&decoded) || climbs(&path) || path.contains(['\0', '\\']) {
        return Err(FileSize::Unknown);
    }
    Ok(path)
}

/// Whether a part between slashes is `..` or `.`, as it is or encoded.
fn climbs(text: &str) -> bool {
    let text = percent_decoded(text);
    text.split(['/', '\\'])
        .any(|part| matches!(part, ".." | "."))
}

/// The text with `%XX` replaced; as it is where that is no UTF-8.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(one) = rest.next() {
        let mut ahead = rest.clone();
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        match (one, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or(b'%'));
                rest = ahead;
            }
            _ => bytes.push(one),
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(address: &str) -> Result<String, FileSize> {
        path(address, &Url::parse("https://a.example/").unwrap())
    }

    #[test]
    fn files_of_the_site() {
        assert_eq!(
            read("https://a.example/uploads/a%20b.png"),
            Ok("/uploads/a b.png".to_owned())
        );
        let twice = "https%3A%2F%2Fa.example%2Fuploads%2Fx.png";
        assert_eq!(read(twice), Ok("/uploads/x.png".to_owned()));
    }

    #[test]
    fn everything_else_is_external() {
        for address in [
            "",
            "/uploads/x.png",
            "x",
            "https://b.example/x.png",
            "file:///etc/passwd",
            "ftp://a.example/x",
        ] {
            assert_eq!(read(address), Err(FileSize::External), "{address}");
        }
    }

    #[test]
    fn no_path_climbs() {
        for address in [
            "https://a.example/uploads/%252e%252e/x",
            "https://a.example/uploads/..%252fx",
            "https://a.example/uploads/x%2500.png",
        ] {
            assert_eq!(read(address), Err(FileSize::Unknown), "{address}");
        }
    }

    #[test]
    fn bodies() {
        assert_eq!(
            FileSize::of(Some(7)).body(),
            json!({"type": "success", "size_in_bytes": 7})
        );
        assert_eq!(FileSize::of(Some(0)), FileSize::Unknown);
        assert_eq!(
            FileSize::of(None).body(),
            json!({"type": "failure", "response": "Cannot get the size of URL because of unknown reasons."})
        );
        assert_eq!(
            FileSize::External.body()["response"],
            "Cannot get the size of URL because it is hosted externally."
        );
        assert_eq!(
            (FileSize::Known(1).status(), FileSize::External.status()),
            (200, 404)
        );
    }

    proptest! {
        #[test]
        fn any_address_gives_a_path_that_stays_below(
            address in "(https://a\\.example/)?(\\PC|%2e|%252e|\\.\\.|/|%2f){0,30}"
        ) {
            if let Ok(path) = read(&address) {
                prop_assert!(path.starts_with('/'));
                prop_assert!(!path.split('/').any(|part| part == ".."));
            }
        }
    }
}
