//! Finds the passive voice: a form of *ser*, then a participle within three words, without a comma or *que* between.
//! *Estar* with a participle is a state and the passive with *se* is ambiguous; neither counts.

use std::ops::Range;

use super::classes::Classes;
use crate::text::{Text, Word};

/// Irregular participles without their ending of gender and number.
const IRREGULAR: [&str; 31] = [
    "abert",
    "cobert",
    "descobert",
    "dit",
    "escrit",
    "inscrit",
    "descrit",
    "feit",
    "refeit",
    "post",
    "propost",
    "expost",
    "compost",
    "vist",
    "previst",
    "revist",
    "pag",
    "gast",
    "ganh",
    "aceit",
    "eleit",
    "pres",
    "mort",
    "suspens",
    "extint",
    "impress",
    "inclus",
    "expuls",
    "peg",
    "suspeit",
    "desfeit",
];

/// Words that end like participles and are adjectives or nouns.
const NO_PARTICIPLE: [&str; 21] = [
    "obrigad",
    "casad",
    "cuidad",
    "advogad",
    "soldad",
    "mercad",
    "estad",
    "lad",
    "resultad",
    "significad",
    "partid",
    "sentid",
    "pedid",
    "marid",
    "complicad",
    "delicad",
    "elevad",
    "dad",
    "vid",
    "cidad",
    "tod",
];

/// The index of the participle of the first passive in a range of words.
pub(crate) fn find(text: &Text, range: Range<usize>) -> Option<usize> {
    let words = text.words(range.clone());
    for (index, word) in words.iter().enumerate() {
        if !word.is(Classes::SER) {
            continue;
        }
        for (step, behind) in words.iter().enumerate().skip(index + 1).take(3) {
            if behind.breaks_before() || text.folded(behind) == "que" {
                break;
            }
            if is_participle(text, behind) {
                return Some(range.start + step);
            }
        }
    }
    None
}

fn stem(folded: &str) -> Option<&str> {
    let singular = folded.strip_suffix('s').unwrap_or(folded);
    singular.strip_suffix(['o', 'a'])
}

/// Whether a word is a participle.
pub(crate) fn is_participle(text: &Text, word: &Word) -> bool {
    let folded = text.folded(word);
    if matches!(folded, "entregue" | "entregues") {
        return true;
    }
    let Some(stem) = stem(folded) else {
        return false;
    };
    if IRREGULAR.contains(&stem) {
        return true;
    }
    if NO_PARTICIPLE.contains(&stem)
        || stem.len() < 3
        || !(stem.ends_with("ad") || stem.ends_with("id"))
    {
        return false;
    }
    !word.is_accented() || has_regular_accent(text.written(word))
}

/// Whether the accents allow a participle: none but ç and the í of the ending, as in *construído*.
fn has_regular_accent(written: &str) -> bool {
    let lower = written.to_lowercase();
    let ending = lower
        .trim_end_matches('s')
        .chars()
        .count()
        .saturating_sub(3);
    lower
        .chars()
        .enumerate()
        .filter(|(_, letter)| letter.is_alphabetic() && !letter.is_ascii())
        .all(|(position, letter)| letter == 'ç' || (letter == 'í' && position == ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn is_passive(sentence: &str) -> bool {
        let mut text = Text::default();
        let segment = text.add(sentence, Splitting::Prose);
        find(&text, segment.words).is_some()
    }

    #[test]
    fn the_passive_is_found() {
        for sentence in [
            "A lei foi aprovada ontem.",
            "Os painéis são bem instalados.",
            "O prédio foi construído em 2010.",
            "As contas foram pagas.",
            "O texto será escrito amanhã.",
            "O serviço é começado hoje.",
            "A encomenda foi entregue.",
        ] {
            assert!(is_passive(sentence), "{sentence}");
        }
    }

    #[test]
    fn other_sentences_are_active() {
        for sentence in [
            "Ela foi rápida.",
            "A loja está fechada.",
            "Vendem-se casas.",
            "O mercado é amplo.",
            "O documento é válido.",
            "O resultado é que todos ganham.",
            "Ele foi, segundo o irmão, demitido.",
            "O lixo e o painel instalado ficam aqui.",
            "A terra é de todos.",
        ] {
            assert!(!is_passive(sentence), "{sentence}");
        }
    }
}
