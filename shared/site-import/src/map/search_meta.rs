//! Fields for search engines: from the meta of a host, otherwise from the heads of its pages.

use domain::site::Status;
use domain::site::meta::seo::{
    ARTICLE_TYPE, ARTICLE_TYPES, CANONICAL, FOCUS_KEYWORD, NOINDEX, PAGE_TYPES, SEO_DESCRIPTION,
    SEO_TITLE,
};
use markup::text;
use serde_json::{Map, Value, json};

/// Beginning of the keys of deployed systems.
const THEIRS: &str = "_yoast_wpseo_";

/// Our key for each key of deployed systems, without its beginning, whose values are texts with the same meaning.
const TEXTS: [(&str, &str); 13] = [
    ("title", SEO_TITLE),
    ("metadesc", SEO_DESCRIPTION),
    ("focuskw", FOCUS_KEYWORD),
    ("canonical", CANONICAL),
    ("bctitle", "seo_breadcrumb_title"),
    ("schema_page_type", "seo_page_type"),
    ("schema_article_type", ARTICLE_TYPE),
    ("opengraph-title", "seo_social_title"),
    ("opengraph-description", "seo_social_description"),
    ("opengraph-image", "seo_social_image"),
    ("twitter-title", "seo_card_title"),
    ("twitter-description", "seo_card_description"),
    ("twitter-image", "seo_card_image"),
];

/// Keys whose values are computed here.
const COMPUTED: [&str; 4] = [
    "linkdex",
    "content_score",
    "inclusive_language_score",
    "estimated-reading-time-minutes",
];

/// Most characters between the title of a text and the name of the site in a title that is made from both.
const SEPARATOR: usize = 5;

/// Meta with our keys in place of those of deployed systems.
pub fn renamed(given: &Map<String, Value>) -> Map<String, Value> {
    let mut meta = Map::new();
    for (name, value) in given {
        match name.strip_prefix(THEIRS) {
            Some(theirs) if add(theirs, value, &mut meta) => {}
            _ => {
                meta.insert(name.clone(), value.clone());
            }
        }
    }
    meta
}

/// Adds the field of a key of deployed systems; `false` for a key or value that is not known.
fn add(theirs: &str, value: &Value, meta: &mut Map<String, Value>) -> bool {
    let mut put = |name: &str, value: Value| meta.insert(name.to_owned(), value);
    if let Some((_, ours)) = TEXTS.iter().find(|(name, _)| *name == theirs) {
        put(ours, value.clone());
        return true;
    }
    let written = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let is_on = matches!(written.as_str(), "1" | "true");
    match theirs {
        "meta-robots-noindex" => match written.as_str() {
            "1" => put(NOINDEX, json!(true)),
            "2" => put(NOINDEX, json!(false)),
            _ => None,
        },
        "meta-robots-nofollow" => put("seo_nofollow", json!(is_on)),
        "is_cornerstone" => put("seo_cornerstone", json!(is_on)),
        "meta-robots-adv" => {
            for directive in ["noarchive", "noimageindex", "nosnippet"] {
                let is_set = written.split(',').any(|one| one.trim() == directive);
                put(&format!("seo_{directive}"), json!(is_set));
            }
            None
        }
        "opengraph-image-id" | "twitter-image-id" => {
            let network = if theirs.starts_with('o') {
                "social"
            } else {
                "card"
            };
            let id: u64 = written.trim().parse().unwrap_or_default();
            put(&format!("seo_{network}_image_id"), json!(id))
        }
        _ => return COMPUTED.contains(&theirs),
    };
    true
}

/// What a head is compared with: a value that follows from it is not set.
pub struct Shown<'a> {
    /// Title of the text, as HTML.
    pub title: &'a str,
    /// Address of its page.
    pub link: &'a str,
    /// Its state.
    pub status: Status,
}

