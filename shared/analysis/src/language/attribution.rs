//! Finds attributions: "segundo", "de acordo com", a verb of saying, or "dados de", with a name within six words.

use std::ops::Range;

use super::classes::Classes;
use super::names::{self, Name};
use crate::text::{Text, Word};

/// How far from the cue the name stands, in words.
const REACH: usize = 6;

/// The name of the first attribution in a sentence.
pub(crate) fn find(text: &Text, range: Range<usize>) -> Option<Name> {
    let mut names: Option<Vec<Name>> = None;
    for index in range.clone() {
        let Some(word) = text.word(index) else {
            break;
        };
        let cue = cue_at(text, &range, index, word);
        let Some(cue) = cue else { continue };
        let names = names.get_or_insert_with(|| names::of(text, range.clone()));
        let found = names.iter().find(|name| match cue {
            Cue::Before => is_behind(name, index),
            Cue::Either => is_behind(name, index) || is_before(name, index),
        });
        if let Some(name) = found {
            return Some(name.clone());
        }
    }
    None
}

fn is_behind(name: &Name, cue: usize) -> bool {
    name.words.start > cue && name.words.start - cue <= REACH
}

fn is_before(name: &Name, cue: usize) -> bool {
    name.words.end <= cue && cue + 1 - name.words.end <= REACH
}

/// Where the name of a cue stands.
#[derive(Clone, Copy)]
enum Cue {
    /// The cue stands before the name.
    Before,
    /// The name stands on either side.
    Either,
}

fn cue_at(text: &Text, range: &Range<usize>, index: usize, word: &Word) -> Option<Cue> {
    let previous = index
        .checked_sub(1)
        .filter(|index| range.contains(index))
        .and_then(|index| text.word(index));
    let after_determiner = previous.is_some_and(|previous| {
        previous.is(Classes::ARTICLE)
            || matches!(
                text.folded(previous),
                "no" | "na" | "do" | "da" | "ao" | "pelo" | "pela" | "este" | "esse" | "em" | "de"
            )
    });
    if word.is(Classes::CUE) && !(after_determiner && text.folded(word) == "segundo") {
        return Some(Cue::Before);
    }
    if word.is(Classes::CUE_VERB) && !after_determiner {
        return Some(Cue::Either);
    }
    let next = text
        .word(index + 1)
        .filter(|_| range.contains(&(index + 1)))
        .map(|next| text.folded(next));
    if word.is(Classes::STUDY)
        && matches!(
            next,
            Some("de" | "do" | "da" | "dos" | "das" | "feito" | "feita")
        )
    {
        return Some(Cue::Before);
    }
    None
}

/// The name behind a dash at the end of a quotation: "…" — Maria Silva, engenheira.
pub(crate) fn signed(text: &Text, range: Range<usize>) -> Option<Name> {
    range.clone().find_map(|index| {
        let word = text.word(index)?;
        let previous = index.checked_sub(1).and_then(|index| text.word(index))?;
        let before = text.source(previous.end..word.start);
        let dashed = before.trim_end().ends_with(['–', '—']) || before.ends_with(" - ");
        if !dashed || !word.is_capitalised() {
            return None;
        }
        let mut end = index + 1;
        while end < range.end
            && text
                .word(end)
                .is_some_and(|word| word.is_capitalised() && !word.breaks_before())
        {
            end += 1;
        }
        Some(Name { words: index..end })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn name(sentence: &str) -> Option<String> {
        let mut text = Text::default();
        let segment = text.add(sentence, Splitting::Prose);
        find(&text, segment.words).map(|name| name.key(&text))
    }

    #[test]
    fn attributions_are_found() {
        for (sentence, expected) in [
            (
                "Em 2024, 35% usaram Pix, segundo o Banco Central.",
                "banco central",
            ),
            ("De acordo com a ANEEL, a tarifa caiu.", "aneel"),
            ("“Funciona”, afirma Maria Silva, engenheira.", "maria silva"),
            ("O IBGE estima uma queda.", "ibge"),
            (
                "Dados do Ministério da Saúde trazem o número.",
                "ministerio",
            ),
            ("Fonte: Embrapa.", "embrapa"),
        ] {
            assert_eq!(name(sentence).as_deref(), Some(expected), "{sentence}");
        }
    }

    #[test]
    fn a_cue_without_a_name_is_none() {
        for sentence in [
            "Estudos mostram que funciona.",
            "Segundo especialistas, a conta cai.",
            "No segundo semestre o preço cai.",
            "O Brasil cresceu muito.",
        ] {
            assert_eq!(name(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn a_signature_follows_a_dash() {
        let mut text = Text::default();
        let segment = text.add(
            "A conta caiu muito aqui — Maria Silva, moradora",
            Splitting::Prose,
        );
        let found = signed(&text, segment.words).map(|name| name.key(&text));
        assert_eq!(found.as_deref(), Some("maria silva"));
    }
}
