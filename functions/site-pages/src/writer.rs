//! The author of a post as the box below it shows them.

use markup::text;
use site_store::User;
use site_urls::address;
use url::Url;

use crate::page_request::PageRequest;
use site_blocks::initials;

/// Author with a description.
pub struct Writer {
    pub name: String,
    pub initials: String,
    pub description: String,
    /// Address of the archive.
    pub archive: String,
    /// Web address of the author, and what stands for it.
    pub site: Option<(String, String)>,
}

/// The box of an author; none without a description.
pub fn of(request: &PageRequest, user: &User) -> Option<Writer> {
    let description = text::plain(&user.description);
    (!description.is_empty()).then(|| Writer {
        initials: initials(&user.name),
        name: user.name.clone(),
        description,
        archive: address::author(user, &request.home),
        site: web_address(&user.url),
    })
}

/// A web address that a page may link to, and its host. None for other addresses, such as of scripts.
pub fn web_address(given: &str) -> Option<(String, String)> {
    let url = Url::parse(given.trim()).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https");
    let host = url.host_str().filter(|_| is_web)?;
    let host = host.strip_prefix("www.").unwrap_or(host).to_owned();
    Some((url.to_string(), host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_linked() {
        let host = |given: &str| web_address(given).map(|(_, host)| host);
        assert_eq!(
            host(" https://www.a.example/x ").as_deref(),
            Some("a.example")
        );
        for given in [
            "",
            "javascript:alert(1)",
            "mailto:a@a.example",
            "//a.example",
            "a.example",
        ] {
            assert_eq!(web_address(given), None, "{given}");
        }
    }
}
