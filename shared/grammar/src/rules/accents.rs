//! Nouns without their accent, which are then forms of verbs: um numero, da historia.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::bits::{self, NOMINAL};
use crate::sentence::{Hit, Sentence};

pub(super) const RULES: &[Rule] = &[Rule {
    id: "acento-do-substantivo",
    kind: Grammar,
    message: "Sem o acento, a palavra é forma de verbo; o substantivo leva acento.",
    right: &[
        "Leu a notícia no início da tarde.",
        "Eu noticio o que vejo.",
        "Ele mesmo fabrica o pão.",
    ],
    wrong: &[
        "Mudou desde o {inicio|início} da tarde.",
        "O preço do {transito|trânsito} é alto.",
        "Achou um {numero|número} na lista.",
    ],
    check: Check::Sentence(check),
}];

/// Words before which no verb stands.
const OPENERS: &str = "um uma do da dos das no na nos nas num numa ao aos pelo pela pelos pelas deste desta desse dessa neste nesta nesse nessa seu sua meu minha nosso nossa cada algum alguma nenhum nenhuma primeiro primeira";

/// Prepositions that make the article behind them certain.
const PREPOSITIONS: [&str; 10] = [
    "com", "para", "sobre", "desde", "após", "durante", "contra", "entre", "sob", "até",
];

/// The word with an accent on one of its vowels, where that makes a frequent noun of the wanted gender and number.
fn accented(sentence: &Sentence<'_>, word: &str, wanted: u32) -> Option<String> {
    word.char_indices().find_map(|(at, vowel)| {
        let accents = match vowel {
            'a' => "áâ",
            'e' => "éê",
            'i' => "í",
            'o' => "óô",
            'u' => "ú",
            _ => return None,
        };
        let rest = word.get(at + 1..)?;
        accents.chars().find_map(|accent| {
            let candidate = format!("{}{accent}{rest}", word.get(..at)?);
            let form = sentence
                .lexicon
                .is_in_use(&candidate)
                .then(|| sentence.lexicon.analyse(&candidate))?;
            (form.only_nominal() && form.bits & wanted & NOMINAL != 0).then_some(candidate)
        })
    })
}

fn check(sentence: &Sentence<'_>) -> Vec<Hit> {
    (1..sentence.tokens.len())
        .filter_map(|at| {
            let (before, token) = (sentence.before(at)?, sentence.get(at)?);
            let plain = token.is_word()
                && token.text.is_ascii()
                && !token.is_capitalised()
                && !token.marked
                && token.lower.len() > 4;
            if !plain || before.is("nos") || !token.morphology.only_finite() {
                return None;
            }
            let opened = OPENERS.split_ascii_whitespace().any(|word| before.is(word))
                || before.is_any(&["o", "a"]) && sentence.is_any(at.wrapping_sub(2), &PREPOSITIONS);
            let pronoun =
                before.is_any(&["nos", "uma", "um", "cada"]) && token.morphology.has(bits::NOMINAL);
            if !opened || pronoun {
                return None;
            }
            let form = accented(sentence, &token.lower, before.morphology.determiner)?;
            sentence.hit(at, at, [form])
        })
        .collect()
}
