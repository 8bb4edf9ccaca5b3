//! Second factor: time-based one-time passwords of an authenticator app (RFC 6238) and recovery codes.

use std::fmt;

use jiff::Timestamp;
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::keyring::KeyRing;
use crate::token::{TokenHash, characters};
use zeroize::Zeroizing;

/// Name of the service in the app.
const ISSUER: &str = "Pauta";

/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
const DIGITS: u8 = 6;

/// Validity of one code in seconds.
const STEP_SECONDS: u64 = 30;

/// Time steps accepted before and after the present one, for clock differences (RFC 6238, 5.2).
const SKEW_STEPS: u64 = 1;

/// Number of recovery codes that are issued at once.
const RECOVERY_CODES: usize = 10;
const RECOVERY_CHARS: usize = 8;

/// Without i, l, o, 0 and 1, which are easily confused on paper.
const RECOVERY_ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// The secret is not base32 of sufficient length, or the account name is not allowed in the URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the second factor's secret or account name is not valid")]
pub struct TotpError;

/// Secret shared with an authenticator app, in base32.
#[derive(Clone)]
pub struct TotpSecret(SecretString);

impl TotpSecret {
    /// Generates a secret of 160 bits.
    pub fn generate(random: &dyn Random) -> Self {
        let mut bytes = Zeroizing::new([0; SECRET_BYTES]);
        random.fill(bytes.as_mut_slice());
        Self(SecretString::from(Secret::new_stack(*bytes).to_base32()))
    }

    /// A secret in base32, usually after unsealing.
    pub fn from_base32(text: SecretString) -> Self {
        Self(text)
    }

    /// The base32 text, displayed once for manual entry and sealed for the store.
    pub fn base32(&self) -> &SecretString {
        &self.0
    }

    /// The `otpauth` URL for the QR code of an authenticator app. `account` is the user's e-mail address.
    ///
    /// # Errors
    /// [`TotpError`] when the secret is not base32, or the account is empty or contains a colon.
    pub fn otpauth_url(&self, account: &str) -> Result<SecretString, TotpError> {
        let totp = self.totp(account)?;
        totp.to_url().map(SecretString::from).map_err(|_| TotpError)
    }

    /// Verifies a code at `now`. Returns the code's time step when the code is right and newer than
    /// `last_used_step`; the caller stores the step, so that every code is accepted only once (RFC 6238,
    /// 5.2). Spaces in the code are ignored.
    ///
    /// # Errors
    /// [`TotpError`] when the stored secret is invalid; a wrong code is `Ok(None)`.
    pub fn verify(
        &self,
        code: &str,
        now: Timestamp,
        last_used_step: Option<u64>,
    ) -> Result<Option<u64>, TotpError> {
        let totp = self.totp("")?;
        let code: String = code.split_whitespace().collect();
        let Ok(seconds) = u64::try_from(now.as_second()) else {
            return Ok(None);
        };
        let present = seconds / STEP_SECONDS;
        let accepted = present.saturating_sub(SKEW_STEPS)..=present.saturating_add(SKEW_STEPS);
        let mut found = None;
        // Every step is checked, and the library compares in constant time.
        for step in accepted {
            let matched = totp
                .check(&code, step.saturating_mul(STEP_SECONDS))
                .is_some();
            let fresh = last_used_step.is_none_or(|last| step > last);
            if matched && fresh {
                found = found.or(Some(step));
            }
        }
        Ok(found)
    }

    fn totp(&self, account: &str) -> Result<Totp, TotpError> {
        let secret = Secret::try_from_base32(self.0.expose_secret()).map_err(|_| TotpError)?;
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_step_duration(STEP_SECONDS)
            .with_skew(0)
            .with_secret(secret)
            .with_issuer(Some(ISSUER))
            .with_account_name(account)
            .build()
            .map_err(|_| TotpError)
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TotpSecret(..)")
    }
}

/// Ten single-use codes like `k7mp-x2qa`, for users who lose their device. They are displayed once; only
/// their hashes are stored.
pub fn recovery_codes(random: &dyn Random) -> Vec<SecretString> {
    (0..RECOVERY_CODES)
        .map(|_| {
            let mut code = characters(random, RECOVERY_ALPHABET, RECOVERY_CHARS);
            code.insert(RECOVERY_CHARS / 2, '-');
            SecretString::from(code)
        })
        .collect()
}

