//! Checks of commas.

use super::noun_phrase::is_contraction;
use crate::lexicon::Person::{self, P3, S3};
use crate::lexicon::bits::{self, NOMINAL};
use crate::sentence::{Hit, Sentence, with_case};
use crate::tokens::Token;

/// A hit from token `first` to token `last` with their texts joined by `link`.
fn joined(sentence: &Sentence<'_>, first: usize, last: usize, link: &str) -> Option<Hit> {
    let (start, end) = (sentence.get(first)?, sentence.get(last)?);
    Some(Hit {
        start: start.start,
        end: end.end,
        suggestions: vec![format!("{}{link}{}", start.text, end.text)],
    })
}

/// Whether a token may stand within a subject.
fn in_subject(token: &Token<'_>) -> bool {
    let form = &token.morphology;
    token.is_word()
        && (form.has(NOMINAL)
            || form.bits == 0
            || form.determiner != 0
            || token.is_capitalised()
            || token.is_any(&[
                "de", "do", "da", "dos", "das", "mais", "que", "e", "em", "no", "na", "nos", "nas",
                "para", "com", "sobre", "contra", "por", "pelo", "pela", "todos", "três", "quatro",
                "muito", "entre",
            ]))
}

/// Words of time and place, which open a sentence without being its subject.
const TIME_AND_PLACE: [&str; 27] = [
    "semana",
    "dia",
    "ano",
    "mês",
    "noite",
    "manhã",
    "tarde",
    "vez",
    "hora",
    "horas",
    "dias",
    "anos",
    "meses",
    "semanas",
    "domingo",
    "sábado",
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "época",
    "década",
    "tempo",
    "minutos",
    "lado",
    "medida",
];

/// Verbs of saying.
const SAYING: [&str; 14] = [
    "apontar",
    "mostrar",
    "garantir",
    "dizer",
    "afirmar",
    "explicar",
    "contar",
    "avaliar",
    "escrever",
    "lembrar",
    "informar",
    "completar",
    "responder",
    "ressaltar",
];

/// `O filme, disse ela`: whether a verb of saying stands at `at` with a subject of its own.
fn is_saying(sentence: &Sentence<'_>, at: usize) -> bool {
    let says = sentence
        .get(at)
        .is_some_and(|verb| SAYING.iter().any(|lemma| verb.morphology.is_form_of(lemma)));
    says && sentence.get(at + 1).is_none_or(|next| {
        next.is_any(&["o", "a", "ele", "ela", "os", "as"])
            || next.is_capitalised()
            || !next.is_word()
    })
}

/// Whether `verb` has a form for a subject that begins with `first`.
fn may_agree(first: &Token<'_>, verb: &Token<'_>) -> bool {
    let plural =
        first.morphology.determiner & bits::PLURAL != 0 || first.is_any(&["todos", "todas"]);
    let wanted: &[Person] = if plural { &[P3] } else { &[S3, P3] };
    let mut readings = verb.morphology.verbs.iter();
    readings.any(|reading| {
        reading
            .person
            .is_some_and(|person| wanted.contains(&person))
    })
}