/// Adds what the head of a page tells about fields that the meta does not have. Values that the host makes itself where
/// nothing is set cannot always be told apart; those are left out: pictures, and descriptions in social networks without one
/// for search engines.
pub fn add_head(head: &Map<String, Value>, shown: &Shown<'_>, meta: &mut Map<String, Value>) {
    let text = |name: &str| head.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut put = |name: &str, value: Value| {
        let is_unset = meta.get(name).is_none_or(|set| *set == json!(""));
        if is_unset {
            meta.insert(name.to_owned(), value);
        }
    };
    let title = text("title");
    if !title.is_empty() && !is_made(title, shown.title, text("og_site_name")) {
        put(SEO_TITLE, json!(title));
    }
    let description = text("description");
    if !description.is_empty() {
        put(SEO_DESCRIPTION, json!(description));
        let social = text("og_description");
        if !social.is_empty() && social != description {
            put("seo_social_description", json!(social));
        }
    }
    if !text("og_title").is_empty() && text("og_title") != title {
        put("seo_social_title", json!(text("og_title")));
    }
    for (theirs, ours) in [
        ("twitter_title", "seo_card_title"),
        ("twitter_description", "seo_card_description"),
        ("twitter_image", "seo_card_image"),
    ] {
        if !text(theirs).is_empty() {
            put(ours, json!(text(theirs)));
        }
    }
    let canonical = text("canonical");
    if !canonical.is_empty() && canonical != shown.link {
        put(CANONICAL, json!(canonical));
    }
    let robots = head.get("robots").and_then(Value::as_object);
    for (name, directive) in robots.into_iter().flatten() {
        match (name.as_str(), directive.as_str().unwrap_or_default()) {
            // Private texts are not shown by themselves.
            ("index", "noindex") if shown.status != Status::Private => put(NOINDEX, json!(true)),
            ("follow", "nofollow") => put("seo_nofollow", json!(true)),
            ("archive", "noarchive") => put("seo_noarchive", json!(true)),
            ("imageindex", "noimageindex") => put("seo_noimageindex", json!(true)),
            ("snippet", "nosnippet") => put("seo_nosnippet", json!(true)),
            _ => {}
        }
    }
    for (key, types, general) in [
        ("seo_page_type", PAGE_TYPES.as_slice(), "WebPage"),
        (ARTICLE_TYPE, ARTICLE_TYPES.as_slice(), "Article"),
    ] {
        if let Some(special) = special_type(head, types, general) {
            put(key, json!(special));
        }
    }
}

/// Whether a title is made from the title of the text and the name of the site.
fn is_made(title: &str, of: &str, site: &str) -> bool {
    let title = text::plain(title);
    let (of, site) = (text::plain(of), text::plain(site));
    let between = title
        .strip_prefix(of.as_str())
        .and_then(|rest| rest.strip_suffix(site.as_str()));
    title == of || between.is_some_and(|between| between.chars().count() <= SEPARATOR)
}

