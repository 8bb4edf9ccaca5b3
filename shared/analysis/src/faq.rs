//! Warnings about the FAQ. `enabled` alone activates it.

use std::collections::HashSet;

use domain::faq::{FaqData, FaqItem};
use serde::Serialize;
use utoipa::ToSchema;

use crate::language::questions;
use crate::text::characters::{cleaned, folded};

/// Answers shorter than this get a warning.
const SHORT_ANSWER: usize = 20;

/// Kinds of warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaqWarningCode {
    /// The question does not end with a question mark.
    NoQuestionMark,
    /// The answer has fewer than 20 words.
    AnswerShort,
    /// The question repeats another one, or a heading of the body.
    Duplicate,
    /// The question or the answer is missing.
    Incomplete,
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FaqWarning {
    /// What is wrong.
    pub code: FaqWarningCode,
    /// Index of the item.
    pub index: usize,
    /// Explanation in Portuguese.
    pub message: String,
}

/// Whether question and answer hold letters or digits.
pub(crate) fn is_complete(item: &FaqItem) -> bool {
    item.question.contains(char::is_alphanumeric) && item.answer.contains(char::is_alphanumeric)
}

/// The identity of a question: its words in lower case, without accents and punctuation. Questions with equal keys are
/// duplicates.
pub fn question_key(question: &str) -> String {
    let folded = folded(&cleaned(question));
    let words = folded.split(|one: char| !one.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The warnings of an enabled FAQ. `answer_words` holds the number of words of each answer; `headings` the keys of the
/// body's headings.
pub(crate) fn warnings(
    faq: &FaqData,
    answer_words: &[usize],
    headings: &HashSet<String>,
) -> Vec<FaqWarning> {
    let mut warnings = Vec::new();
    if !faq.enabled {
        return warnings;
    }
    let mut known = HashSet::new();
    for (index, item) in faq.items.iter().enumerate() {
        let mut add = |code, message: String| {
            warnings.push(FaqWarning {
                code,
                index,
                message,
            });
        };
        if !is_complete(item) {
            add(
                FaqWarningCode::Incomplete,
                "Falta a pergunta ou a resposta. Complete as duas.".to_owned(),
            );
        }
        let key = question_key(&item.question);
        if key.is_empty() {
            continue;
        }
        if !questions::ends_with_mark(&item.question) {
            add(
                FaqWarningCode::NoQuestionMark,
                "A pergunta não termina em “?”. Acrescente o sinal.".to_owned(),
            );
        }
        let words = answer_words.get(index).copied().unwrap_or_default();
        if is_complete(item) && words < SHORT_ANSWER {
            let noun = if words == 1 { "palavra" } else { "palavras" };
            add(
                FaqWarningCode::AnswerShort,
                format!("A resposta tem {words} {noun}. Escreva pelo menos {SHORT_ANSWER}."),
            );
        }
        if headings.contains(&key) || !known.insert(key) {
            add(
                FaqWarningCode::Duplicate,
                "A pergunta repete outra ou um intertítulo do texto. Mude ou apague uma delas."
                    .to_owned(),
            );
        }
    }
    warnings
}