/// `Os moradores, reclamam`.
pub(super) fn subject(sentence: &Sentence<'_>) -> Vec<Hit> {
    let Some(first) = sentence.get(0) else {
        return Vec::new();
    };
    let starts = (first.morphology.determiner != 0 && !is_contraction(&first.lower))
        || first.is_any(&["quem", "todos", "todas"]);
    if !starts
        || first.marked
        || (first.is("a")
            && sentence
                .get(1)
                .is_some_and(|next| next.morphology.determiner != 0))
    {
        return Vec::new();
    }
    let commas: Vec<usize> = (1..sentence.tokens.len())
        .filter(|at| sentence.is_any(*at, &[","]))
        .collect();
    let Some(comma) = commas.first().copied() else {
        return Vec::new();
    };
    let phrase = sentence.is_any(1, &["grosso", "princípio", "rigor"]);
    let agreed = first.morphology.determiner == 0
        || sentence.get(1).is_some_and(|next| {
            next.is_capitalised()
                || !next.morphology.has(NOMINAL)
                || next.morphology.bits & first.morphology.determiner != 0
        });
    let inside = agreed && !phrase && (1..comma).all(|at| sentence.get(at).is_some_and(in_subject));
    let clause = (1..comma).any(|at| {
        sentence.get(at).is_some_and(|token| {
            (token.morphology.only_finite() && !token.is_capitalised())
                || token.is("que")
                || token.morphology.has(bits::GERUND)
        })
    });
    let place =
        comma + 1 + usize::from(sentence.is_any(comma + 1, &["já", "não", "também", "ainda"]));
    let (Some(last), Some(verb)) = (sentence.get(comma - 1), sentence.get(place)) else {
        return Vec::new();
    };
    // A second comma after an apposition, or a list, makes the first one right.
    let listed = commas.get(1).is_some_and(|second| {
        let between = second - comma;
        between <= 3
            || sentence
                .get(second + 1)
                .is_some_and(|next| next.morphology.only_finite())
    });
    // Time and place at the start: `Esta semana, começam`.
    // Within a participle clause they are part of the subject: `O satélite lançado na terça-feira, envia`.
    let participle = (2..comma.min(5)).find(|at| {
        sentence.get(*at).is_some_and(|token| {
            token.morphology.has(bits::PARTICIPLE)
                && token.morphology.bits & first.morphology.determiner != 0
        })
    });
    let adverbial = (0..participle.unwrap_or(comma)).any(|at| {
        sentence
            .get(at)
            .is_some_and(|token| token.is_any(&TIME_AND_PLACE))
    });
    let agrees = may_agree(first, verb);
    let finite = (verb.morphology.only_finite()
        || verb.is_any(&[
            "é", "são", "foi", "vai", "tem", "está", "era", "deve", "pode", "faz",
        ]))
        && !verb.is_capitalised();
    let saying = is_saying(sentence, place);
    if inside
        && !clause
        && !listed
        && !adverbial
        && agrees
        && finite
        && !saying
        && comma > 1
        && last.is_word()
    {
        return joined(sentence, comma - 1, comma + 1, " ")
            .into_iter()
            .collect();
    }
    Vec::new()
}

/// Whether a finite verb stands among the tokens from `at`, before the next mark.
fn verb_within(sentence: &Sentence<'_>, at: usize, reach: usize) -> bool {
    (at..at + reach)
        .take_while(|place| sentence.get(*place).is_some_and(Token::is_word))
        .any(|place| {
            sentence.get(place).is_some_and(|token| {
                token.morphology.only_finite()
                    || place == at
                        && token.morphology.has(bits::FINITE)
                        && !token.morphology.has(bits::CLOSED | bits::NOUN)
                    || super::verb_person::is_verb(token)
                    || token.is_any(&[
                        "é", "foi", "tem", "está", "vai", "há", "são", "era", "pode", "deve",
                    ])
            })
        })
}

/// `é bonito mas aperta`.
pub(super) fn before_but(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 2..sentence.tokens.len() {
        let Some(own) = sentence
            .get(at)
            .filter(|token| token.is_any(&["mas", "porém"]))
        else {
            continue;
        };
        let Some(before) = sentence
            .before(at)
            .filter(|before| before.is_word() || before.text == ")")
        else {
            continue;
        };
        if before.is_any(&["não", "nem", "e", "que", "ou", "também"])
            || own.is("porém") && sentence.is_any(at + 1, &[",", "."])
        {
            continue;
        }
        let correlative = (0..at).any(|place| {
            sentence.is_any(place, &["só", "apenas", "somente"])
                && sentence.is_any(place.wrapping_sub(1), &["não"])
        }) || sentence.is_any(at + 1, &["também", "sim"]);
        // A verb on both sides: two clauses, not two adjectives.
        let before_verb = (0..at).any(|place| {
            sentence.get(place).is_some_and(|token| {
                token.morphology.has(bits::FINITE) && !token.morphology.has(bits::CLOSED)
                    || token.is_any(&["é", "foi", "tem", "está", "era"])
            })
        });
        if !correlative && before_verb && verb_within(sentence, at + 1, 6) {
            hits.extend(joined(sentence, at - 1, at, ", "));
        }
    }
    hits
}

