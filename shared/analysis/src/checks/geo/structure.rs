//! Lists, tables and names.

use std::collections::HashSet;

use super::super::Verdict;
use super::super::wording::counted;
use crate::facts::Facts;
use crate::language::names;

/// Shorter texts need no list.
const LISTED_WORDS: usize = 300;
/// Longer texts need two.
const LONG_TEXT: usize = 1_000;

/// A list of three items or a table of 2 × 2; two over 1,000 words, where one is ok.
///
/// Sources: Microsoft (October 2025); an absorption study of 2026.
pub(crate) fn lists_tables(facts: &Facts<'_>) -> Verdict {
    if facts.words < LISTED_WORDS {
        return Verdict::not_applicable();
    }
    let document = &facts.document;
    let lists = document.lists.iter().filter(|list| list.items >= 3).count();
    let tables = document
        .tables
        .iter()
        .filter(|table| table.has_size(2, 2))
        .count();
    let found = lists + tables;
    let needed = if facts.words > LONG_TEXT { 2 } else { 1 };
    let message = if found == 0 {
        "Faltam listas ou tabelas. Use-as em etapas e comparações."
    } else {
        "Há só uma lista ou tabela. Use outra em etapas e comparações."
    };
    Verdict::graded(
        found >= needed,
        found > 0,
        "Listas ou tabelas organizam os dados.",
        message,
    )
}

/// Distinct proper names and acronyms: three, and one per 150 words; one, and one per 400 words, is ok.
///
/// Sources: Growth Memo and AirOps (2026); Aggarwal et al. (KDD 2024), technical terms.
pub(crate) fn entities(facts: &Facts<'_>) -> Verdict {
    let text = facts.text();
    let mut known = HashSet::new();
    for (_, words) in facts.scopes() {
        let names = names::of(text, words);
        known.extend(names.iter().map(|name| name.key(text)));
    }
    let found = known.len();
    let needed = (facts.words / 150).max(3);
    let message = match found {
        0 => "Não há nomes próprios. Diga quem, onde e qual.".to_owned(),
        number => format!(
            "Há só {}. Diga quem, onde e qual.",
            counted(number, "nome próprio", "nomes próprios")
        ),
    };
    Verdict::graded(
        found >= needed,
        found >= (facts.words / 400).max(1),
        "O texto cita nomes concretos.",
        message,
    )
}
