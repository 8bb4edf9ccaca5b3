//! Spaces within quotation marks, and questions without their mark.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "espaco-aspas",
        kind: Grammar,
        message: "O espaço fica fora das aspas, não dentro.",
        right: &[
            "Classificou a proposta como \"inviável\" e saiu.",
            "Disse \"sim\" e \"não\" no mesmo dia.",
            "O monitor de 24\" custa caro.",
        ],
        wrong: &[
            "Classificou a proposta como {\" inviável\"|\"inviável\"} e saiu.",
            "O termo {\"justo \"|\"justo\"} não consta da lei.",
            "Leu {“ Dom Casmurro”|“Dom Casmurro”} na escola.",
        ],
        check: Check::Block(spaces),
    },
    Rule {
        id: "pergunta-sem-sinal",
        kind: Grammar,
        message: "A pergunta direta termina com ponto de interrogação.",
        right: &[
            "Quanto custa viajar em julho?",
            "Quanto custa a obra ninguém sabe.",
            "Quem é de fora paga mais.",
        ],
        wrong: &[
            "Quanto custa viajar para o Jalapão em {julho.|julho?}",
            "Qual é o melhor horário para {correr.|correr?}",
            "Quanto custa uma aula de {inglês.|inglês?}",
        ],
        check: Check::Sentence(question),
    },
];

/// Tokens that a quotation may hold for its spaces to be judged.
const LONGEST: usize = 24;

/// `" inviável"`, `“justo ”`.
fn spaces(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut open: Option<usize> = None;
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        match token.text {
            "“" => open = Some(at),
            // `24"`: inches.
            "\"" if open.is_none()
                && !token.spaced
                && sentence
                    .before(at)
                    .is_some_and(|before| before.kind == crate::tokens::TokenKind::Number) => {}
            "\"" if open.is_none() => open = Some(at),
            "\"" | "”" => {
                let own = open.take();
                hits.extend(own.and_then(|first| quotation(sentence, first, at)));
            }
            _ => {}
        }
    }
    hits
}

/// The quotation from `first` to `last` without the spaces inside.
fn quotation(sentence: &Sentence<'_>, first: usize, last: usize) -> Option<Hit> {
    if last - first > LONGEST {
        return None;
    }
    let (start, end) = (sentence.get(first)?, sentence.get(last)?);
    let inner = sentence.text.get(start.end..end.start)?;
    let trimmed = inner.trim_matches(' ');
    // Spaces on both sides of a mark would be a style of their own, or a mark that closes another quotation.
    let outside = sentence
        .get(last + 1)
        .is_none_or(|next| next.spaced || !next.is_word());
    let fits = trimmed.len() < inner.len()
        && !trimmed.is_empty()
        && (first == 0
            || start.spaced
            || sentence
                .before(first)
                .is_some_and(|before| !before.is_word()))
        && outside;
    fits.then(|| Hit {
        start: start.start,
        end: end.end,
        suggestions: vec![format!("{}{trimmed}{}", start.text, end.text)],
    })
}

/// A finite verb, also one that is a noun.
fn may_be_verb(token: &Token<'_>) -> bool {
    use crate::lexicon::bits;
    token.morphology.has(bits::FINITE) && !token.morphology.has(bits::CLOSED | bits::INFINITIVE)
        || token.is_any(&[
            "é", "são", "foi", "foram", "vai", "vão", "era", "será", "está", "há", "tem",
        ])
}

/// `Quanto custa viajar.`
fn question(sentence: &Sentence<'_>) -> Vec<Hit> {
    asked(sentence).into_iter().collect()
}

fn asked(sentence: &Sentence<'_>) -> Option<Hit> {
    let opens = sentence.is_any(0, &["quanto"]) && sentence.is_any(1, &["custa", "custam"])
        || sentence.is_any(0, &["qual"]) && sentence.is_any(1, &["é", "foi", "será"])
        || sentence.is_any(0, &["quais"]) && sentence.is_any(1, &["são", "foram", "serão"]);
    let end = sentence.tokens.len().checked_sub(1)?;
    let (word, stop) = (sentence.before(end)?, sentence.get(end)?);
    // A second verb makes the question the subject of a statement: `quanto custa a obra ninguém sabe`.
    let alone = (2..end).all(|at| {
        sentence
            .get(at)
            .is_some_and(|token| token.text != "," && !may_be_verb(token))
    });
    (opens && end > 3 && alone && stop.text == "." && word.is_word()).then(|| Hit {
        start: word.start,
        end: stop.end,
        suggestions: vec![format!("{}?", word.text)],
    })
}
