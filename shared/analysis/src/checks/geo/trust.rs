//! Freshness and authorship.

use super::super::wording::counted;
use super::super::{Verdict, places};
use crate::article::ContentDate;
use crate::facts::Facts;

/// Days after which content is old, and after which it is bad.
const DAYS: [usize; 2] = [365, 730];

/// The content is at most 365 days old, or not published; 730 days are ok.
///
/// Sources: Ahrefs, 17 million citations, where cited pages are 25.7 % younger; Google Search Central, "Creating
/// helpful, reliable, people-first content", against dates that move without a change.
pub(crate) fn freshness(facts: &Facts<'_>) -> Verdict {
    let age = match facts.article.content_date {
        ContentDate::Unknown => return Verdict::not_applicable(),
        ContentDate::Unpublished => 0,
        ContentDate::On(date) => {
            let days = facts
                .article
                .today
                .since(date)
                .map_or(0, |span| span.get_days());
            usize::try_from(days).unwrap_or(0)
        }
    };
    let [old, bad] = DAYS;
    Verdict::graded(
        age <= old,
        age <= bad,
        "O conteúdo está atual.",
        format!(
            "O conteúdo tem {}. Revise dados e exemplos.",
            counted(age, "dia", "dias")
        ),
    )
}

/// An author is chosen.
///
/// Source: Google Search Central, "Creating helpful, reliable, people-first content": who wrote it.
pub(crate) fn authorship(facts: &Facts<'_>) -> Verdict {
    match facts.article.author_set {
        None => Verdict::not_applicable(),
        Some(is_set) => Verdict::graded(
            is_set,
            false,
            "O texto tem autor.",
            "Falta o autor. Escolha quem assina o texto.",
        )
        .at([places::field("author", 0)]),
    }
}
