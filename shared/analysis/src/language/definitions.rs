//! Definition sentences: a sentence that begins with the keyword or the words of its heading, and then says what
//! that is.

use std::ops::Range;

use super::classes::Classes;
use super::passive;
use crate::keyword::Keyword;
use crate::text::{Sentence, Text, Word};

/// How many words may stand between the subject and the verb.
const REACH: usize = 6;

/// Whether a sentence defines the keyword, or the subject of the heading whose words are `heading`.
pub(crate) fn is_definition(
    text: &Text,
    sentence: &Sentence,
    keyword: Option<&Keyword>,
    heading: Option<Range<usize>>,
) -> bool {
    if sentence.is_question {
        return false;
    }
    let range = sentence.first..sentence.end;
    keyword.is_some_and(|keyword| {
        keyword_subject(text, range.clone(), keyword)
            .is_some_and(|behind| defines(text, behind..range.end))
    }) || heading.is_some_and(|heading| {
        heading_subject(text, range.clone(), heading)
            .is_some_and(|behind| defines(text, behind..range.end))
    })
}

/// Whether a sentence answers a heading that asks what something is, without naming that again: *O que é a taxa? É o valor
/// que …*.
pub(crate) fn answers_what(text: &Text, sentence: &Sentence, heading: Range<usize>) -> bool {
    let asked: Vec<&str> = text
        .words(heading)
        .iter()
        .map(|word| text.folded(word))
        .collect();
    let asks_what = asked
        .windows(3)
        .any(|words| matches!(words, ["o", "que", "e" | "sao" | "significa"]));
    asks_what
        && text.word(sentence.first).is_some_and(|word| {
            word.is(Classes::DEFINING)
                && (!word.is(Classes::SER)
                    || says_what(text, sentence.first, &(sentence.first..sentence.end)))
        })
}

/// The index of the first word that is no article.
fn after_article(text: &Text, range: &Range<usize>) -> usize {
    let opens = text
        .word(range.start)
        .is_some_and(|word| word.is(Classes::ARTICLE));
    range.start + usize::from(opens)
}

/// The index behind the keyword with which the range begins.
fn keyword_subject(text: &Text, range: Range<usize>, keyword: &Keyword) -> Option<usize> {
    let start = after_article(text, &range);
    keyword.phrase_end(text, start..range.end)
}

/// The index behind the heading's words with which the range begins: the first must be one of them, and at least
/// half of them must stand there.
fn heading_subject(text: &Text, range: Range<usize>, heading: Range<usize>) -> Option<usize> {
    let content: Vec<&str> = text
        .words(heading)
        .iter()
        .filter(|word| is_content(word))
        .map(|word| text.folded(word))
        .collect();
    let start = after_article(text, &range);
    let same = |index: usize| {
        text.word(index)
            .filter(|_| index < range.end)
            .is_some_and(|word| {
                content
                    .iter()
                    .any(|own| crate::keyword::same_word(own, text.folded(word)))
            })
    };
    let is_link = |index: usize| {
        text.word(index)
            .filter(|_| index < range.end)
            .is_some_and(|word| word.is(Classes::FUNCTION) && !word.is(Classes::SER))
    };
    let mut found = 0;
    let mut at = start;
    let mut behind = start;
    while same(at) || (found > 0 && is_link(at)) {
        if same(at) {
            found += 1;
            behind = at + 1;
        }
        at += 1;
    }
    (found > 0 && found * 2 >= content.len()).then_some(behind)
}

fn is_content(word: &Word) -> bool {
    !word.is(Classes::FUNCTION) && !word.is(Classes::STOP) && !word.is(Classes::SER)
}

/// Whether a verb of definitions follows within [`REACH`] words.
fn defines(text: &Text, range: Range<usize>) -> bool {
    for index in range.start..range.end.min(range.start + REACH + 1) {
        let Some(word) = text.word(index) else {
            return false;
        };
        if word.is(Classes::DEFINING) {
            return !word.is(Classes::SER) || says_what(text, index, &range);
        }
        if word.is(Classes::ASSERTIVE) || text.folded(word) == "nao" {
            return false;
        }
    }
    false
}

