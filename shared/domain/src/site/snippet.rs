//! Where a code snippet takes effect (docs/interface/site/code-snippets.md#scopes).

use serde::{Deserialize, Serialize};

/// Scope of a snippet: its language and its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SnippetScope {
    /// PHP, everywhere.
    #[default]
    Global,
    /// PHP, in the administration.
    Admin,
    /// PHP, on public pages.
    FrontEnd,
    /// PHP, once.
    SingleUse,
    /// HTML, where a shortcode names the snippet.
    Content,
    /// HTML, in the head of public pages.
    HeadContent,
    /// HTML, at the end of public pages.
    FooterContent,
    /// CSS, in the administration.
    AdminCss,
    /// CSS, on public pages.
    SiteCss,
    /// JavaScript, in the head of public pages.
    SiteHeadJs,
    /// JavaScript, at the end of public pages.
    SiteFooterJs,
}

/// Language of a snippet's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnippetLanguage {
    /// PHP, which the site stores, checks and exports, and never runs.
    Php,
    /// HTML.
    Html,
    /// CSS.
    Css,
    /// JavaScript.
    Js,
}

impl SnippetScope {
    /// Every scope. Clients may name a scope by its position in this list.
    pub const ALL: [Self; 11] = [
        Self::Global,
        Self::Admin,
        Self::FrontEnd,
        Self::SingleUse,
        Self::Content,
        Self::HeadContent,
        Self::FooterContent,
        Self::AdminCss,
        Self::SiteCss,
        Self::SiteHeadJs,
        Self::SiteFooterJs,
    ];

    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Admin => "admin",
            Self::FrontEnd => "front-end",
            Self::SingleUse => "single-use",
            Self::Content => "content",
            Self::HeadContent => "head-content",
            Self::FooterContent => "footer-content",
            Self::AdminCss => "admin-css",
            Self::SiteCss => "site-css",
            Self::SiteHeadJs => "site-head-js",
            Self::SiteFooterJs => "site-footer-js",
        }
    }

    /// The scope with this name, or at this position of [`SnippetScope::ALL`].
    pub fn named(text: &str) -> Option<Self> {
        let by_name = Self::ALL.into_iter().find(|scope| scope.name() == text);
        by_name.or_else(|| Self::ALL.get(text.parse::<usize>().ok()?).copied())
    }

    /// The language of the code.
    pub const fn language(self) -> SnippetLanguage {
        match self {
            Self::Global | Self::Admin | Self::FrontEnd | Self::SingleUse => SnippetLanguage::Php,
            Self::Content | Self::HeadContent | Self::FooterContent => SnippetLanguage::Html,
            Self::AdminCss | Self::SiteCss => SnippetLanguage::Css,
            Self::SiteHeadJs | Self::SiteFooterJs => SnippetLanguage::Js,
        }
    }

    /// Whether an active snippet takes effect on this site. PHP runs nowhere, and there is no administration that could
    /// show a style sheet.
    pub const fn takes_effect(self) -> bool {
        !matches!(self.language(), SnippetLanguage::Php) && !matches!(self, Self::AdminCss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_has_a_name_and_a_position() {
        for (place, scope) in SnippetScope::ALL.into_iter().enumerate() {
            assert_eq!(SnippetScope::named(scope.name()), Some(scope));
            assert_eq!(SnippetScope::named(&place.to_string()), Some(scope));
            let stored = serde_json::to_value(scope).unwrap();
            assert_eq!(stored, scope.name());
        }
        assert_eq!(SnippetScope::named("2"), Some(SnippetScope::FrontEnd));
        for unknown in ["", "11", "-1", "Global", "site_css"] {
            assert_eq!(SnippetScope::named(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn only_what_a_browser_interprets_on_public_pages_takes_effect() {
        let effective = SnippetScope::ALL.map(SnippetScope::takes_effect);
        let expected = [
            false, false, false, false, true, true, true, false, true, true, true,
        ];
        assert_eq!(effective, expected);
    }
}
