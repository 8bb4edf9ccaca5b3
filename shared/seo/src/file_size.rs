//! `file_size`: the size of a file of the site.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use url::Url;

/// The folder of files below the home address.
const FOLDER: &str = "/uploads/";

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileSize {
    /// The size in bytes.
    Known(u64),
    /// The text is no address of the site.
    External(String),
    /// There is no such file.
    Unknown(String),
}

impl FileSize {
    /// The outcome of looking up the file at `path`; an empty one counts as unknown.
    pub fn of(path: String, bytes: Option<u64>) -> Self {
        match bytes {
            None | Some(0) => Self::Unknown(path),
            Some(bytes) => Self::Known(bytes),
        }
    }

    /// The HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Known(_) => 200,
            Self::External(_) | Self::Unknown(_) => 404,
        }
    }

    /// The body. A failure names the address as it was sent, and a missing file by its path in the folder.
    pub fn body(&self) -> Value {
        let response = match self {
            Self::Known(bytes) => return json!({ "type": "success", "size_in_bytes": bytes }),
            Self::External(address) => {
                format!("The size of {address} is not known: the file belongs to another host.")
            }
            Self::Unknown(address) => {
                format!("The size of {address} is not known: there is no such file.")
            }
        };
        json!({ "type": "failure", "response": response })
    }
}

/// The path in the folder of files that an address of the site names, with a slash at its beginning and without `..`. The
/// address is decoded once more than the request was. The file is looked up in the site's storage: no call leaves the site.
///
/// # Errors
/// [`FileSize::External`] and [`FileSize::Unknown`].
pub fn locate(address: &str, home: &Url) -> Result<String, FileSize> {
    let decoded = percent_decoded(address);
    if host(&decoded) != home.host_str() {
        return Err(FileSize::External(decoded));
    }
    let folder = format!("{}{FOLDER}", home.as_str().trim_end_matches('/'));
    let Some(name) = decoded.strip_prefix(&folder) else {
        return Err(FileSize::Unknown(decoded));
    };
    let path = format!("/{name}");
    if climbs(&path) || path.contains(['\0', '\\']) {
        return Err(FileSize::Unknown(path));
    }
    Ok(path)
}

/// The host of an address, with its case; `None` without one.
fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("//")?;
    let is_scheme = |name: &str| {
        name.starts_with(|one: char| one.is_ascii_alphabetic())
            && name
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || matches!(one, '+' | '-' | '.'))
    };
    if !(scheme.is_empty() || scheme.strip_suffix(':').is_some_and(is_scheme)) {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let (_, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    match place.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|one| one.is_ascii_digit()) => Some(host),
        _ => Some(place),
    }
}

/// Whether a part between slashes is `..` or `.`, as it is or encoded.
fn climbs(text: &str) -> bool {
    let text = percent_decoded(text);
    text.split(['/', '\\'])
        .any(|part| matches!(part, ".." | "."))
}

/// The text with `%XX` replaced; as it is where that is no UTF-8.
fn percent_decoded(text: &str) -> String {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map_or_else(|_| text.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(address: &str) -> Result<String, FileSize> {
        locate(address, &Url::parse("https://a.example/").unwrap())
    }

    #[test]
    fn files_of_the_site() {
        for (address, path) in [
            ("https://a.example/uploads/a%20b.png", "/a b.png"),
            ("https%3A%2F%2Fa.example%2Fuploads%2Fx.png", "/x.png"),
            ("https://a.example/uploads//x.png", "//x.png"),
            ("https://a.example/uploads/x.png?a=1", "/x.png?a=1"),
        ] {
            assert_eq!(read(address), Ok(path.to_owned()), "{address}");
        }
        let home = Url::parse("https://a.example/blog/").unwrap();
        assert_eq!(
            locate("https://a.example/blog/uploads/x.png", &home),
            Ok("/x.png".to_owned())
        );
    }

    #[test]
    fn texts_without_the_host_of_the_site_are_external() {
        for address in [
            "",
            "/uploads/x.png",
            "x",
            "https://b.example/x.png",
            "https://A.example/x.png",
            "file:///etc/passwd",
            "a.example/uploads/x.png",
            " https://a.example/x.png",
            "https://b.example/?https://a.example/",
        ] {
            assert_eq!(
                read(address),
                Err(FileSize::External(address.to_owned())),
                "{address}"
            );
        }
    }

    #[test]
    fn other_addresses_of_the_site_are_unknown() {
        for address in [
            "ftp://a.example/uploads/x.png",
            "http://a.example/uploads/x.png",
            "//a.example/uploads/x.png",
            "https://a.example:443/uploads/x.png",
            "https://ana:segredo@a.example/uploads/x.png",
            "https://a.example/pao/",
        ] {
            assert_eq!(
                read(address),
                Err(FileSize::Unknown(address.to_owned())),
                "{address}"
            );
        }
    }

    #[test]
    fn no_path_climbs() {
        for (address, path) in [
            ("https://a.example/uploads/%252e%252e/x", "/%2e%2e/x"),
            ("https://a.example/uploads/..%2fx", "/../x"),
            ("https://a.example/uploads/x%00.png", "/x\0.png"),
        ] {
            assert_eq!(
                read(address),
                Err(FileSize::Unknown(path.to_owned())),
                "{address}"
            );
        }
    }

    #[test]
    fn bodies() {
        assert_eq!(
            FileSize::of("/x".to_owned(), Some(7)).body(),
            json!({"type": "success", "size_in_bytes": 7})
        );
        let missing = FileSize::of("/x".to_owned(), Some(0));
        assert_eq!(missing, FileSize::of("/x".to_owned(), None));
        assert_eq!(
            missing.body(),
            json!({"type": "failure", "response": "The size of /x is not known: there is no such file."})
        );
        let external = FileSize::External("https://b.example/x".to_owned());
        assert_eq!(
            external.body()["response"],
            "The size of https://b.example/x is not known: the file belongs to another host."
        );
        assert_eq!((FileSize::Known(1).status(), external.status()), (200, 404));
    }

    proptest! {
        #[test]
        fn any_address_gives_a_path_that_stays_below(
            address in "(https://a\\.example/uploads/)?(\\PC|%2e|%252e|\\.\\.|/|%2f){0,30}"
        ) {
            if let Ok(path) = read(&address) {
                prop_assert!(path.starts_with('/'));
                prop_assert!(!path.split('/').any(|part| part == ".."));
            }
        }
    }
}
