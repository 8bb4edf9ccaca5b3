//! Detects the sitemap of a site (<https://www.sitemaps.org/protocol.html>).

use std::io::Read;
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use outbound::{Outbound, OutboundError, Redirects, Request, Response, below};
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;
use url::Url;

/// Paths below the home page, in the order in which they are tried: an index of plug-ins, the usual name, WordPress's own
/// sitemap, and the posts of an index that is switched off.
const CANDIDATES: [&str; 4] = [
    "sitemap_index.xml",
    "sitemap.xml",
    "wp-sitemap.xml",
    "post-sitemap.xml",
];

/// Namespaces of the protocol's root elements: its own, and that of its first version.
const NAMESPACES: [&str; 2] = [
    "http://www.sitemaps.org/schemas/sitemap/0.9",
    "http://www.google.com/schemas/sitemap/0.84",
];

/// Time limit of one candidate, and of all together.
const DEADLINE: Duration = Duration::from_secs(5);
const TOTAL_DEADLINE: Duration = Duration::from_secs(15);
/// Size that is read of a candidate in bytes; the rest is not. The root element comes within the first few hundred.
const MOST_BYTES: usize = 256 * 1024;
/// Redirects that are followed, for example from `sitemap.xml` to a plug-in's index.
const MOST_REDIRECTS: u8 = 4;

/// Form of a sitemap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SitemapForm {
    /// A list of sitemaps (`sitemapindex`).
    Index,
    /// A list of pages (`urlset`).
    Pages,
}

/// A sitemap that a site serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectedSitemap {
    /// Its address, after redirects.
    pub url: Url,
    /// Its form.
    pub form: SitemapForm,
}

/// Why no candidate could be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SitemapDetectionError {
    /// The site's address is one that the guard refuses.
    #[error("the address of the site is not permitted")]
    NotPermitted,
    /// The site cannot be reached: its name, connection or certificate.
    #[error("the site cannot be reached")]
    Unreachable,
    /// The site does not answer in time.
    #[error("the site does not answer in time")]
    TimedOut,
}

/// Looks for the sitemap of the site whose home page is `home`; `None` when it serves none of the known names. A document
/// counts by its content: XML whose root element is one of the protocol's, as it is or compressed with gzip. A redirect
/// counts when it ends at the same site, with or without `www.`.
///
/// # Errors
/// [`SitemapDetectionError`] when the site does not answer.
pub async fn detect_sitemap(
    outbound: &Outbound,
    home: &Url,
) -> Result<Option<DetectedSitemap>, SitemapDetectionError> {
    // The name is resolved once before, so that a site that is not permitted is told from one without a sitemap.
    let resolved = outbound.guard().check_resolved(home);
    let look = async {
        resolved.await.map_err(|error| fault(&error))?;
        let mut slow = false;
        for name in CANDIDATES {
            let mut candidate = below(home, &[name]);
            candidate.set_query(None);
            candidate.set_fragment(None);
            let request = Request::get(candidate)
                .deadline(DEADLINE)
                .first_bytes(MOST_BYTES)
                .redirects(Redirects::Anywhere(MOST_REDIRECTS));
            match outbound.send(request).await {
                Ok(response) => {
                    if let Some(sitemap) = judged(&response, home) {
                        return Ok(Some(sitemap));
                    }
                }
                // A connection that fails does so for every candidate.
                Err(
                    error @ (OutboundError::Dns
                    | OutboundError::Connect { .. }
                    | OutboundError::Tls),
                ) => return Err(fault(&error)),
                Err(OutboundError::Timeout) => slow = true,
                // A broken answer, a redirect to an address that is not permitted, or too many redirects say something
                // about this candidate only.
                Err(_) => {}
            }
        }
        if slow {
            return Err(SitemapDetectionError::TimedOut);
        }
        Ok(None)
    };
    tokio::time::timeout(TOTAL_DEADLINE, look)
        .await
        .unwrap_or(Err(SitemapDetectionError::TimedOut))
}

const fn fault(error: &OutboundError) -> SitemapDetectionError {
    match error {
        OutboundError::Refused(_) => SitemapDetectionError::NotPermitted,
        OutboundError::Timeout | OutboundError::Connect { timed_out: true } => {
            SitemapDetectionError::TimedOut
        }
        _ => SitemapDetectionError::Unreachable,
    }
}

/// The sitemap in a response, if it is one of the site.
fn judged(response: &Response, home: &Url) -> Option<DetectedSitemap> {
    let found = response.status.is_success() && same_site(&response.url, home);
    let form = found.then(|| form(&response.body))??;
    let mut url = response.url.clone();
    url.set_fragment(None);
    Some(DetectedSitemap { url, form })
}

/// Whether both are addresses of one site, with or without `www.`.
fn same_site(one: &Url, other: &Url) -> bool {
    let bare = |url: &Url| {
        let host = url.host_str().unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    };
    bare(one) == bare(other)
}

/// The form of a document, or of its beginning; `None` when it is not a sitemap.
fn form(body: &[u8]) -> Option<SitemapForm> {
    if !body.starts_with(&[0x1f, 0x8b]) {
        return root(body);
    }
    let mut plain = Vec::new();
    let limit = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
    // The end of a truncated document is missing, which is no fault: what came before was decoded.
    let _ = MultiGzDecoder::new(body)
        .take(limit)
        .read_to_end(&mut plain);
    root(&plain)
}

/// The root element of an XML document. Entities are not expanded. The protocol requires UTF-8; other encodings are read
/// as far as the names of the elements need.
fn root(xml: &[u8]) -> Option<SitemapForm> {
    let text = String::from_utf8_lossy(xml);
    let mut reader = NsReader::from_str(text.trim_start_matches('\u{feff}'));
    loop {
        match reader.read_resolved_event().ok()? {
            (ResolveResult::Bound(namespace), Event::Start(element) | Event::Empty(element)) => {
                let known = NAMESPACES.contains(&namespace.as_ref());
                return match element.local_name().as_ref() {
                    "sitemapindex" if known => Some(SitemapForm::Index),
                    "urlset" if known => Some(SitemapForm::Pages),
                    _ => None,
                };
            }
            (_, Event::Decl(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_)) => {}
            (_, Event::Text(text)) if text.trim().is_empty() => {}
            _ => return None,
        }
    }
}
