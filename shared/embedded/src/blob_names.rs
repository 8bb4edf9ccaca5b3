//! Names of the files of blobs.

/// Folder, below that of the blobs, of files that are being written. No key has a part that begins with a point.
pub(crate) const UNFINISHED: &str = ".unfinished";

/// Ending of the file with the media type of a blob.
pub(crate) const TYPE: &str = ".type";

/// Ending of a file that is being written.
pub(crate) const PART: &str = ".part";
