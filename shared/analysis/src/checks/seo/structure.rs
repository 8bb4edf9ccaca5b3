//! Length and structure of the text.

use super::super::wording::{agreeing, counted};
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::outline::HeadingIssueCode;

/// Words of the longest good paragraph.
pub(crate) const LONG_PARAGRAPH: usize = 150;
/// Most words between two headings.
const SECTION_WORDS: usize = 300;

/// The text has 500 words or more; 300 are ok.
///
/// Sources: Yoast SEO, "Text length"; an absorption study of 2026 finds influential pages longer; Google's starter
/// guide names no ideal length.
pub(crate) fn text_length(facts: &Facts<'_>) -> Verdict {
    let words = counted(facts.words, "palavra", "palavras");
    Verdict::graded(
        facts.words >= 500,
        facts.words >= 300,
        format!("O texto tem {words}."),
        format!("O texto tem {words}. Aprofunde-o com informação útil até 500."),
    )
}

/// The hierarchy has no issue; a single skipped level is ok.
///
/// Sources: WCAG 2.2, success criterion 1.3.1; Google's starter guide, by which the order does not rank.
pub(crate) fn heading_structure(facts: &Facts<'_>) -> Verdict {
    let issues = &facts.issues;
    let is_ok = issues.len() == 1
        && issues
            .iter()
            .all(|issue| issue.code == HeadingIssueCode::LevelSkip);
    let count = counted(issues.len(), "problema", "problemas");
    Verdict::graded(
        issues.is_empty(),
        is_ok,
        "A hierarquia está correta.",
        format!(
            "Há {count} na hierarquia. {}",
            agreeing(
                issues.len(),
                "Corrija o ponto marcado.",
                "Corrija os pontos marcados."
            )
        ),
    )
    .at(issues.iter().map(|issue| match issue.index {
        Some(index) => places::heading(facts, index),
        None => places::field("title", 0),
    }))
}

/// No more than 300 words without a heading; 350 are ok. Short texts need none.
///
/// Sources: Yoast SEO, "Subheading distribution"; Microsoft, "Optimizing Your Content for Inclusion in AI Search
/// Answers" (October 2025).
pub(crate) fn subheading_distribution(facts: &Facts<'_>) -> Verdict {
    if facts.words <= SECTION_WORDS {
        return Verdict::not_applicable();
    }
    let (mut longest, mut longest_at, mut run, mut start) = (0, 0, 0, 0);
    for (index, block) in facts.blocks().iter().enumerate() {
        if block.level().is_some() && block.words() > 0 {
            run = 0;
            start = index + 1;
            continue;
        }
        if block.level().is_none() {
            run += block.words();
        }
        if run > longest {
            longest = run;
            longest_at = start;
        }
    }
    let is_good = longest <= SECTION_WORDS;
    Verdict::graded(
        is_good,
        longest <= 350,
        "Os intertítulos dividem bem o texto.",
        format!("Há {longest} palavras sem intertítulo. Divida o trecho com um H2 ou H3."),
    )
    .at((!is_good).then(|| places::block(facts, longest_at)))
}

/// The longest paragraph has at most 150 words; 200 are ok.
///
/// Source: Yoast SEO, "Paragraph length".
pub(crate) fn paragraph_length(facts: &Facts<'_>) -> Verdict {
    let long: Vec<usize> = facts
        .paragraphs()
        .filter(|(_, block)| block.words() > LONG_PARAGRAPH)
        .map(|(index, _)| index)
        .collect();
    let longest = facts.paragraphs().map(|(_, block)| block.words()).max();
    let message = match long.len() {
        1 => format!("1 parágrafo passa de {LONG_PARAGRAPH} palavras. Divida-o por ideia."),
        number => {
            format!("{number} parágrafos passam de {LONG_PARAGRAPH} palavras. Divida-os por ideia.")
        }
    };
    Verdict::graded(
        long.is_empty(),
        longest.is_some_and(|words| words <= 200),
        "Os parágrafos têm bom tamanho.",
        message,
    )
    .at(long.into_iter().map(|index| places::block(facts, index)))
}
