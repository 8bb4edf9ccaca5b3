//! Lists, formats and plain language.

use super::super::seo::readability::ENOUGH_WORDS;
use super::super::{Verdict, places};
use crate::document::List;
use crate::facts::Facts;
use crate::language::intent::{self, Intent};
use crate::language::questions::without_numbering;
use crate::language::readability::shown;
use crate::text::characters::folded;

/// Shorter texts need no list.
const LISTED_WORDS: usize = 300;
/// Texts with more words need two H2 headings.
const OUTLINED_WORDS: usize = 300;

/// A list of three items with a mean of at most 20 words, right after a heading or a paragraph that ends with a
/// colon; any list of three items is ok.
///
/// Source: SEMrush and Ghergich: snippets show 8 items.
pub(crate) fn list_snippet(facts: &Facts<'_>) -> Verdict {
    if facts.words < LISTED_WORDS {
        return Verdict::not_applicable();
    }
    let lists = facts.document.lists.iter().filter(|list| list.items >= 3);
    let introduced = lists.clone().find(|list| is_introduced(facts, list));
    let place = introduced.or_else(|| lists.clone().next());
    Verdict::graded(
        introduced.is_some(),
        place.is_some(),
        "Há lista com contexto.",
        "Falta uma lista bem apresentada. Anuncie-a com intertítulo ou dois-pontos.",
    )
    .at(place.map(|list| places::block(facts, list.first_block)))
}

fn is_introduced(facts: &Facts<'_>, list: &List) -> bool {
    let before = list
        .first_block
        .checked_sub(1)
        .and_then(|index| facts.blocks().get(index));
    list.words <= list.items * 20
        && before.is_some_and(|block| {
            block.level().is_some() || facts.source(&block.text).ends_with(':')
        })
}

/// Steps as a numbered list where the title asks how, a table where it compares or prices; another list or table is
/// ok. Headings that number the steps count as a numbered list.
///
/// Source: SEMrush and Ghergich, and Portent: paragraphs, lists and tables of snippets by kind of query.
pub(crate) fn format_fits_intent(facts: &Facts<'_>) -> Verdict {
    let of = |segment| intent::of(facts.text(), segment);
    let (title, keyword) = (of(&facts.fields.title), of(&facts.fields.keyword));
    let wanted = Intent {
        steps: title.steps || keyword.steps,
        table: title.table || keyword.table,
    };
    if !wanted.steps && !wanted.table {
        return Verdict::not_applicable();
    }
    let document = &facts.document;
    let has_steps = document
        .lists
        .iter()
        .any(|list| list.is_ordered && list.items >= 3)
        || numbered_headings(facts) >= 3;
    let has_table = document.tables.iter().any(|table| table.has_size(3, 2));
    let has_some = document.lists.iter().any(|list| list.items >= 3)
        || document.tables.iter().any(|table| table.has_size(2, 2))
        || has_steps;
    let format = if wanted.steps {
        "passos numerados"
    } else {
        "uma tabela"
    };
    Verdict::graded(
        (wanted.steps && has_steps) || (wanted.table && has_table),
        has_some,
        "O formato combina com a pergunta.",
        format!("O tema pede {format}. Apresente a resposta nesse formato."),
    )
}

/// Headings that begin with a number, or with "passo" or "etapa".
fn numbered_headings(facts: &Facts<'_>) -> usize {
    let headings = facts.document.headings.iter();
    headings
        .filter(|heading| {
            let text = facts.document.block_text(heading.block);
            let folded = folded(text);
            let is_numbered = text.starts_with(|first: char| first.is_ascii_digit())
                && without_numbering(text).len() < text.len();
            is_numbered || folded.starts_with("passo ") || folded.starts_with("etapa ")
        })
        .count()
}

/// The Flesch index is 50 or more; 35 is ok.
///
/// Sources: Aggarwal et al. (KDD 2024), easy words; Backlinko (2018).
pub(crate) fn plain_language(facts: &Facts<'_>) -> Verdict {
    let Some(index) = facts
        .readability
        .tenths()
        .filter(|_| facts.words >= ENOUGH_WORDS)
    else {
        return Verdict::not_applicable();
    };
    Verdict::graded(
        index >= 500,
        index >= 350,
        "A linguagem é simples.",
        format!(
            "A linguagem é difícil de ouvir (índice {}). Prefira palavras comuns.",
            shown(index)
        ),
    )
}

/// The hierarchy has no issue, and over 300 words there are two H2 headings; one fault is ok.
///
/// Sources: WCAG 2.2, success criterion 1.3.1; Microsoft (October 2025).
pub(crate) fn outline_clean(facts: &Facts<'_>) -> Verdict {
    let headings = facts.document.headings.iter();
    let second = headings.filter(|heading| heading.level == 2).count();
    let lacks_headings = facts.words > OUTLINED_WORDS && second < 2;
    let faults = facts.issues.len() + usize::from(lacks_headings);
    Verdict::graded(
        faults == 0,
        faults == 1,
        "O roteiro é claro.",
        "O roteiro tem falhas. Use dois H2 ou mais e corrija níveis, vazios e H1 repetido.",
    )
    .at(facts.issues.iter().map(|issue| match issue.index {
        Some(index) => places::heading(facts, index),
        None => places::field("title", 0),
    }))
}
