//! Mail server settings from the environment. Without them, mail is stored in the outbox.

use mailer::{Sender, SettingError, SmtpConfig};

use crate::start_error::StartError;

/// Default sender, used when MAIL_FROM is not set.
const SENDER: &str = "Pauta <pauta@localhost.localdomain>";

fn setting(key: &str) -> Option<String> {
    let value = std::env::var(key).ok()?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// Mail server set by SMTP_HOST and the other SMTP variables, if any.
///
/// # Errors
/// [`StartError::Setting`] for an invalid value.
pub fn of_environment() -> Result<Option<SmtpConfig>, StartError> {
    read(setting)
}

fn read(setting: impl Fn(&str) -> Option<String>) -> Result<Option<SmtpConfig>, StartError> {
    let wrong = |key, reason: &str| StartError::Setting {
        key,
        reason: reason.to_owned(),
    };
    let from: Sender = setting("MAIL_FROM")
        .as_deref()
        .unwrap_or(SENDER)
        .parse()
        .map_err(|_| wrong("MAIL_FROM", "an address or `Name <address>` is expected"))?;
    SmtpConfig::of_settings(setting, from).map_err(|error| match error {
        SettingError::Missing(key) => wrong(key, "it is missing"),
        SettingError::Invalid { key, expected } => wrong(key, &format!("{expected} is expected")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Result<Option<String>, String> {
        let setting = |key: &str| {
            let found = pairs.iter().find(|(known, _)| *known == key)?;
            Some(found.1.to_owned())
        };
        read(setting)
            .map(|server| server.map(|server| format!("{}:{}", server.host, server.port)))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_server_is_used_only_when_it_is_named() {
        assert_eq!(of(&[]), Ok(None));
        let named = of(&[("SMTP_HOST", "127.0.0.1"), ("SMTP_PORT", "2525")]);
        assert_eq!(named, Ok(Some("127.0.0.1:2525".to_owned())));
        let wrong = of(&[("SMTP_HOST", "x"), ("SMTP_PORT", "smtp")]).unwrap_err();
        assert_eq!(
            wrong,
            "the setting SMTP_PORT is wrong: a port number is expected"
        );
        assert!(of(&[("MAIL_FROM", "ninguém")]).is_err());
    }
}
