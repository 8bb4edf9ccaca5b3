//! The FAQ of a post: its meta keys, shown below the text (domain: meta). Like everything that a client
//! of the interface writes, its texts are HTML here: headings and questions are shown as the text of it,
//! the lead and the answers sanitised, with their line breaks.

use domain::faq::FaqData;
use domain::site::meta::{FAQ_DATA, FAQ_ENABLED};
use markup::{render, sanitise, text};
use site_store::Content;

use crate::words::Words;

/// One question.
#[derive(Debug)]
pub struct Question {
    /// As plain text.
    pub question: String,
    /// As HTML.
    pub answer: String,
}

/// The section.
#[derive(Debug)]
pub struct Section {
    /// Heading.
    pub title: String,
    /// Lead as HTML, may be empty.
    pub description: String,
    /// Level of the heading.
    pub title_level: u8,
    /// Level of the questions.
    pub question_level: u8,
    /// Whether answers fold.
    pub folds: bool,
    /// Questions.
    pub items: Vec<Question>,
}

/// The FAQ of an item, when it is switched on, can be read and has questions.
pub fn of(item: &Content) -> Option<FaqData> {
    let enabled = item.meta.get(FAQ_ENABLED)?.as_bool()?;
    let data = item.meta.get(FAQ_DATA)?.as_str()?;
    let faq: FaqData = serde_json::from_str(data).ok()?;
    (enabled && faq.complete_questions() > 0).then_some(faq)
}

/// How a page shows it.
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
        // No level is left out on the way down.
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

/// A lead or an answer as pages and structured data show it.
pub fn shown(html: &str) -> String {
    sanitise::body(&render::paragraphs(&render::typography(html)))
}
