//! Images and their alternative texts.

use super::super::{Verdict, places};
use crate::facts::Facts;

/// Texts with more words need two images.
const LONG_TEXT: usize = 1_000;

/// An image, the featured one included; two over 1,000 words, where one is ok.
///
/// Source: Rank Math, "Content has images".
pub(crate) fn image_present(facts: &Facts<'_>) -> Verdict {
    let images = facts.fields.alts.len();
    let needed = if facts.words > LONG_TEXT { 2 } else { 1 };
    let message = match images {
        0 => "Não há imagens. Inclua uma útil, com texto alternativo.",
        _ => "Há 1 imagem. Inclua outra útil, com texto alternativo.",
    };
    Verdict::graded(
        images >= needed,
        images > 0,
        "O texto tem imagens.",
        message,
    )
}

/// Every image has an alternative text of 11 to 199 characters that is no file name; half of them are ok.
///
/// Sources: WCAG 2.2, success criterion 1.1.1; Google Search Central, "Image SEO best practices"; lengths by Yoast SEO.
pub(crate) fn image_alt(facts: &Facts<'_>) -> Verdict {
    let alts = &facts.fields.alts;
    let poor: Vec<usize> = alts
        .iter()
        .enumerate()
        .filter(|(_, alt)| !describes(facts.source(alt)))
        .map(|(index, _)| index)
        .collect();
    let message = match (alts.len(), poor.len()) {
        (0, _) => "Falta uma imagem com texto alternativo. Diga nele o que ela mostra.".to_owned(),
        (_, 1) => "1 imagem sem boa descrição. Diga o que ela mostra.".to_owned(),
        (_, number) => format!("{number} imagens sem boa descrição. Diga o que cada uma mostra."),
    };
    Verdict::graded(
        !alts.is_empty() && poor.is_empty(),
        !alts.is_empty() && poor.len() * 2 <= alts.len(),
        "As imagens têm texto alternativo.",
        message,
    )
    .at(poor.into_iter().map(|index| places::image(facts, index)))
}

/// Whether an alternative text describes an image: long enough, not too long, and no file name.
fn describes(alt: &str) -> bool {
    let length = alt.chars().count();
    (11..=199).contains(&length) && !is_file_name(alt)
}

fn is_file_name(alt: &str) -> bool {
    let lower = alt.to_lowercase();
    let has_extension = [
        ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".heic",
    ]
    .iter()
    .any(|extension| lower.ends_with(extension));
    let is_camera = !alt.contains(' ')
        && [
            "img",
            "dsc",
            "image",
            "screenshot",
            "captura",
            "foto",
            "whatsapp",
        ]
        .iter()
        .any(|prefix| lower.starts_with(prefix))
        && alt.bytes().any(|byte| byte.is_ascii_digit());
    has_extension || is_camera || (!alt.contains(' ') && alt.contains(['_', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions() {
        assert!(describes("Painel solar no telhado de uma casa"));
        for alt in [
            "IMG_2031.jpg",
            "painel",
            "IMG-20240101-WA0001",
            "painel-solar-telhado",
            "",
            "foto da casa.png",
        ] {
            assert!(!describes(alt), "{alt}");
        }
    }
}
