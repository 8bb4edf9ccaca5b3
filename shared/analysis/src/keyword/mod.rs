//! Matches the focus keyword: without accents, with Portuguese plurals, acronyms as whole words
//! (docs/interface/platform/analysis.md#keyword-matching).

mod plurals;

use std::ops::Range;

use crate::language::classes::Classes;
use crate::text::characters::cleaned;
use crate::text::{Splitting, Text, Word};

/// Most content words that are matched; further ones are ignored. A keyword with more than 8 is bad in any case.
const MAXIMUM_TOKENS: usize = 24;

/// Whether two folded words are the same but for the plural.
pub(crate) fn same_word(one: &str, other: &str) -> bool {
    plurals::share_candidate(one, other)
}

/// A focus keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Keyword {
    content: Vec<Token>,
}

/// One content word.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Token {
    folded: String,
    /// Number of letters when the word is an acronym.
    acronym: Option<usize>,
}

/// The position of a phrase: the index of its first word and the one behind its last.
pub(crate) type Phrase = Range<usize>;

impl Keyword {
    /// Reads a keyword; `None` when it holds no word.
    pub fn new(keyword: &str) -> Option<Self> {
        let mut text = Text::default();
        let segment = text.add(&cleaned(keyword), Splitting::None);
        let words = text.words(segment.words);
        // A keyword written in capitals throughout holds no acronyms, unless all its words are short.
        let shouted = words.len() > 1
            && words.iter().all(|word| !has_lower(text.written(word)))
            && words.iter().any(|word| word.end - word.start > 5);
        let mut all = Vec::new();
        for word in words {
            for (folded, written) in parts(text.folded(word), text.written(word)) {
                let letters = written.chars().count();
                let is_acronym = !shouted
                    && (2..=5).contains(&letters)
                    && written.chars().all(char::is_uppercase);
                let content = is_acronym || !word.is(Classes::FUNCTION);
                let token = Token {
                    folded,
                    acronym: is_acronym.then_some(letters),
                };
                all.push((content, token));
            }
        }
        let has_content = all.iter().any(|(content, _)| *content);
        let content: Vec<_> = all
            .into_iter()
            .filter(|(content, _)| *content || !has_content)
            .map(|(_, token)| token)
            .take(MAXIMUM_TOKENS)
            .collect();
        (!content.is_empty()).then_some(Self { content })
    }

    /// The number of content words.
    pub fn len(&self) -> usize {
        self.content.len()
    }

    /// The mask in which every content word is present.
    pub fn complete(&self) -> u32 {
        self.content
            .iter()
            .enumerate()
            .fold(0, |mask, (index, _)| mask | 1 << index)
    }

    /// Which content words a word of the text matches, as a mask.
    pub fn mask(&self, text: &Text, word: &Word) -> u32 {
        let folded = text.folded(word);
        let first = folded.as_bytes().first();
        let is_split = folded.contains('-');
        let may_match = |token: &Token| is_split || token.folded.as_bytes().first() == first;
        if !self.content.iter().any(may_match) {
            return 0;
        }
        let mut mask = 0;
        each_part(folded, text.written(word), |folded, written| {
            mask |= self.part_mask(folded, written);
        });
        mask
    }

    fn part_mask(&self, folded: &str, written: &str) -> u32 {
        self.content
            .iter()
            .enumerate()
            .filter(|(_, token)| token.matches(folded, Some(written)))
            .fold(0, |mask, (index, _)| mask | 1 << index)
    }

    /// Which content words a slug holds, in any case.
    pub fn slug_mask(&self, slug: &str) -> u32 {
        let mut mask = 0;
        let parts: Vec<&str> = slug.split('-').collect();
        let joined = parts.windows(2).map(|pair| pair.concat());
        let own = parts.iter().map(|part| (*part).to_owned());
        for part in own.chain(joined) {
            for (index, token) in self.content.iter().enumerate() {
                if token.matches(&part, None) {
                    mask |= 1 << index;
                }
            }
        }
        mask
    }

