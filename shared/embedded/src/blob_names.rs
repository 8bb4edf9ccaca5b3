//! Keys of blobs, and the names of their files.

use ports::BlobError;

/// Folder, below that of the blobs, of files that are being written. No key has a part that begins with a point.
pub(crate) const UNFINISHED: &str = ".unfinished";

/// Ending of the file with the media type of a blob.
pub(crate) const TYPE: &str = ".type";

/// Ending of a file that is being written.
pub(crate) const PART: &str = ".part";

/// Whether `key` has the syntax that the port guarantees, so that it cannot escape the directory.
fn is_valid_key(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '.'))
        && key
            .split('/')
            .all(|part| !part.is_empty() && !part.starts_with('.'))
}

/// Checks that `key` has the syntax that the port guarantees.
pub(crate) fn check_key(key: &str) -> Result<(), BlobError> {
    if is_valid_key(key) {
        Ok(())
    } else {
        Err(BlobError::Failed(format!("not a blob key: {key}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_cannot_escape_the_directory() {
        for key in [
            "", "/a", "a/", "../a", "a/../b", "a//b", ".a", "a b", "a\\b", "a/.b",
        ] {
            assert!(!is_valid_key(key), "{key}");
        }
        assert!(is_valid_key("posts/12/media/3/original.jpg"));
    }
}
