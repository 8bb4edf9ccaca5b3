//! Validates the addresses of sites and of sitemaps.

use host_access::callable_address;
use host_client::keeps_login;
use outbound::{Guard, Refused};
use url::Url;

/// The address of a site in its one form, without query and fragment.
///
/// # Errors
/// Why the address may not be called.
pub(crate) async fn of_site(guard: &Guard, text: &str) -> Result<String, Refused> {
    let mut url = callable_address(guard, text).await?;
    url.set_query(None);
    url.set_fragment(None);
    Ok(url.into())
}

/// The address of a sitemap, which is called by the same rules as a site.
///
/// # Errors
/// Why the address may not be called.
pub(crate) async fn of_sitemap(guard: &Guard, text: &str) -> Result<String, Refused> {
    let mut url = callable_address(guard, text).await?;
    url.set_fragment(None);
    Ok(url.into())
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
