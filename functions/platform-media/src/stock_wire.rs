//! Stock photos as they are read over the interface.

use domain::platform::stock::{StockProvider, StockSource};
use serde::{Deserialize, Serialize};
use stock_client::{Credit, Photo};
use utoipa::ToSchema;

/// Provider of stock photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProviderName {
    /// Pexels.
    Pexels,
    /// Unsplash.
    Unsplash,
}

impl From<ProviderName> for StockProvider {
    fn from(name: ProviderName) -> Self {
        match name {
            ProviderName::Pexels => Self::Pexels,
            ProviderName::Unsplash => Self::Unsplash,
        }
    }
}

impl From<StockProvider> for ProviderName {
    fn from(provider: StockProvider) -> Self {
        match provider {
            StockProvider::Pexels => Self::Pexels,
            StockProvider::Unsplash => Self::Unsplash,
        }
    }
}

/// Credit to be shown next to a photo.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct CreditBody {
    /// Plain text.
    pub text: String,
    /// The same with links to the photographer and the provider.
    pub html: String,
}

/// Photo that was found at a provider.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct StockPhotoBody {
    /// Provider.
    pub provider: ProviderName,
    /// Identifier at the provider.
    pub id: String,
    /// Width of the original in pixels.
    pub width: u32,
    /// Height of the original in pixels.
    pub height: u32,
    /// What the photo shows, in the provider's words; may be empty.
    pub alt_text: String,
    /// Average colour, as `#rrggbb`; null if the provider names none.
    pub color: Option<String>,
    /// Address of a small picture, at the provider. It is shown from there and not copied.
    pub thumb_url: String,
    /// Address of a picture about 1,000 pixels wide, at the provider. It is shown from there and not copied.
    pub preview_url: String,
    /// Name of the photographer.
    pub photographer: String,
    /// Page of the photographer.
    pub photographer_url: String,
    /// Page of the photo.
    pub page_url: String,
    /// Credit to be shown next to the photo.
    pub credit: CreditBody,
}

impl From<Photo> for StockPhotoBody {
    fn from(photo: Photo) -> Self {
        let Credit { text, html } = Credit::of(&photo);
        Self {
            provider: photo.provider.into(),
            id: photo.id,
            width: photo.width,
            height: photo.height,
            alt_text: photo.description,
            color: photo.color,
            thumb_url: photo.thumb_url.into(),
            preview_url: photo.preview_url.into(),
            photographer: photo.photographer,
            photographer_url: photo.photographer_url.into(),
            page_url: photo.page_url.into(),
            credit: CreditBody { text, html },
        }
    }
}

/// Stock photo that a picture is a copy of.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = StockSource)]
pub(crate) struct StockSourceBody {
    /// Provider.
    pub provider: ProviderName,
    /// Identifier of the photo at the provider.
    pub photo_id: String,
    /// Name of the photographer.
    pub author: String,
    /// Page of the photographer.
    pub author_url: String,
    /// Page of the photo.
    pub page_url: String,
}

impl From<StockSource> for StockSourceBody {
    fn from(source: StockSource) -> Self {
        Self {
            provider: source.provider.into(),
            photo_id: source.photo_id,
            author: source.author,
            author_url: source.author_url,
            page_url: source.page_url,
        }
    }
}
