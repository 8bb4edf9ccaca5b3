//! Descriptions of the meta fields for search engines and social networks.

use domain::site::meta::seo::{
    ARTICLE_TYPE, CANONICAL, FOCUS_KEYWORD, NOINDEX, SEO_DESCRIPTION, SEO_TITLE,
};

/// The description of a field; `None` for another key.
pub fn about(name: &str) -> Option<&'static str> {
    Some(match name {
        SEO_TITLE => "Title for search engines, with variables; at most 300 characters.",
        SEO_DESCRIPTION => {
            "Description for search engines, with variables; at most 1,000 characters."
        }
        FOCUS_KEYWORD => "Focus keyword; at most 300 characters.",
        CANONICAL => "Canonical address; empty for the address of the page.",
        NOINDEX => {
            "Whether search engines shall not show the page; null for the default of the type."
        }
        "seo_nofollow" => "Whether search engines shall not follow the links of the page.",
        "seo_noarchive" => "Whether search engines shall keep no copy of the page.",
        "seo_noimageindex" => "Whether search engines shall not show the pictures of the page.",
        "seo_nosnippet" => "Whether search engines shall show no part of the text.",
        "seo_breadcrumb_title" => "Title in breadcrumbs; at most 300 characters.",
        "seo_cornerstone" => "Whether the text is one of the most important ones of the site.",
        "seo_page_type" => {
            "Type of the page in structured data; empty for the default of the type."
        }
        ARTICLE_TYPE => {
            "Type of the article in structured data; empty for the default of the type."
        }
        "seo_social_title" => "Title in social networks, with variables; at most 300 characters.",
        "seo_social_description" => {
            "Description in social networks, with variables; at most 1,000 characters."
        }
        "seo_social_image" => "Address of the picture in social networks.",
        "seo_social_image_id" => {
            "Identifier of the picture in social networks among the media, 0 for none."
        }
        "seo_card_title" => {
            "Title in the short-message network, with variables; at most 300 characters."
        }
        "seo_card_description" => {
            "Description in the short-message network, with variables; at most 1,000 characters."
        }
        "seo_card_image" => "Address of the picture in the short-message network.",
        "seo_card_image_id" => {
            "Identifier of the picture in the short-message network among the media, 0 for none."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use domain::site::meta::seo::KEYS;

    use super::*;

    #[test]
    fn every_field_has_a_description_of_its_own() {
        let all: std::collections::BTreeSet<_> = KEYS.iter().map(|key| about(key.name)).collect();
        assert_eq!(all.len(), KEYS.len());
        assert!(!all.contains(&None));
    }
}
