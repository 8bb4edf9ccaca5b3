//! Seals what belongs to a request with keys made of a secret that the request carries, as its idempotency key: without that
//! request nothing opens it, whatever else of the store is known. Authenticated encryption with XChaCha20-Poly1305.
//!
//! The nonce is a MAC of the content under a key of its own (as in RFC 5297, section 3), so that two contents under the keys of one
//! request never share one.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{Key as CipherKey, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::seal::{NONCE_BYTES, OpenError, SealError};

/// Keys of one request.
#[derive(Clone, PartialEq, Eq)]
pub struct RequestSeal {
    cipher: Zeroizing<[u8; 32]>,
    nonce: Zeroizing<[u8; 32]>,
}

impl fmt::Debug for RequestSeal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RequestSeal(..)")
    }
}

impl RequestSeal {
    /// The keys of the request that consists of `parts`, one of which is secret.
    pub fn of(parts: &[&[u8]]) -> Self {
        let key = |purpose: &[u8]| {
            let mut hash = Sha256::new();
            for part in std::iter::once(&purpose).chain(parts) {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
            Zeroizing::new(hash.finalize().into())
        };
        Self {
            cipher: key(b"pauta/request-seal/cipher"),
            nonce: key(b"pauta/request-seal/nonce"),
        }
    }

    /// Seals `content`: nonce, ciphertext, tag.
    ///
    /// # Errors
    /// [`SealError`] when the content exceeds the cipher's limit.
    pub fn seal(&self, content: &[u8]) -> Result<Vec<u8>, SealError> {
        let nonce = self.nonce_of(content);
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), content);
        let sealed = sealed.map_err(|_| SealError)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Unseals what [`RequestSeal::seal`] sealed with the keys of the same request.
    ///
    /// # Errors
    /// [`OpenError`] names the cause and contains no part of the content.
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let (nonce, ciphertext) = sealed
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(OpenError::Malformed)?;
        let opened = self.cipher().decrypt(&XNonce::from(*nonce), ciphertext);
        opened.map_err(|_| OpenError::Refused)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(<&CipherKey>::from(&*self.cipher))
    }

    fn nonce_of(&self, content: &[u8]) -> [u8; NONCE_BYTES] {
        let mut block = Zeroizing::new([0; 64]);
        for (target, source) in block.iter_mut().zip(self.nonce.iter()) {
            *target = *source;
        }
        let mut mac = Hmac::<Sha256>::new((&*block).into());
        mac.update(content);
        let mac = mac.finalize().into_bytes();
        let mut nonce = [0; NONCE_BYTES];
        for (target, source) in nonce.iter_mut().zip(mac) {
            *target = source;
        }
        nonce
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_alone_opens_what_was_sealed_for_it() {
        let seal = RequestSeal::of(&[b"7", b"POST", b"a"]);
        let content = b"ana@agencia.test".repeat(9);
        let sealed = seal.seal(&content).unwrap();
        assert!(!sealed.windows(4).any(|part| part == b"ana@"));
        assert_eq!(seal.open(&sealed).unwrap(), content);
        for other in [
            RequestSeal::of(&[b"7", b"POST", b"b"]),
            RequestSeal::of(&[b"7", b"POSTa", b""]),
        ] {
            assert_eq!(other.open(&sealed), Err(OpenError::Refused));
        }
        for place in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[place] ^= 1;
            assert_eq!(seal.open(&altered), Err(OpenError::Refused));
        }
        assert_eq!(seal.open(&sealed[..9]), Err(OpenError::Malformed));
    }

    #[test]
    fn contents_do_not_share_a_nonce() {
        let seal = RequestSeal::of(&[b"a"]);
        let nonce = |content: &[u8]| seal.seal(content).unwrap()[..NONCE_BYTES].to_vec();
        assert_ne!(nonce(b"one"), nonce(b"two"));
        assert_eq!(format!("{seal:?}"), "RequestSeal(..)");
    }
}
