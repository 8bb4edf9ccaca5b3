//! Lengths and forms of title, description and slug.

use super::super::wording::counted;
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::text::characters::utf16_length;
use crate::widths::{DESCRIPTION_SIZE, TITLE_SIZE, pixels};

/// Widest title that is not cut, in pixels.
const TITLE_PIXELS: u32 = 580;
/// Widest description that is not cut, in pixels.
const DESCRIPTION_PIXELS: u32 = 960;

/// The SEO title is 300 to 580 pixels wide; narrower, or up to 600, is ok.
///
/// Sources: Google Search Central, "Influencing title links", names no limit and cuts to the width of the device; 600
/// pixels is the convention of tools.
pub(crate) fn title_width(facts: &Facts<'_>) -> Verdict {
    let title = &facts.fields.title;
    let width = pixels(facts.source(title), TITLE_SIZE);
    let verdict = match width {
        0 => Verdict::not_good(false, "Falta o título. Escreva um."),
        1..300 => Verdict::not_good(
            true,
            format!("O título ocupa só {width} px. Seja mais específico."),
        ),
        300..=TITLE_PIXELS => Verdict::good("O título cabe no resultado da busca."),
        _ => Verdict::not_good(
            width <= 600,
            format!("O título tem {width} px e pode ser cortado. Encurte para {TITLE_PIXELS} px."),
        ),
    };
    verdict.at([places::field_of(facts, facts.fields.title_name, title)])
}

/// The description has 120 to 156 characters and is at most 960 pixels wide; 70 to 175 characters are ok.
///
/// Sources: Yoast SEO, "Meta description length"; Google Search Central, "Control your snippets in search results",
/// names no limit.
pub(crate) fn meta_length(facts: &Facts<'_>) -> Verdict {
    let description = &facts.fields.description;
    let text = facts.source(description);
    let characters = text.chars().count();
    let fits = pixels(text, DESCRIPTION_SIZE) <= DESCRIPTION_PIXELS;
    let message = if characters == 0 {
        "Falta a descrição. Resuma o texto em 120 a 156 caracteres.".to_owned()
    } else {
        format!(
            "A descrição tem {}. Resuma o texto em 120 a 156.",
            counted(characters, "caractere", "caracteres")
        )
    };
    Verdict::graded(
        (120..=156).contains(&characters) && fits,
        (70..=175).contains(&characters),
        "A descrição tem bom tamanho.",
        message,
    )
    .at([places::field_of(facts, "meta_description", description)])
}

/// The slug has only a-z, 0-9 and dashes, at most 75 characters and 8 words; up to 90 characters are ok.
///
/// Source: Rank Math, "URL length".
pub(crate) fn slug_form(facts: &Facts<'_>) -> Verdict {
    let slug = &facts.fields.slug;
    let is_clean = !slug.is_empty()
        && slug
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    let words = slug.split('-').filter(|word| !word.is_empty()).count();
    Verdict::graded(
        is_clean && slug.len() <= 75 && words <= 8,
        is_clean && slug.len() <= 90,
        "O endereço é curto e limpo.",
        "O endereço é longo ou tem sinais estranhos. Use poucas palavras, com hífens.",
    )
    .at([places::field("slug", utf16_length(slug))])
}
