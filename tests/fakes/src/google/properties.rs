//! Properties of the Search Console.

use url::Url;

/// What an account may do with a property.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing: the property is not verified.
    #[default]
    Unverified,
    /// See it.
    Restricted,
    /// See it, and submit sitemaps.
    Full,
    /// Everything, the Indexing API included.
    Owner,
}

impl Level {
    /// The word on the wire.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Unverified => "siteUnverifiedUser",
            Self::Restricted => "siteRestrictedUser",
            Self::Full => "siteFullUser",
            Self::Owner => "siteOwner",
        }
    }
}

/// Appearances of a page in results of searches on a day.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchRow {
    /// Day, `YYYY-MM-DD`.
    pub date: String,
    /// Address of the page.
    pub page: String,
    /// What was searched for; `None` for a rare search, which counts in totals only.
    pub query: Option<String>,
    /// Number of clicks.
    pub clicks: u32,
    /// Number of appearances.
    pub impressions: u32,
    /// Mean position, from 1.
    pub position: f64,
}

/// A property.
#[derive(Debug, Default)]
pub(super) struct Property {
    pub(super) level: Level,
    pub(super) rows: Vec<SearchRow>,
    pub(super) sitemaps: Vec<String>,
}

/// Whether a property (`sc-domain:…` or the beginning of addresses) covers an address.
pub(super) fn covers(property: &str, address: &str) -> bool {
    let Ok(url) = Url::parse(address) else {
        return false;
    };
    match property.strip_prefix("sc-domain:") {
        None => url.as_str().starts_with(property),
        Some(domain) => url.host_str().is_some_and(|host| {
            host.strip_suffix(domain)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn domains_cover_their_subdomains_and_prefixes_their_addresses() {
        for (property, address, covered) in [
            (
                "sc-domain:cliente.example",
                "https://cliente.example/a",
                true,
            ),
            (
                "sc-domain:cliente.example",
                "http://blog.cliente.example/a",
                true,
            ),
            (
                "sc-domain:cliente.example",
                "https://outrocliente.example/a",
                false,
            ),
            (
                "https://cliente.example/",
                "https://cliente.example/a",
                true,
            ),
            (
                "https://cliente.example/",
                "http://cliente.example/a",
                false,
            ),
            (
                "https://cliente.example/blog/",
                "https://cliente.example/a",
                false,
            ),
        ] {
            assert_eq!(covers(property, address), covered, "{property} {address}");
        }
    }
}
