//! Addresses of the providers' services.

use outbound::{below, service_url};
use url::Url;

use crate::provider::Provider;

/// Base addresses of the services. Each may have a path, which is kept, so that a gateway or a test can stand in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailboxEndpoints {
    /// Page on which a person grants access at Google; `MAILBOX_GOOGLE_AUTH_URL`, `https://accounts.google.com`.
    google_authorization: Url,
    /// Tokens of Google; `MAILBOX_GOOGLE_TOKEN_URL`, `https://oauth2.googleapis.com`.
    google_token: Url,
    /// Gmail API; `MAILBOX_GOOGLE_API_URL`, `https://gmail.googleapis.com`.
    google_api: Url,
    /// Page and tokens of Microsoft; `MAILBOX_MICROSOFT_LOGIN_URL`, `https://login.microsoftonline.com`.
    microsoft_login: Url,
    /// Microsoft Graph; `MAILBOX_MICROSOFT_API_URL`, `https://graph.microsoft.com`.
    microsoft_api: Url,
}

impl MailboxEndpoints {
    /// The addresses that `environment` names, and the services' own.
    ///
    /// # Errors
    /// A name of the environment whose value is no http or https URL.
    pub fn of(environment: impl Fn(&str) -> Option<String>) -> Result<Self, &'static str> {
        let address = |name, usual| service_url(&environment, name, usual);
        Ok(Self {
            google_authorization: address(
                "MAILBOX_GOOGLE_AUTH_URL",
                "https://accounts.google.com",
            )?,
            google_token: address("MAILBOX_GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com")?,
            google_api: address("MAILBOX_GOOGLE_API_URL", "https://gmail.googleapis.com")?,
            microsoft_login: address(
                "MAILBOX_MICROSOFT_LOGIN_URL",
                "https://login.microsoftonline.com",
            )?,
            microsoft_api: address("MAILBOX_MICROSOFT_API_URL", "https://graph.microsoft.com")?,
        })
    }

    /// The page on which a person grants access.
    pub(crate) fn authorization(&self, provider: Provider) -> Url {
        match provider {
            Provider::Google => below(&self.google_authorization, &["o", "oauth2", "v2", "auth"]),
            Provider::Microsoft => below(
                &self.microsoft_login,
                &["common", "oauth2", "v2.0", "authorize"],
            ),
        }
    }

    /// The token endpoint.
    pub(crate) fn token(&self, provider: Provider) -> Url {
        match provider {
            Provider::Google => below(&self.google_token, &["token"]),
            Provider::Microsoft => below(
                &self.microsoft_login,
                &["common", "oauth2", "v2.0", "token"],
            ),
        }
    }

    /// The endpoint at which tokens are revoked; Microsoft has none.
    pub(crate) fn revocation(&self, provider: Provider) -> Option<Url> {
        match provider {
            Provider::Google => Some(below(&self.google_token, &["revoke"])),
            Provider::Microsoft => None,
        }
    }

    /// The interface that takes a mail.
    pub(crate) fn mail(&self, provider: Provider) -> Url {
        match provider {
            Provider::Google => below(
                &self.google_api,
                &["gmail", "v1", "users", "me", "messages", "send"],
            ),
            Provider::Microsoft => below(&self.microsoft_api, &["v1.0", "me", "sendMail"]),
        }
    }

    /// The account of an access token at Microsoft.
    pub(crate) fn microsoft_account(&self) -> Url {
        below(&self.microsoft_api, &["v1.0", "me"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_replaces_the_services_own_addresses() {
        let usual = MailboxEndpoints::of(|_| None).unwrap();
        let sending = |endpoints: &MailboxEndpoints, provider| endpoints.mail(provider).to_string();
        assert_eq!(
            sending(&usual, Provider::Google),
            "https://gmail.googleapis.com/gmail/v1/users/me/messages/send"
        );
        assert_eq!(
            sending(&usual, Provider::Microsoft),
            "https://graph.microsoft.com/v1.0/me/sendMail"
        );
        let replaced = MailboxEndpoints::of(|name| {
            (name == "MAILBOX_MICROSOFT_API_URL").then(|| "http://127.0.0.1:9/graph".to_owned())
        });
        assert_eq!(
            sending(&replaced.unwrap(), Provider::Microsoft),
            "http://127.0.0.1:9/graph/v1.0/me/sendMail"
        );
        let wrong = MailboxEndpoints::of(|_| Some("ftp://a.example".to_owned()));
        assert_eq!(wrong, Err("MAILBOX_GOOGLE_AUTH_URL"));
    }
}
