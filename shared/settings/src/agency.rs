//! The agency, as mails and approval pages name it.

use url::Url;

use crate::key::SettingKey;
use crate::reader::{Settings, Snapshot};

/// The agency. Without a name there is none, and mails and pages are Pauta's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agency {
    /// Name.
    pub name: String,
    /// Address of the logo, which browsers and mail programs load.
    pub logo: Option<Url>,
    /// Address that replies to e-mails go to.
    pub reply_to: Option<String>,
}

impl Snapshot {
    /// The agency, if it has a name. Values of the environment that are not valid are ignored.
    pub fn agency(&self) -> Option<Agency> {
        let valid = |key: SettingKey| self.text(key).filter(|value| key.fault(value).is_none());
        Some(Agency {
            name: valid(SettingKey::AgencyName)?.to_owned(),
            logo: valid(SettingKey::AgencyLogo).and_then(|address| Url::parse(address).ok()),
            reply_to: valid(SettingKey::AgencyReplyTo).map(str::to_owned),
        })
    }
}

impl Settings {
    /// The agency, if it has a name. A failed reading is only logged: a mail or page without the agency's name is better
    /// than none.
    pub async fn agency(&self) -> Option<Agency> {
        match self.read().await {
            Ok(settings) => settings.agency(),
            Err(error) => {
                tracing::error!(target: "settings", %error, "the agency's name could not be read");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn of_environment(pairs: &'static [(&str, &str)]) -> Option<Agency> {
        let environment = |name: &str| {
            let found = pairs.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        };
        Settings::of_environment(environment).agency().await
    }

    #[tokio::test]
    async fn an_agency_has_a_name() {
        assert_eq!(of_environment(&[]).await, None);
        assert_eq!(of_environment(&[("AGENCY_NAME", " ")]).await, None);
        let logo = of_environment(&[("AGENCY_LOGO", "https://varanda.example/logo.png")]);
        assert_eq!(logo.await, None);
        let whole = of_environment(&[
            ("AGENCY_NAME", "Agência Varanda"),
            ("AGENCY_LOGO", "https://varanda.example/logo.png"),
            ("AGENCY_REPLY_TO", "contato@varanda.example"),
        ]);
        let expected = Agency {
            name: "Agência Varanda".to_owned(),
            logo: Url::parse("https://varanda.example/logo.png").ok(),
            reply_to: Some("contato@varanda.example".to_owned()),
        };
        assert_eq!(whole.await, Some(expected));
    }

    #[tokio::test]
    async fn invalid_values_of_the_environment_have_no_effect() {
        let agency = of_environment(&[
            ("AGENCY_NAME", "Agência Varanda"),
            ("AGENCY_LOGO", "javascript:alert(1)"),
            ("AGENCY_REPLY_TO", "contato"),
        ]);
        let agency = agency.await.unwrap();
        assert_eq!((agency.logo, agency.reply_to), (None, None));
    }
}
