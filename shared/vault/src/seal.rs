//! Seals stored credentials: authenticated encryption with XChaCha20-Poly1305 and the active key of the key
//! ring.
//!
//! The text form is `v1.<key id>.<base64url(nonce ‖ ciphertext ‖ tag)>`. The key id and the caller's
//! context (the record and field of the secret) are authenticated, so a sealed text that is copied to
//! another record cannot be unsealed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key as CipherKey, XChaCha20Poly1305, XNonce};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::keyring::{Key, KeyRing};

const VERSION: &str = "v1";

/// Length of XChaCha20's nonce, which is long enough to be random for every message.
pub(crate) const NONCE_BYTES: usize = 24;

/// The text exceeds the cipher's limit of 256 GiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the secret could not be sealed")]
pub struct SealError;

/// Why a sealed text cannot be unsealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// Not a sealed text of a known version.
    #[error("not a sealed text")]
    Malformed,
    /// Its key is not in the ring.
    #[error("sealed with a key that is not in the ring")]
    UnknownKey,
    /// Altered, or sealed for another context.
    #[error("the sealed text was altered or belongs to another record")]
    Refused,
}

impl KeyRing {
    /// Seals `plaintext` for `context`, such as `site/12/host_password`, with the active key.
    ///
    /// # Errors
    /// [`SealError`] when the text exceeds the cipher's limit.
    pub fn seal(
        &self,
        context: &str,
        plaintext: &SecretString,
        random: &dyn Random,
    ) -> Result<String, SealError> {
        let (id, key) = self.sealing_active();
        let key = key.ok_or(SealError)?;
        let mut nonce = [0; NONCE_BYTES];
        random.fill(&mut nonce);
        let ciphertext = cipher(key)
            .encrypt(
                &XNonce::from(nonce),
                Payload {
                    msg: plaintext.expose_secret().as_bytes(),
                    aad: &associated_data(id, context),
                },
            )
            .map_err(|_| SealError)?;
        let mut sealed = nonce.to_vec();
        sealed.extend_from_slice(&ciphertext);
        Ok(format!(
            "{VERSION}.{id}.{}",
            URL_SAFE_NO_PAD.encode(&sealed)
        ))
    }

    /// Unseals a text that [`KeyRing::seal`] sealed for the same `context`.
    ///
    /// # Errors
    /// [`OpenError`] names the cause and contains no part of the text.
    pub fn open(&self, context: &str, sealed: &str) -> Result<SecretString, OpenError> {
        let (id, payload) = split(sealed)?;
        let key = self.sealing_key(id).ok_or(OpenError::UnknownKey)?;
        let bytes = URL_SAFE_NO_PAD
            .decode(payload)
            .map_err(|_| OpenError::Malformed)?;
        let (nonce, ciphertext) = bytes
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(OpenError::Malformed)?;
        let plaintext = cipher(key)
            .decrypt(
                &XNonce::from(*nonce),
                Payload {
                    msg: ciphertext,
                    aad: &associated_data(id, context),
                },
            )
            .map(Zeroizing::new)
            .map_err(|_| OpenError::Refused)?;
        let text = std::str::from_utf8(&plaintext).map_err(|_| OpenError::Refused)?;
        Ok(SecretString::from(text))
    }

    /// Whether `sealed` uses another key than the active one. The next write of the record then seals it
    /// again, so that former keys fall out of use without a bulk update.
    pub fn needs_reseal(&self, sealed: &str) -> bool {
        split(sealed).map_or(true, |(id, _)| id != self.sealing_active().0)
    }
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(<&CipherKey>::from(&**key))
}

fn split(sealed: &str) -> Result<(&str, &str), OpenError> {
    let mut parts = sealed.splitn(3, '.');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(VERSION), Some(id), Some(payload)) => Ok((id, payload)),
        _ => Err(OpenError::Malformed),
    }
}

