//! What IndexNow (<https://www.indexnow.org/documentation>) is told.

use std::sync::Arc;

use outbound::{Guard, Policy, SystemResolver};
use url::Url;

/// Most addresses of one submission.
pub const MOST_URLS: usize = 10_000;

/// The key of a site. It is public: the site serves it as text, which proves that the site's owner made the submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexNowKey(String);

impl IndexNowKey {
    /// A key of 8 to 128 characters of A–Z, a–z, 0–9 and the hyphen; `None` for other texts.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let permitted = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let valid = (8..=128).contains(&text.len()) && text.bytes().all(permitted);
        valid.then(|| Self(text.to_owned()))
    }

    /// The key.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Address of the key's file in the folder of `home`, the address of a site's home page.
    #[must_use]
    pub fn location(&self, home: &Url) -> Url {
        let mut location = outbound::below(home, &[&format!("{}.txt", self.0)]);
        location.set_query(None);
        location.set_fragment(None);
        location
    }
}

/// Why an address is not submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSubmitted {
    /// The site is on loopback, in a private network, or has no public name: no search engine can reach it.
    #[error("the site cannot be reached from the internet")]
    NotPublic,
    /// An address that is not in the folder of the key's file.
    #[error("an address is not one of the key's site")]
    OtherSite,
    /// No address, or more than [`MOST_URLS`].
    #[error("a submission has 1 to {MOST_URLS} addresses")]
    Count,
}

/// Addresses of one site that were added, changed or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexNowSubmission {
    pub(crate) key: IndexNowKey,
    pub(crate) location: Url,
    pub(crate) host: String,
    pub(crate) urls: Vec<Url>,
}

impl IndexNowSubmission {
    /// A submission of `urls`, which are pages of the site whose home page is `home`.
    ///
    /// # Errors
    /// [`NotSubmitted`]; a site on loopback is never submitted.
    pub fn new(key: IndexNowKey, home: &Url, urls: Vec<Url>) -> Result<Self, NotSubmitted> {
        if urls.is_empty() || urls.len() > MOST_URLS {
            return Err(NotSubmitted::Count);
        }
        let public = Policy {
            https_required: false,
            loopback_allowed: false,
        };
        let guard = Guard::new(public, Arc::new(SystemResolver));
        let location = key.location(home);
        guard
            .check(&location)
            .map_err(|_| NotSubmitted::NotPublic)?;
        // An engine takes a key in a folder for the addresses of that folder only.
        let path = location.path();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let same_site = |url: &Url| {
            let below = url.path().strip_prefix(folder);
            url.origin() == location.origin() && below.is_some_and(|path| path.starts_with('/'))
        };
        if !urls.iter().all(same_site) {
            return Err(NotSubmitted::OtherSite);
        }
        // With its port where it is not the usual one: another port is another site.
        let host = location.host_str().ok_or(NotSubmitted::NotPublic)?;
        let host = match location.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        Ok(Self {
            host,
            key,
            location,
            urls,
        })
    }
}

/// What became of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexNowOutcome {
    /// Accepted (status 200).
    Accepted,
    /// Accepted; the key is still to be checked (status 202).
    KeyPending,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn submission(home: &str, urls: &[&str]) -> Result<IndexNowSubmission, NotSubmitted> {
        let key = IndexNowKey::parse("0123-abcXYZ").unwrap();
        let urls = urls.iter().map(|address| url(address)).collect();
        IndexNowSubmission::new(key, &url(home), urls)
    }

    #[test]
    fn keys_have_a_form() {
        for key in ["12345678", &"a".repeat(128), "ABC-def-123"] {
            assert_eq!(IndexNowKey::parse(key).unwrap().as_str(), key);
        }
        for text in [
            "1234567",
            &"a".repeat(129),
            "1234 5678",
            "1234_5678",
            "çççççççç",
        ] {
            assert_eq!(IndexNowKey::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_file_lies_in_the_folder_of_the_home_page() {
        let key = IndexNowKey::parse("0123-abcXYZ").unwrap();
        for (home, file) in [
            ("https://example.com", "https://example.com/0123-abcXYZ.txt"),
            (
                "https://example.com/?a#b",
                "https://example.com/0123-abcXYZ.txt",
            ),
            (
                "https://example.com/blog/",
                "https://example.com/blog/0123-abcXYZ.txt",
            ),
            (
                "https://example.com/blog",
                "https://example.com/blog/0123-abcXYZ.txt",
            ),
        ] {
            assert_eq!(key.location(&url(home)).as_str(), file);
        }
    }

    #[test]
    fn a_site_that_no_engine_can_reach_is_not_submitted() {
        for home in [
            "http://127.0.0.1:8080/",
            "http://localhost:8080/",
            "http://blog.localhost/",
            "http://[::1]/",
            "http://10.0.0.5/",
            "https://site.internal/",
            "https://intranet/",
        ] {
            let page = url(home).join("pao/").unwrap();
            let refused = submission(home, &[page.as_str()]);
            assert_eq!(refused, Err(NotSubmitted::NotPublic), "{home}");
        }
        let home = "https://example.com/";
        assert!(submission(home, &["https://example.com/pao/"]).is_ok());
    }

    #[test]
    fn addresses_of_other_sites_are_not_submitted() {
        for (home, page) in [
            ("https://example.com/", "https://www.example.com/a"),
            ("https://example.com/", "http://example.com/a"),
            ("https://example.com/blog/", "https://example.com/loja/"),
            ("https://example.com/blog/", "https://example.com/blog-2/"),
        ] {
            let own = url(home).join("a").unwrap();
            let refused = submission(home, &[own.as_str(), page]);
            assert_eq!(refused, Err(NotSubmitted::OtherSite), "{page}");
        }
        let home = "https://example.com/";
        assert_eq!(submission(home, &[]), Err(NotSubmitted::Count));
        let many = vec![home; MOST_URLS + 1];
        assert_eq!(submission(home, &many), Err(NotSubmitted::Count));
    }
}
