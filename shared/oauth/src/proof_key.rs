//! Proof keys (RFC 7636): only the process that asked for a code can exchange it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// Random bytes of a verifier, which has 43 characters (RFC 7636, section 4.1).
const VERIFIER_BYTES: usize = 32;

/// The verifier of one authorization.
#[derive(Debug, Clone)]
pub struct ProofKey(SecretString);

impl ProofKey {
    /// A new verifier.
    pub fn generate(random: &dyn Random) -> Self {
        Self(vault::token::random_token(random, VERIFIER_BYTES))
    }

    /// A verifier that was stored.
    #[must_use]
    pub const fn from_stored(verifier: SecretString) -> Self {
        Self(verifier)
    }

    /// The verifier, which is sent with the code.
    #[must_use]
    pub const fn verifier(&self) -> &SecretString {
        &self.0
    }

    /// The challenge (`S256`), which is part of the page's address.
    #[must_use]
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.expose_secret()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_that_of_the_rfc() {
        // RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let key = ProofKey::from_stored(SecretString::from(verifier));
        let expected = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert_eq!(key.challenge(), expected);
    }
}
