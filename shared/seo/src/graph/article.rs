//! The article of a post.

use serde_json::{Map, Value, json};

use super::{has_article, person_id, publisher_id, reference};
use crate::meta::kinds::ArticleType;
use crate::page::texts::Texts;
use crate::page::{Page, time};
use crate::site::Site;

/// The node; `None` without article.
pub fn node(page: &Page, site: &Site, texts: &Texts) -> Option<Value> {
    if !has_article(page, site) {
        return None;
    }
    let mut node = Map::new();
    let mut add = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    let kind = page.meta.article_type.unwrap_or(ArticleType::Article);
    add("@type", kinds(kind));
    add("@id", format!("{}#article", page.canonical()).into());
    add("isPartOf", reference(&page.url));
    if let Some(author) = page.shown_author() {
        add(
            "author",
            json!({ "name": author.name, "@id": person_id(site, author.id) }),
        );
    }
    add("headline", headline(page, texts).into());
    if let Some(published) = page.published {
        add("datePublished", time(published).into());
    }
    if let Some(modified) = page.modified {
        add("dateModified", time(modified).into());
    }
    add("mainEntityOfPage", reference(&page.url));
    add("wordCount", page.words.into());
    if page.comments_open || page.comments > 0 {
        add("commentCount", page.comments.into());
    }
    if let Some(publisher) = publisher_id(site) {
        add("publisher", reference(publisher));
    }
    if let Some(picture) = page.picture() {
        add(
            "image",
            reference(format!("{}#primaryimage", page.canonical())),
        );
        add("thumbnailUrl", picture.url.clone().into());
    }
    if !page.keywords.is_empty() {
        add("keywords", json!(page.keywords));
    }
    if !page.sections.is_empty() {
        add("articleSection", json!(page.sections));
    }
    add("inLanguage", site.language.clone().into());
    if page.comments_open {
        let comment = json!([{
            "@type": "CommentAction",
            "name": "Comment",
            "target": [format!("{}#respond", page.canonical())],
        }]);
        add("potentialAction", comment);
    }
    Some(Value::Object(node))
}

fn kinds(kind: ArticleType) -> Value {
    match kind {
        ArticleType::Article => json!("Article"),
        other => json!(["Article", other.name()]),
    }
}

/// The title of the post without the site's name; the title of the page where it is not known.
fn headline(page: &Page, texts: &Texts) -> String {
    let own = page.values.get(&crate::templates::Variable::Title);
    if own.is_empty() {
        texts.title.clone()
    } else {
        own.to_owned()
    }
}
