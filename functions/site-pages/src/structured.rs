//! Structured data for search engines (schema.org, JSON-LD).

use domain::faq::FaqData;
use domain::site::Taxonomy;
use markup::text;
use serde_json::{Map, Value, json};
use site_store::{Content, User};
use site_web::address;

use crate::faq;
use crate::frame::plain_title;
use crate::picture::Picture;
use crate::visit::Visit;

/// JSON for a script element: no `<` that could end it.
fn script(value: &Value) -> String {
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// The site itself.
pub fn website(visit: &Visit) -> String {
    script(&json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": visit.settings.title,
        "description": visit.settings.description,
        "url": format!("{}/", visit.home),
        "inLanguage": crate::words::tag(&visit.settings.language),
    }))
}

/// A post.
pub fn article(
    visit: &Visit,
    item: &Content,
    link: &str,
    dates: &(String, String),
    author: Option<&User>,
    picture: Option<&Picture>,
    description: &str,
) -> String {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("@context", json!("https://schema.org"));
    put("@type", json!("Article"));
    put("headline", json!(plain_title(&item.title, visit.words)));
    put("datePublished", json!(dates.0));
    put("dateModified", json!(dates.1));
    put("mainEntityOfPage", json!({"@type": "WebPage", "@id": link}));
    put("url", json!(link));
    put(
        "inLanguage",
        json!(crate::words::tag(&visit.settings.language)),
    );
    if !description.is_empty() {
        put("description", json!(description));
    }
    if let Some(author) = author {
        put(
            "author",
            json!([{"@type": "Person", "name": author.name, "url": address::author(author, &visit.home)}]),
        );
    }
    put(
        "publisher",
        json!({"@type": "Organization", "name": visit.settings.title, "url": format!("{}/", visit.home)}),
    );
    if let Some(picture) = picture {
        put(
            "image",
            json!([{"@type": "ImageObject", "url": picture.src, "width": picture.width, "height": picture.height}]),
        );
    }
    let names = |taxonomy| -> Vec<String> {
        let ids = item.terms_of(taxonomy).iter();
        ids.filter_map(|id| visit.store.term(*id))
            .map(|term| term.name.clone())
            .collect()
    };
    let sections = names(Taxonomy::Category);
    if !sections.is_empty() {
        put("articleSection", json!(sections));
    }
    let keywords = names(Taxonomy::PostTag);
    if !keywords.is_empty() {
        put("keywords", json!(keywords.join(", ")));
    }
    script(&Value::Object(out))
}

/// The questions of a post.
pub fn questions(data: &FaqData) -> String {
    let items: Vec<Value> = data
        .items
        .iter()
        .filter(|item| item.is_complete())
        .map(|item| {
            json!({
                "@type": "Question",
                "name": text::plain(&item.question),
                "acceptedAnswer": {"@type": "Answer", "text": faq::shown(&item.answer)},
            })
        })
        .collect();
    script(&json!({"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": items}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_script_element() {
        let text = script(&json!("</script><!-- & -->"));
        assert!(!text.contains('<') && !text.contains('>'));
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap(),
            "</script><!-- & -->"
        );
    }
}