/// Whether *é* or *são* is followed by what the subject is, and not by an evaluation or a participle. An article, and *dos*
/// or *das* behind it, are skipped: *é uma ótima opção* and *é um dos melhores investimentos* define nothing.
fn says_what(text: &Text, verb: usize, range: &Range<usize>) -> bool {
    let named = text.phrases(verb..verb + 1).iter().any(|phrase| {
        phrase.classes.has(Classes::DEFINING) && phrase.word + phrase.length <= range.end
    });
    let word = |index: usize| text.word(index).filter(|_| range.contains(&index));
    let is_partitive = |word: &&Word| matches!(text.folded(word), "dos" | "das");
    let article = word(verb + 1).filter(|next| next.is(Classes::ARTICLE));
    let partitive = word(verb + 2).filter(|_| article.is_some());
    let partitive = partitive.filter(is_partitive);
    let skipped = usize::from(article.is_some()) + usize::from(partitive.is_some());
    let next = word(verb + 1 + skipped);
    named
        || next.is_some_and(|next| {
            !next.is(Classes::EVALUATION)
                && (article.is_some() || !passive::is_participle(text, next))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn defines_keyword(sentence: &str, keyword: &str) -> bool {
        let mut text = Text::default();
        let keyword = Keyword::new(keyword);
        let segment = text.add(sentence, Splitting::Prose);
        is_definition(
            &text,
            &text.sentences(segment.sentences)[0],
            keyword.as_ref(),
            None,
        )
    }

    fn defines_heading(sentence: &str, heading: &str) -> bool {
        let mut text = Text::default();
        let heading = text.add(heading, Splitting::None);
        let segment = text.add(sentence, Splitting::Prose);
        is_definition(
            &text,
            &text.sentences(segment.sentences)[0],
            None,
            Some(heading.words),
        )
    }

    #[test]
    fn an_evaluation_defines_nothing() {
        for sentence in [
            "Energia solar é uma ótima opção para a casa.",
            "A energia solar é o melhor investimento.",
            "Energia solar é um dos melhores investimentos.",
        ] {
            assert!(!defines_keyword(sentence, "energia solar"), "{sentence}");
        }
    }

    #[test]
    fn an_answer_that_leaves_out_the_subject() {
        let answers = |sentence: &str, heading: &str| {
            let mut text = Text::default();
            let heading = text.add(heading, Splitting::None);
            let segment = text.add(sentence, Splitting::Prose);
            let sentence = &text.sentences(segment.sentences)[0];
            answers_what(&text, sentence, heading.words)
        };
        assert!(answers(
            "É o valor que a casa paga.",
            "O que é a taxa do fio?"
        ));
        assert!(answers("São as placas do telhado.", "O que são painéis?"));
        assert!(!answers("É o valor que a casa paga.", "Quanto custa?"));
        assert!(!answers("É ótima para a casa.", "O que é a taxa do fio?"));
    }

    #[test]
    fn definitions_of_the_keyword() {
        for sentence in [
            "Energia solar é a eletricidade gerada pela luz do sol.",
            "A energia solar fotovoltaica é uma fonte renovável.",
            "A energia solar consiste em captar a luz.",
            "Energia solar, ou fotovoltaica, significa luz transformada em corrente.",
            "A energia solar é definida como a corrente que vem da luz.",
        ] {
            assert!(defines_keyword(sentence, "energia solar"), "{sentence}");
        }
    }

    #[test]
    fn other_sentences_are_no_definitions() {
        for sentence in [
            "Esta é a melhor opção.",
            "Energia solar é importante para a casa.",
            "A energia solar é usada no campo.",
            "Energia solar e eólica crescem.",
            "Energia solar é confiável?",
            "Quem quer energia solar é o vizinho.",
            "A energia solar não é um luxo.",
        ] {
            assert!(!defines_keyword(sentence, "energia solar"), "{sentence}");
        }
    }

    #[test]
    fn definitions_of_the_headings_subject() {
        assert!(defines_heading(
            "O MEI é um regime para pequenos negócios.",
            "O que é MEI?"
        ));
        assert!(defines_heading(
            "Inversores são aparelhos que mudam a corrente.",
            "O que é um inversor?"
        ));
        assert!(!defines_heading(
            "A vantagem é o preço.",
            "Vantagens da energia solar no campo"
        ));
        assert!(!defines_heading("Este é um regime.", "O que é MEI?"));
    }
}
