//! Access to the search provider: what a person is asked to grant, and what was granted.

use std::collections::BTreeSet;

pub use oauth::{AccessToken, OAuthClient};
use secrecy::SecretString;
use url::Url;

/// What a person is asked to grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Read the Search Console and submit sitemaps.
    Webmasters,
    /// Read the Search Console.
    WebmastersReadonly,
    /// Send indexing requests.
    Indexing,
    /// Identify the account.
    OpenId,
    /// Read the e-mail address of the account.
    Email,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 5] = [
        Self::Webmasters,
        Self::WebmastersReadonly,
        Self::Indexing,
        Self::OpenId,
        Self::Email,
    ];

    /// The scope as the provider writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Webmasters => "https://www.googleapis.com/auth/webmasters",
            Self::WebmastersReadonly => "https://www.googleapis.com/auth/webmasters.readonly",
            Self::Indexing => "https://www.googleapis.com/auth/indexing",
            Self::OpenId => "openid",
            Self::Email => "email",
        }
    }

    /// The scopes in a list of the provider; unknown ones are skipped. The provider answers `email` with its long form.
    pub(crate) fn listed(list: &str) -> BTreeSet<Self> {
        let named = |word: &str| match word {
            "https://www.googleapis.com/auth/userinfo.email" => Some(Self::Email),
            word => Self::ALL.into_iter().find(|scope| scope.as_str() == word),
        };
        list.split_ascii_whitespace().filter_map(named).collect()
    }
}

/// A request for access, shown to a person on the provider's page.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    /// Address that the provider sends the person back to; registered at the provider to the letter.
    pub redirect_uri: Url,
    /// Signed state, returned unchanged.
    pub state: String,
    /// Whether to ask for [`Scope::Indexing`] too.
    pub indexing: bool,
    /// E-mail address of the account that was connected before, which the provider proposes.
    pub login_hint: Option<String>,
}

/// What a person granted.
#[derive(Debug, Clone)]
pub struct Grant {
    /// The first access token.
    pub access: AccessToken,
    /// The refresh token.
    pub refresh_token: SecretString,
    /// Scopes that were granted: a person can untick some.
    pub scopes: BTreeSet<Scope>,
    /// E-mail address of the account, if the response contains it; else [`crate::SearchConsole::account_email`].
    pub account_email: Option<String>,
}

/// A renewed access.
#[derive(Debug, Clone)]
pub struct RenewedAccess {
    /// The new access token.
    pub access: AccessToken,
    /// A new refresh token, which replaces the former one; usually none.
    pub refresh_token: Option<SecretString>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_from_the_providers_list() {
        let listed = Scope::listed(
            "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/webmasters other",
        );
        let expected = BTreeSet::from([Scope::Webmasters, Scope::OpenId, Scope::Email]);
        assert_eq!(listed, expected);
        for scope in Scope::ALL {
            assert_eq!(Scope::listed(scope.as_str()), BTreeSet::from([scope]));
        }
    }
}
