//! Stock photos and their credits.

use serde::{Deserialize, Serialize};

/// Provider of stock photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StockProvider {
    /// Pexels.
    Pexels,
    /// Unsplash.
    Unsplash,
}

impl StockProvider {
    /// Every provider, the one that is asked first at the beginning. The licence of Pexels permits copies without
    /// conditions; the guidelines of Unsplash prefer that its own addresses are shown.
    pub const ALL: [Self; 2] = [Self::Pexels, Self::Unsplash];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pexels => "pexels",
            Self::Unsplash => "unsplash",
        }
    }

    /// The provider called `name`.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pexels => "Pexels",
            Self::Unsplash => "Unsplash",
        }
    }
}

/// The photo at a provider that an image is a copy of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockSource {
    /// Provider.
    pub provider: StockProvider,
    /// Identifier of the photo at the provider.
    pub photo_id: String,
    /// Name of the photographer.
    pub author: String,
    /// Page of the photographer.
    pub author_url: String,
    /// Page of the photo.
    pub page_url: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_one_of_the_record() {
        for one in StockProvider::ALL {
            assert_eq!(StockProvider::of_name(one.name()), Some(one));
            assert_eq!(serde_json::to_value(one).unwrap(), one.name());
        }
        assert_eq!(StockProvider::of_name("flickr"), None);
    }
}
