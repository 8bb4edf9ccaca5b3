//! The FAQ of a post on the wire.

use domain::faq::{ANSWER_CHARS, FaqData, FaqItem, QUESTION_CHARS};
use platform_http::Issues;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::plain;

const TITLE_CHARS: usize = 300;
const DESCRIPTION_CHARS: usize = 2_000;
const ITEMS: usize = 100;
/// Most bytes of all texts together: the FAQ shares one record of the store with the post.
const BYTES: usize = 200_000;

/// Question with its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct FaqItemBody {
    /// Question, one line of plain text: `<` is a character and not markup. Line breaks become spaces.
    /// Recommended: a question mark at the end.
    #[schema(max_length = 500)]
    pub question: String,
    /// Answer, plain text: `<` is a character and not markup. Line breaks (`\n`) are kept; a blank line
    /// separates paragraphs.
    #[schema(max_length = 5000)]
    pub answer: String,
}

/// FAQ section of a post, at most 200 KB of text. It is replaced as a whole; members that are not sent get
/// their default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct FaqBody {
    /// Whether the FAQ is shown; the only switch that activates it.
    pub enabled: bool,
    /// Whether structured data is published with it. Default: true.
    pub schema_enabled: bool,
    /// Whether answers are shown in an accordion.
    pub accordion: bool,
    /// Whether a question form is shown.
    pub form: bool,
    /// Heading of the section, one line of plain text.
    #[schema(max_length = 300)]
    pub title: String,
    /// Lead of the section, plain text with line breaks.
    #[schema(max_length = 2000)]
    pub description: String,
    /// Level of the section's heading, 2 to 6. Default: 2.
    #[schema(minimum = 2, maximum = 6)]
    pub title_level: u8,
    /// Level of the questions' headings, 2 to 6. Default: 3.
    #[schema(minimum = 2, maximum = 6)]
    pub question_level: u8,
    /// Questions, at most 100.
    #[schema(max_items = 100)]
    pub items: Vec<FaqItemBody>,
}

impl Default for FaqBody {
    fn default() -> Self {
        FaqData::default().into()
    }
}

impl From<FaqData> for FaqBody {
    fn from(faq: FaqData) -> Self {
        Self {
            enabled: faq.enabled,
            schema_enabled: faq.schema_enabled,
            accordion: faq.accordion,
            form: faq.form,
            title: faq.title,
            description: faq.description,
            title_level: faq.title_level,
            question_level: faq.question_level,
            items: faq
                .items
                .into_iter()
                .map(|item| FaqItemBody {
                    question: item.question,
                    answer: item.answer,
                })
                .collect(),
        }
    }
}

/// Validates a FAQ.
pub(crate) fn judge(faq: FaqBody, issues: &mut Issues) -> FaqData {
    let sound = FaqData {
        enabled: faq.enabled,
        schema_enabled: faq.schema_enabled,
        accordion: faq.accordion,
        form: faq.form,
        title: plain::line(&faq.title),
        description: plain::lines(&faq.description),
        title_level: faq.title_level,
        question_level: faq.question_level,
        // One more than may be shows that there are too many.
        items: faq.items.into_iter().take(ITEMS + 1).map(item).collect(),
    };
    issues.check_length(&sound.title, TITLE_CHARS, "faq_data.title");
    issues.check_length(
        &sound.description,
        DESCRIPTION_CHARS,
        "faq_data.description",
    );
    for (level, field) in [
        (sound.title_level, "faq_data.title_level"),
        (sound.question_level, "faq_data.question_level"),
    ] {
        if !(2..=6).contains(&level) {
            issues.add(
                "out_of_range",
                field,
                "O nível do título deve ser de 2 a 6.",
            );
        }
    }
    if sound.items.len() > ITEMS {
        issues.add(
            "too_many",
            "faq_data.items",
            format!("Use até {ITEMS} perguntas."),
        );
    }
    let mut bytes = sound.title.len() + sound.description.len();
    for (place, item) in sound.items.iter().take(ITEMS).enumerate() {
        bytes += item.question.len() + item.answer.len();
        let field = |half| format!("faq_data.items[{place}].{half}");
        issues.check_length(&item.question, QUESTION_CHARS, &field("question"));
        issues.check_length(&item.answer, ANSWER_CHARS, &field("answer"));
    }
    if bytes > BYTES {
        issues.add(
            "too_long",
            "faq_data",
            "O FAQ inteiro passa de 200 KB de texto. Encurte as respostas.",
        );
    }
    sound
}

fn item(item: FaqItemBody) -> FaqItem {
    FaqItem {
        question: plain::line(&item.question),
        answer: plain::lines(&item.answer),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_sent_takes_the_defaults_of_the_rules() {
        let sent: FaqBody = serde_json::from_value(json!({ "enabled": true })).unwrap();
        let mut issues = Issues::default();
        let faq = judge(sent, &mut issues);
        assert!(issues.refuse().is_ok());
        assert_eq!(
            faq,
            FaqData {
                enabled: true,
                ..FaqData::default()
            }
        );
        assert!(faq.schema_enabled);
    }

    #[test]
    fn a_faq_that_cannot_be_stored_is_refused() {
        let item = FaqItemBody {
            question: "Q?".into(),
            answer: "á".repeat(5_000),
        };
        let mut issues = Issues::default();
        judge(
            FaqBody {
                items: vec![item; 30],
                ..FaqBody::default()
            },
            &mut issues,
        );
        assert!(issues.refuse().is_err());
    }
}
