//! Splits a segment into sentences.
//!
//! A sentence ends at `. ! ? …` with closing quotes and brackets, before a space and no lower-case letter, and at the
//! end of its segment. The dot of an abbreviation or an initial ends none.

use super::words::Word;
use crate::language::classes::Classes;

/// Abbreviations, folded, whose dot ends no sentence.
const ABBREVIATIONS: [&str; 60] = [
    "sr", "sra", "srs", "sras", "srta", "dr", "dra", "drs", "dras", "prof", "profa", "profs",
    "eng", "adv", "exmo", "exma", "ilmo", "ilma", "rev", "pe", "sto", "sta", "gen", "cel", "cap",
    "av", "al", "pca", "rod", "num", "nº", "art", "arts", "inc", "vol", "p", "pp", "pag", "pags",
    "fig", "figs", "tab", "cf", "ex", "obs", "tel", "cia", "depto", "sec", "aprox", "max", "min",
    "vs", "et", "n", "jr", "trad", "org", "ed", "dep",
];

const MONTHS: [&str; 12] = [
    "jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez",
];

/// One sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// Index of its first word.
    pub first: usize,
    /// Index after its last word.
    pub end: usize,
    /// First byte in the arena.
    pub start_byte: usize,
    /// Byte after its last one, with the closing marks.
    pub end_byte: usize,
    /// Whether it ends with a question mark.
    pub is_question: bool,
}

impl Sentence {
    /// Its number of words.
    pub const fn len(&self) -> usize {
        self.end - self.first
    }
}

/// Whether the character can close a sentence behind its last mark.
pub(super) const fn is_closer(character: char) -> bool {
    matches!(
        character,
        '"' | '”' | '’' | '\'' | '»' | ')' | ']' | '}' | ' '
    )
}

const fn is_terminator(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '…')
}

/// What the text between two words says about the end of a sentence.
struct Gap<'a> {
    /// From the first terminator on.
    marks: &'a str,
    /// The sentence ends this many bytes behind the word.
    end: usize,
}

/// The end of a sentence in the text between two words: terminators, closers, then a space. Behind the last word
/// (`is_last`) nothing needs to follow.
fn end_in(gap: &str, is_last: bool) -> Option<Gap<'_>> {
    let at = gap.find(is_terminator)?;
    let marks = gap.get(at..)?;
    let behind = marks
        .trim_start_matches(is_terminator)
        .trim_start_matches(|character| is_closer(character) && character != ' ');
    (behind.starts_with(' ') || is_last).then(|| Gap {
        marks,
        end: gap.len() - behind.len(),
    })
}

/// Appends the sentences of a segment. `words` are its words, of which the first has the index `first`.
pub(super) fn split(
    source: &str,
    folded: &str,
    end_byte: usize,
    words: &[Word],
    first: usize,
    sentences: &mut Vec<Sentence>,
) {
    let mut begun = 0;
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1);
        let gap_end = next.map_or(end_byte, |next| next.start);
        let gap = source.get(word.end..gap_end).unwrap_or_default();
        let found = if gap == " " {
            None
        } else {
            end_in(gap, next.is_none())
        };
        let splits = match (&found, next) {
            (_, None) => true,
            (None, _) => false,
            (Some(gap), Some(next)) => {
                !begins_lower(source, next)
                    && !is_abbreviated(source, folded, words, index, begun, gap.marks)
            }
        };
        if splits {
            let start_byte = words.get(begun).map_or(word.start, |word| word.start);
            sentences.push(Sentence {
                first: first + begun,
                end: first + index + 1,
                start_byte,
                end_byte: found.as_ref().map_or(word.end, |gap| word.end + gap.end),
                is_question: found.is_some_and(|gap| {
                    gap.marks
                        .chars()
                        .take_while(|mark| is_terminator(*mark))
                        .any(|mark| mark == '?')
                }),
            });
            begun = index + 1;
        }
    }
}

fn begins_lower(source: &str, word: &Word) -> bool {
    let written = source.get(word.start..word.end).unwrap_or_default();
    written.starts_with(char::is_lowercase)
}

