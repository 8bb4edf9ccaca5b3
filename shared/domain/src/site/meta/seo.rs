//! Meta fields of posts, pages, categories and tags for search engines and social networks. Only those who may edit an item see
//! them: a focus keyword is a plan, and a description may tell what a protected text says.

use super::{MetaKey, MetaType};

/// Search engine title of a post or page.
pub const SEO_TITLE: &str = "seo_title";
/// Search engine description of a post or page.
pub const SEO_DESCRIPTION: &str = "seo_description";
/// Focus keyword of a post or page.
pub const FOCUS_KEYWORD: &str = "focus_keyword";
/// Canonical address.
pub const CANONICAL: &str = "seo_canonical";
/// Whether search engines shall not show the page.
pub const NOINDEX: &str = "seo_noindex";
/// Type of the article in structured data.
pub const ARTICLE_TYPE: &str = "seo_article_type";

/// Types of pages in structured data; the empty one is that of the kind.
pub const PAGE_TYPES: [&str; 13] = [
    "",
    "WebPage",
    "ItemPage",
    "AboutPage",
    "FAQPage",
    "QAPage",
    "ProfilePage",
    "ContactPage",
    "MedicalWebPage",
    "CollectionPage",
    "CheckoutPage",
    "RealEstateListing",
    "SearchResultsPage",
];

/// Types of articles in structured data; the empty one is that of the kind.
pub const ARTICLE_TYPES: [&str; 11] = [
    "",
    "Article",
    "BlogPosting",
    "SocialMediaPosting",
    "NewsArticle",
    "AdvertiserContentArticle",
    "SatiricalArticle",
    "ScholarlyArticle",
    "TechArticle",
    "Report",
    "None",
];

/// A field that everyone who may edit the item may set.
const fn open(name: &'static str, form: MetaType) -> MetaKey {
    MetaKey {
        name,
        form,
        revisioned: false,
        is_private: true,
        is_advanced: false,
    }
}

/// A field that only those who edit the items of others may set.
const fn advanced(name: &'static str, form: MetaType) -> MetaKey {
    MetaKey {
        is_advanced: true,
        ..open(name, form)
    }
}

/// The fields of posts and pages that categories and tags do not have: what depends on a text of its own.
const OF_TEXTS_ONLY: [&str; 6] = [
    "seo_nofollow",
    "seo_noarchive",
    "seo_noimageindex",
    "seo_nosnippet",
    "seo_page_type",
    ARTICLE_TYPE,
];

/// Whether categories and tags have the field.
pub(super) fn is_of_terms(key: &MetaKey) -> bool {
    !OF_TEXTS_ONLY.contains(&key.name)
}

/// The fields of posts and pages, in response order.
pub const KEYS: [MetaKey; 21] = [
    open(SEO_TITLE, MetaType::Text),
    open(SEO_DESCRIPTION, MetaType::Text),
    open(FOCUS_KEYWORD, MetaType::Text),
    advanced(CANONICAL, MetaType::Text),
    advanced(NOINDEX, MetaType::OptionalBoolean),
    advanced("seo_nofollow", MetaType::Boolean),
    advanced("seo_noarchive", MetaType::Boolean),
    advanced("seo_noimageindex", MetaType::Boolean),
    advanced("seo_nosnippet", MetaType::Boolean),
    advanced("seo_breadcrumb_title", MetaType::Text),
    open("seo_cornerstone", MetaType::Boolean),
    advanced("seo_page_type", MetaType::OneOf(&PAGE_TYPES)),
    advanced(ARTICLE_TYPE, MetaType::OneOf(&ARTICLE_TYPES)),
    open("seo_social_title", MetaType::Text),
    open("seo_social_description", MetaType::Text),
    open("seo_social_image", MetaType::Text),
    open("seo_social_image_id", MetaType::Identifier),
    open("seo_card_title", MetaType::Text),
    open("seo_card_description", MetaType::Text),
    open("seo_card_image", MetaType::Text),
    open("seo_card_image_id", MetaType::Identifier),
];
