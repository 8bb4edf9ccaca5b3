//! The keyword in the fields of the article.

use super::super::wording::{at_most, counted};
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::text::characters::utf16_length;

/// The keyword is set and has 1 to 4 content words; up to 8 are ok.
///
/// Source: Yoast SEO, "Keyphrase length".
pub(crate) fn keyword_set(facts: &Facts<'_>) -> Verdict {
    let words = facts
        .keyword
        .as_ref()
        .map_or(0, crate::keyword::Keyword::len);
    Verdict::graded(
        (1..=4).contains(&words),
        (5..=8).contains(&words),
        "A palavra-chave está definida.",
        format!(
            "A palavra-chave tem {} de conteúdo. Use de 1 a 4.",
            counted(words, "palavra", "palavras")
        ),
    )
    .at([places::field_of(
        facts,
        "focus_keyword",
        &facts.fields.keyword,
    )])
}

/// The SEO title holds the phrase and begins it within its first five words; a later phrase, or all words, is ok.
///
/// Sources: Rank Math, "Focus keyword in the SEO title"; Yoast SEO, "Keyphrase in title".
pub(crate) fn keyword_in_title(facts: &Facts<'_>) -> Verdict {
    let title = &facts.fields.title;
    let words = title.words.clone();
    let phrases = facts
        .keyword
        .as_ref()
        .map(|keyword| keyword.phrases(facts.text(), words.clone()))
        .unwrap_or_default();
    let first = phrases.first().map(|phrase| phrase.start - words.start);
    Verdict::graded(
        first.is_some_and(|position| position < 5),
        first.is_some() || facts.has_all_words(words),
        "O título traz a palavra-chave no começo.",
        "A palavra-chave falta no título ou vem tarde. Leve-a inteira para o começo.",
    )
    .at([places::field_of(facts, facts.fields.title_name, title)])
}

/// The slug holds the keyword: all content words if there are one or two, otherwise over half; one word is ok.
///
/// Source: Yoast SEO, "Keyphrase in slug".
pub(crate) fn keyword_in_slug(facts: &Facts<'_>) -> Verdict {
    let (found, total) = facts.keyword.as_ref().map_or((0, 0), |keyword| {
        let mask = keyword.slug_mask(&facts.fields.slug);
        (mask.count_ones() as usize, keyword.len())
    });
    let is_good = if total <= 2 {
        found == total
    } else {
        found * 2 > total
    };
    Verdict::graded(
        is_good && found > 0,
        found > 0,
        "O endereço traz a palavra-chave.",
        "O endereço não traz toda a palavra-chave. Ajuste-o antes de publicar.",
    )
    .at([places::field("slug", utf16_length(&facts.fields.slug))])
}

/// The description names the keyword once or twice; more often is ok.
///
/// Source: Yoast SEO, "Keyphrase in meta description".
pub(crate) fn keyword_in_meta(facts: &Facts<'_>) -> Verdict {
    let description = &facts.fields.description;
    let count = facts.occurrences(description.words.clone());
    Verdict::graded(
        (1..=2).contains(&count),
        count > 2,
        "A descrição traz a palavra-chave.",
        format!(
            "A palavra-chave aparece {} na descrição. Use-a uma ou duas.",
            counted(count, "vez", "vezes")
        ),
    )
    .at([places::field_of(facts, "meta_description", description)])
}

/// At least one alternative text names half of the keyword; with five or more images not over 75 % of them. Any
/// alternative text is ok.
///
/// Source: Yoast SEO, "Keyphrase in image alt attributes".
pub(crate) fn keyword_in_alt(facts: &Facts<'_>) -> Verdict {
    let alts = &facts.fields.alts;
    let found = alts
        .iter()
        .filter(|alt| facts.has_half(alt.words.clone()))
        .count();
    let repeats = alts.len() >= 5 && !at_most(found, alts.len(), 75);
    let has_some = alts.iter().any(|alt| !alt.words.is_empty());
    Verdict::graded(
        found > 0 && !repeats,
        has_some,
        "Uma imagem descreve o tema.",
        "Poucos ou quase todos os textos alternativos citam o tema. Use-o onde descreve a imagem.",
    )
    .at((0..alts.len()).map(|index| places::image(facts, index)))
}
