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
    /// WhatsApp Cloud API of Meta: messages.
    Graph,
    /// Evolution API: messages.
    Evolution,
    /// Z-API: messages.
    ZApi,
    /// Google OAuth 2.0: authorization, tokens, the account's e-mail address.
    GoogleOauth,
    /// Google Search Console: properties, sitemaps, search analytics.
    SearchConsole,
    /// Google Indexing API.
    Indexing,
    /// IndexNow.
    IndexNow,
    /// Akismet: spam in comments and messages.
    Akismet,
    /// Gmail API: sending mails.
    Gmail,
    /// Microsoft identity platform: authorization and tokens.
    MicrosoftLogin,
    /// Microsoft Graph: the account, and sending mails.
    MicrosoftGraph,
    /// Generated titles and descriptions of a site's pages.
    SeoTexts,
    /// Keyword research.
    KeywordResearch,
    /// Rank tracking.
    RankTracker,
}

impl Service {
    /// All services.
    pub const ALL: [Self; 19] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::Unsplash,
        Self::Pexels,
        Self::Graph,
        Self::Evolution,
        Self::ZApi,
        Self::GoogleOauth,
        Self::SearchConsole,
        Self::Indexing,
        Self::IndexNow,
        Self::Akismet,
        Self::Gmail,
        Self::MicrosoftLogin,
        Self::MicrosoftGraph,
        Self::SeoTexts,
        Self::KeywordResearch,
        Self::RankTracker,
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
            Self::Graph => "graph",
            Self::Evolution => "evolution",
            Self::ZApi => "zapi",
            Self::GoogleOauth => "google-oauth",
            Self::SearchConsole => "gsc",
            Self::Indexing => "indexing",
            Self::IndexNow => "indexnow",
            Self::Akismet => "akismet",
            Self::Gmail => "gmail",
            Self::MicrosoftLogin => "microsoft-login",
            Self::MicrosoftGraph => "microsoft-graph",
            Self::SeoTexts => "seo-texts",
            Self::KeywordResearch => "keyword-research",
            Self::RankTracker => "rank-tracker",
        }
    }

    /// The environment variables that replace addresses of the service, each with the path behind the base address.
    /// The address of a messaging service is a setting, no variable.
    #[must_use]
    pub const fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::OpenAi => &[("OPENAI_BASE_URL", "")],
            Self::Anthropic => &[("ANTHROPIC_BASE_URL", "")],
            Self::Gemini => &[("GEMINI_BASE_URL", "")],
            Self::Unsplash => &[("UNSPLASH_BASE_URL", "")],
            Self::Pexels => &[("PEXELS_BASE_URL", "")],
            Self::Graph | Self::Evolution | Self::ZApi => &[],
            Self::GoogleOauth => &[
                ("SEARCH_PROVIDER_AUTH_URL", ""),
                ("SEARCH_PROVIDER_TOKEN_URL", ""),
                ("SEARCH_PROVIDER_USERINFO_URL", ""),
                ("MAILBOX_GOOGLE_AUTH_URL", ""),
                ("MAILBOX_GOOGLE_TOKEN_URL", ""),
            ],
            Self::SearchConsole => &[("SEARCH_PROVIDER_API_URL", "")],
            Self::Indexing => &[("SEARCH_PROVIDER_INDEXING_URL", "")],
            Self::IndexNow => &[("INDEXNOW_URL", "")],
            Self::Akismet => &[("SPAM_SERVICE_URL", "")],
            Self::Gmail => &[("MAILBOX_GOOGLE_API_URL", "")],
            Self::MicrosoftLogin => &[("MAILBOX_MICROSOFT_LOGIN_URL", "")],
            Self::MicrosoftGraph => &[("MAILBOX_MICROSOFT_API_URL", "")],
            Self::SeoTexts => &[("SEO_TEXT_SERVICE_URL", "")],
            Self::KeywordResearch => &[("KEYWORD_RESEARCH_URL", "")],
            Self::RankTracker => &[("RANK_TRACKER_URL", "")],
        }
    }
}