/// The type that a node of the structured data has beside a general one, such as `FAQPage` beside `WebPage`.
fn special_type(head: &Map<String, Value>, types: &[&str], general: &str) -> Option<String> {
    let graph = head.get("schema")?.get("@graph")?.as_array()?;
    let of_node = |node: &Value| {
        let all: Vec<String> = match node.get("@type")? {
            Value::Array(list) => list
                .iter()
                .filter_map(|one| one.as_str().map(str::to_owned))
                .collect(),
            _ => return None,
        };
        let is_general = all.iter().any(|one| one == general);
        let special = all.into_iter().find(|one| one != general)?;
        let is_known = !special.is_empty() && types.contains(&special.as_str());
        (is_general && is_known).then_some(special)
    };
    graph.iter().find_map(of_node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_deployed_systems_become_ours() {
        let given = json!({
            "_yoast_wpseo_title": "a", "_yoast_wpseo_metadesc": "b", "_yoast_wpseo_focuskw": "c",
            "_yoast_wpseo_canonical": "https://a.example/d/", "_yoast_wpseo_bctitle": "e",
            "_yoast_wpseo_schema_page_type": "FAQPage", "_yoast_wpseo_schema_article_type": "Report",
            "_yoast_wpseo_opengraph-title": "f", "_yoast_wpseo_opengraph-description": "g",
            "_yoast_wpseo_opengraph-image": "https://a.example/h.png",
            "_yoast_wpseo_opengraph-image-id": "7", "_yoast_wpseo_twitter-title": "i",
            "_yoast_wpseo_twitter-description": "j",
            "_yoast_wpseo_twitter-image": "https://a.example/k.png", "_yoast_wpseo_twitter-image-id": 8,
            "_yoast_wpseo_meta-robots-noindex": "2", "_yoast_wpseo_meta-robots-nofollow": "1",
            "_yoast_wpseo_meta-robots-adv": "noimageindex, nosnippet", "_yoast_wpseo_is_cornerstone": "1",
            "_yoast_wpseo_linkdex": "70", "_yoast_wpseo_redirect": "x", "footnotes": "l",
        });
        let expected = json!({
            "seo_title": "a", "seo_description": "b", "focus_keyword": "c",
            "seo_canonical": "https://a.example/d/", "seo_breadcrumb_title": "e",
            "seo_page_type": "FAQPage", "seo_article_type": "Report", "seo_social_title": "f",
            "seo_social_description": "g", "seo_social_image": "https://a.example/h.png",
            "seo_social_image_id": 7, "seo_card_title": "i", "seo_card_description": "j",
            "seo_card_image": "https://a.example/k.png", "seo_card_image_id": 8, "seo_noindex": false,
            "seo_nofollow": true, "seo_noarchive": false, "seo_noimageindex": true,
            "seo_nosnippet": true, "seo_cornerstone": true, "_yoast_wpseo_redirect": "x",
            "footnotes": "l",
        });
        assert_eq!(Value::Object(renamed(given.as_object().unwrap())), expected);
    }

    fn from_head(head: Value, status: Status) -> Value {
        let shown = Shown {
            title: "Pão &amp; sal",
            link: "https://a.example/pao/",
            status,
        };
        let mut meta = Map::new();
        add_head(head.as_object().unwrap(), &shown, &mut meta);
        Value::Object(meta)
    }

    #[test]
    fn what_a_host_makes_itself_is_not_set() {
        let head = json!({
            "title": "Pão &amp; sal - Padaria", "og_title": "Pão &amp; sal - Padaria",
            "og_description": "Do texto", "og_site_name": "Padaria",
            "canonical": "https://a.example/pao/", "og_image": [{"url": "https://a.example/x.png"}],
            "robots": {"index": "index", "follow": "follow", "max-snippet": "max-snippet:-1"},
            "schema": {"@graph": [{"@type": "WebPage"}, {"@type": ["Person", "Organization"]}]},
        });
        assert_eq!(from_head(head, Status::Publish), json!({}));
    }

    #[test]
    fn what_is_set_is_read_from_the_head() {
        let head = json!({
            "title": "Um título", "og_title": "Na rede", "description": "Descrição",
            "og_description": "Texto da rede", "og_site_name": "Padaria",
            "twitter_title": "Cartão", "twitter_description": "Texto do cartão",
            "twitter_image": "https://a.example/c.png", "canonical": "https://b.example/",
            "robots": {"index": "noindex", "follow": "nofollow", "imageindex": "noimageindex",
                "archive": "noarchive", "snippet": "nosnippet"},
            "schema": {"@graph": [{"@type": ["Article", "NewsArticle"]},
                {"@type": ["WebPage", "FAQPage"]}]},
        });
        let expected = json!({
            "seo_title": "Um título", "seo_description": "Descrição",
            "seo_social_description": "Texto da rede", "seo_social_title": "Na rede",
            "seo_card_title": "Cartão", "seo_card_description": "Texto do cartão",
            "seo_card_image": "https://a.example/c.png", "seo_canonical": "https://b.example/",
            "seo_noindex": true, "seo_nofollow": true, "seo_noimageindex": true,
            "seo_noarchive": true, "seo_nosnippet": true, "seo_page_type": "FAQPage",
            "seo_article_type": "NewsArticle",
        });
        assert_eq!(from_head(head.clone(), Status::Publish), expected);
        assert_eq!(from_head(head, Status::Private).get("seo_noindex"), None);
    }

    #[test]
    fn meta_wins_over_the_head() {
        let mut meta = json!({"seo_title": "Da meta", "seo_description": ""});
        let head = json!({"title": "Do head", "description": "Do head"});
        let shown = Shown {
            title: "x",
            link: "",
            status: Status::Publish,
        };
        add_head(
            head.as_object().unwrap(),
            &shown,
            meta.as_object_mut().unwrap(),
        );
        assert_eq!(
            meta,
            json!({"seo_title": "Da meta", "seo_description": "Do head"})
        );
    }
}
