//! Reads noun phrases that open a clause as its subject.

use super::noun_phrase::{is_contraction, opens_clause};
use crate::lexicon::bits::{self, NOMINAL, PLURAL, SINGULAR};
use crate::sentence::Sentence;

/// A noun phrase as subject: whether it is plural, and the index of the verb behind it.
pub(super) struct Subject {
    pub plural: bool,
    pub verb: usize,
    /// Whether a complement with `de` stands between.
    pub extended: bool,
}

/// Nouns of quantity, with which both numbers are in use.
const QUANTITIES: &str = "maioria parte metade minoria grupo série conjunto número total multidão porcentagem percentual dezena centena milhar terço quarto dupla trio bando par monte infinidade variedade \
maior resto restante porção quantidade punhado média totalidade gama leva vezes terça dúzia um uma fração quinto";

/// Nouns of quantity whose verb is in the singular where no complement follows.
const COLLECTIVES: [&str; 8] = [
    "multidão",
    "maioria",
    "minoria",
    "grupo",
    "bando",
    "trio",
    "dupla",
    "conjunto",
];

/// Possessives, numerals and adjectives that stand before a noun.
const BEFORE_NOUN: [&str; 47] = [
    "novas",
    "novos",
    "nova",
    "novo",
    "primeiros",
    "primeiras",
    "últimos",
    "últimas",
    "dois",
    "duas",
    "três",
    "quatro",
    "cinco",
    "outros",
    "outras",
    "seus",
    "suas",
    "seu",
    "sua",
    "meus",
    "minhas",
    "nossos",
    "nossas",
    "principais",
    "grandes",
    "pequenos",
    "pequenas",
    "atuais",
    "próximos",
    "próximas",
    "mesmos",
    "mesmas",
    "demais",
    "antigos",
    "antigas",
    "primeiro",
    "primeira",
    "último",
    "última",
    "grande",
    "próprio",
    "própria",
    "futuro",
    "antigo",
    "antiga",
    "próxima",
    "próximo",
];

/// Whether a noun of quantity stands at `at`.
pub(super) fn is_quantity(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.get(at).is_some_and(|noun| {
        QUANTITIES
            .split_ascii_whitespace()
            .any(|word| noun.is(word))
    })
}

/// Reads a noun phrase that opens a clause.
pub(super) fn subject(sentence: &Sentence<'_>, at: usize) -> Option<Subject> {
    if !opens_clause(sentence, at) {
        return None;
    }
    let first = sentence.get(at)?;
    let determined = first.morphology.determiner;
    if determined == 0 || is_contraction(&first.lower) || first.marked {
        return None;
    }
    let mut place = at + 1;
    // A possessive, numeral or adjective before the noun.
    while sentence.is_any(place, &BEFORE_NOUN) && place < at + 4 {
        place += 1;
    }
    let noun = sentence.get(place)?;
    let form = &noun.morphology;
    // `O número de casos` counts, and `um número de` is a quantity.
    let counted = noun.is_any(&["número", "quantidade", "total"]) && first.is_any(&["o", "a"]);
    let quantity = !counted
        && QUANTITIES
            .split_ascii_whitespace()
            .any(|word| noun.is(word));
    let plural = determined & PLURAL != 0;
    let number = if plural { PLURAL } else { SINGULAR };
    let nominal = form.has(NOMINAL)
        && form.nominal_within(number)
        && !form.has(bits::CLOSED | bits::INFINITIVE)
        && (form.has(bits::NOUN | bits::FLEX) || form.only_nominal());
    if !nominal
        || noun.marked
        || noun.is_capitalised()
        || quantity && !COLLECTIVES.contains(&noun.lower.as_str())
    {
        return None;
    }
    place += 1;
    place = past_adjectives(sentence, place, number);
    let mut extended = false;
    for _ in 0..3 {
        if let Some(end) = past_complement(sentence, place) {
            extended = true;
            place = end;
        }
    }
    // Behind `a multidão de torcedores` both numbers are in use, behind `a multidão` alone only one.
    if quantity && (extended || place > at + 2 || sentence.is_any(place, &["que"])) {
        return None;
    }
    (!sentence.is_any(place, &["e", "ou", ",", "nem", "com", "como"])).then_some(())?;
    Some(Subject {
        plural,
        verb: place,
        extended,
    })
}