/// A key id cannot contain NUL, so the boundary of the two parts is unambiguous.
fn associated_data(id: &str, context: &str) -> Vec<u8> {
    format!("{VERSION}\0{id}\0{context}").into_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::seeded::Seeded;

    const CONTEXT: &str = "site/12/host_password";

    fn sealed(ring: &KeyRing) -> String {
        ring.seal(CONTEXT, &SecretString::from("segredo"), &Seeded::new(9))
            .unwrap()
    }

    #[test]
    fn unseals_in_its_own_context_only() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let sealed = sealed(&ring);
        assert!(sealed.starts_with("v1.k1."));
        assert_eq!(
            ring.open(CONTEXT, &sealed).unwrap().expose_secret(),
            "segredo"
        );
        assert_eq!(
            ring.open("site/13/host_password", &sealed).unwrap_err(),
            OpenError::Refused
        );
    }

    #[test]
    fn every_alteration_is_detected() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let sealed = sealed(&ring);
        for position in 0..sealed.len() {
            let mut altered = sealed.clone().into_bytes();
            altered[position] = if altered[position] == b'A' {
                b'B'
            } else {
                b'A'
            };
            let altered = String::from_utf8(altered).unwrap();
            assert!(
                ring.open(CONTEXT, &altered).is_err(),
                "altered at {position}"
            );
        }
    }

    #[test]
    fn a_shortened_or_foreign_text_is_refused() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let sealed = sealed(&ring);
        for text in [
            "",
            "v1",
            "v1.k1",
            "v1.k1.",
            "v1.k1.AAAA",
            "v2.k1.AAAA",
            "plain",
        ] {
            assert_eq!(ring.open(CONTEXT, text).unwrap_err(), OpenError::Malformed);
        }
        assert!(ring.open(CONTEXT, &sealed[..sealed.len() - 4]).is_err());
        let other = KeyRing::generate(&Seeded::new(2));
        assert_eq!(
            other.open(CONTEXT, &sealed).unwrap_err(),
            OpenError::Refused
        );
    }

    #[test]
    fn rotation_keeps_texts_readable_and_requests_resealing() {
        let old = KeyRing::generate(&Seeded::new(1));
        let new = old.rotated(&Seeded::new(2));
        let by_old = sealed(&old);
        let by_new = sealed(&new);
        assert_eq!(
            new.open(CONTEXT, &by_old).unwrap().expose_secret(),
            "segredo"
        );
        assert!(new.needs_reseal(&by_old));
        assert!(!new.needs_reseal(&by_new));
        assert!(by_new.starts_with("v1.k2."));
        assert_eq!(
            old.open(CONTEXT, &by_new).unwrap_err(),
            OpenError::UnknownKey
        );
    }

    #[test]
    fn the_key_id_is_authenticated() {
        let old = KeyRing::generate(&Seeded::new(1));
        let new = old.rotated(&Seeded::new(2));
        let renamed = sealed(&new).replacen("k2", "k1", 1);
        assert_eq!(new.open(CONTEXT, &renamed).unwrap_err(), OpenError::Refused);
    }

    #[test]
    fn sealing_is_randomised() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let random = Seeded::new(9);
        let text = SecretString::from("x");
        assert_ne!(
            ring.seal(CONTEXT, &text, &random).unwrap(),
            ring.seal(CONTEXT, &text, &random).unwrap()
        );
    }

    proptest! {
        #[test]
        fn any_text_round_trips(text in "\\PC*", context in "\\PC*", seed: u64) {
            let ring = KeyRing::generate(&Seeded::new(1));
            let sealed = ring.seal(&context, &SecretString::from(text.clone()), &Seeded::new(seed)).unwrap();
            let opened = ring.open(&context, &sealed).unwrap();
            prop_assert_eq!(opened.expose_secret(), text.as_str());
        }

        #[test]
        fn any_input_is_handled(text in "\\PC*") {
            let ring = KeyRing::generate(&Seeded::new(1));
            prop_assert!(ring.open("c", &text).is_err());
        }
    }
}
