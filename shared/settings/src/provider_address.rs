//! Base addresses of providers, which tests and gateways replace.

use std::collections::BTreeMap;

use url::Url;

use crate::provider::ApiProvider;

/// Base addresses of the providers.
#[derive(Debug, Clone)]
pub struct ProviderAddresses(BTreeMap<&'static str, Url>);

/// The environment key of a provider's base address, and the address without it.
const fn address_of(provider: ApiProvider) -> (&'static str, &'static str) {
    match provider {
        ApiProvider::OpenAi => ("OPENAI_BASE_URL", "https://api.openai.com"),
        ApiProvider::Anthropic => ("ANTHROPIC_BASE_URL", "https://api.anthropic.com"),
        ApiProvider::Gemini => (
            "GEMINI_BASE_URL",
            "https://generativelanguage.googleapis.com",
        ),
        ApiProvider::Unsplash => ("UNSPLASH_BASE_URL", "https://api.unsplash.com"),
        ApiProvider::Pexels => ("PEXELS_BASE_URL", "https://api.pexels.com"),
    }
}

impl ProviderAddresses {
    /// The addresses that `environment` names, such as `OPENAI_BASE_URL`, and those of the providers.
    ///
    /// # Errors
    /// A name of the environment whose value is no URL.
    pub fn of(environment: impl Fn(&str) -> Option<String>) -> Result<Self, &'static str> {
        let addresses = ApiProvider::ALL.into_iter().map(|provider| {
            let (name, usual) = address_of(provider);
            let address = environment(name).filter(|address| !address.trim().is_empty());
            let address = address.as_deref().unwrap_or(usual);
            let url: Url = address.trim().parse().map_err(|_| name)?;
            Ok((name, url))
        });
        Ok(Self(addresses.collect::<Result<_, &'static str>>()?))
    }

    /// The URL of `path` at the provider; `None` for an address that has no path, such as a `mailto:`.
    pub fn url(&self, provider: ApiProvider, path: &[&str], query: &[(&str, &str)]) -> Option<Url> {
        let mut url = self.0.get(address_of(provider).0)?.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_environment_is_used() {
        let addresses = ProviderAddresses::of(|name| {
            (name == "OPENAI_BASE_URL").then(|| "http://127.0.0.1:9/base/".to_owned())
        })
        .unwrap();
        let url = |provider| addresses.url(provider, &["v1", "models"], &[]).unwrap();
        let own = url(ApiProvider::OpenAi);
        assert_eq!(own.as_str(), "http://127.0.0.1:9/base/v1/models");
        let usual = url(ApiProvider::Anthropic);
        assert_eq!(usual.as_str(), "https://api.anthropic.com/v1/models");
        assert!(ProviderAddresses::of(|_| Some("x".to_owned())).is_err());
    }
}
