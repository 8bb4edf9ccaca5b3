//! Verbs whose subject is compound, counted in percent, indefinite, or followed by a relative clause.

use super::noun_phrase::{is_contraction, opens_clause};
use super::subject_phrase::{is_inverted, past_adjectives, past_complement, skip_adverbs, subject};
use super::verb_person::{in_person, is_verb, reading};
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::Person::{P3, S3};
use crate::lexicon::bits::{self, NOMINAL, PLURAL, SINGULAR};
use crate::sentence::{Hit, Sentence};
use crate::tokens::TokenKind;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-sujeito-composto",
        kind: Grammar,
        message: "Com sujeito composto antes do verbo, o verbo vai para o plural.",
        right: &[
            "O pai e o filho vão viajar.",
            "O pai chegou e o filho saiu.",
            "A maior e a melhor parte ficou.",
            "Tanto o pai quanto a mãe vieram.",
        ],
        wrong: &[
            "O pai e o filho {vai|vão} viajar.",
            "Os pais e a avó {decidiu|decidiram} tudo.",
            "O prefeito e o vereador {assinou|assinaram} o decreto.",
        ],
        check: Check::Sentence(compound),
    },
    Rule {
        id: "concordancia-porcentagem",
        kind: Grammar,
        message: "Com porcentagem seguida de nome no plural, o verbo vai para o plural.",
        right: &[
            "Mais de 30% dos alunos faltaram.",
            "Cerca de 30% da turma faltou.",
            "1% dos alunos faltou.",
        ],
        wrong: &[
            "Cerca de 30% dos alunos {faltou|faltaram}.",
            "40% das lojas {fechou|fecharam}.",
            "Mais de 60% dos leitores {prefere|preferem} o jornal.",
        ],
        check: Check::Sentence(percentage),
    },
    Rule {
        id: "concordancia-sujeito-relativa",
        kind: Grammar,
        message: "A oração com “que” não muda a concordância: o verbo concorda com o núcleo do sujeito.",
        right: &[
            "Os alunos que faltaram farão outra prova.",
            "O aluno que faltou fará outra prova.",
            "A maioria dos que vieram gostou.",
        ],
        wrong: &[
            "Os alunos que faltaram à prova {fará|farão} outra.",
            "As lojas que vendem o produto {exige|exigem} nota.",
            "O aluno que faltou às aulas {foram|foi} reprovado.",
        ],
        check: Check::Sentence(relative_clause),
    },
    Rule {
        id: "concordancia-indefinido",
        kind: Grammar,
        message: "Com “ninguém”, “alguém” e “todo mundo”, o verbo fica no singular.",
        right: &[
            "Ninguém sabe a resposta.",
            "Todo mundo gostou.",
            "Alguém deixou a porta aberta.",
        ],
        wrong: &[
            "Ninguém {sabem|sabe} a resposta.",
            "Todo mundo {gostaram|gostou} da festa.",
            "Alguém {deixaram|deixou} a porta aberta.",
        ],
        check: Check::Sentence(indefinite),
    },
];

/// The index behind a determined noun with its adjectives, none for other phrases.
fn noun_group(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let first = sentence.get(at)?;
    let determined = first.morphology.determiner;
    if determined == 0 || is_contraction(&first.lower) || first.marked {
        return None;
    }
    let noun = sentence.get(at + 1)?;
    let form = &noun.morphology;
    let sure = form.has(bits::NOUN) || form.only_nominal();
    if noun.marked
        || noun.is_capitalised()
        || !sure
        || form.has(bits::CLOSED | bits::INFINITIVE)
        || form.bits & determined & NOMINAL == 0
        || noun.is_any(&[
            "maior",
            "menor",
            "melhor",
            "pior",
            "parte",
            "maioria",
            "principal",
            "fato",
        ])
    {
        return None;
    }
    let number = if determined & PLURAL != 0 {
        PLURAL
    } else {
        SINGULAR
    };
    Some(past_adjectives(sentence, at + 2, number))
}

/// A hit on a verb in the singular at `at`.
fn into_plural(sentence: &Sentence<'_>, at: usize) -> Option<Hit> {
    let verb = skip_adverbs(sentence, at);
    let token = sentence.get(verb).filter(|token| is_verb(token))?;
    if is_inverted(sentence, verb) || token.morphology.has_person(P3) {
        return None;
    }
    reading(token, S3, &[P3])?;
    in_person(sentence, verb, S3, P3)
}

