//! Verbs of relative clauses and of their main clauses.

use super::clause_subject::{Group, head, listed, past_adverbs};
use super::long_subjects::is_copula;
use super::noun_phrase::is_contraction;
use super::verb_person::{in_person, is_verb, reading};
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::Person::{P1, P3, S3};
use crate::lexicon::bits::{self, NOMINAL, PLURAL, SINGULAR};
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-relativa",
        kind: Grammar,
        message: "O verbo da oração com “que” concorda com o nome a que o “que” se refere.",
        right: &[
            "Os ovos, que subiram 22% no ano, pesam no bolso.",
            "O livro que os alunos leram é bom.",
            "As casas que o pai comprou são antigas.",
            "As casas que comprou anos depois são antigas.",
        ],
        wrong: &[
            "Os ovos, que {subiu|subiram} 22% no ano, pesam no bolso.",
            "Ela visitou as cidades que {foi|foram} atingidas pela chuva.",
            "Viu a árvore que {caíram|caiu} ontem.",
            "Os moradores que {perdeu|perderam} documentos podem pedir outros.",
        ],
        check: Check::Sentence(relative),
    },
    Rule {
        id: "um-dos-que",
        kind: Grammar,
        message: "Depois de “um dos … que”, o verbo vai para o plural.",
        right: &[
            "É um dos jogadores que mais marcam gols.",
            "Um dos fatores que pesaram foi o preço.",
            "Um dos livros que ela leu sumiu.",
        ],
        wrong: &[
            "É um dos jogadores que mais {marcou|marcaram} gols.",
            "Um dos fatores que menos {pesou|pesaram} foi o preço.",
            "Foi uma das cidades que mais {cresceu|cresceram}.",
        ],
        check: Check::Sentence(one_of),
    },
];

/// Verbs without a direct object, so that `que` before them is their subject.
const INTRANSITIVE: &str = "subir cair crescer morrer nascer chegar sair entrar vir voltar surgir existir ocorrer acontecer faltar sobrar restar desaparecer aparecer participar trabalhar morar viver funcionar custar \
vencer terminar durar depender pertencer constar integrar sofrer aderir comparecer concorrer circular atuar estrear aumentar diminuir desabar permanecer aceitar";

/// Gender and number of the noun before `que`, where it depends on no noun before it.
fn antecedent(sentence: &Sentence<'_>, at: usize) -> Option<(u32, usize)> {
    let end = if sentence.is_any(at.checked_sub(1)?, &[","]) {
        at - 1
    } else {
        at
    };
    (end.saturating_sub(5)..end).find_map(|start| {
        let contracted = is_contraction(&sentence.get(start)?.lower);
        let apart = sentence.before(start).is_none_or(|before| {
            is_verb(before)
                || !contracted
                    && (before.morphology.has(bits::FINITE | bits::INFINITIVE)
                        && !before.morphology.has(NOMINAL)
                        && !before.morphology.has(bits::CLOSED)
                        || before.is_any(&["que", "quando", "se", "porque", "mas"]))
        });
        apart
            .then(|| features(sentence, start, end))
            .flatten()
            .map(|own| (own, start))
    })
}

/// Features of a group that begins at `start`, also behind a contraction, and ends at `end`.
fn features(sentence: &Sentence<'_>, start: usize, end: usize) -> Option<u32> {
    let first = sentence.get(start)?;
    if is_contraction(&first.lower) && first.morphology.determiner != 0 {
        let noun = sentence.get(start + 1)?;
        let number = if first.morphology.determiner & PLURAL != 0 {
            PLURAL
        } else {
            SINGULAR
        };
        if noun.is_capitalised()
            || !noun.morphology.has(NOMINAL)
            || !noun.morphology.nominal_within(number)
            || noun.morphology.has(bits::CLOSED)
        {
            return None;
        }
        let group = Group {
            features: noun.morphology.bits & first.morphology.determiner & NOMINAL,
            end: super::subject_phrase::past_adjectives(sentence, start + 2, number),
            coordinated: false,
            complemented: false,
            named: false,
            bare: false,
        };
        return (group.features != 0 && group.end == end).then_some(group.features);
    }
    let group = head(sentence, start)?;
    (group.end == end && !group.named).then_some(group.features)
}

