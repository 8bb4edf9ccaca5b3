//! Suggestions for a misspelt word, the likeliest first.

use std::collections::{HashMap, HashSet};

use super::accept::{Accept, capitalised};
use super::distance::distance;
use super::{Words, plain_word};
use crate::long_words::is_too_long;

/// Suggestions per word.
const MAXIMUM: usize = 5;
/// Highest cost of a suggestion, in hundredths of an edit.
const LIMIT: u32 = 240;
/// Cost up to which words are searched first.
const NEAR: u32 = 125;

/// A word in use, prepared for comparison.
struct Known {
    word: &'static str,
    letters: Vec<char>,
    /// One bit for each unaccented letter that occurs.
    mask: u32,
    rank: u32,
}

/// The index over the words in use.
pub(crate) struct Suggester {
    /// Words by their number of letters.
    by_length: HashMap<usize, Vec<Known>>,
}

/// A suggestion with its cost.
struct Candidate {
    word: String,
    cost: u32,
}

fn mask(letters: &[char]) -> u32 {
    letters
        .iter()
        .map(|letter| super::plain_letter(*letter))
        .filter(char::is_ascii_lowercase)
        .fold(0, |mask, letter| {
            mask | 1 << (u32::from(letter) - u32::from('a'))
        })
}

/// What a word's rank adds to its cost: rare words lose against common ones at a similar distance.
fn rarity(rank: u32) -> u32 {
    let mut cost = 0;
    let mut bound = 60;
    while bound < rank && cost < 70 {
        cost += 6;
        bound = bound * 3 / 2;
    }
    cost
}

impl Suggester {
    /// Indexes the words in use.
    pub fn new(words: &Words) -> Self {
        let mut by_length: HashMap<usize, Vec<Known>> = HashMap::new();
        let supplement = words.supplement.iter().map(|word| (*word, 20_000));
        for (word, rank) in words
            .frequency
            .iter()
            .map(|(word, rank)| (*word, *rank))
            .chain(supplement)
        {
            let letters: Vec<char> = word.chars().collect();
            by_length.entry(letters.len()).or_default().push(Known {
                word,
                mask: mask(&letters),
                letters,
                rank,
            });
        }
        Self { by_length }
    }

    /// Corrections of `word` in the case in which it is written; none for a word of more than [`crate::long_words::LONGEST`] characters.
    pub fn suggest(&self, accept: &Accept<'_>, word: &str) -> Vec<String> {
        if is_too_long(word) {
            return Vec::new();
        }
        let lower = word.to_lowercase();
        let mut found = self.ranked(accept, &lower);
        let all_capitals =
            word.chars().count() > 1 && word.chars().all(|letter| !letter.is_lowercase());
        for suggestion in &mut found {
            if all_capitals {
                *suggestion = suggestion.to_uppercase();
            } else if word.starts_with(char::is_uppercase) {
                *suggestion = capitalised(suggestion);
            }
        }
        found
    }

    /// Whether the first suggestion is near enough to say that `lower` is misspelt rather than a name.
    pub fn is_surely_misspelt(&self, accept: &Accept<'_>, lower: &str) -> bool {
        if accept.words.misspellings.contains_key(lower) {
            return true;
        }
        if lower.chars().count() < 6 || is_too_long(lower) {
            return false;
        }
        self.candidates(lower, 80)
            .iter()
            .any(|candidate| candidate.cost < 105)
    }

    fn ranked(&self, accept: &Accept<'_>, lower: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(right) = accept.words.misspellings.get(lower) {
            found.push((*right).to_owned());
        }
        found.extend(accept.with_prefix(lower));
        found.extend(self.with_pronoun(accept, lower));
        // Near words first: the wider search costs several times as much.
        let mut candidates = self.candidates(lower, NEAR);
        if candidates.len() < 3 {
            candidates = self.candidates(lower, LIMIT);
        }
        let best = candidates
            .iter()
            .map(|candidate| candidate.cost)
            .min()
            .unwrap_or(u32::MAX);
        if best > 110 {
            candidates.extend(respelt(accept, lower));
        }
        // A name written in lower case, unless a common word is near.
        let name = capitalised(lower);
        if best > 75
            && (accept.dictionary.check(&name) || accept.words.names.contains(name.as_str()))
        {
            found.push(name);
        }
        candidates.sort_by(|one, other| {
            one.cost
                .cmp(&other.cost)
                .then_with(|| one.word.cmp(&other.word))
        });
        let best = candidates.first().map_or(0, |candidate| candidate.cost);
        for candidate in candidates {
            if found.len() >= MAXIMUM || candidate.cost > best + 130 {
                break;
            }
            if !found.contains(&candidate.word) {
                found.push(candidate.word);
            }
        }
        found
    }

    /// A verb with a pronoun whose verb part is misspelt.
    fn with_pronoun(&self, accept: &Accept<'_>, lower: &str) -> Option<String> {
        let (verb, pronoun) = lower.split_once('-')?;
        let candidate = self
            .candidates(verb, 120)
            .into_iter()
            // Of equal costs the first word of the alphabet: the order of the index differs between processes.
            .min_by(|one, other| {
                one.cost
                    .cmp(&other.cost)
                    .then_with(|| one.word.cmp(&other.word))
            })?;
        let joined = format!("{}-{pronoun}", candidate.word);
        accept.accepts(&joined).then_some(joined)
    }

    /// Words in use within `limit` of `lower`.
    fn candidates(&self, lower: &str, limit: u32) -> Vec<Candidate> {
        let written: Vec<char> = lower.chars().collect();
        let own_mask = mask(&written);
        let plain = plain_word(lower);
        let letters = if limit > NEAR { 2 } else { 1 };
        let length = written.len();
        let reach = if length < 4 { 1 } else { 2 };
        let mut found = Vec::new();
        for size in length.saturating_sub(reach)..=length + reach {
            for known in self.by_length.get(&size).map_or(&[][..], Vec::as_slice) {
                // An edit changes at most one letter of each word, and two edits are far.
                if (known.mask & !own_mask).count_ones() > letters
                    || (own_mask & !known.mask).count_ones() > letters
                {
                    continue;
                }
                if let Some(cost) = distance(&written, &known.letters, limit) {
                    // Any number of wrong accents is one mistake.
                    let cost = if cost > 22 && plain_word(known.word) == plain {
                        22
                    } else {
                        cost
                    };
                    let first = known
                        .letters
                        .first()
                        .map(|letter| super::plain_letter(*letter));
                    let same_start =
                        first == written.first().map(|letter| super::plain_letter(*letter));
                    let start = if same_start || first == Some('h') || written.first() == Some(&'h')
                    {
                        0
                    } else {
                        25
                    };
                    found.push(Candidate {
                        word: known.word.to_owned(),
                        cost: cost + rarity(known.rank) + start,
                    });
                }
            }
        }
        found
    }
}

