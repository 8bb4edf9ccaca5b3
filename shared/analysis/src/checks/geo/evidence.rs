//! Quotations, statistics and sources: the factors of Aggarwal et al., "GEO: Generative Engine Optimization" (KDD
//! 2024). "C-SEO Bench" (NeurIPS 2025) finds few of these effects significant.

use std::collections::HashSet;
use std::ops::Range;

use super::super::wording::counted;
use super::super::{Verdict, places};
use crate::document::BlockKind;
use crate::facts::Facts;
use crate::facts::links::LinkTarget;

/// Texts with fewer words need fewer quotations and sources.
const SHORT_TEXT: usize = 600;
/// Fewest words of a quotation.
const QUOTED_WORDS: usize = 5;

/// A quotation: its block and its words.
struct Quotation {
    block: usize,
    words: Range<usize>,
}

/// Two attributed quotations, one in texts under 600 words; one, or an unattributed one, is ok.
///
/// Source: Aggarwal et al. (KDD 2024), quotations: +41 to +43 %; doubts of C-SEO Bench.
pub(crate) fn quotations(facts: &Facts<'_>) -> Verdict {
    let all = all_quotations(facts);
    let attributed = all
        .iter()
        .filter(|quotation| is_attributed(facts, quotation))
        .count();
    let needed = if facts.words < SHORT_TEXT { 1 } else { 2 };
    let message = if attributed == 0 {
        "Não há citações com autoria. Traga a fala real de alguém e diga quem falou.".to_owned()
    } else {
        format!(
            "Há {} com autoria. Traga a fala real de alguém e diga quem falou.",
            counted(attributed, "citação", "citações")
        )
    };
    Verdict::graded(
        attributed >= needed,
        !all.is_empty(),
        "Há citações com autoria.",
        message,
    )
    .at(all
        .into_iter()
        .map(|quotation| places::block(facts, quotation.block)))
}

fn all_quotations(facts: &Facts<'_>) -> Vec<Quotation> {
    let mut found = Vec::new();
    let mut previous_quote = None;
    for (index, block) in facts.blocks().iter().enumerate() {
        if block.kind == BlockKind::Quote {
            // The paragraphs of one blockquote are one quotation.
            let continues = previous_quote == Some(index.saturating_sub(1)) && index > 0;
            previous_quote = Some(index);
            if block.words() >= QUOTED_WORDS && !continues {
                found.push(Quotation {
                    block: index,
                    words: block.text.words.clone(),
                });
            }
        } else if block.level().is_none() {
            for bytes in quoted_spans(facts.document.block_text(index)) {
                let start = block.text.bytes.start;
                let words = words_within(
                    facts,
                    block.text.words.clone(),
                    start + bytes.start..start + bytes.end,
                );
                if words.len() >= QUOTED_WORDS {
                    found.push(Quotation {
                        block: index,
                        words,
                    });
                }
            }
        }
    }
    for quote in &facts.document.quotes {
        if let Some(block) = facts.document.block_at(quote.start) {
            let own = facts
                .blocks()
                .get(block)
                .map_or(0..0, |block| block.text.words.clone());
            let words = words_within(facts, own, quote.clone());
            if words.len() >= QUOTED_WORDS {
                found.push(Quotation { block, words });
            }
        }
    }
    found.sort_by_key(|quotation| quotation.words.start);
    found
}

fn words_within(facts: &Facts<'_>, words: Range<usize>, bytes: Range<usize>) -> Range<usize> {
    let all = facts.text().words(words.clone());
    let first = all.partition_point(|word| word.start < bytes.start);
    let end = all.partition_point(|word| word.end <= bytes.end);
    words.start + first..words.start + end.max(first)
}

/// What stands between quotation marks, as bytes of the text.
fn quoted_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut open: Option<(char, usize)> = None;
    for (at, mark) in text.char_indices() {
        match (open, mark) {
            (None, '“' | '«' | '"' | '„') => open = Some((mark, at + mark.len_utf8())),
            (Some(('"', start)), '"')
            | (Some(('“' | '„', start)), '”' | '“')
            | (Some(('«', start)), '»') => {
                spans.push(start..at);
                open = None;
            }
            _ => {}
        }
    }
    spans
}

/// Whether the sentence of the quotation, or one beside it, names who says it.
fn is_attributed(facts: &Facts<'_>, quotation: &Quotation) -> bool {
    let sentences = facts.body_sentences();
    let first = sentences.partition_point(|sentence| sentence.end <= quotation.words.start);
    let end = sentences.partition_point(|sentence| sentence.first < quotation.words.end);
    let around = first.saturating_sub(1)..(end + 1).min(facts.sentences.len());
    let around = facts.sentences.get(around).unwrap_or_default();
    around.iter().any(|sentence| sentence.attributed.is_some())
}

