//! Pexels (<https://www.pexels.com/api/documentation/>).

use domain::platform::stock::StockProvider;
use serde::Deserialize;
use url::Url;

use crate::failure::{StockError, StockFailure};
use crate::photo::{Page, Photo, Search, color, is_web, one_line};
use crate::{Account, StockClient};

/// Most digits of an identifier.
const ID_DIGITS: usize = 20;

#[derive(Deserialize)]
struct Found {
    total_results: u64,
    photos: Vec<Wire>,
}

#[derive(Deserialize)]
struct Wire {
    id: u64,
    width: u32,
    height: u32,
    url: Url,
    photographer: String,
    photographer_url: Url,
    avg_color: Option<String>,
    alt: Option<String>,
    src: Sizes,
}

/// Addresses of the file in several sizes; `large2x` is at most 1,880 × 1,300 pixels.
#[derive(Deserialize)]
struct Sizes {
    large2x: Url,
    large: Url,
    medium: Url,
}

impl Wire {
    /// The photo, if its addresses are those of pages.
    fn photo(self) -> Option<Photo> {
        let Sizes {
            large2x,
            large,
            medium,
        } = self.src;
        let addresses = [&self.url, &self.photographer_url, &large2x, &large, &medium];
        let usable = addresses.into_iter().all(is_web);
        usable.then(|| Photo {
            provider: StockProvider::Pexels,
            id: self.id.to_string(),
            width: self.width,
            height: self.height,
            description: one_line(&self.alt.unwrap_or_default()),
            color: color(self.avg_color),
            thumb_url: medium,
            preview_url: large,
            photographer: one_line(&self.photographer),
            photographer_url: self.photographer_url,
            page_url: self.url,
            file_url: large2x,
            download_url: None,
        })
    }
}

pub(crate) async fn search(
    client: &StockClient,
    account: &Account,
    search: &Search,
) -> Result<Page, StockError> {
    let (page, per_page) = (search.page.to_string(), search.per_page.to_string());
    let query = [
        ("query", search.query.as_str()),
        ("page", &page),
        ("per_page", &per_page),
        ("orientation", "landscape"),
        ("locale", "pt-BR"),
    ];
    let found: Found = client.get(account, &["v1", "search"], &query).await?;
    Ok(Page {
        items: found.photos.into_iter().filter_map(Wire::photo).collect(),
        total: found.total_results,
        pages: found.total_results.div_ceil(search.per_page.max(1).into()),
    })
}

pub(crate) async fn photo(
    client: &StockClient,
    account: &Account,
    id: &str,
) -> Result<Photo, StockError> {
    let fault = |failure| StockError::new(StockProvider::Pexels, failure);
    if !(1..=ID_DIGITS).contains(&id.len()) || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(fault(StockFailure::NotFound));
    }
    let wire: Wire = client.get(account, &["v1", "photos", id], &[]).await?;
    wire.photo().ok_or_else(|| fault(StockFailure::BadPayload))
}
