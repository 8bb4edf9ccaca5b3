//! Photos, as both providers describe them.

use domain::platform::stock::{StockProvider, StockSource};
use url::Url;

/// A page of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What the photos show.
    pub query: String,
    /// Number of the page, from 1.
    pub page: u32,
    /// Photos on a page, at most [`crate::MOST_PER_PAGE`].
    pub per_page: u32,
}

/// Photos that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The photos of this page.
    pub items: Vec<Photo>,
    /// Number of photos on all pages.
    pub total: u64,
    /// Number of pages.
    pub pages: u64,
}

/// A photo at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    /// Provider.
    pub provider: StockProvider,
    /// Identifier at the provider.
    pub id: String,
    /// Width of the original in pixels.
    pub width: u32,
    /// Height of the original in pixels.
    pub height: u32,
    /// What the photo shows, in the provider's words; may be empty.
    pub description: String,
    /// Average colour, as `#rrggbb`.
    pub color: Option<String>,
    /// Address of a picture of 400 to 600 pixels in width.
    pub thumb_url: Url,
    /// Address of a picture of about 1,000 pixels in width.
    pub preview_url: Url,
    /// Name of the photographer.
    pub photographer: String,
    /// Page of the photographer, with the referral that the provider asks for.
    pub photographer_url: Url,
    /// Page of the photo, with the referral that the provider asks for.
    pub page_url: Url,
    /// Address of the file to be copied: JPEG, about 2,000 pixels in width.
    pub(crate) file_url: Url,
    /// Where Unsplash counts the choice of a photo.
    pub(crate) download_url: Option<Url>,
}

impl Photo {
    /// What a copy records of the photo.
    pub fn source(&self) -> StockSource {
        StockSource {
            provider: self.provider,
            photo_id: self.id.clone(),
            author: self.photographer.clone(),
            author_url: self.photographer_url.to_string(),
            page_url: self.page_url.to_string(),
        }
    }
}

/// Whether a page may show or lead to the address.
pub(crate) fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// `text` on one line.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// A colour as `#rrggbb`.
pub(crate) fn color(text: Option<String>) -> Option<String> {
    text.filter(|text| {
        text.strip_prefix('#').is_some_and(|digits| {
            digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())
        })
    })
}
