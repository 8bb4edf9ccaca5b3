//! Links of the body.

use super::super::wording::{at_most, counted};
use super::super::{Verdict, places};
use crate::document::Link;
use crate::facts::Facts;
use crate::facts::links::LinkTarget;
use crate::language::classes::Classes;
use crate::language::lexicon;
use crate::text::characters::folded;

/// Texts with fewer words need one internal link.
const SHORT_TEXT: usize = 600;

fn indexes(facts: &Facts<'_>, is_meant: impl Fn(&Link, &LinkTarget) -> bool) -> Vec<usize> {
    let links = facts.document.links.iter().zip(&facts.targets).enumerate();
    links
        .filter(|(_, (link, target))| is_meant(link, target))
        .map(|(index, _)| index)
        .collect()
}

/// Two links to the same site, one in texts under 600 words; one is ok.
///
/// Source: Google Search Central, "SEO link best practices"; the count is a decision of this project.
pub(crate) fn internal_links(facts: &Facts<'_>) -> Verdict {
    let links = indexes(facts, |_, target| *target == LinkTarget::Internal);
    let needed = if facts.words < SHORT_TEXT { 1 } else { 2 };
    let message = if links.is_empty() {
        "Não há links internos. Aponte para outros textos do site.".to_owned()
    } else {
        format!(
            "Há {}. Aponte para outros textos do site.",
            counted(links.len(), "link interno", "links internos")
        )
    };
    Verdict::graded(
        links.len() >= needed,
        !links.is_empty(),
        "Há links internos.",
        message,
    )
    .at(links.into_iter().map(|index| places::link(facts, index)))
}

/// A link to another host that is not marked as nofollow; only marked ones are ok.
///
/// Source: Yoast SEO, "Outbound links".
pub(crate) fn external_links(facts: &Facts<'_>) -> Verdict {
    let links = indexes(facts, |_, target| target.is_external());
    let followed = indexes(facts, |link, target| {
        target.is_external() && !link.is_unfollowed
    });
    Verdict::graded(
        !followed.is_empty(),
        !links.is_empty(),
        "O texto indica fontes externas.",
        "Falta link externo comum. Cite uma fonte confiável com link.",
    )
    .at(links.into_iter().map(|index| places::link(facts, index)))
}

/// No link text is generic; up to 20 % is ok.
///
/// Source: Google Search Central, "SEO link best practices: Write good anchor text".
pub(crate) fn anchor_text(facts: &Facts<'_>) -> Verdict {
    let total = indexes(facts, |_, target| target.is_page()).len();
    if total == 0 {
        return Verdict::not_applicable();
    }
    let generic = indexes(facts, |link, target| {
        target.is_page() && is_generic(&link.text)
    });
    let message = match generic.len() {
        1 => "1 link tem texto genérico. Descreva o destino.".to_owned(),
        number => format!("{number} links têm texto genérico. Descreva o destino."),
    };
    Verdict::graded(
        generic.is_empty(),
        at_most(generic.len(), total, 20),
        "Os links dizem aonde levam.",
        message,
    )
    .at(generic.into_iter().map(|index| places::link(facts, index)))
}

/// Whether a link text says nothing about the destination.
fn is_generic(anchor: &str) -> bool {
    let folded = folded(anchor);
    let trimmed = folded.trim_matches(|one: char| !one.is_alphanumeric());
    if trimmed.is_empty() {
        return true;
    }
    let is_address = !trimmed.contains(' ')
        && (trimmed.starts_with("http") && trimmed.contains("//")
            || trimmed.starts_with("www.")
            || (trimmed.contains('.') && trimmed.contains('/')));
    is_address || is_listed(trimmed, Classes::GENERIC_LINK)
}

/// Whether a folded text is, as a whole, an entry of a word list.
pub(crate) fn is_listed(folded: &str, class: Classes) -> bool {
    match folded.split_once(' ') {
        None => lexicon::classes(folded, false).has(class),
        Some((first, rest)) => lexicon::phrases_from(first).iter().any(|entry| {
            entry.classes.has(class) && rest.split(' ').eq(entry.rest.iter().copied())
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_anchors() {
        for anchor in [
            "Clique aqui",
            "aqui.",
            "Saiba mais »",
            "",
            "https://a.b/c",
            "www.a.com",
            "→",
            "neste link",
        ] {
            assert!(is_generic(anchor), "{anchor}");
        }
        for anchor in [
            "guia da ANEEL",
            "aqui em casa",
            "mais economia",
            "Conta.com",
        ] {
            assert!(!is_generic(anchor), "{anchor}");
        }
    }
}
