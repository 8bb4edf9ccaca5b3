//! Where links lead.

use url::Url;

use crate::article::Article;
use crate::document::Document;

/// The destination of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    /// Another page of the site.
    Internal,
    /// Another host, without a leading `www.`.
    External(String),
    /// A place on the same page, a mail address, a telephone number, or an address that cannot be read.
    Other,
}

impl LinkTarget {
    /// Whether the link leads to another host.
    pub const fn is_external(&self) -> bool {
        matches!(self, Self::External(_))
    }

    /// Whether the link leads to a page.
    pub const fn is_page(&self) -> bool {
        !matches!(self, Self::Other)
    }
}

/// The destinations of the body's links.
pub(crate) fn targets(article: &Article<'_>, document: &Document) -> Vec<LinkTarget> {
    let own = without_www(article.site_host.trim()).to_ascii_lowercase();
    // `.invalid` is never registered (RFC 6761), so it stands for the site where its host is unknown.
    let base = Url::parse(&format!("https://{own}/"))
        .or_else(|_| Url::parse("https://site.invalid/"))
        .ok();
    let links = document.links.iter();
    links
        .map(|link| target(&link.address, base.as_ref()))
        .collect()
}

fn target(address: &str, base: Option<&Url>) -> LinkTarget {
    if address.starts_with('#') {
        return LinkTarget::Other;
    }
    let Ok(url) = Url::options().base_url(base).parse(address) else {
        return LinkTarget::Other;
    };
    let Some(host) = url
        .host_str()
        .filter(|_| matches!(url.scheme(), "http" | "https"))
    else {
        return LinkTarget::Other;
    };
    let host = without_www(host);
    if base.and_then(Url::host_str).map(without_www) == Some(host) {
        LinkTarget::Internal
    } else {
        LinkTarget::External(host.to_owned())
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations() {
        let base = Url::parse("https://exemplo.com.br/").unwrap();
        let target = |address| target(address, Some(&base));
        for internal in [
            "/x",
            "x",
            "https://www.exemplo.com.br/y",
            "?a=b",
            "//exemplo.com.br",
        ] {
            assert_eq!(target(internal), LinkTarget::Internal, "{internal}");
        }
        for other in ["#a", "mailto:a@b.c", "tel:+55", "javascript:x", "https://"] {
            assert_eq!(target(other), LinkTarget::Other, "{other}");
        }
        let external = LinkTarget::External("ibge.gov.br".to_owned());
        assert_eq!(target("https://www.IBGE.gov.br/x"), external);
        assert_eq!(target("//ibge.gov.br/x"), external);
    }
}
