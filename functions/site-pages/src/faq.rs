//! FAQ of a post: stored in meta keys (see [`domain::site::meta`]), rendered below the text. Like all
//! input of API clients, its texts are HTML: headings and questions are reduced to their text, the lead
//! and the answers are sanitised and keep their line breaks.

use domain::faq::FaqData;
use domain::site::meta::{FAQ_DATA, FAQ_ENABLED};
use markup::{render, sanitise, text};
use site_store::Content;

use crate::words::Words;

/// Question with its answer.
#[derive(Debug)]
pub struct Question {
    /// Plain text.
    pub question: String,
    /// Sanitised HTML.
    pub answer: String,
}

/// FAQ section of a page.
#[derive(Debug)]
pub struct Section {
    /// Heading.
    pub title: String,
    /// Lead as sanitised HTML, may be empty.
    pub description: String,
    /// Heading level of the title.
    pub title_level: u8,
    /// Heading level of the questions.
    pub question_level: u8,
    /// Whether answers are collapsible.
    pub folds: bool,
    /// Questions.
    pub items: Vec<Question>,
}

/// FAQ of an item, if it is enabled, well-formed and has questions.
pub fn of(item: &Content) -> Option<FaqData> {
    let enabled = item.meta.get(FAQ_ENABLED)?.as_bool()?;
    let data = item.meta.get(FAQ_DATA)?.as_str()?;
    let faq: FaqData = serde_json::from_str(data).ok()?;
    (enabled && faq.complete_questions() > 0).then_some(faq)
}

/// FAQ section of a page.
pub fn section(faq: &FaqData, words: &Words) -> Section {
    let title_level = faq.title_level.clamp(2, 6);
    let items = faq.items.iter().filter(|item| item.is_complete());
    Section {
        title: if faq.title.trim().is_empty() {
            words.questions.to_owned()
        } else {
            text::plain(&faq.title)
        },
        description: shown(&faq.description),
        title_level,
        // Heading levels must not skip one.
        question_level: faq.question_level.clamp(2, (title_level + 1).min(6)),
        folds: faq.accordion,
        items: items
            .map(|item| Question {
                question: text::plain(&item.question),
                answer: shown(&item.answer),
            })
            .collect(),
    }
}

/// Lead or answer as sanitised HTML, for pages and structured data.
pub fn shown(html: &str) -> String {
    sanitise::body(&render::paragraphs(&render::typography(html)))
}