impl KeyRing {
    /// The keyed hash of a recovery code of `user`; case, dashes and spaces are ignored. Compare with
    /// [`TokenHash::matches`].
    pub fn recovery_code_hash(&self, user: &str, code: &SecretString) -> TokenHash {
        let plain: String = code
            .expose_secret()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|character| character.to_ascii_lowercase())
            .collect();
        self.token_hash(&format!("recovery_code/{user}"), &SecretString::from(plain))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::seeded::Seeded;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// The secret of RFC 6238, appendix B: the ASCII digits 1 to 0, twice.
    fn rfc_secret() -> TotpSecret {
        TotpSecret::from_base32("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".into())
    }

    #[test]
    fn accepts_the_test_vectors_of_rfc_6238() {
        // The last six of the eight digits that the RFC lists for SHA-1.
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let step = u64::try_from(second).unwrap() / 30;
            assert_eq!(
                rfc_secret().verify(code, at(second), None),
                Ok(Some(step)),
                "{second}"
            );
        }
    }

    #[test]
    fn accepts_one_step_of_difference_and_no_more() {
        let secret = rfc_secret();
        let code = "050471";
        let step = 1_111_111_111 / 30;
        let start = i64::try_from(step * 30).unwrap();
        for second in [start - 30, start, start + 29, start + 59] {
            assert_eq!(
                secret.verify(code, at(second), None),
                Ok(Some(step)),
                "{second}"
            );
        }
        for second in [start - 31, start + 60] {
            assert_eq!(secret.verify(code, at(second), None), Ok(None), "{second}");
        }
    }

    #[test]
    fn a_code_is_accepted_once() {
        let secret = rfc_secret();
        let now = at(1_111_111_111);
        let step = secret.verify("050 471", now, None).unwrap();
        assert!(step.is_some());
        assert_eq!(secret.verify("050471", now, step), Ok(None));
        // The code of the previous step is older than the one used.
        assert_eq!(secret.verify("081804", now, step), Ok(None));
    }

    #[test]
    fn malformed_codes_are_wrong_codes() {
        for code in ["", "05047", "0504711", "+50471", "abcdef", "٠٥٠٤٧١"] {
            assert_eq!(
                rfc_secret().verify(code, at(1_111_111_111), None),
                Ok(None),
                "{code}"
            );
        }
        assert_eq!(rfc_secret().verify("050471", at(-5), None), Ok(None));
    }

    #[test]
    fn an_invalid_secret_is_an_error() {
        for text in ["", "not base32!", "GEZDG"] {
            let secret = TotpSecret::from_base32(text.into());
            assert_eq!(secret.verify("123456", at(59), None), Err(TotpError));
        }
    }

    #[test]
    fn the_url_contains_service_account_and_secret() {
        let secret = TotpSecret::generate(&Seeded::new(1));
        assert_eq!(secret.base32().expose_secret().len(), 32);
        let url = secret.otpauth_url("ana@agencia.com.br").unwrap();
        let url = url.expose_secret();
        assert!(
            url.starts_with("otpauth://totp/Pauta:ana%40agencia.com.br?"),
            "{url}"
        );
        assert!(url.contains(&format!("secret={}", secret.base32().expose_secret())));
        assert!(url.contains("issuer=Pauta"));
        assert_eq!(format!("{secret:?}"), "TotpSecret(..)");
    }

    #[test]
    fn recovery_codes_are_distinct_and_normalised() {
        let ring = KeyRing::generate(&Seeded::new(1));
        let codes = recovery_codes(&Seeded::new(2));
        let distinct: BTreeSet<_> = codes
            .iter()
            .map(|code| code.expose_secret().to_owned())
            .collect();
        assert_eq!(distinct.len(), 10);
        let code = &codes[0];
        assert_eq!(code.expose_secret().len(), 9);
        assert_eq!(code.expose_secret().find('-'), Some(4));
        let hash = ring.recovery_code_hash("7", code);
        let sloppy = SecretString::from(code.expose_secret().to_uppercase().replace('-', " "));
        assert!(hash.matches(&ring.recovery_code_hash("7", &sloppy)));
        assert!(!hash.matches(&ring.recovery_code_hash("8", code)));
        assert!(!hash.matches(&ring.recovery_code_hash("7", &codes[1])));
    }
}
