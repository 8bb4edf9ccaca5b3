//! Questions with their answers. A pair is a question heading with the block after it, or a complete item of the FAQ.

use super::super::geo::answers::{asserts, begins_with_anaphor, begins_with_opener};
use super::super::wording::{agreeing, at_least, counted};
use super::super::{Verdict, places};
use crate::document::BlockKind;
use crate::facts::Facts;
use crate::facts::pairs::{Origin, Pair};
use crate::keyword::same_word;
use crate::language::classes::Classes;
use crate::text::{Sentence, Word};

/// Fewest words of an answer.
const SHORTEST_ANSWER: usize = 10;
/// Fewest pairs whose answers can be good.
const ENOUGH_PAIRS: usize = 2;
/// Longest first sentence that is easy to hear.
const SPOKEN_WORDS: usize = 30;

/// Three distinct pairs whose answers are direct or nearly so; one is ok.
///
/// Sources: SEMrush and Ghergich, and Portent, on featured snippets; Microsoft (October 2025).
pub(crate) fn question_coverage(facts: &Facts<'_>) -> Verdict {
    let pairs = facts.pairs.iter();
    let pairs: Vec<&Pair> = pairs.filter(|pair| directness(facts, pair) > 0).collect();
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
    .at(pairs.into_iter().map(|pair| places::pair(facts, pair)))
}

fn first_sentence<'a>(facts: &'a Facts<'_>, pair: &Pair) -> Option<&'a Sentence> {
    facts
        .text()
        .sentences(pair.answer.sentences.clone())
        .first()
}

/// How direct an answer is: 2 when its first block has 15 to 60 words (80 in a FAQ) and begins with neither a question
/// nor an opener, or when it is a list or table of three items or rows, or up to 60 words that end with a colon before one;
/// 1 when it has 10 to 90 words and misses only the length or the point, otherwise 0.
fn directness(facts: &Facts<'_>, pair: &Pair) -> usize {
    let most = match pair.origin {
        Origin::Heading(_) => 60,
        Origin::Faq(_) => 80,
    };
    let words = pair.answer.words.len();
    let asks = first_sentence(facts, pair).is_some_and(|sentence| sentence.is_question);
    if asks || begins_with_opener(facts, pair.answer.words.start) {
        0
    } else if words <= most && answers_in_list(facts, pair) {
        2
    } else if !(SHORTEST_ANSWER..=90).contains(&words) {
        0
    } else if (15..=most).contains(&words) && is_to_the_point(facts, pair) {
        2
    } else {
        1
    }
}

/// Whether the first sentence says something about what is asked: it has an assertive verb, a number or *é*, begins with yes
/// or no, or names the keyword or a content word of the question.
fn is_to_the_point(facts: &Facts<'_>, pair: &Pair) -> bool {
    let Some(sentence) = first_sentence(facts, pair) else {
        return false;
    };
    let text = facts.text();
    let words = text.words(sentence.first..sentence.end);
    let question = match pair.origin {
        Origin::Heading(index) => {
            let heading = facts.document.headings.get(index);
            let block = heading.and_then(|heading| facts.blocks().get(heading.block));
            block.map(|block| &block.text)
        }
        Origin::Faq(index) => facts.faq.get(index).map(|entry| &entry.question),
    };
    let asked = question.map_or(0..0, |question| question.words.clone());
    let is_content = |word: &Word| !word.is(Classes::FUNCTION) && !word.is(Classes::STOP);
    let asked: Vec<&str> = text
        .words(asked)
        .iter()
        .filter(|word| is_content(word))
        .map(|word| text.folded(word))
        .collect();
    let says_yes_or_no = words
        .first()
        .is_some_and(|word| matches!(text.folded(word), "sim" | "nao"));
    says_yes_or_no
        || asserts(facts, sentence)
        || facts.mask(sentence.first..sentence.end) != 0
        || words.iter().any(|word| {
            let folded = text.folded(word);
            word.is(Classes::DEFINING)
                || (is_content(word) && asked.iter().any(|one| same_word(one, folded)))
        })
}

/// Whether the answer to a heading is a list of three items or a table of three rows, or announces one with a colon.
fn answers_in_list(facts: &Facts<'_>, pair: &Pair) -> bool {
    let Origin::Heading(index) = pair.origin else {
        return false;
    };
    let Some(heading) = facts.document.headings.get(index) else {
        return false;
    };
    let first = heading.block + 1;
    let announces = facts.source(&pair.answer).ends_with(':');
    let begins = |block: usize| block == first || (announces && block == first + 1);
    let document = &facts.document;
    let mut lists = document.lists.iter().filter(|list| list.items >= 3);
    let has_table = document.tables.iter().any(|table| table.has_size(3, 2));
    let is_cell = |index: usize| {
        let block = facts.blocks().get(index);
        block.is_some_and(|block| block.kind == BlockKind::Cell)
    };
    lists.any(|list| begins(list.first_block))
        || (has_table && (is_cell(first) || (announces && is_cell(first + 1))))
}

/// At least 70 % of two or more pairs have a direct answer; 40 %, or a single pair, are ok. An answer whose length is nearly right counts half, so
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
        pairs.len() >= ENOUGH_PAIRS && at_least(points, most, 70),
        most > 0 && at_least(points, most, 40),
        "As perguntas têm resposta direta.",
        message,
    )
    .at(indirect.into_iter().map(|pair| places::pair(facts, pair)))
}

/// At least 70 % of two or more answers begin with a sentence of at most 30 words that refers to nothing before, and with
/// no opener; 40 %, or a single answer, are ok.
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
                || begins_with_opener(facts, pair.answer.words.start)
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
        total >= ENOUGH_PAIRS && at_least(fit, total, 70),
        total > 0 && at_least(fit, total, 40),
        "As respostas soam bem em voz alta.",
        message,
    )
    .at(unfit.into_iter().map(|pair| places::pair(facts, pair)))
}
