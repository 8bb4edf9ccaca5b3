//! Checks of há and a that need the verb of the sentence.

use crate::lexicon::{Tense, bits};
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};

/// Words behind which `a` with a number is no elapsed time.
const NOT_ELAPSED: &str = "daqui daí dali de até entre condenado condenada condenados condenadas pena prisão igual superior inferior anterior posterior correspondente equivalente limitado limitada \
relativo referente devido próximo próxima junto graças quanto reduzido reduzida reduziu aumentou subiu caiu passou chegou chega chegar chegaram chegam corresponde equivale equivalem resiste sobreviveu sobrevive condenou condena \
condenar sujeito sujeita sentenciado sentenciada relação respeito direito menos rumo duas uma um dois três quatro cinco seis sete oito nove dez vai vão levou leva minutos horas dias semanas meses anos";

/// Verbs of states that last.
const LASTING: [&str; 14] = [
    "existir",
    "morar",
    "trabalhar",
    "viver",
    "estar",
    "funcionar",
    "esperar",
    "aguardar",
    "fechar",
    "conhecer",
    "namorar",
    "atuar",
    "estudar",
    "ter",
];

/// `deixou a carreira a seis anos para abrir`: a past act of leaving, and its aim behind the span of time.
fn follows_leaving(sentence: &Sentence<'_>, at: usize, aim: usize) -> bool {
    const LEAVING: [&str; 8] = [
        "deixar",
        "abandonar",
        "largar",
        "sair",
        "mudar",
        "trocar",
        "vir",
        "fundar",
    ];
    let left = (0..at).any(|place| {
        sentence.get(place).is_some_and(|token| {
            token.morphology.only_finite()
                && token.morphology.verbs.iter().any(|reading| {
                    reading.tense == Tense::Past && LEAVING.contains(&reading.lemma.as_str())
                })
        })
    });
    left && sentence
        .get(aim)
        .is_some_and(|token| token.morphology.has(bits::INFINITIVE))
}

/// `a` before a span of time that has passed.
pub(super) fn a_for_ha(sentence: &Sentence<'_>) -> Vec<Hit> {
    let past = sentence.tokens.iter().any(|token| {
        token.morphology.verbs.iter().any(|reading| {
            matches!(
                reading.tense,
                Tense::Past | Tense::Imperfect | Tense::Pluperfect
            ) || LASTING.contains(&reading.lemma.as_str())
        })
    });
    let future = sentence.tokens.iter().any(|token| {
        token
            .morphology
            .verbs
            .iter()
            .any(|reading| reading.tense == Tense::Future)
            && token.morphology.only_finite()
    });
    let sentenced = sentence.tokens.iter().any(|token| {
        ["condenad", "prisão", "reclusão", "pena", "detenção"]
            .iter()
            .any(|stem| token.lower.starts_with(stem))
    });
    if !past || future || sentenced {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !sentence.is_any(at, &["a"])
            || sentence
                .before(at)
                .is_some_and(|word| class(word, "digits"))
            || sentence
                .before(at)
                .is_some_and(|word| NOT_ELAPSED.split(' ').any(|own| own == word.lower))
        {
            continue;
        }
        if (1..5).any(|back| at >= back && sentence.is_any(at - back, &["entre"])) {
            continue;
        }
        if let Some(end) = span_of_time(sentence, at + 1)
            && (sentence.is_any(end + 1, &["para"]) && follows_leaving(sentence, at, end + 2)
                || !sentence.is_any(
                    end + 1,
                    &[
                        "de", "da", "do", "das", "dos", "após", "depois", "a", "por", "para",
                        "daqui", "antes", "mais",
                    ],
                ))
            && !(sentence.is_any(end + 1, &["e"])
                && sentence
                    .get(end + 2)
                    .is_some_and(|next| class(next, "num") || next.is("meio") || next.is("meia")))
        {
            hits.extend(sentence.hit(at, at, ["há".to_owned()]));
        }
    }
    hits
}

/// The index of the unit that ends a span of time which begins at `at`.
fn span_of_time(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    // `não vence a sete rodadas`: sports count time in matches.
    let unbeaten = sentence
        .tokens
        .iter()
        .any(|token| token.is_any(&["não", "sem", "invicto", "invicta", "jejum"]));
    let time = |index: usize| {
        sentence
            .get(index)
            .filter(|token| {
                class(token, "time") || unbeaten && token.is_any(&["rodadas", "jogos", "partidas"])
            })
            .map(|_| index)
    };
    let many = [
        "muito", "muitos", "muitas", "pouco", "alguns", "algumas", "vários", "várias", "poucos",
        "poucas", "algum", "tanto", "bastante",
    ];
    if sentence.is_any(at, &many)
        || sentence
            .get(at)
            .is_some_and(|token| class(token, "num") && !token.is_any(&["uma", "um"]))
    {
        return time(at + 1);
    }
    if sentence.is_any(at, &["mais", "cerca", "quase"]) {
        let next = if sentence.is_any(at + 1, &["de"]) {
            at + 2
        } else {
            at + 1
        };
        if sentence
            .get(next)
            .is_some_and(|token| class(token, "num") || token.is_any(&many))
        {
            return time(next + 1);
        }
        return time(next);
    }
    None
}

/// Plural forms of haver before their object.
pub(super) fn impersonal_haver(sentence: &Sentence<'_>) -> Vec<Hit> {
    const PLURALS: [(&str, &str); 9] = [
        ("houveram", "houve"),
        ("haviam", "havia"),
        ("haverão", "haverá"),
        ("haveriam", "haveria"),
        ("hajam", "haja"),
        ("houvessem", "houvesse"),
        ("houverem", "houver"),
        ("hão", "há"),
        ("haverem", "haver"),
    ];
    const AUXILIARIES: [(&str, &str); 12] = [
        ("podem", "pode"),
        ("devem", "deve"),
        ("vão", "vai"),
        ("podiam", "podia"),
        ("deviam", "devia"),
        ("poderão", "poderá"),
        ("deverão", "deverá"),
        ("poderiam", "poderia"),
        ("deveriam", "deveria"),
        ("iam", "ia"),
        ("irão", "irá"),
        ("possam", "possa"),
    ];
    let mut hits = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        let participle = |index: usize| {
            sentence.get(index).is_some_and(|next| {
                next.morphology.has(bits::PARTICIPLE)
                    && !next.morphology.has(bits::NOUN)
                    && next.lower.ends_with('o')
            })
        };
        if let Some((_, singular)) = PLURALS.iter().find(|(plural, _)| token.is(plural)) {
            let adverb = sentence.is_any(
                at + 1,
                &[
                    "sido", "já", "de", "se", "ainda", "não", "sempre", "também", "ido", "tido",
                    "me", "lhe", "nos", "que", "então", "até", "o", "a",
                ],
            );
            let quantified = sentence.get(at + 1).is_some_and(|next| {
                class(next, "num")
                    || class(next, "plur")
                    || next.morphology.determiner & bits::PLURAL != 0
                    || next.is_any(&[
                        "muitas", "muitos", "mais", "menos", "cerca", "poucas", "poucos", "várias",
                        "vários", "novas", "novos",
                    ])
            });
            if !participle(at + 1) && !adverb && (quantified || token.is("houveram")) {
                hits.extend(sentence.hit(at, at, [(*singular).to_owned()]));
            }
        }
        if let Some((_, singular)) = AUXILIARIES.iter().find(|(plural, _)| token.is(plural))
            && sentence.is_any(at + 1, &["haver"])
            && !participle(at + 2)
        {
            hits.extend(sentence.hit(at, at + 1, [format!("{singular} haver")]));
        }
    }
    hits
}
