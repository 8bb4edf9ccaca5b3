//! The FAQ of a post. Its texts are plain text: `<` means `<`, and line breaks of answers and of the lead
//! are kept. What shows or sends them as HTML encodes them.

use serde::{Deserialize, Serialize};

/// The fewest complete questions of an enabled FAQ.
pub const MINIMUM_QUESTIONS: usize = 3;

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
    /// Whether both halves are there.
    pub fn is_complete(&self) -> bool {
        !self.question.trim().is_empty() && !self.answer.trim().is_empty()
    }
}

/// The FAQ section of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaqData {
    /// The only switch that puts the FAQ on the page.
    pub enabled: bool,
    /// Whether structured data goes with it.
    pub schema_enabled: bool,
    /// Whether answers fold.
    pub accordion: bool,
    /// Whether a question form is shown.
    pub form: bool,
    /// Heading of the section.
    pub title: String,
    /// Lead of the section.
    pub description: String,
    /// Level of the section's heading, 2 to 6.
    pub title_level: u8,
    /// Level of the questions' headings, 2 to 6.
    pub question_level: u8,
    /// Questions.
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
    /// How many questions have both halves.
    pub fn complete_questions(&self) -> usize {
        self.items.iter().filter(|item| item.is_complete()).count()
    }
}
