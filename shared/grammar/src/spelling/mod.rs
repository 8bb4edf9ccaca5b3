//! Spelling: which words are accepted, and what to suggest for the others.

mod accept;
mod distance;
mod own_words;
mod speller;
mod suggest;

use std::collections::{HashMap, HashSet};

pub(crate) use accept::{Accept, capitalised};
pub use own_words::OwnWords;
pub(crate) use speller::Speller;
pub(crate) use suggest::Suggester;

/// The word lists of the crate.
pub(crate) struct Words {
    /// Words in order of falling frequency with their ranks.
    pub frequency: HashMap<&'static str, u32>,
    /// Words that the dictionary lacks.
    pub supplement: HashSet<&'static str>,
    /// Names of persons, places, brands and bodies, as written.
    pub names: HashSet<&'static str>,
    /// English words that are neither Portuguese nor one letter away from a frequent Portuguese word.
    pub english: HashSet<&'static str>,
    /// Frequent misspellings whose correction is not their nearest word.
    pub misspellings: HashMap<&'static str, &'static str>,
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

impl Words {
    /// Reads the lists that are compiled into the binary.
    pub fn new() -> Self {
        Self {
            frequency: lines(include_str!("../../data/words/frequency.txt"))
                .zip(0..)
                .collect(),
            supplement: lines(include_str!("../../data/words/supplement.txt")).collect(),
            names: lines(include_str!("../../data/words/names.txt")).collect(),
            english: lines(include_str!("../../data/words/english.txt")).collect(),
            misspellings: lines(include_str!("../../data/words/misspellings.txt"))
                .filter_map(|line| line.split_once('|'))
                .collect(),
        }
    }
}

/// A letter without its accent or cedilla.
pub(crate) fn plain_letter(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        other => other,
    }
}

/// A word without accents and cedillas.
pub(crate) fn plain_word(word: &str) -> String {
    word.chars().map(plain_letter).collect()
}
