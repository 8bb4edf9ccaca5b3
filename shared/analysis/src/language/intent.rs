//! The format that a title asks for: numbered steps or a comparison.

use super::classes::Classes;
use crate::text::{Segment, Text};

/// The formats that a title or keyword asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Intent {
    /// Numbered steps.
    pub steps: bool,
    /// A table.
    pub table: bool,
}

/// Reads the intent of a title or keyword.
pub(crate) fn of(text: &Text, segment: &Segment) -> Intent {
    let mut intent = Intent::default();
    let words = text.words(segment.words.clone());
    for (position, word) in words.iter().enumerate() {
        intent.steps |= word.is(Classes::STEPS);
        intent.table |= word.is(Classes::COMPARISON) && position > 0
            || word.is(Classes::COMPARISON) && text.folded(word) != "ou";
        let next = words.get(position + 1);
        intent.steps |= text.folded(word) == "como"
            && next.is_some_and(|next| is_infinitive(text.folded(next)));
    }
    intent
}

fn is_infinitive(word: &str) -> bool {
    let verb = word.split('-').next().unwrap_or(word);
    matches!(verb, "ir" | "por" | "ser" | "ter" | "ver" | "dar" | "ler")
        || (verb.len() > 3
            && (verb.ends_with("ar") || verb.ends_with("er") || verb.ends_with("ir")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn intent(title: &str) -> Intent {
        let mut text = Text::default();
        let segment = text.add(title, Splitting::None);
        of(&text, &segment)
    }

    #[test]
    fn titles_ask_for_steps_or_tables() {
        let steps = Intent {
            steps: true,
            table: false,
        };
        let table = Intent {
            steps: false,
            table: true,
        };
        assert_eq!(intent("Como instalar um painel"), steps);
        assert_eq!(intent("Backup: passo a passo"), steps);
        assert_eq!(
            intent("Energia solar: quanto custa instalar em 2026"),
            table
        );
        assert_eq!(intent("Casa ou apartamento"), table);
        assert_eq!(intent("Os melhores cafés"), table);
        assert_eq!(intent("Como a lua nasce"), Intent::default());
        assert_eq!(intent("A história do café"), Intent::default());
    }
}