/// Whether the dot behind the word at `index` belongs to an abbreviation, an initial or a list number.
fn is_abbreviated(
    source: &str,
    folded: &str,
    words: &[Word],
    index: usize,
    begun: usize,
    marks: &str,
) -> bool {
    let Some(word) = words.get(index) else {
        return false;
    };
    let directly = source
        .get(word.end..)
        .is_some_and(|rest| rest.starts_with('.'));
    if !directly || !marks.starts_with(". ") {
        return false;
    }
    let form = |word: &Word| {
        folded
            .get(word.folded_start..word.folded_end)
            .unwrap_or_default()
    };
    let previous = index.checked_sub(1).and_then(|index| words.get(index));
    let next = words.get(index + 1);
    let own = form(word);
    if word.end - word.start == 1 && word.is_capitalised() {
        return is_initial(source, form, previous, word, next);
    }
    if own.bytes().all(|byte| byte.is_ascii_digit()) {
        return index == begun && own.len() <= 2;
    }
    let beside_digit = previous.is_some_and(Word::has_digit) || next.is_some_and(Word::has_digit);
    ABBREVIATIONS.contains(&own) || (beside_digit && MONTHS.contains(&own))
}

/// Whether the capital letter is an initial or the end of an abbreviation like a.C., and not the end of a sentence
/// ("vitamina C. O corpo", "S.A. O lucro").
fn is_initial<'a>(
    source: &str,
    form: impl Fn(&Word) -> &'a str,
    previous: Option<&Word>,
    word: &Word,
    next: Option<&Word>,
) -> bool {
    let inner = previous.filter(|previous| source.get(previous.end..word.start) == Some("."));
    if let Some(previous) = inner {
        return !(form(previous) == "s" && form(word) == "a");
    }
    let after_name = previous.is_none_or(Word::is_capitalised);
    after_name
        || !next.is_some_and(|next| {
            next.is(Classes::FUNCTION) || next.is(Classes::CONNECTOR) || next.is(Classes::ANAPHOR)
        })
}

#[cfg(test)]
mod tests {
    use crate::text::{Splitting, Text};

    fn split(text: &str) -> Vec<String> {
        let mut arena = Text::default();
        let segment = arena.add(text, Splitting::Prose);
        arena
            .sentences(segment.sentences)
            .iter()
            .map(|sentence| {
                arena
                    .source(sentence.start_byte..sentence.end_byte)
                    .to_owned()
            })
            .collect()
    }

    #[test]
    fn abbreviations_end_no_sentence() {
        assert_eq!(
            split("O Dr. Silva chegou às 10h30. Ele pagou R$ 3.500,00 à Vale."),
            [
                "O Dr. Silva chegou às 10h30.",
                "Ele pagou R$ 3.500,00 à Vale."
            ]
        );
        for one in [
            "Veja o art. 5 da Constituição, p. ex. o inciso II.",
            "Em jan. 2024 J. K. Rowling visitou o Brasil.",
            "No século V a.C. Atenas venceu.",
            "1. Abra a tampa",
            "O texto de Silva et al. Mostra isso",
        ] {
            let whole = split(one);
            if one.contains("et al") {
                assert_eq!(whole.len(), 1);
            } else {
                assert_eq!(whole, [one]);
            }
        }
    }

    #[test]
    fn a_capital_after_a_mark_begins_a_sentence() {
        assert_eq!(
            split("Tome vitamina C. O corpo agradece! “Sério?” Sim… Talvez. A Vale S.A. Lucrou, etc. Fim").len(),
            8
        );
        assert_eq!(
            split("“Vem?”, disse ele. (Sim.) Em 2024. Ele caiu... mas voltou."),
            [
                "Vem?”, disse ele.",
                "Sim.)",
                "Em 2024.",
                "Ele caiu... mas voltou."
            ]
        );
    }

    #[test]
    fn questions_are_marked() {
        let mut arena = Text::default();
        let segment = arena.add("Quanto custa? Pouco.", Splitting::Prose);
        let marks: Vec<bool> = arena
            .sentences(segment.sentences)
            .iter()
            .map(|one| one.is_question)
            .collect();
        assert_eq!(marks, [true, false]);
    }

    #[test]
    fn list_items_are_sentences_when_they_look_like_one() {
        let mut arena = Text::default();
        assert_eq!(
            arena.add("Painel solar", Splitting::Item).sentences.len(),
            0
        );
        assert_eq!(
            arena.add("Abra a tampa.", Splitting::Item).sentences.len(),
            1
        );
        assert_eq!(
            arena
                .add("um dois três quatro cinco seis sete oito", Splitting::Item)
                .sentences
                .len(),
            1
        );
    }
}
