//! Validates the addresses of sites and of sitemaps.

use std::time::Duration;

use host_client::keeps_login;
use outbound::{Guard, OutboundError, Refused};
use url::Url;

/// Time limit of the DNS lookup while a site is being stored. A name that does not resolve
/// may do so later, so it is stored; every call resolves it again.
const LOOKUP_LIMIT: Duration = Duration::from_secs(3);

/// The address of a site in its one form, without query and fragment.
///
/// # Errors
/// Why the address may not be called.
pub(crate) async fn of_site(guard: &Guard, text: &str) -> Result<String, Refused> {
    let mut url = callable(guard, text).await?;
    url.set_query(None);
    url.set_fragment(None);
    Ok(url.into())
}

/// The address of a sitemap, which is called by the same rules as a site.
///
/// # Errors
/// Why the address may not be called.
pub(crate) async fn of_sitemap(guard: &Guard, text: &str) -> Result<String, Refused> {
    let mut url = callable(guard, text).await?;
    url.set_fragment(None);
    Ok(url.into())
}

/// An address that may be called. The name is looked up, so that one that leads into a private network is
/// refused at once.
async fn callable(guard: &Guard, text: &str) -> Result<Url, Refused> {
    let url = guard.check_url(text.trim())?;
    let resolved = tokio::time::timeout(LOOKUP_LIMIT, guard.check_resolved(&url)).await;
    if let Ok(Err(OutboundError::Refused(reason))) = resolved {
        return Err(reason);
    }
    Ok(url)
}

/// Whether a password given for `before` may still be sent to `after`, see [`keeps_login`]. The
/// permission to change an address must not disclose the stored password.
pub(crate) fn keeps_password(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (Url::parse(before), Url::parse(after)) else {
        return false;
    };
    keeps_login(&before, &after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_follows_only_to_the_same_host() {
        for (before, after, keeps) in [
            ("https://a.example/", "https://a.example/blog", true),
            ("http://a.example/", "https://a.example/", true),
            ("https://a.example/", "https://a.example:443/", true),
            ("https://a.example/", "http://a.example/", false),
            ("https://a.example/", "https://b.example/", false),
            ("https://a.example/", "https://www.a.example/", false),
            ("https://a.example/", "https://a.example:8443/", false),
            ("http://a.example:8081/", "https://a.example:8443/", false),
            ("", "https://a.example/", false),
        ] {
            assert_eq!(keeps_password(before, after), keeps, "{before} {after}");
        }
    }
}