/// `o pai e o filho vai`.
fn compound(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !opens_clause(sentence, at) {
            continue;
        }
        let Some(first) = noun_group(sentence, at) else {
            continue;
        };
        let first = past_complement(sentence, first).unwrap_or(first);
        if !sentence.is_any(first, &["e"]) {
            continue;
        }
        let Some(second) = noun_group(sentence, first + 1) else {
            continue;
        };
        let second = past_complement(sentence, second).unwrap_or(second);
        hits.extend(into_plural(sentence, second));
    }
    hits
}

/// `30% dos alunos faltou`.
fn percentage(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len().min(6) {
        let percent = sentence.get(at).is_some_and(|token| {
            token.kind == TokenKind::Number
                && token.lower.ends_with('%')
                && !token.lower.starts_with("1%")
                && !token.lower.starts_with("0,")
                && !token.lower.starts_with("1,")
        });
        let opens = (0..at).all(|place| {
            sentence.is_any(
                place,
                &[
                    "cerca",
                    "de",
                    "mais",
                    "quase",
                    "menos",
                    "ao",
                    "todo",
                    "pelo",
                    "os",
                    "hoje",
                    ",",
                    "aproximadamente",
                ],
            )
        });
        let plural = sentence.is_any(at + 1, &["dos", "das"])
            && sentence
                .get(at + 2)
                .is_some_and(|noun| noun.morphology.nominal_within(PLURAL));
        if !percent || !opens || !plural {
            continue;
        }
        let end = past_adjectives(sentence, at + 3, PLURAL);
        let end = past_complement(sentence, end).unwrap_or(end);
        hits.extend(into_plural(sentence, end));
    }
    hits
}

/// `os alunos que faltaram à prova fará`.
fn relative_clause(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(head) = subject(sentence, at) else {
            continue;
        };
        let (own, other) = if head.plural { (P3, S3) } else { (S3, P3) };
        if !sentence.is_any(head.verb, &["que"]) || head.extended {
            continue;
        }
        let inner = skip_adverbs(sentence, head.verb + 1);
        let agrees = sentence.get(inner).is_some_and(|verb| {
            (is_verb(verb)
                || verb.morphology.has(bits::FINITE) && !verb.morphology.has(bits::CLOSED))
                && verb.morphology.has_person(own)
                && !verb.morphology.has_person(other)
        });
        if !agrees {
            continue;
        }
        let Some(verb) = main_verb(sentence, inner + 1) else {
            continue;
        };
        let Some(token) = sentence.get(verb) else {
            continue;
        };
        let copula = token.morphology.is_form_of("ser")
            && !sentence
                .get(verb + 1)
                .is_some_and(|next| next.morphology.has(bits::PARTICIPLE));
        let excluded = is_inverted(sentence, verb) || copula && own == S3;
        if !excluded && reading(token, other, &[own]).is_some() {
            hits.extend(in_person(sentence, verb, other, own));
        }
    }
    hits
}

/// The next finite verb in the same clause, past complements.
fn main_verb(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    for place in at..at + 9 {
        let token = sentence.get(place)?;
        if is_verb(token) {
            let complemented = place > at;
            return complemented.then_some(place);
        }
        if !token.is_word()
            || token.is_any(&[
                "que", "e", "ou", "mas", "se", "quando", "porque", "como", "onde", "quem",
                "enquanto", "nem", "qual", "quanto", "cujo", "cuja", "ele", "ela", "eles", "elas",
                "eu",
            ])
        {
            return None;
        }
    }
    None
}

/// `ninguém sabem`, `todo mundo gostaram`.
fn indefinite(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let end = if sentence.is_any(at, &["ninguém", "alguém"]) {
            at + 1
        } else if sentence.is_any(at, &["todo"]) && sentence.is_any(at + 1, &["mundo"]) {
            at + 2
        } else {
            continue;
        };
        let governed = sentence.before(at).is_some_and(|before| {
            !before.is_any(&["que", "se", "e", "mas", "porque", "quando", "quase", "como"])
                && before.is_word()
        });
        let verb = skip_adverbs(sentence, end);
        let plural = sentence
            .get(verb)
            .filter(|token| is_verb(token) && reading(token, P3, &[S3]).is_some());
        if !governed && plural.is_some() {
            hits.extend(in_person(sentence, verb, P3, S3));
        }
    }
    hits
}
