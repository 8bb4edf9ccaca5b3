//! Questions with their answers. A pair is a question heading with the block after it, or a complete item of the FAQ.

use super::super::geo::answers::{begins_with_anaphor, begins_with_opener};
use super::super::wording::{agreeing, at_least, counted};
use super::super::{Verdict, places};
use crate::facts::Facts;
use crate::facts::pairs::{Origin, Pair};
use crate::text::Sentence;

/// Longest first sentence that is easy to hear.
const SPOKEN_WORDS: usize = 30;

/// Three distinct pairs; one is ok.
///
/// Sources: SEMrush and Ghergich, and Portent, on featured snippets; Microsoft (October 2025).
pub(crate) fn question_coverage(facts: &Facts<'_>) -> Verdict {
    let pairs = &facts.pairs;
    let count = counted(pairs.len(), "pergunta", "perguntas");
    let message = if pairs.is_empty() {
        "Não há perguntas respondidas. Inclua dúvidas reais do leitor, no FAQ ou em intertítulos."
            .to_owned()
    } else {
        format!("Só há {count}. Inclua dúvidas reais do leitor, no FAQ ou em intertítulos.")
    };
    Verdict::graded(
        pairs.len() >= 3,
        !pairs.is_empty(),
        format!("O texto responde a {count}."),
        message,
    )
    .at(pairs.iter().map(|pair| places::pair(facts, pair)))
}

fn first_sentence<'a>(facts: &'a Facts<'_>, pair: &Pair) -> Option<&'a Sentence> {
    facts
        .text()
        .sentences(pair.answer.sentences.clone())
        .first()
}

/// How direct an answer is: 2 when its first block has 15 to 60 words (80 in a FAQ) and begins with neither a question
/// nor an opener, 1 when only its length is missed and has 10 to 90 words, otherwise 0.
fn directness(facts: &Facts<'_>, pair: &Pair) -> usize {
    let most = match pair.origin {
        Origin::Heading(_) => 60,
        Origin::Faq(_) => 80,
    };
    let words = pair.answer.words.len();
    let asks = first_sentence(facts, pair).is_some_and(|sentence| sentence.is_question);
    if asks || begins_with_opener(facts, pair.answer.words.start) || !(10..=90).contains(&words) {
        0
    } else if (15..=most).contains(&words) {
        2
    } else {
        1
    }
}

/// At least 70 % of the pairs have a direct answer; 40 % are ok. An answer whose length is nearly right counts half, so
/// that one word more does not turn good into bad where there are few pairs.
///
/// Source: SEMrush and Ghergich, and Portent: snippets are paragraphs of 40 to 55 words.
pub(crate) fn direct_answers(facts: &Facts<'_>) -> Verdict {
    let pairs = &facts.pairs;
    let points: usize = pairs.iter().map(|pair| directness(facts, pair)).sum();
    let indirect: Vec<&Pair> = pairs
        .iter()
        .filter(|pair| directness(facts, pair) < 2)
        .collect();
    let most = 2 * pairs.len();
    let message = if pairs.is_empty() {
        "Não há perguntas com resposta. Responda logo a cada uma, em 15 a 60 palavras.".to_owned()
    } else {
        format!(
            "{} não {} resposta direta. Responda logo, em 15 a 60 palavras.",
            counted(indirect.len(), "pergunta", "perguntas"),
            agreeing(indirect.len(), "tem", "têm")
        )
    };
    Verdict::graded(
        most > 0 && at_least(points, most, 70),
        most > 0 && at_least(points, most, 40),
        "As perguntas têm resposta direta.",
        message,
    )
    .at(indirect.into_iter().map(|pair| places::pair(facts, pair)))
}

/// At least 70 % of the answers begin with a sentence of at most 30 words that refers to nothing before; 40 % are ok.
///
/// Source: Backlinko, "Voice Search SEO Study" (2018): answers of 29 words.
pub(crate) fn voice_answer(facts: &Facts<'_>) -> Verdict {
    let total = facts.pairs.len();
    let unfit: Vec<&Pair> = facts
        .pairs
        .iter()
        .filter(|pair| {
            let length = first_sentence(facts, pair).map_or(pair.answer.words.len(), Sentence::len);
            length > SPOKEN_WORDS
                || length == 0
                || begins_with_anaphor(facts, pair.answer.words.start)
        })
        .collect();
    let fit = total - unfit.len();
    let message = if total == 0 {
        "Não há respostas para ler em voz alta. Responda a perguntas em até 30 palavras.".to_owned()
    } else {
        format!(
            "{} com frase longa ou vaga. Use até 30 palavras.",
            if unfit.len() == 1 {
                "1 resposta abre".to_owned()
            } else {
                format!("{} respostas abrem", unfit.len())
            }
        )
    };
    Verdict::graded(
        total > 0 && at_least(fit, total, 70),
        total > 0 && at_least(fit, total, 40),
        "As respostas soam bem em voz alta.",
        message,
    )
    .at(unfit.into_iter().map(|pair| places::pair(facts, pair)))
}
