//! The structured FAQ.

use std::collections::HashSet;

use domain::faq::MINIMUM_QUESTIONS;

use super::super::wording::at_least;
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::facts::fields::FaqEntry;
use crate::language::questions;

/// Fewest words of an answer that says something, as in direct_answers.
const SHORT_ANSWER: usize = 10;

/// The FAQ is enabled, has three complete items with answers of 10 words or more, and structured data; enabled with one
/// such item is ok.
///
/// Sources: schema.org, `FAQPage`; Microsoft (October 2025). No bonus in Google's results, which ended FAQ rich
/// results on 7 May 2026.
pub(crate) fn faq_structured(facts: &Facts<'_>) -> Verdict {
    if !facts.article.faq_supported {
        return Verdict::not_applicable();
    }
    let complete = facts.faq.iter().filter(|entry| is_answered(entry)).count();
    let incomplete: Vec<usize> = facts
        .faq
        .iter()
        .enumerate()
        .filter(|(_, entry)| !is_answered(entry))
        .map(|(index, _)| index)
        .collect();
    Verdict::graded(
        complete >= MINIMUM_QUESTIONS && facts.article.faq.schema_enabled,
        complete > 0,
        "O FAQ estruturado está completo.",
        "O FAQ está desligado ou incompleto. Ative-o com 3 perguntas, respostas de 10 palavras ou mais e dados estruturados.",
    )
    .at(incomplete
        .into_iter()
        .map(|index| places::faq(facts, index)))
}

/// Whether an item is complete and its answer long enough to say something.
fn is_answered(entry: &FaqEntry) -> bool {
    entry.is_complete && entry.answer.words.len() >= SHORT_ANSWER
}

/// At least 80 % of the answers have 20 to 80 words; 50 % are ok.
///
/// Source: docs/interface/platform/analysis.md#faq; lengths after Backlinko's study of voice answers (2018).
pub(crate) fn faq_answers(facts: &Facts<'_>) -> Verdict {
    if !facts.is_faq_on() {
        return Verdict::not_applicable();
    }
    let total = facts.faq.len();
    let unfit: Vec<usize> = facts
        .faq
        .iter()
        .enumerate()
        .filter(|(_, entry)| !(20..=80).contains(&entry.answer.words.len()))
        .map(|(index, _)| index)
        .collect();
    let fit = total - unfit.len();
    let message = match (total, unfit.len()) {
        (0, _) => "O FAQ não tem respostas. Escreva de 20 a 80 palavras em cada uma.".to_owned(),
        (_, 1) => "1 resposta é curta ou longa. Escreva de 20 a 80 palavras.".to_owned(),
        (_, number) => {
            format!("{number} respostas são curtas ou longas. Escreva de 20 a 80 palavras.")
        }
    };
    Verdict::graded(
        total > 0 && at_least(fit, total, 80),
        total > 0 && at_least(fit, total, 50),
        "As respostas do FAQ têm bom tamanho.",
        message,
    )
    .at(unfit.into_iter().map(|index| places::faq(facts, index)))
}

/// All questions end with a question mark and none repeats; over half is ok.
///
/// Source: docs/interface/platform/analysis.md#faq.
pub(crate) fn faq_questions(facts: &Facts<'_>) -> Verdict {
    if !facts.is_faq_on() {
        return Verdict::not_applicable();
    }
    let total = facts.faq.len();
    let mut known = HashSet::new();
    let wrong: Vec<usize> = facts
        .faq
        .iter()
        .enumerate()
        .filter(|(_, entry)| {
            let is_new = known.insert(&entry.key);
            !questions::ends_with_mark(facts.source(&entry.question)) || !is_new
        })
        .map(|(index, _)| index)
        .collect();
    let message = match (total, wrong.len()) {
        (0, _) => "O FAQ não tem perguntas. Escreva as dúvidas do leitor.".to_owned(),
        (_, 1) => "1 pergunta não termina em “?” ou se repete. Corrija-a.".to_owned(),
        (_, number) => {
            format!("{number} perguntas não terminam em “?” ou se repetem. Corrija-as.")
        }
    };
    Verdict::graded(
        total > 0 && wrong.is_empty(),
        (total - wrong.len()) * 2 > total,
        "As perguntas estão corretas.",
        message,
    )
    .at(wrong.into_iter().map(|index| places::faq(facts, index)))
}