/// `os ovos, que subiu`.
fn relative(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        if !sentence.is_any(at, &["que"]) || sentence.is_any(at + 1, &["o", "a", "os", "as"]) {
            continue;
        }
        let verb = past_adverbs(sentence, at + 1);
        let Some(token) = sentence.get(verb).filter(|token| is_verb(token)) else {
            continue;
        };
        let one_of_many = (1..at).rev().take(8).any(|place| {
            sentence.is_any(place, &["dos", "das"]) && sentence.is_any(place - 1, &["um", "uma"])
        });
        if one_of_many {
            continue;
        }
        let Some((features, start)) = antecedent(sentence, at) else {
            continue;
        };
        let (own, wanted) = if features & SINGULAR == 0 {
            (S3, P3)
        } else {
            (P3, S3)
        };
        if token.morphology.has_person(wanted) || reading(token, own, &[wanted, P1]).is_none() {
            continue;
        }
        let predicate = sentence.get(past_adverbs(sentence, verb + 1));
        let agreeing_predicate = is_copula(token)
            && predicate.is_some_and(|next| {
                next.morphology.has(bits::PARTICIPLE | bits::FLEX)
                    && !next.morphology.has(bits::CLOSED)
                    && next.morphology.bits & features & NOMINAL != 0
            });
        let intransitive = INTRANSITIVE
            .split_ascii_whitespace()
            .any(|lemma| token.morphology.is_form_of(lemma));
        // `os livros que leu os alunos`: a plural object excludes an inverted singular subject, and the reverse.
        let object = sentence.get(verb + 1).is_some_and(|next| {
            let determined = next.morphology.determiner;
            determined != 0
                && !is_contraction(&next.lower)
                && determined & if own == S3 { PLURAL } else { SINGULAR } != 0
                && !next.is_any(&["nos", "as"])
        });
        // A bare plural is no inverted subject of a verb in the singular: `os moradores que perdeu documentos`.
        let object = object
            || sentence.get(verb + 1).is_some_and(|next| {
                class(next, "pluralnoun") && !class(next, "time") && !next.is("vezes")
            });
        let behind_subject = sentence.get(verb + 1).is_some_and(|next| {
            next.morphology.determiner != 0
                && !is_contraction(&next.lower)
                && next.morphology.determiner & if own == S3 { SINGULAR } else { PLURAL } != 0
                || next.is_capitalised()
                || next.is_any(&["ser", "que"])
        });
        let prevented = behind_subject || listed("disse dizem diz acha acham", token);
        // `foram os moradores que pagou`: the emphatic ser.
        let emphatic = own == S3
            && sentence
                .before(start)
                .is_some_and(|before| before.is_any(&["foram", "eram"]));
        if emphatic || agreeing_predicate || (intransitive || object && own == S3) && !prevented {
            hits.extend(in_person(sentence, verb, own, wanted));
        }
    }
    hits
}

/// `um dos jogadores que mais marcou`.
fn one_of(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !(sentence.is_any(at, &["um", "uma"]) && sentence.is_any(at + 1, &["dos", "das"])) {
            continue;
        }
        let Some(que) = (at + 3..at + 7).find(|place| sentence.is_any(*place, &["que"])) else {
            continue;
        };
        let inside = (at + 2..que).all(|place| {
            sentence
                .get(place)
                .is_some_and(|token| token.is_word() && !is_verb(token))
        });
        let degree = sentence.is_any(que + 1, &["mais", "menos", "melhor", "pior"]);
        let verb = past_adverbs(sentence, que + 1 + usize::from(degree));
        let Some(token) = sentence.get(verb).filter(|token| {
            is_verb(token)
                || degree
                    && token.morphology.has(bits::FINITE)
                    && !token.morphology.has(bits::CLOSED)
        }) else {
            continue;
        };
        if inside && degree && reading(token, S3, &[P3, P1]).is_some() {
            hits.extend(in_person(sentence, verb, S3, P3));
        }
    }
    hits
}