/// Adjectives that are listed as nouns too.
const ADJECTIVES: [&str; 20] = [
    "original",
    "originais",
    "nova",
    "novas",
    "final",
    "finais",
    "local",
    "locais",
    "capital",
    "ideal",
    "ideais",
    "oficial",
    "oficiais",
    "militar",
    "militares",
    "eleitoral",
    "eleitorais",
    "inicial",
    "iniciais",
    "gerais",
];

/// Skips adjectives of this number.
pub(super) fn past_adjectives(sentence: &Sentence<'_>, at: usize, number: u32) -> usize {
    let mut place = at;
    while let Some(token) = sentence.get(place) {
        let form = &token.morphology;
        let adjective = form.only_nominal()
            && form.nominal_within(number)
            && (!form.has(bits::NOUN)
                || ADJECTIVES.contains(&token.lower.as_str())
                || place == at
                    && sentence.before(place).is_some_and(|noun| {
                        noun.is_word()
                            && noun.morphology.only_nominal()
                            && noun.morphology.bits & form.bits & NOMINAL != 0
                    }))
            && !token.is_capitalised()
            && !token.marked;
        let adverb = token.is_any(&["mais", "muito", "bem", "pouco", "menos"])
            && sentence
                .get(place + 1)
                .is_some_and(|next| next.morphology.has(bits::FLEX));
        if place > at + 2 || !(adjective || adverb) {
            break;
        }
        place += 1;
    }
    place
}

/// Skips `de` with its noun phrase; `None` without one.
pub(super) fn past_complement(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let link = sentence.get(at)?;
    if !link.is_any(&[
        "de", "do", "da", "dos", "das", "no", "na", "nos", "nas", "para", "sobre", "em", "contra",
        "pela", "pelo", "deste", "desta", "dessa", "desse", "sem", "com",
    ]) {
        return None;
    }
    let mut place = at + 1;
    if sentence.get(place)?.morphology.determiner != 0
        && !is_contraction(&sentence.get(place)?.lower)
    {
        place += 1;
    }
    while sentence.is_any(
        place,
        &["novas", "novos", "nova", "novo", "dois", "duas", "três"],
    ) {
        place += 1;
    }
    let noun = sentence.get(place)?;
    if noun.is_capitalised() && noun.is_word() {
        while sentence.get(place).is_some_and(|token| {
            token.is_word()
                && (token.is_capitalised()
                    || (token.is_any(&["de", "do", "da", "dos", "e"])
                        && sentence
                            .get(place + 1)
                            .is_some_and(|next| next.is_capitalised())))
        }) {
            place += 1;
        }
        return Some(place);
    }
    let form = &noun.morphology;
    let nominal = form.has(NOMINAL)
        && !form.has(bits::CLOSED | bits::INFINITIVE)
        && (!form.has(bits::FINITE) || form.has(bits::NOUN));
    if !nominal || noun.marked {
        return None;
    }
    place += 1;
    let number = if form.nominal_within(PLURAL) {
        PLURAL
    } else {
        SINGULAR
    };
    Some(past_adjectives(sentence, place, number))
}

/// Whether the verb is part of an emphatic `é que`, or followed by what would be its own clause.
pub(super) fn is_inverted(sentence: &Sentence<'_>, verb: usize) -> bool {
    sentence.is_any(verb + 1, &["que"])
        && sentence.is_any(
            verb,
            &["é", "foi", "era", "são", "foram", "eram", "será", "parece"],
        )
}

/// Adverbs between the subject and its verb.
pub(super) fn skip_adverbs(sentence: &Sentence<'_>, at: usize) -> usize {
    let mut place = at;
    while sentence.is_any(
        place,
        &[
            "não", "já", "também", "ainda", "sempre", "nunca", "se", "só", "quase", "hoje",
            "agora", "ontem", "lhe", "me", "nos",
        ],
    ) && place < at + 3
    {
        place += 1;
    }
    place
}
