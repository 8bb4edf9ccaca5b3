//! The fields of an article and the items of its FAQ, in the arena of the body.

use markup::slug;

use crate::article::Article;
use crate::document::Document;
use crate::faq;
use crate::text::characters::cleaned;
use crate::text::{Segment, Splitting};

/// The fields.
pub(crate) struct Fields {
    /// The title for search engines, or the title.
    pub title: Segment,
    /// The name of the field that `title` comes from.
    pub title_name: &'static str,
    /// The description.
    pub description: Segment,
    /// The focus keyword.
    pub keyword: Segment,
    /// The slug, or the one that is derived from the title.
    pub slug: String,
    /// Alternative texts of the featured image, if there is one, and of the body's images.
    pub alts: Vec<Segment>,
}

impl Fields {
    /// Reads the fields.
    pub fn of(article: &Article<'_>, document: &mut Document) -> Self {
        let seo_title = cleaned(article.seo_title);
        let (title, title_name) = if seo_title.is_empty() {
            (cleaned(article.title), "title")
        } else {
            (seo_title, "seo_title")
        };
        let slug = match article.slug.trim() {
            "" => slug::from_title(article.title),
            own => own.to_owned(),
        };
        let featured = article.featured_image.map(|image| cleaned(image.alt));
        let body = document.images.iter().map(|image| image.alt.clone());
        let alts: Vec<_> = featured.into_iter().chain(body).collect();
        let mut add = |text: &str, splitting| document.text.add(text, splitting);
        Self {
            title: add(&title, Splitting::None),
            title_name,
            description: add(&cleaned(article.meta_description), Splitting::Prose),
            keyword: add(&cleaned(article.focus_keyword), Splitting::None),
            slug,
            alts: alts.iter().map(|alt| add(alt, Splitting::None)).collect(),
        }
    }
}

/// An item of the FAQ.
pub(crate) struct FaqEntry {
    /// The question.
    pub question: Segment,
    /// The identity of the question.
    pub key: String,
    /// The answer.
    pub answer: Segment,
    /// Whether both are there.
    pub is_complete: bool,
}

/// Reads the FAQ; none when it is not shown.
pub(crate) fn faq(article: &Article<'_>, document: &mut Document) -> Vec<FaqEntry> {
    if !article.faq_supported || !article.faq.enabled {
        return Vec::new();
    }
    let items = article.faq.items.iter();
    items
        .map(|item| FaqEntry {
            question: document
                .text
                .add(&cleaned(&item.question), Splitting::Prose),
            key: faq::question_key(&item.question),
            answer: document.text.add(&cleaned(&item.answer), Splitting::Prose),
            is_complete: faq::is_complete(item),
        })
        .collect()
}