/// Spellings of one sound, and letters with their accents: a misspelling and its correction.
const SOUNDS: [(&str, &str); 44] = [
    ("ss", "ç"),
    ("ç", "ss"),
    ("ç", "s"),
    ("s", "ç"),
    ("z", "s"),
    ("s", "z"),
    ("ch", "x"),
    ("x", "ch"),
    ("g", "j"),
    ("j", "g"),
    ("e", "i"),
    ("i", "e"),
    ("o", "u"),
    ("u", "o"),
    ("l", "u"),
    ("u", "l"),
    ("m", "n"),
    ("n", "m"),
    ("sc", "c"),
    ("c", "sc"),
    ("xc", "c"),
    ("x", "s"),
    ("s", "x"),
    ("r", "rr"),
    ("rr", "r"),
    ("s", "ss"),
    ("ss", "s"),
    ("c", "ss"),
    ("ss", "c"),
    ("c", "s"),
    ("s", "c"),
    ("k", "c"),
    ("k", "qu"),
    ("a", "á"),
    ("a", "ã"),
    ("a", "â"),
    ("e", "é"),
    ("e", "ê"),
    ("i", "í"),
    ("o", "ó"),
    ("o", "ô"),
    ("o", "õ"),
    ("u", "ú"),
    ("ü", "u"),
];

/// Words outside the list of words in use: `lower` with one accent or one sound written in another way.
fn respelt(accept: &Accept<'_>, lower: &str) -> Vec<Candidate> {
    let mut proposals = Proposals {
        accept,
        lower,
        found: Vec::new(),
        tried: HashSet::new(),
    };
    let plain = plain_word(lower);
    let cost = if lower.ends_with("mente") || lower.contains("zinh") {
        20
    } else {
        92
    };
    proposals.add(plain.clone(), cost);
    if accept.accepts(&plain)
        && !proposals.found.iter().any(|known| known.word == plain)
        && plain != lower
    {
        proposals.found.push(Candidate {
            word: plain.clone(),
            cost,
        });
    }
    for base in [lower, plain.as_str()] {
        for (from, to) in SOUNDS {
            for (at, _) in base.match_indices(from) {
                if let (Some(before), Some(after)) = (base.get(..at), base.get(at + from.len()..)) {
                    let accent =
                        from.len() == 1 && to.chars().count() == 1 && to.len() == 2 && *to != *"ç";
                    let cost = if accent { 92 } else { 120 };
                    proposals.add(
                        format!("{before}{to}{after}"),
                        if base == lower { cost } else { cost + 20 },
                    );
                }
            }
        }
    }
    if proposals.found.is_empty() {
        for (at, letter) in lower.char_indices() {
            if let (Some(before), Some(after)) =
                (lower.get(..at), lower.get(at + letter.len_utf8()..))
            {
                proposals.add(format!("{before}{after}"), 190);
                for added in "aeiourslnmtcdhp".chars() {
                    proposals.add(format!("{before}{added}{letter}{after}"), 200);
                }
                let mut next = after.chars();
                if let Some(swapped) = next.next() {
                    proposals.add(format!("{before}{swapped}{letter}{}", next.as_str()), 180);
                }
            }
        }
    }
    proposals.found
}

/// Respelt words that the dictionary holds.
struct Proposals<'a> {
    accept: &'a Accept<'a>,
    lower: &'a str,
    found: Vec<Candidate>,
    /// Words looked up: a look-up of an unknown word is dear.
    tried: HashSet<String>,
}

impl Proposals<'_> {
    fn add(&mut self, word: String, cost: u32) {
        if word != self.lower
            && self.tried.insert(word.clone())
            && !self.found.iter().any(|known| known.word == word)
            && self.accept.dictionary.check(&word)
        {
            self.found.push(Candidate { word, cost });
        }
    }
}