/// Groups that one addresses.
const ADDRESSED: [&str; 31] = [
    "torcedor",
    "torcedora",
    "torcedores",
    "leitor",
    "leitora",
    "motorista",
    "motoristas",
    "contribuinte",
    "consumidor",
    "eleitor",
    "amigo",
    "ouvintes",
    "leitores",
    "alunos",
    "senhores",
    "senhoras",
    "família",
    "vizinhos",
    "internautas",
    "pessoal",
    "gente",
    "galera",
    "turma",
    "amigos",
    "amigas",
    "crianças",
    "meninas",
    "meninos",
    "colegas",
    "professor",
    "professora",
];

/// `Obrigado por tudo pessoal.`
fn vocative_at_end(sentence: &Sentence<'_>) -> Option<Hit> {
    let last = sentence.tokens.len().saturating_sub(2);
    if sentence.is_any(0, &["obrigado", "obrigada", "vamos", "venham"])
        && last >= 3
        && sentence
            .get(last)
            .is_some_and(|token| token.is_any(&["amigos", "pessoal", "gente", "galera", "turma"]))
        && sentence.before(last).is_some_and(Token::is_word)
        && !sentence.before(last).is_some_and(|before| {
            before.morphology.determiner != 0 || before.is_any(&["de", "com", "meus", "para"])
        })
        && let (Some(first), Some(middle), Some(end)) = (
            sentence.get(last - 2),
            sentence.get(last - 1),
            sentence.get(last),
        )
    {
        let text = with_case(
            first,
            format!("{} {}, {}", first.lower, middle.text, end.text),
        );
        return Some(Hit {
            start: first.start,
            end: end.end,
            suggestions: vec![text],
        });
    }
    None
}

/// `Pessoal a aula acabou`, `Bom dia turma`.
pub(super) fn vocative(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    // A quotation mark or a dash may open the sentence.
    let first = usize::from(sentence.get(0).is_some_and(|token| !token.is_word()));
    if sentence.is_any(
        first,
        &[
            "pessoal",
            "gente",
            "galera",
            "turma",
            "amigos",
            "meninas",
            "crianças",
        ],
    ) && sentence.is_any(
        first + 1,
        &[
            "o", "a", "os", "as", "vocês", "hoje", "amanhã", "não", "eu", "nós", "vamos", "já",
            "olha", "quem", "vai", "tem", "ele", "ela", "meu", "minha", "essa", "esse", "este",
            "esta",
        ],
    ) {
        hits.extend(joined(sentence, first, first + 1, ", "));
    }
    let greeting = sentence.is_any(first, &["bom", "boa"])
        && sentence.is_any(first + 1, &["dia", "tarde", "noite", "sorte", "viagem"]);
    if greeting
        && sentence.get(first + 2).is_some_and(|token| {
            token.is_any(&ADDRESSED)
                || (token.is_word() && token.is_capitalised() && !token.is_all_capitals())
        })
    {
        hits.extend(joined(sentence, first + 1, first + 2, ", "));
    }
    if sentence.is_any(
        first,
        &[
            "oi",
            "olá",
            "parabéns",
            "obrigado",
            "obrigada",
            "desculpe",
            "tchau",
            "vamos",
            "venham",
            "calma",
            "atenção",
            "socorro",
            "bem-vindos",
        ],
    ) && sentence.get(first + 1).is_some_and(|token| {
        token.is_any(&ADDRESSED)
            || (sentence.is_any(
                first,
                &["oi", "olá", "parabéns", "obrigado", "obrigada", "tchau"],
            ) && token.is_word()
                && token.is_capitalised())
    }) {
        hits.extend(joined(sentence, first, first + 1, ", "));
    }
    hits.extend(vocative_at_end(sentence));
    hits
}
