//! Properties of an account, and which of them covers an address.

use url::Url;

/// What the account may do with a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionLevel {
    /// Everything, also indexing requests.
    Owner,
    /// Read everything and submit sitemaps.
    Full,
    /// Read most reports.
    Restricted,
    /// Nothing: the account has not proved that the site is its own.
    Unverified,
    /// A level that this version does not know.
    Other,
}

impl PermissionLevel {
    /// The level in the provider's words: documented as `SITE_FULL_USER`, sent as `siteFullUser`.
    pub(crate) fn parse(text: &str) -> Self {
        let word = text.to_ascii_lowercase();
        let levels = [
            ("unverified", Self::Unverified),
            ("restricted", Self::Restricted),
            ("owner", Self::Owner),
            ("full", Self::Full),
        ];
        let known = levels.into_iter().find(|(name, _)| word.contains(name));
        known.map_or(Self::Other, |(_, level)| level)
    }
}

/// A property of the Search Console that the account can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// `sc-domain:` and a domain, or a URL prefix that ends in a slash, exactly as the provider writes it.
    pub site_url: String,
    /// What the account may do with it.
    pub permission: PermissionLevel,
}

impl Property {
    /// Whether the account may submit sitemaps.
    #[must_use]
    pub const fn can_submit(&self) -> bool {
        matches!(
            self.permission,
            PermissionLevel::Owner | PermissionLevel::Full
        )
    }

    /// How this property covers `address`; `None` when it does not.
    fn coverage(&self, address: &Url) -> Option<Coverage> {
        let rank = match self.permission {
            PermissionLevel::Owner | PermissionLevel::Full => 2,
            PermissionLevel::Restricted => 1,
            PermissionLevel::Unverified | PermissionLevel::Other => return None,
        };
        if let Some(domain) = self.site_url.strip_prefix("sc-domain:") {
            let host = address.domain()?;
            let subdomain = host.strip_suffix(domain)?;
            let covers = !domain.is_empty() && (subdomain.is_empty() || subdomain.ends_with('.'));
            return covers.then_some(Coverage {
                rank,
                prefix: false,
                length: domain.len(),
            });
        }
        let prefix = Url::parse(&self.site_url).ok()?;
        let path = prefix.path();
        let below = address.path().strip_prefix(path)?;
        let covers = prefix.origin() == address.origin()
            && prefix.host().is_some()
            && (path.ends_with('/') || below.is_empty() || below.starts_with('/'));
        covers.then_some(Coverage {
            rank,
            prefix: true,
            length: path.len(),
        })
    }
}

/// Order among properties that cover an address; the greatest is chosen.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Coverage {
    rank: u8,
    prefix: bool,
    length: usize,
}

/// The property to use for `address`, a page or the home page of a site: among those with which the account may submit
/// sitemaps the longest URL prefix, else the longest domain; without one, the same among those that it may only read.
#[must_use]
pub fn property_covering<'a>(properties: &'a [Property], address: &Url) -> Option<&'a Property> {
    let covering = properties
        .iter()
        .filter_map(|property| Some((property.coverage(address)?, property)));
    let best = covering.max_by(|(one, _), (other, _)| one.cmp(other));
    best.map(|(_, property)| property)
}

#[cfg(test)]
mod tests {
    use super::*;
    use PermissionLevel::{Full, Other, Owner, Restricted, Unverified};

    fn chosen(properties: &[(&str, PermissionLevel)], address: &str) -> Option<String> {
        let properties: Vec<Property> = properties
            .iter()
            .map(|(site_url, permission)| Property {
                site_url: (*site_url).to_owned(),
                permission: *permission,
            })
            .collect();
        let found = property_covering(&properties, &Url::parse(address).unwrap());
        found.map(|property| property.site_url.clone())
    }

    #[test]
    fn the_longest_prefix_is_chosen_before_a_domain() {
        let all = [
            ("sc-domain:example.com", Owner),
            ("https://www.example.com/", Full),
            ("https://www.example.com/blog/", Owner),
            ("https://www.example.com/loja/", Owner),
        ];
        let page = "https://www.example.com/blog/pao/";
        assert_eq!(
            chosen(&all, page).as_deref(),
            Some("https://www.example.com/blog/")
        );
        let page = "https://www.example.com/sobre/";
        assert_eq!(
            chosen(&all, page).as_deref(),
            Some("https://www.example.com/")
        );
        let page = "https://noticias.example.com/pao/";
        assert_eq!(chosen(&all, page).as_deref(), Some("sc-domain:example.com"));
    }

    #[test]
    fn the_longest_domain_is_chosen() {
        let all = [
            ("sc-domain:example.com", Owner),
            ("sc-domain:blog.example.com", Full),
        ];
        let found = chosen(&all, "https://www.blog.example.com/a");
        assert_eq!(found.as_deref(), Some("sc-domain:blog.example.com"));
    }

    #[test]
    fn other_sites_are_not_covered() {
        for (property, address) in [
            ("sc-domain:example.com", "https://outroexample.com/"),
            ("sc-domain:example.com", "https://example.com.br/"),
            ("sc-domain:", "https://example.com/"),
            ("sc-domain:0.0.1", "http://127.0.0.1/"),
            ("http://example.com/", "https://example.com/"),
            ("https://example.com/", "https://www.example.com/"),
            ("https://example.com/", "https://example.com:8443/"),
            ("https://example.com/blog/", "https://example.com/blog-2/"),
            ("https://example.com/blog", "https://example.com/blog-2/"),
            ("android-app://com.example/", "https://example.com/"),
            ("", "https://example.com/"),
        ] {
            assert_eq!(chosen(&[(property, Owner)], address), None, "{property}");
        }
    }

    #[test]
    fn a_property_that_may_only_be_read_comes_last() {
        let page = "https://example.com/a/b";
        let all = [
            ("https://example.com/a/", Restricted),
            ("sc-domain:example.com", Full),
        ];
        assert_eq!(chosen(&all, page).as_deref(), Some("sc-domain:example.com"));
        let all = [
            ("https://example.com/a/", Restricted),
            ("https://example.com/", Unverified),
            ("sc-domain:example.com", Other),
        ];
        assert_eq!(
            chosen(&all, page).as_deref(),
            Some("https://example.com/a/")
        );
    }

    #[test]
    fn levels_are_read_in_both_forms() {
        for (text, level) in [
            ("siteOwner", Owner),
            ("SITE_OWNER", Owner),
            ("siteFullUser", Full),
            ("SITE_FULL_USER", Full),
            ("siteRestrictedUser", Restricted),
            ("siteUnverifiedUser", Unverified),
            ("SITE_PERMISSION_LEVEL_UNSPECIFIED", Other),
        ] {
            assert_eq!(PermissionLevel::parse(text), level, "{text}");
        }
    }
}
