//! Addresses and behaviour of the site, from the environment.

use site_urls::{Hosts, Options};

use crate::environment::{EnvError, Environment};

/// Key that turns off what snippets do on public pages.
const SNIPPETS: &str = "SITE_SNIPPETS";

impl Environment {
    /// `SITE_URL`, `SITE_REST_PREFIX`, `SITE_VENDOR_NAMES` and `SITE_SNIPPETS`. Where services are emulated, any host name
    /// leads to the site.
    ///
    /// # Errors
    /// [`EnvError`] for a missing address, or a value that is neither on nor off.
    pub fn site_options(&self) -> Result<Options, EnvError> {
        let is_emulated = self.emulated();
        let snippets = match self.get(SNIPPETS) {
            None | Some("on") => true,
            Some("off") => false,
            Some(_) => {
                return Err(EnvError::Invalid {
                    key: SNIPPETS,
                    expected: "on or off",
                });
            }
        };
        Ok(Options {
            home: self.site_url()?.to_owned(),
            prefix: self.get("SITE_REST_PREFIX").unwrap_or("/rest").to_owned(),
            hosts: if is_emulated {
                Hosts::Any
            } else {
                Hosts::Registered
            },
            local: is_emulated,
            vendor_names: self.get("SITE_VENDOR_NAMES") == Some("on"),
            snippets,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(pairs: &[(&str, &str)]) -> Result<Options, EnvError> {
        let url = [("SITE_URL", "https://a.example/")];
        let pairs = url.iter().chain(pairs);
        let environment: Environment = pairs
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        environment.site_options()
    }

    #[test]
    fn a_site_serves_its_own_host_under_rest_with_snippets() {
        let options = options(&[]).unwrap();
        assert_eq!(options.home, "https://a.example");
        assert_eq!(options.prefix, "/rest");
        assert_eq!(options.hosts, Hosts::Registered);
        assert!(!options.local && !options.vendor_names && options.snippets);
    }

    #[test]
    fn an_emulated_site_serves_every_host() {
        let options = options(&[("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")]).unwrap();
        assert_eq!((options.hosts, options.local), (Hosts::Any, true));
    }

    #[test]
    fn snippets_are_on_or_off() {
        for (value, expected) in [("on", true), ("off", false)] {
            assert_eq!(
                options(&[("SITE_SNIPPETS", value)]).unwrap().snippets,
                expected
            );
        }
        let refused = options(&[("SITE_SNIPPETS", "of")]).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the environment's SITE_SNIPPETS is not on or off"
        );
    }
}
