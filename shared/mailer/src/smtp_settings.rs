//! Reads the SMTP server from settings: SMTP_HOST, SMTP_PORT, SMTP_TLS, SMTP_USER, SMTP_PASSWORD.

use secrecy::SecretString;

use crate::mime::Sender;
use crate::smtp::{Credentials, SmtpConfig, Tls};

/// Default port for implicit TLS (RFC 8314).
const SUBMISSIONS: u16 = 465;
/// Default port for submission (RFC 6409).
const SUBMISSION: u16 = 587;

/// Why a setting is invalid. Contains the key, never its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// A required key is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The value of a key is malformed.
    #[error("{key} is not {expected}")]
    Invalid {
        /// The key.
        key: &'static str,
        /// Description of a valid value.
        expected: &'static str,
    },
}

impl SettingError {
    /// The setting that is invalid.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Missing(key) | Self::Invalid { key, .. } => key,
        }
    }
}

impl SmtpConfig {
    /// Reads the server's configuration from `setting`, if it contains one; e-mails are sent from `from`.
    /// `setting` must return `None` for empty values.
    ///
    /// # Errors
    /// [`SettingError`] when a setting is missing or malformed.
    pub fn of_settings(
        setting: impl Fn(&str) -> Option<String>,
        from: Sender,
    ) -> Result<Option<Self>, SettingError> {
        let Some(host) = setting("SMTP_HOST") else {
            return Ok(None);
        };
        let port = setting("SMTP_PORT").map_or(Ok(SUBMISSION), |port| {
            port.parse().map_err(|_| SettingError::Invalid {
                key: "SMTP_PORT",
                expected: "a port number",
            })
        })?;
        let tls = match setting("SMTP_TLS").as_deref() {
            None if port == SUBMISSIONS => Tls::Implicit,
            None | Some("starttls") => Tls::StartTls,
            Some("implicit") => Tls::Implicit,
            Some("none") => Tls::None,
            Some(_) => {
                return Err(SettingError::Invalid {
                    key: "SMTP_TLS",
                    expected: "implicit, starttls or none",
                });
            }
        };
        let credentials = match setting("SMTP_USER") {
            None => None,
            Some(user) => Some(Credentials {
                user,
                password: setting("SMTP_PASSWORD")
                    .map(SecretString::from)
                    .ok_or(SettingError::Missing("SMTP_PASSWORD"))?,
            }),
        };
        Ok(Some(Self::new(host, port, tls, credentials, from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Option<SmtpConfig>, SettingError> {
        let from = Sender::new("pauta@example.com", Some("Pauta")).unwrap();
        let setting = |key: &str| {
            let found = pairs.iter().find(|(known, _)| *known == key)?;
            Some(found.1.to_owned())
        };
        SmtpConfig::of_settings(setting, from)
    }

    #[test]
    fn without_a_host_there_is_no_server() {
        assert!(read(&[("SMTP_PORT", "25")]).unwrap().is_none());
    }

    #[test]
    fn the_port_determines_tls_unless_it_is_set() {
        let tls = |pairs: &[(&str, &str)]| {
            let all: Vec<_> = [("SMTP_HOST", "smtp.example.com")]
                .iter()
                .chain(pairs)
                .copied()
                .collect();
            read(&all).map(|config| config.unwrap().tls)
        };
        assert_eq!(tls(&[]), Ok(Tls::StartTls));
        assert_eq!(tls(&[("SMTP_PORT", "465")]), Ok(Tls::Implicit));
        assert_eq!(
            tls(&[("SMTP_PORT", "465"), ("SMTP_TLS", "starttls")]),
            Ok(Tls::StartTls)
        );
        assert!(tls(&[("SMTP_TLS", "ssl")]).is_err());
        assert!(tls(&[("SMTP_PORT", "smtp")]).is_err());
    }

    #[test]
    fn a_user_needs_a_password() {
        let wrong = read(&[("SMTP_HOST", "smtp.example.com"), ("SMTP_USER", "pauta")]);
        assert_eq!(wrong.unwrap_err(), SettingError::Missing("SMTP_PASSWORD"));
    }
}
