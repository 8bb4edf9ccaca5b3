//! The input of the analysis.

use domain::faq::FaqData;
use jiff::civil::Date;

/// The featured image of an article.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FeaturedImage<'a> {
    /// Alternative text, plain text.
    pub alt: &'a str,
}

/// When the content was last brought up to date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ContentDate {
    /// The caller does not know; the check of freshness does not apply.
    #[default]
    Unknown,
    /// The article has not been published.
    Unpublished,
    /// The day. It should move only when at least 5 % of the words changed.
    On(Date),
}

/// An article to analyse. Texts are plain text except for the body.
#[derive(Debug, Clone, Copy)]
pub struct Article<'a> {
    /// Title.
    pub title: &'a str,
    /// Title for search engines; when empty, the title counts.
    pub seo_title: &'a str,
    /// Description for search engines.
    pub meta_description: &'a str,
    /// Slug; when empty, the one derived from the title counts.
    pub slug: &'a str,
    /// Focus keyword.
    pub focus_keyword: &'a str,
    /// Body, HTML.
    pub body: &'a str,
    /// FAQ.
    pub faq: &'a FaqData,
    /// Whether the host can show a FAQ.
    pub faq_supported: bool,
    /// Featured image.
    pub featured_image: Option<FeaturedImage<'a>>,
    /// Host name of the site, which tells internal from external links.
    pub site_host: &'a str,
    /// Whether an author is chosen; `None` when the caller does not know.
    pub author_set: Option<bool>,
    /// When the content was brought up to date.
    pub content_date: ContentDate,
    /// The present day.
    pub today: Date,
}
