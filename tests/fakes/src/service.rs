//! The faked services.

/// A faked service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Service {
    /// OpenAI: texts and images.
    OpenAi,
    /// Anthropic: texts.
    Anthropic,
    /// Google Gemini: texts and images.
    Gemini,
    /// Unsplash: stock photos.
    Unsplash,
    /// Pexels: stock photos.
    Pexels,
}

impl Service {
    /// All services.
    pub const ALL: [Self; 5] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::Unsplash,
        Self::Pexels,
    ];

    /// The first path segment of the service's base address.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Unsplash => "unsplash",
            Self::Pexels => "pexels",
        }
    }

    /// The environment variable that replaces the service's base address.
    #[must_use]
    pub const fn variable(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_BASE_URL",
            Self::Anthropic => "ANTHROPIC_BASE_URL",
            Self::Gemini => "GEMINI_BASE_URL",
            Self::Unsplash => "UNSPLASH_BASE_URL",
            Self::Pexels => "PEXELS_BASE_URL",
        }
    }
}
