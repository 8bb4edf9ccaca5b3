//! Texts split into words and sentences, in one arena per analysis.

pub(crate) mod characters;
mod sentences;
pub(crate) mod syllables;
mod words;

use std::ops::Range;

use crate::language::classes::Classes;
use crate::language::lexicon;

pub(crate) use sentences::Sentence;
pub(crate) use words::Word;

/// A block or field: its bytes in the arena, its words, and its sentences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Segment {
    pub bytes: Range<usize>,
    pub words: Range<usize>,
    pub sentences: Range<usize>,
}

/// How a segment is split into sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Splitting {
    /// Prose: every text is a sentence.
    Prose,
    /// List items: sentences when the text ends like one, or has eight words.
    Item,
    /// Headings and cells: no sentences.
    None,
}

/// A phrase of the word lists at a position of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// Index of its first word.
    pub word: usize,
    /// Number of its words.
    pub length: usize,
    /// What the phrase is.
    pub classes: Classes,
}

/// The arena.
#[derive(Debug, Default)]
pub(crate) struct Text {
    source: String,
    folded: String,
    words: Vec<Word>,
    sentences: Vec<Sentence>,
    phrases: Vec<Phrase>,
}

impl Text {
    /// An arena with room for `bytes` of text.
    pub fn with_capacity(bytes: usize) -> Self {
        Self {
            source: String::with_capacity(bytes),
            folded: String::with_capacity(bytes),
            words: Vec::with_capacity(bytes / 6),
            ..Self::default()
        }
    }

    /// Appends a text that has been cleaned.
    pub fn add(&mut self, text: &str, splitting: Splitting) -> Segment {
        let start = self.source.len();
        self.source.push_str(text);
        self.finish(start, splitting)
    }

    /// The end of the arena, where the next segment begins.
    pub fn end(&self) -> usize {
        self.source.len()
    }

    /// Appends a character to the segment that is being written.
    pub fn push(&mut self, character: char) {
        self.source.push(character);
    }

    /// Removes a trailing space of the segment that began at `start`.
    pub fn trim_end(&mut self, start: usize) {
        while self.source.len() > start && self.source.ends_with(' ') {
            self.source.pop();
        }
    }

    /// Whether the segment that began at `start` ends with a space or is empty.
    pub fn is_at_space(&self, start: usize) -> bool {
        self.source.len() <= start || self.source.ends_with(' ')
    }

    /// Splits the segment that began at `start` into words and sentences.
    pub fn finish(&mut self, start: usize, splitting: Splitting) -> Segment {
        let first_word = self.words.len();
        let bytes = start..self.source.len();
        let slice = self.source.get(bytes.clone()).unwrap_or_default();
        words::tokenise(slice, start, &mut self.folded, &mut self.words);
        let words = first_word..self.words.len();
        self.find_phrases(words.clone());
        let first_sentence = self.sentences.len();
        if self.has_sentences(&bytes, &words, splitting) {
            sentences::split(
                &self.source,
                &self.folded,
                bytes.end,
                self.words.get(words.clone()).unwrap_or_default(),
                first_word,
                &mut self.sentences,
            );
        }
        Segment {
            bytes,
            words,
            sentences: first_sentence..self.sentences.len(),
        }
    }

    fn has_sentences(
        &self,
        bytes: &Range<usize>,
        words: &Range<usize>,
        splitting: Splitting,
    ) -> bool {
        match splitting {
            Splitting::Prose => true,
            Splitting::None => false,
            Splitting::Item => {
                let text = self.source(bytes.clone());
                words.len() >= 8
                    || text
                        .trim_end_matches(sentences::is_closer)
                        .ends_with(['.', '!', '?'])
            }
        }
    }

    fn find_phrases(&mut self, range: Range<usize>) {
        for index in range.clone() {
            let Some(word) = self.words.get(index) else {
                return;
            };
            if !word.classes.has(Classes::PHRASE_START) {
                continue;
            }
            let start = self.folded(word);
            let mut found = Classes::default();
            for phrase in lexicon::phrases_from(start) {
                let here = self.words.get(index + 1..range.end).unwrap_or_default();
                let length = phrase.rest.len();
                let matches = here.len() >= length
                    && here.iter().zip(&phrase.rest).all(|(word, expected)| {
                        self.folded(word) == *expected && !word.breaks_before()
                    });
                if matches {
                    self.phrases.push(Phrase {
                        word: index,
                        length: length + 1,
                        classes: phrase.classes,
                    });
                    found = found.with(phrase.classes);
                }
            }
            if let Some(word) = self.words.get_mut(index) {
                word.classes = word.classes.with(found);
            }
        }
    }

    /// The text between two byte positions.
    pub fn source(&self, bytes: Range<usize>) -> &str {
        self.source.get(bytes).unwrap_or_default()
    }

    /// The words of a range.
    pub fn words(&self, range: Range<usize>) -> &[Word] {
        self.words.get(range).unwrap_or_default()
    }

    /// The word at an index.
    pub fn word(&self, index: usize) -> Option<&Word> {
        self.words.get(index)
    }

    /// The number of words of all segments.
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// The sentences of a range.
    pub fn sentences(&self, range: Range<usize>) -> &[Sentence] {
        self.sentences.get(range).unwrap_or_default()
    }

    /// A word as it is written.
    pub fn written(&self, word: &Word) -> &str {
        self.source(word.start..word.end)
    }

    /// A word in lower case without accents.
    pub fn folded(&self, word: &Word) -> &str {
        self.folded
            .get(word.folded_start..word.folded_end)
            .unwrap_or_default()
    }

    /// The phrases of the word lists that begin in a range of words.
    pub fn phrases(&self, range: Range<usize>) -> &[Phrase] {
        let first = self
            .phrases
            .partition_point(|phrase| phrase.word < range.start);
        let end = self
            .phrases
            .partition_point(|phrase| phrase.word < range.end);
        self.phrases.get(first..end).unwrap_or_default()
    }
}