    /// The phrases in a range of words: the content words in order, with at most two function words between each.
    pub fn phrases(&self, text: &Text, range: Range<usize>) -> Vec<Phrase> {
        let mut found = Vec::new();
        let mut matcher = Matcher::new(self);
        for (index, word) in (range.start..).zip(text.words(range)) {
            matcher.read(text, index, word);
            if let Some(start) = matcher.complete.take() {
                found.push(start..index + 1);
            }
        }
        found
    }

    /// The index behind the phrase with which the range begins.
    pub fn phrase_end(&self, text: &Text, range: Range<usize>) -> Option<usize> {
        let mut matcher = Matcher::new(self);
        for (index, word) in (range.start..).zip(text.words(range.clone())) {
            matcher.read(text, index, word);
            if let Some(start) = matcher.complete {
                return (start == range.start).then_some(index + 1);
            }
            if matcher.progress == 0 {
                return None;
            }
        }
        None
    }
}

/// How far a phrase has been read.
struct Matcher<'a> {
    keyword: &'a Keyword,
    progress: usize,
    gap: usize,
    start: usize,
    complete: Option<usize>,
}

impl<'a> Matcher<'a> {
    const fn new(keyword: &'a Keyword) -> Self {
        Self {
            keyword,
            progress: 0,
            gap: 0,
            start: 0,
            complete: None,
        }
    }

    fn read(&mut self, text: &Text, index: usize, word: &Word) {
        let is_function = word.is(Classes::FUNCTION);
        each_part(text.folded(word), text.written(word), |folded, written| {
            self.read_part(folded, written, index, is_function);
        });
    }

    fn read_part(&mut self, folded: &str, written: &str, index: usize, is_function: bool) {
        let expected = self.keyword.content.get(self.progress);
        if expected.is_some_and(|token| token.matches(folded, Some(written))) {
            self.advance(index);
        } else if self.progress > 0 && is_function && self.gap < 2 {
            self.gap += 1;
        } else {
            self.progress = 0;
            self.gap = 0;
            let first = self.keyword.content.first();
            if first.is_some_and(|token| token.matches(folded, Some(written))) {
                self.advance(index);
            }
        }
    }

    fn advance(&mut self, index: usize) {
        if self.progress == 0 {
            self.start = index;
        }
        self.progress += 1;
        self.gap = 0;
        if self.progress == self.keyword.content.len() {
            self.complete = Some(self.start);
            self.progress = 0;
        }
    }
}

impl Token {
    /// Whether a part of a word matches. `written` is its form in the text; `None` where case does not count.
    fn matches(&self, folded: &str, written: Option<&str>) -> bool {
        let Some(letters) = self.acronym else {
            return plurals::share_candidate(&self.folded, folded);
        };
        let is_plural = folded.strip_suffix('s') == Some(&self.folded);
        if folded != self.folded && !is_plural {
            return false;
        }
        let Some(written) = written else { return true };
        match letters {
            2 => written.chars().take(2).all(char::is_uppercase),
            3 => written.starts_with(char::is_uppercase),
            _ => true,
        }
    }
}

fn has_lower(word: &str) -> bool {
    word.chars().any(char::is_lowercase)
}

const fn is_hyphen(character: char) -> bool {
    matches!(character, '-' | '\u{2010}' | '\u{2011}')
}

/// The parts of a hyphenated word, each folded and as written. A word with a part of one letter is joined instead:
/// e-mail is email.
fn parts(folded: &str, written: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    each_part(folded, written, |folded, written| {
        found.push((folded.to_owned(), written.to_owned()));
    });
    found
}

fn each_part(folded: &str, written: &str, mut use_part: impl FnMut(&str, &str)) {
    if !folded.contains('-') {
        use_part(folded, written);
    } else if folded.split('-').any(|part| part.chars().count() == 1) {
        let joined: String = written.chars().filter(|one| !is_hyphen(*one)).collect();
        use_part(&folded.replace('-', ""), &joined);
    } else {
        for (folded, written) in folded.split('-').zip(written.split(is_hyphen)) {
            use_part(folded, written);
        }
    }
}

#[cfg(test)]
mod tests;
