//! Providers with an API key.

use crate::key::SettingKey;

/// What a provider generates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiKind {
    /// Texts.
    Text,
    /// Images.
    Image,
}

impl AiKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Text, Self::Image];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Image => "image",
        }
    }

    /// The setting that names the default provider of this kind.
    pub const fn default_key(self) -> SettingKey {
        match self {
            Self::Text => SettingKey::TextProvider,
            Self::Image => SettingKey::ImageProvider,
        }
    }
}

/// A provider of generated texts or images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AiProvider {
    /// OpenAI.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Google Gemini.
    Gemini,
}

impl AiProvider {
    /// Every provider, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The provider called `name`.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        self.api().title()
    }

    /// The provider as one with an API key.
    pub const fn api(self) -> ApiProvider {
        match self {
            Self::OpenAi => ApiProvider::OpenAi,
            Self::Anthropic => ApiProvider::Anthropic,
            Self::Gemini => ApiProvider::Gemini,
        }
    }

    /// The setting with its API key.
    pub const fn key(self) -> SettingKey {
        self.api().key()
    }

    /// Whether it generates `kind`. Anthropic makes no images.
    pub const fn makes(self, kind: AiKind) -> bool {
        !matches!((self, kind), (Self::Anthropic, AiKind::Image))
    }
}

/// A provider with an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiProvider {
    /// OpenAI: texts and images.
    OpenAi,
    /// Anthropic: texts.
    Anthropic,
    /// Google Gemini: texts and images.
    Gemini,
    /// Unsplash: stock images.
    Unsplash,
    /// Pexels: stock images.
    Pexels,
}

impl ApiProvider {
    /// Every provider.
    pub const ALL: [Self; 5] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::Unsplash,
        Self::Pexels,
    ];

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::OpenAi => "OpenAI",
            Self::Anthropic => "Anthropic",
            Self::Gemini => "Google Gemini",
            Self::Unsplash => "Unsplash",
            Self::Pexels => "Pexels",
        }
    }

    /// The setting with its API key.
    pub const fn key(self) -> SettingKey {
        match self {
            Self::OpenAi => SettingKey::OpenAiKey,
            Self::Anthropic => SettingKey::AnthropicKey,
            Self::Gemini => SettingKey::GeminiKey,
            Self::Unsplash => SettingKey::UnsplashKey,
            Self::Pexels => SettingKey::PexelsKey,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SettingGroup;

    #[test]
    fn a_default_is_a_provider_of_its_kind() {
        for kind in AiKind::ALL {
            for one in AiProvider::ALL {
                let refused = kind.default_key().fault(one.name()).is_some();
                assert_eq!(refused, !one.makes(kind), "{kind:?} {one:?}");
            }
        }
    }

    #[test]
    fn every_api_key_belongs_to_a_provider() {
        let keys: Vec<_> = ApiProvider::ALL.map(ApiProvider::key).to_vec();
        assert!(SettingKey::of_group(SettingGroup::ApiKeys).eq(keys));
    }
}
