//! The FAQ of a post. All texts are plain text: `<` is a literal character, and line breaks of answers and
//! of the lead are preserved. Output as HTML encodes them.

use serde::{Deserialize, Serialize};

/// Minimum of complete questions in an enabled FAQ.
pub const MINIMUM_QUESTIONS: usize = 3;
/// Numbers of questions that a provider may be asked for.
pub const GENERATED_COUNTS: [usize; 4] = [3, 5, 7, 10];
/// Longest question in characters.
pub const QUESTION_CHARS: usize = 500;
/// Longest answer in characters.
pub const ANSWER_CHARS: usize = 5_000;

/// One question and its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaqItem {
    /// Question, one line of plain text; should end with a question mark.
    pub question: String,
    /// Answer, plain text of several lines.
    pub answer: String,
}

impl FaqItem {
    /// Whether question and answer are both present.
    pub fn is_complete(&self) -> bool {
        !self.question.trim().is_empty() && !self.answer.trim().is_empty()
    }
}

/// The FAQ section of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaqData {
    /// Whether the FAQ appears on the page; no other setting shows it.
    pub enabled: bool,
    /// Whether the page includes structured data (schema.org `FAQPage`).
    pub schema_enabled: bool,
    /// Whether answers are collapsible.
    pub accordion: bool,
    /// Whether the page shows a form for asking a question.
    pub form: bool,
    /// Heading of the section.
    pub title: String,
    /// Introductory text of the section.
    pub description: String,
    /// Level of the section's heading, 2 to 6.
    pub title_level: u8,
    /// Level of the questions' headings, 2 to 6.
    pub question_level: u8,
    /// Questions with their answers, in display order.
    pub items: Vec<FaqItem>,
}

impl Default for FaqData {
    fn default() -> Self {
        Self {
            enabled: false,
            schema_enabled: true,
            accordion: false,
            form: false,
            title: String::new(),
            description: String::new(),
            title_level: 2,
            question_level: 3,
            items: Vec::new(),
        }
    }
}

impl FaqData {
    /// The number of complete questions.
    pub fn complete_questions(&self) -> usize {
        self.items.iter().filter(|item| item.is_complete()).count()
    }
}