fn statistics_at(facts: &Facts<'_>) -> Vec<usize> {
    let sentences = facts.sentences.iter().enumerate();
    sentences
        .filter(|(_, sentence)| sentence.statistic.is_some())
        .map(|(index, _)| index)
        .collect()
}

/// Sentences with a statistic: three, and one per 300 words; one is ok.
///
/// Sources: Aggarwal et al. (KDD 2024), statistics: +31 to +33 %; an absorption study of 2026.
pub(crate) fn statistics(facts: &Facts<'_>) -> Verdict {
    let found = statistics_at(facts);
    let needed = (facts.words / 300).max(3);
    let count = counted(found.len(), "dado numérico", "dados numéricos");
    let message = if found.is_empty() {
        "Não há dados numéricos. Troque o vago por números com fonte.".to_owned()
    } else {
        format!("Há {count}. Troque o vago por números com fonte.")
    };
    Verdict::graded(
        found.len() >= needed,
        !found.is_empty(),
        format!("O texto traz {count}."),
        message,
    )
    .at(found
        .into_iter()
        .filter_map(|index| places::sentence(facts, index)))
}

/// At least half of the statistics have a source in the same sentence or one beside it; one is ok. A text without
/// statistics is bad.
///
/// Source: Aggarwal et al. (KDD 2024), statistics and cited sources.
pub(crate) fn sourced_statistics(facts: &Facts<'_>) -> Verdict {
    let found = statistics_at(facts);
    let (sourced, unsourced): (Vec<usize>, Vec<usize>) = found
        .into_iter()
        .partition(|index| has_source(facts, *index));
    let message = match unsourced.len() {
        0 => "Não há números com fonte. Traga dados e diga de onde vêm, com link.".to_owned(),
        1 => "1 número está sem fonte. Diga de onde vem, com link.".to_owned(),
        number => format!("{number} números estão sem fonte. Diga de onde vêm, com link."),
    };
    Verdict::graded(
        !sourced.is_empty() && sourced.len() >= unsourced.len(),
        !sourced.is_empty(),
        "Os números têm fonte.",
        message,
    )
    .at(unsourced
        .into_iter()
        .filter_map(|index| places::sentence(facts, index)))
}

fn has_source(facts: &Facts<'_>, index: usize) -> bool {
    let around = index.saturating_sub(1)..(index + 2).min(facts.sentences.len());
    let around = facts.sentences.get(around).unwrap_or_default();
    around.iter().any(|sentence| sentence.names_source())
}

/// Three distinct sources, two in texts under 600 words, with a link to one; one is ok. Sources are the hosts that are
/// linked to and the names to which something is attributed.
///
/// Source: Aggarwal et al. (KDD 2024), cited sources: +27 to +30 %.
pub(crate) fn cited_sources(facts: &Facts<'_>) -> Verdict {
    let hosts: HashSet<&str> = facts
        .targets
        .iter()
        .filter_map(|target| match target {
            LinkTarget::External(host) => Some(host.as_str()),
            _ => None,
        })
        .collect();
    let names: HashSet<&str> = facts
        .sentences
        .iter()
        .filter_map(|sentence| sentence.attributed.as_deref())
        .collect();
    let count = hosts.len() + names.len();
    let needed = if facts.words < SHORT_TEXT { 2 } else { 3 };
    let sources = counted(count, "fonte", "fontes");
    let message = match (count, hosts.is_empty()) {
        (0, _) => "Não há fontes. Cite estudos, órgãos ou especialistas, com link.".to_owned(),
        (_, true) => {
            format!("Há {sources}, sem link. Cite estudos, órgãos ou especialistas, com link.")
        }
        _ => format!("Só há {sources}. Cite estudos, órgãos ou especialistas, com link."),
    };
    let links = facts.targets.iter().enumerate();
    let links = links.filter(|(_, target)| target.is_external());
    Verdict::graded(
        count >= needed && !hosts.is_empty(),
        count > 0,
        format!("O texto cita {sources}."),
        message,
    )
    .at(links.map(|(index, _)| places::link(facts, index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_between_marks() {
        let spans = |text: &str| -> Vec<String> {
            quoted_spans(text)
                .into_iter()
                .map(|span| text[span].to_owned())
                .collect()
        };
        assert_eq!(
            spans("Ele disse: “um dois” e \"três\" e «quatro»."),
            ["um dois", "três", "quatro"]
        );
        assert!(spans("Uma tela de 5\" sem fim").is_empty());
    }
}
