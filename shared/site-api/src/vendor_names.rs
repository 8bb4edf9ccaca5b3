//! The names of deployed systems for this interface, in one table. With `SITE_VENDOR_NAMES=on` requests may use these
//! names and get responses in them.

use http::Uri;
use site_rest::RestError;
use site_rest::entry::rest_path;
use site_rest::names::{Name, Names, Place, is_below};
use site_urls::{CONTENT_NAMESPACE, OTHER_DISCOVERY, OTHER_PREFIX, Options};

const fn space(ours: &'static str, theirs: &'static str) -> Name {
    Name {
        place: Place::Namespace,
        ours,
        theirs,
    }
}

const fn kind(ours: &'static str, theirs: &'static str) -> Name {
    Name {
        place: Place::Kind,
        ours,
        theirs,
    }
}

const fn content_type(ours: &'static str, theirs: &'static str) -> Name {
    Name {
        place: Place::Type,
        ours,
        theirs,
    }
}

const fn member(ours: &'static str, theirs: &'static str) -> Name {
    Name {
        place: Place::Member,
        ours,
        theirs,
    }
}

const fn code(ours: &'static str, theirs: &'static str) -> Name {
    Name {
        place: Place::Code,
        ours,
        theirs,
    }
}

/// The table.
pub static NAMES: Names = Names {
    prefix: OTHER_PREFIX,
    discovery: OTHER_DISCOVERY,
    curie: "wp",
    relations: "https://api.w.org/{rel}",
    rows: &[
        space(CONTENT_NAMESPACE[0], CONTENT_NAMESPACE[1]),
        space("core-site-health/v1", "wp-site-health/v1"),
        space("core-block-editor/v1", "wp-block-editor/v1"),
        space("core-abilities/v1", "wp-abilities/v1"),
        space("spam-filter/v1", "akismet/v1"),
        space("contact-form/v1", "contact-form-7/v1"),
        space("contact-form-ext/v1", "wpcf7r/v1"),
        space("mail-smtp", "fluent-smtp"),
        space("seo/v1", "yoast/v1"),
        code("contactform_", "wpcf7_"),
        code("seo_error_", "wpseo_error_"),
        kind("block", "wp_block"),
        content_type("navigation", "wp_navigation"),
        kind("template", "wp_template"),
        kind("template_part", "wp_template_part"),
        kind("global_styles", "wp_global_styles"),
        kind("font_family", "wp_font_family"),
        kind("font_face", "wp_font_face"),
        kind("pattern_category", "wp_pattern_category"),
        kind("oauth_callback", "outlook_callback"),
        kind("keyword-research", "semrush"),
        kind("rank-tracker", "wincher"),
        kind("video_embed_permission", "wistia_embed_permission"),
        member("pattern_category", "wp_pattern_category"),
        member("pattern_category_exclude", "wp_pattern_category_exclude"),
        member("pattern_sync_status", "wp_pattern_sync_status"),
        member("note_status", "_wp_note_status"),
        member("social_network_site", "facebook_site"),
        member("short_message_site", "twitter_site"),
        member("is_shop_product_entity", "is_woo_product_entity"),
        member("spamfilter_strictness", "akismet_strictness"),
        member(
            "spamfilter_show_user_comments_approved",
            "akismet_show_user_comments_approved",
        ),
        member("seo_head", "yoast_head"),
        member("seo_head_json", "yoast_head_json"),
        // Meta fields whose values have the same form there.
        member("focus_keyword", "_yoast_wpseo_focuskw"),
        member("seo_title", "_yoast_wpseo_title"),
        member("seo_description", "_yoast_wpseo_metadesc"),
        member("seo_canonical", "_yoast_wpseo_canonical"),
        member("seo_breadcrumb_title", "_yoast_wpseo_bctitle"),
        member("seo_page_type", "_yoast_wpseo_schema_page_type"),
        member("seo_article_type", "_yoast_wpseo_schema_article_type"),
        member("seo_social_title", "_yoast_wpseo_opengraph-title"),
        member(
            "seo_social_description",
            "_yoast_wpseo_opengraph-description",
        ),
        member("seo_social_image", "_yoast_wpseo_opengraph-image"),
        member("seo_card_title", "_yoast_wpseo_twitter-title"),
        member("seo_card_description", "_yoast_wpseo_twitter-description"),
        member("seo_card_image", "_yoast_wpseo_twitter-image"),
    ],
};

/// A REST path and the names that it is written in.
pub struct Spoken {
    /// The path, in those names.
    pub path: Result<String, RestError>,
    /// The vendor's names; `None` for our own.
    pub names: Option<&'static Names>,
}

impl Spoken {
    /// Whether the path is in one of these namespaces.
    pub fn is_in(&self, namespaces: &[&str]) -> bool {
        let Ok(path) = &self.path else {
            return false;
        };
        let path = match self.names {
            Some(names) => names.path_in(path),
            None => path.clone(),
        };
        namespaces.iter().any(|one| is_below(&path, one))
    }
}

/// The REST path of an address, if it is one: below our prefix, below the vendor's, or in `rest_route`. A path below
/// our prefix is in vendor names when its namespace is the vendor's.
pub fn spoken(uri: &Uri, options: &Options) -> Option<Spoken> {
    if options.vendor_names
        && uri.path().starts_with(OTHER_PREFIX)
        && let Some(path) = rest_path(uri, OTHER_PREFIX)
    {
        return Some(Spoken {
            path,
            names: Some(&NAMES),
        });
    }
    let path = rest_path(uri, &options.prefix)?;
    // What is in no namespace of ours is named as deployed systems name it, like the index: clients of theirs use
    // `rest_route` where a host has no paths for the interface.
    let is_query = !uri.path().starts_with(&options.prefix);
    let is_theirs = |path: &String| NAMES.covers(path) || is_query && !NAMES.is_ours(path);
    let theirs = options.vendor_names && path.as_ref().is_ok_and(is_theirs);
    Some(Spoken {
        path,
        names: theirs.then_some(&NAMES),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(uri: &str, on: bool) -> Option<bool> {
        let options = Options {
            vendor_names: on,
            ..Options::at("https://exemplo.com.br")
        };
        Some(spoken(&uri.parse().unwrap(), &options)?.names.is_some())
    }

    #[test]
    fn which_names_an_address_speaks_in() {
        for (uri, on, off) in [
            ("/rest/core/v2/posts", Some(false), Some(false)),
            ("/rest/wp/v2/posts", Some(true), Some(false)),
            ("/wp-json/", Some(true), None),
            ("/wp-json/wp/v2/posts", Some(true), None),
            ("/wp-jsonx", None, None),
            ("/?rest_route=/wp/v2/posts", Some(true), Some(false)),
            ("/?rest_route=/core/v2/posts", Some(false), Some(false)),
            ("/?rest_route=/", Some(true), Some(false)),
            ("/?rest_route=/batch/v1", Some(true), Some(false)),
            ("/?rest_route=/outro/v1", Some(true), Some(false)),
            ("/rest/", Some(false), Some(false)),
            ("/rest/batch/v1", Some(false), Some(false)),
            ("/um-post/", None, None),
        ] {
            assert_eq!(names(uri, true), on, "{uri}");
            assert_eq!(names(uri, false), off, "{uri}");
        }
    }
}
