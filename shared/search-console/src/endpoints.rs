//! Base addresses of the search provider's services.

use outbound::service_url;
use url::Url;

/// Base addresses of the services. Each may have a path, which is kept, so that a gateway or a test can stand in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchEndpoints {
    /// Page on which a person grants access; `SEARCH_PROVIDER_AUTH_URL`, `https://accounts.google.com`.
    pub authorization: Url,
    /// Tokens: exchange, renewal, revocation; `SEARCH_PROVIDER_TOKEN_URL`, `https://oauth2.googleapis.com`.
    pub token: Url,
    /// E-mail address of the account; `SEARCH_PROVIDER_USERINFO_URL`, `https://openidconnect.googleapis.com`.
    pub userinfo: Url,
    /// Search Console API; `SEARCH_PROVIDER_API_URL`, `https://searchconsole.googleapis.com`.
    pub api: Url,
    /// Indexing API; `SEARCH_PROVIDER_INDEXING_URL`, `https://indexing.googleapis.com`.
    pub indexing: Url,
    /// IndexNow; `INDEXNOW_URL`, `https://api.indexnow.org`.
    pub index_now: Url,
}

impl SearchEndpoints {
    /// The addresses that `environment` names, and the services' own.
    ///
    /// # Errors
    /// A name of the environment whose value is no http or https URL.
    pub fn of(environment: impl Fn(&str) -> Option<String>) -> Result<Self, &'static str> {
        let address = |name, usual| service_url(&environment, name, usual);
        Ok(Self {
            authorization: address("SEARCH_PROVIDER_AUTH_URL", "https://accounts.google.com")?,
            token: address("SEARCH_PROVIDER_TOKEN_URL", "https://oauth2.googleapis.com")?,
            userinfo: address(
                "SEARCH_PROVIDER_USERINFO_URL",
                "https://openidconnect.googleapis.com",
            )?,
            api: address(
                "SEARCH_PROVIDER_API_URL",
                "https://searchconsole.googleapis.com",
            )?,
            indexing: address(
                "SEARCH_PROVIDER_INDEXING_URL",
                "https://indexing.googleapis.com",
            )?,
            index_now: address("INDEXNOW_URL", "https://api.indexnow.org")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use outbound::below;

    use super::*;

    #[test]
    fn an_address_of_the_environment_replaces_the_services_own() {
        let endpoints = SearchEndpoints::of(|name| match name {
            "SEARCH_PROVIDER_API_URL" => Some(" http://127.0.0.1:9/gsc/ ".to_owned()),
            "INDEXNOW_URL" => Some(String::new()),
            _ => None,
        })
        .unwrap();
        let sites = below(&endpoints.api, &["webmasters", "v3", "sites"]);
        assert_eq!(sites.as_str(), "http://127.0.0.1:9/gsc/webmasters/v3/sites");
        assert_eq!(endpoints.index_now.as_str(), "https://api.indexnow.org/");
        for wrong in ["x", "mailto:a@b.example", "ftp://a.example"] {
            let read = SearchEndpoints::of(|name| {
                (name == "SEARCH_PROVIDER_TOKEN_URL").then(|| wrong.to_owned())
            });
            assert_eq!(read, Err("SEARCH_PROVIDER_TOKEN_URL"), "{wrong}");
        }
    }
}
