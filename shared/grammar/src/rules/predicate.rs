//! Checks of predicates against their subjects: number and gender behind *ser*, *estar* and the like.

use super::noun_phrase::{
    agreeing, determiner, is_adjective, is_contraction, is_plain_noun, opens_clause,
};
use super::subject_phrase::{is_quantity, past_complement};
use crate::lexicon::bits::{self, FP, FS, MP, MS, NOMINAL};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

const BE: [&str; 42] = [
    "esteve",
    "estiveram",
    "sejam",
    "seja",
    "esteja",
    "estejam",
    "ficaria",
    "ficariam",
    "parecia",
    "pareciam",
    "andam",
    "fiquem",
    "é",
    "são",
    "está",
    "estão",
    "ficou",
    "ficaram",
    "foi",
    "foram",
    "era",
    "eram",
    "estava",
    "estavam",
    "fica",
    "ficam",
    "será",
    "serão",
    "estará",
    "estarão",
    "parece",
    "parecem",
    "continua",
    "continuam",
    "permanece",
    "permanecem",
    "ficará",
    "ficarão",
    "seria",
    "seriam",
    "fosse",
    "fossem",
];

/// A predicate that does not agree with a simple subject at the start of its clause.
pub(super) fn predicate(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !opens_clause(sentence, at) {
            continue;
        }
        let Some((features, verb)) = simple_subject(sentence, at) else {
            continue;
        };
        let verb = if sentence.is_any(verb, &BE) || is_quantity(sentence, at + 1) {
            verb
        } else {
            past_complement(sentence, verb).unwrap_or(verb)
        };
        if !sentence.is_any(verb, &BE) {
            continue;
        }
        let mut place = verb + 1;
        if sentence.is_any(place, &["sendo", "sido"]) {
            place += 1;
        }
        if sentence.is_any(
            place,
            &[
                "muito",
                "mais",
                "bem",
                "tão",
                "bastante",
                "sempre",
                "quase",
                "já",
                "ainda",
                "todo",
                "toda",
                "meio",
                "totalmente",
                "completamente",
                "menos",
                "um",
            ],
        ) {
            place += 1;
        }
        let Some(own) = sentence.get(place).filter(|own| {
            is_adjective(own) && own.morphology.has(bits::FLEX)
                || ["caro", "barato", "alto", "baixo", "pronto", "vivo"]
                    .contains(&own.lower.as_str())
                || is_of_two_genders(own)
        }) else {
            continue;
        };
        if own.morphology.bits & features & NOMINAL != 0
            || sentence.is_any(place + 1, &["-", "o", "a", "os", "as", "que"])
            || sentence.before(place).is_some_and(|before| before.is("um"))
        {
            continue;
        }
        if let Some(form) = agreeing(sentence, &own.lower, features) {
            hits.extend(sentence.hit(place, place, [form]));
        }
    }
    hits
}

/// Adjectives in -e and -ente whose number is clear.
fn is_of_two_genders(token: &Token<'_>) -> bool {
    let form = &token.morphology;
    let stem = token.lower.strip_suffix('s').unwrap_or(&token.lower);
    (stem.ends_with("ante") || stem.ends_with("ente") || stem.ends_with("entregue"))
        && !stem.ends_with("mente")
        && form.has(NOMINAL)
        && !form.has(bits::CLOSED | bits::NOUN)
        && !token.is_capitalised()
        && !token.marked
}

/// The features of a pronoun or of a determiner with one noun and at most one adjective, and the index behind them.
pub(super) fn simple_subject(sentence: &Sentence<'_>, at: usize) -> Option<(u32, usize)> {
    let pronoun = match sentence.get(at)?.lower.as_str() {
        "ele" => MS,
        "ela" => FS,
        "eles" => MP,
        "elas" => FP,
        _ => 0,
    };
    if pronoun != 0 {
        return Some((pronoun, at + 1));
    }
    let (own, determined) = determiner(sentence, at)?;
    if is_contraction(&own.lower) {
        return None;
    }
    let noun = sentence.get(at + 1).filter(|noun| is_plain_noun(noun))?;
    let features = noun.morphology.bits & NOMINAL & determined;
    if features == 0 {
        return None;
    }
    let mut end = at + 2;
    if let Some(next) = sentence.get(end)
        && next.morphology.only_nominal()
        && next.morphology.bits & features & NOMINAL != 0
        && !next.is_capitalised()
    {
        end += 1;
    }
    Some((features, end))
}

/// `É proibido a entrada`: the predicate before a determined feminine subject.
pub(super) fn predicate_before_subject(sentence: &Sentence<'_>) -> Vec<Hit> {
    const PREDICATES: [&str; 11] = [
        "proibido",
        "necessário",
        "permitido",
        "obrigatório",
        "vedado",
        "autorizado",
        "suspenso",
        "adiado",
        "cancelado",
        "aprovado",
        "mantido",
    ];
    (0..sentence.tokens.len())
        .filter(|at| sentence.is_any(*at, &["é", "foi", "será", "era", "está", "fica"]))
        .filter(|at| {
            sentence.before(*at).is_none_or(|before| {
                before.is_any(&["que", ",", "onde", "também", "e", "não", "ainda"])
            })
        })
        .filter(|at| {
            sentence.is_any(at + 1, &PREDICATES)
                && sentence.is_any(at + 2, &["a", "essa", "esta", "sua"])
        })
        .filter(|at| {
            sentence.get(at + 3).is_some_and(|noun| {
                noun.morphology.has(bits::NOUN)
                    && noun.morphology.nominal_within(FS)
                    && !noun.morphology.has(bits::INFINITIVE)
            })
        })
        .filter_map(|at| {
            let word = sentence.get(at + 1)?;
            sentence.hit(
                at + 1,
                at + 1,
                [format!("{}a", word.lower.strip_suffix('o')?)],
            )
        })
        .collect()
}
