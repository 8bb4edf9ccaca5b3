//! Structured data for search engines (schema.org, JSON-LD).

use domain::faq::FaqData;
use domain::site::Taxonomy;
use markup::text;
use serde_json::{Map, Value, json};
use site_store::{Content, User};
use site_urls::address;

use crate::faq;
use crate::link::plain_title;
use crate::page_request::PageRequest;
use crate::picture::Picture;
use crate::terms;

/// JSON that is safe in a `script` element: `<`, `>` and `&` are escaped.
fn script(value: &Value) -> String {
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// Values of an article that its page has already computed.
pub struct Article<'a> {
    /// Permalink.
    pub link: &'a str,
    /// Dates of publication and last modification (RFC 3339).
    pub dates: &'a (String, String),
    /// Author, if the account still exists.
    pub author: Option<&'a User>,
    /// Preview image.
    pub picture: Option<&'a Picture>,
    /// Meta description; may be empty.
    pub description: &'a str,
}

/// `Article` data of a post.
pub fn article(request: &PageRequest, item: &Content, article: &Article<'_>) -> String {
    let Article {
        link,
        dates,
        author,
        picture,
        description,
    } = article;
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("@context", json!("https://schema.org"));
    put("@type", json!("Article"));
    put("headline", json!(plain_title(&item.title, request.words)));
    put("datePublished", json!(dates.0));
    put("dateModified", json!(dates.1));
    put("mainEntityOfPage", json!({"@type": "WebPage", "@id": link}));
    put("url", json!(link));
    put(
        "inLanguage",
        json!(crate::words::tag(&request.settings.language)),
    );
    if !description.is_empty() {
        put("description", json!(description));
    }
    if let Some(author) = author {
        put(
            "author",
            json!([{"@type": "Person", "name": author.name, "url": address::author(author, &request.home)}]),
        );
    }
    put(
        "publisher",
        json!({"@type": "Organization", "name": request.settings.title, "url": format!("{}/", request.home)}),
    );
    if let Some(picture) = picture {
        put(
            "image",
            json!([{"@type": "ImageObject", "url": picture.src, "width": picture.width, "height": picture.height}]),
        );
    }
    let names = |taxonomy| -> Vec<String> {
        let shown = terms::of(request, item, taxonomy);
        shown.iter().map(|term| term.name.clone()).collect()
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

/// `FAQPage` data of a post.
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
