//! Unsplash (<https://unsplash.com/documentation>).

use domain::platform::stock::StockProvider;
use serde::Deserialize;
use serde::de::IgnoredAny;
use url::Url;

use crate::credit::referred;
use crate::failure::{StockError, StockFailure};
use crate::photo::{Page, Photo, Search, color, is_web, one_line};
use crate::{Account, StockClient};

/// Longest identifier in characters.
const ID_CHARS: usize = 64;

/// Parameters of the image host ([Dynamically resizable images](https://unsplash.com/documentation#dynamically-resizable-images))
/// for the file to be copied: the original may have more pixels than any use of it.
const FILE: [(&str, &str); 4] = [("w", "2400"), ("fit", "max"), ("fm", "jpg"), ("q", "85")];

#[derive(Deserialize)]
struct Found {
    total: u64,
    total_pages: u64,
    results: Vec<Wire>,
}

#[derive(Deserialize)]
struct Wire {
    id: String,
    width: u32,
    height: u32,
    color: Option<String>,
    description: Option<String>,
    alt_description: Option<String>,
    urls: Urls,
    links: Links,
    user: User,
}

#[derive(Deserialize)]
struct Urls {
    raw: Url,
    regular: Url,
    small: Url,
}

#[derive(Deserialize)]
struct Links {
    html: Url,
    download_location: Url,
}

#[derive(Deserialize)]
struct User {
    name: String,
    links: UserLinks,
}

#[derive(Deserialize)]
struct UserLinks {
    html: Url,
}

impl Wire {
    /// The photo, if its addresses are those of pages.
    fn photo(self) -> Option<Photo> {
        let Urls {
            raw,
            regular,
            small,
        } = self.urls;
        let (page, profile) = (self.links.html, self.user.links.html);
        let addresses = [&raw, &regular, &small, &page, &profile];
        if !addresses.into_iter().all(is_web) || !is_id(&self.id) {
            return None;
        }
        // The one that describes what is seen, for people who do not see it, is made for each photo; the other is free
        // text of the photographer.
        let description = [self.alt_description, self.description]
            .into_iter()
            .flatten()
            .map(|text| one_line(&text))
            .find(|text| !text.is_empty());
        Some(Photo {
            provider: StockProvider::Unsplash,
            id: self.id,
            width: self.width,
            height: self.height,
            description: description.unwrap_or_default(),
            color: color(self.color),
            thumb_url: small,
            preview_url: regular,
            photographer: one_line(&self.user.name),
            photographer_url: referred(profile),
            page_url: referred(page),
            file_url: file_url(raw),
            download_url: Some(self.links.download_location),
        })
    }
}

/// The address of the file in its size and format. The identifier in the query, which counts views, is kept.
fn file_url(mut raw: Url) -> Url {
    let kept: Vec<(String, String)> = raw
        .query_pairs()
        .filter(|(name, _)| FILE.iter().all(|(own, _)| own != name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    raw.query_pairs_mut()
        .clear()
        .extend_pairs(kept)
        .extend_pairs(FILE);
    raw
}

fn is_id(id: &str) -> bool {
    let permitted = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=ID_CHARS).contains(&id.len()) && id.bytes().all(permitted)
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
        ("content_filter", "high"),
        ("lang", "pt"),
    ];
    let found: Found = client.get(account, &["search", "photos"], &query).await?;
    Ok(Page {
        items: found.results.into_iter().filter_map(Wire::photo).collect(),
        total: found.total,
        pages: found.total_pages,
    })
}

pub(crate) async fn photo(
    client: &StockClient,
    account: &Account,
    id: &str,
) -> Result<Photo, StockError> {
    let fault = |failure| StockError::new(StockProvider::Unsplash, failure);
    if !is_id(id) {
        return Err(fault(StockFailure::NotFound));
    }
    let wire: Wire = client.get(account, &["photos", id], &[]).await?;
    wire.photo().ok_or_else(|| fault(StockFailure::BadPayload))
}

/// Calls `links.download_location`. Only its query is taken from the provider's response, so that the key is sent to the
/// configured address and to no other.
pub(crate) async fn register_download(
    client: &StockClient,
    account: &Account,
    photo: &Photo,
) -> Result<(), StockError> {
    let location = photo.download_url.as_ref();
    let pairs: Vec<(String, String)> = location
        .into_iter()
        .flat_map(Url::query_pairs)
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    let pairs: Vec<(&str, &str)> = pairs
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let path = ["photos", photo.id.as_str(), "download"];
    let _: IgnoredAny = client.get(account, &path, &pairs).await?;
    Ok(())
}
