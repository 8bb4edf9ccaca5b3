//! Signed keys with which an uploaded file can be downloaded until a time.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use secrecy::SecretString;
use site_store::Tenant;
use vault::{KeyRing, TokenHash};

/// Purpose of the keyed hash.
const CONTEXT: &str = "form_file_download";
/// Characters of a hash.
const HASH_CHARS: usize = 64;

/// A file that a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileOfSubmission<'a> {
    /// Site.
    pub tenant: &'a Tenant,
    /// Submission.
    pub submission: u64,
    /// Key of the private file.
    pub blob: &'a str,
}

/// A key to one file of one submission of one site, until a time: `{epoch second}.{64 hexadecimal digits}`.
#[derive(Debug, Clone)]
pub struct DownloadKey {
    expires_at: i64,
    hash: TokenHash,
}

/// Why a key gives no access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DownloadKeyError {
    /// The text is no key.
    #[error("not a download key")]
    Malformed,
    /// The key was altered, or is for another file.
    #[error("the download key is not for this file")]
    Refused,
    /// The time of the key is over.
    #[error("the download key has expired")]
    Expired,
}

impl DownloadKey {
    /// Signs a key for `file` until `expires_at`.
    pub fn sign(keyring: &KeyRing, file: FileOfSubmission<'_>, expires_at: Timestamp) -> Self {
        let expires_at = expires_at.as_second();
        Self {
            expires_at,
            hash: hash(keyring, file, expires_at),
        }
    }

    /// Checks the key for `file` at `now`; the hash is compared in constant time, before the end is looked at.
    ///
    /// # Errors
    /// [`DownloadKeyError::Refused`] or [`DownloadKeyError::Expired`].
    pub fn check(
        &self,
        keyring: &KeyRing,
        file: FileOfSubmission<'_>,
        now: Timestamp,
    ) -> Result<(), DownloadKeyError> {
        if !self.hash.matches(&hash(keyring, file, self.expires_at)) {
            return Err(DownloadKeyError::Refused);
        }
        if self.expires_at <= now.as_second() {
            return Err(DownloadKeyError::Expired);
        }
        Ok(())
    }
}

fn hash(keyring: &KeyRing, file: FileOfSubmission<'_>, expires_at: i64) -> TokenHash {
    // Tenant and numbers contain no line break, so the parts are unambiguous.
    let subject = format!(
        "{}\n{}\n{expires_at}\n{}",
        file.tenant, file.submission, file.blob
    );
    keyring.token_hash(CONTEXT, &SecretString::from(subject))
}

impl fmt::Display for DownloadKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.expires_at, self.hash.as_str())
    }
}

impl FromStr for DownloadKey {
    type Err = DownloadKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (at, hash) = text.split_once('.').ok_or(DownloadKeyError::Malformed)?;
        let at: u32 = at.parse().map_err(|_| DownloadKeyError::Malformed)?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if hash.len() != HASH_CHARS || !hash.bytes().all(is_digit) {
            return Err(DownloadKeyError::Malformed);
        }
        Ok(Self {
            expires_at: at.into(),
            hash: TokenHash::from_stored(hash),
        })
    }
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_key_is_for_one_file_until_its_end() {
        let ring = KeyRing::generate(&SeededRandom::new(1));
        let (main, other) = (Tenant::main(), "horta".parse().unwrap());
        let file = FileOfSubmission {
            tenant: &main,
            submission: 12,
            blob: "sites/main/private/a/0",
        };
        let text = DownloadKey::sign(&ring, file, at(1_000)).to_string();
        let key: DownloadKey = text.parse().unwrap();
        assert_eq!(key.check(&ring, file, at(999)), Ok(()));
        let expired = Err(DownloadKeyError::Expired);
        assert_eq!(key.check(&ring, file, at(1_000)), expired);
        let others = [
            FileOfSubmission {
                tenant: &other,
                ..file
            },
            FileOfSubmission {
                submission: 1,
                ..file
            },
            FileOfSubmission {
                blob: "sites/main/private/a/1",
                ..file
            },
        ];
        let refused = Err(DownloadKeyError::Refused);
        for file in others {
            assert_eq!(key.check(&ring, file, at(999)), refused);
        }
        let longer: DownloadKey = text.replacen("1000", "9000", 1).parse().unwrap();
        assert_eq!(longer.check(&ring, file, at(999)), refused);
        let ring = KeyRing::generate(&SeededRandom::new(2));
        assert_eq!(key.check(&ring, file, at(999)), refused);
    }

    proptest! {
        #[test]
        fn only_the_written_form_is_a_key(text in "\\PC*|[0-9]{1,10}[.][0-9a-f]{63,65}") {
            if let Ok(key) = text.parse::<DownloadKey>() {
                let written = key.to_string();
                prop_assert!(written.parse::<DownloadKey>().is_ok());
                prop_assert_eq!(written.len() - written.find('.').unwrap(), HASH_CHARS + 1);
            }
        }
    }
}
