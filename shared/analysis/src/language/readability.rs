//! Readability of Portuguese: the Flesch index in the adaptation of Martins, Ghiraldelo, Nunes and Oliveira,
//! "Readability formulas applied to textbooks in Brazilian Portuguese" (ICMSC-USP, 1996).

use crate::text::{Sentence, Text, syllables};

/// Counts behind the index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Words without digits and addresses.
    pub words: u32,
    /// Sentences.
    pub sentences: u32,
    /// Syllables of the words.
    pub syllables: u32,
}

impl Counts {
    /// Counts the words and syllables of the sentences of a text.
    pub fn of(text: &Text, sentences: &[Sentence]) -> Self {
        let mut counts = Self::default();
        let mut buffer = Vec::with_capacity(32);
        for sentence in sentences {
            counts.sentences += 1;
            for word in text.words(sentence.first..sentence.end) {
                if !word.has_digit() && !word.is_address() && word.has_letter() {
                    counts.words += 1;
                    counts.syllables += syllables::count(text.written(word), &mut buffer);
                }
            }
        }
        counts
    }

    /// The index in tenths, before it is limited to 0 to 100. `None` without words.
    pub fn unlimited_tenths(self) -> Option<i64> {
        if self.words == 0 || self.sentences == 0 {
            return None;
        }
        let (words, sentences) = (f64::from(self.words), f64::from(self.sentences));
        let index = 248.835 - 1.015 * words / sentences - 84.6 * f64::from(self.syllables) / words;
        rounded(index * 10.0)
    }

    /// The index in tenths, from 0 to 1000. `None` without words.
    pub fn tenths(self) -> Option<i64> {
        self.unlimited_tenths().map(|tenths| tenths.clamp(0, 1000))
    }
}

/// Rounds to an integer, half away from zero.
fn rounded(value: f64) -> Option<i64> {
    let limited = value.round().clamp(-100_000.0, 100_000.0);
    format!("{limited:.0}").parse().ok()
}

/// Writes tenths as a Portuguese decimal number: 623 becomes 62,3.
pub(crate) fn shown(tenths: i64) -> String {
    format!("{},{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn counts(prose: &str) -> Counts {
        let mut text = Text::default();
        let segment = text.add(prose, Splitting::Prose);
        Counts::of(&text, text.sentences(segment.sentences))
    }

    #[test]
    fn an_easy_text() {
        let easy = counts(
            "O painel solar gera energia com a luz do dia. A conta de luz cai já no primeiro mês.",
        );
        assert_eq!(
            easy,
            Counts {
                words: 19,
                sentences: 2,
                syllables: 29
            }
        );
        assert_eq!(easy.unlimited_tenths(), Some(1101));
        assert_eq!(easy.tenths(), Some(1000));
    }

    #[test]
    fn a_hard_text() {
        let hard =
            counts("A inteligência artificial transforma a comunicação das empresas brasileiras.");
        assert_eq!(
            hard,
            Counts {
                words: 9,
                sentences: 1,
                syllables: 28
            }
        );
        assert_eq!(hard.unlimited_tenths(), Some(-235));
        assert_eq!(hard.tenths(), Some(0));
    }

    #[test]
    fn numbers_and_addresses_are_left_out() {
        assert_eq!(counts("Em 2024 o site www.ibge.gov.br mudou.").words, 4);
        assert_eq!(counts("2024").tenths(), None);
        assert_eq!(shown(623), "62,3");
    }
}
