//! Addresses that people write in blocks.

use url::Url;

/// Schemes that a link may have.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Whether an address is one of the web.
pub fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// A written address as an absolute one, on a site whose pages are below `home`; a place on the page, which begins with `#`, stays.
/// Empty when it leads nowhere or runs code.
pub fn written(url: &str, home: &str) -> String {
    let url = url.trim();
    if matches!(url, "" | "#") {
        return String::new();
    }
    if url.starts_with('#') {
        return url.to_owned();
    }
    let base = Url::parse(&format!("{home}/"));
    let url = base.and_then(|base| base.join(url));
    url.ok()
        .filter(|url| SCHEMES.contains(&url.scheme()))
        .map(String::from)
        .unwrap_or_default()
}
