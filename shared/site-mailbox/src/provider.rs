//! The providers of mailboxes.

use serde::{Deserialize, Serialize};

/// A provider of mailboxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Gmail and Google Workspace (<https://developers.google.com/gmail/api>).
    Google,
    /// Outlook and Microsoft 365 (<https://learn.microsoft.com/graph/api/user-sendmail>).
    Microsoft,
}

/// Scopes at Google: the account's address, and sending.
const GOOGLE_SCOPES: [&str; 3] = [
    "openid",
    "email",
    "https://www.googleapis.com/auth/gmail.send",
];
/// Scopes at Microsoft: a refresh token, the account's address, and sending.
const MICROSOFT_SCOPES: [&str; 4] = [
    "openid",
    "offline_access",
    "https://graph.microsoft.com/User.Read",
    "https://graph.microsoft.com/Mail.Send",
];

impl Provider {
    /// All providers.
    pub const ALL: [Self; 2] = [Self::Google, Self::Microsoft];

    /// Its name in requests and responses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Microsoft => "microsoft",
        }
    }

    /// The provider with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What a person is asked to grant.
    pub(crate) const fn scopes(self) -> &'static [&'static str] {
        match self {
            Self::Google => &GOOGLE_SCOPES,
            Self::Microsoft => &MICROSOFT_SCOPES,
        }
    }

    /// Parameters of the consent page that only this provider has: a refresh token comes with a consent that was asked for.
    pub(crate) const fn consent(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Google => &[
                ("access_type", "offline"),
                ("prompt", "consent"),
                ("include_granted_scopes", "false"),
            ],
            Self::Microsoft => &[("prompt", "select_account"), ("response_mode", "query")],
        }
    }

    /// Whether the granted scopes permit sending. A response without scopes grants all that were asked for (RFC 6749,
    /// section 5.1). Microsoft names its own scopes with or without the address of the service.
    pub(crate) fn may_send(self, granted: Option<&str>) -> bool {
        let Some(granted) = granted else {
            return true;
        };
        granted.split_ascii_whitespace().any(|scope| match self {
            Self::Google => scope == "https://www.googleapis.com/auth/gmail.send",
            Self::Microsoft => scope
                .rsplit('/')
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("mail.send")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sending_is_among_what_is_asked_for() {
        for provider in Provider::ALL {
            assert!(provider.may_send(Some(&provider.scopes().join(" "))));
            assert!(provider.may_send(None));
            assert!(!provider.may_send(Some("openid email")));
            assert_eq!(Provider::of_name(provider.name()), Some(provider));
        }
        assert!(Provider::Microsoft.may_send(Some("openid Mail.Send User.Read")));
        assert!(!Provider::Google.may_send(Some("Mail.Send")));
        assert_eq!(Provider::of_name("Google"), None);
    }
}
