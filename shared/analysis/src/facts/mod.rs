//! What the checks read: the article split into words and sentences, with everything that several checks need.

pub(crate) mod fields;
pub(crate) mod links;
pub(crate) mod pairs;
pub(crate) mod prose;
pub(crate) mod sections;
pub(crate) mod vocabulary;

use std::ops::Range;

use step_budget::{Budget, Stopped};

use crate::article::Article;
use crate::document::{self, Block, BlockKind, Document};
use crate::keyword::Keyword;
use crate::language::readability::Counts;
use crate::outline::{self, HeadingIssue};
use crate::text::{Segment, Sentence, Text};
use fields::{FaqEntry, Fields};
use links::LinkTarget;
use pairs::Pair;
use prose::SentenceFacts;
use sections::Section;
use vocabulary::Vocabulary;

/// Words of the introduction at which it ends, and its most words.
const INTRO_WORDS: Range<usize> = 30..100;
/// Shortest text whose density of the keyword means something, in words.
const DENSITY_WORDS: usize = 100;

/// The facts of an article.
pub(crate) struct Facts<'a> {
    pub article: &'a Article<'a>,
    pub document: Document,
    pub keyword: Option<Keyword>,
    pub fields: Fields,
    /// Which content words of the keyword each word of the arena matches.
    masks: Vec<u32>,
    /// Words of the text, without headings and FAQ.
    pub words: usize,
    pub vocabulary: Vocabulary,
    /// How often the text names the keyword.
    pub keyword_count: usize,
    /// Number of sentences of the body; they come first in the arena.
    pub sentence_count: usize,
    pub sentences: Vec<SentenceFacts>,
    pub readability: Counts,
    pub sections: Vec<Section>,
    pub targets: Vec<LinkTarget>,
    pub faq: Vec<FaqEntry>,
    pub pairs: Vec<Pair>,
    pub issues: Vec<HeadingIssue>,
    /// Words of the introduction, as ranges of the arena.
    pub intro: Vec<Range<usize>>,
}

impl<'a> Facts<'a> {
    /// Reads an article.
    ///
    /// # Errors
    /// [`Stopped`] between two readings of the text.
    pub fn of(article: &'a Article<'a>, budget: &Budget) -> Result<Self, Stopped> {
        let reading = || budget.spend(article.body.len() as u64);
        reading()?;
        let mut document = document::read(article.body);
        let sentence_count = document
            .blocks
            .last()
            .map_or(0, |block| block.text.sentences.end);
        let fields = Fields::of(article, &mut document);
        let faq = fields::faq(article, &mut document);
        let keyword = Keyword::new(article.focus_keyword);
        let masks = masks(&document.text, keyword.as_ref());
        let words = document
            .blocks
            .iter()
            .filter(|block| block.level().is_none())
            .map(Block::words)
            .sum();
        let targets = links::targets(article, &document);
        reading()?;
        let sentences = prose::sentences(&document, sentence_count, &masks, &targets);
        let readability = Counts::of(&document.text, document.text.sentences(0..sentence_count));
        let sections = sections::of(&document);
        let pairs = pairs::of(&document, &faq);
        let issues = outline::issues(article, &document);
        let intro = intro(&document);
        reading()?;
        let vocabulary = Vocabulary::of(&document);
        let mut facts = Self {
            article,
            keyword,
            fields,
            masks,
            words,
            vocabulary,
            keyword_count: 0,
            sentence_count,
            sentences,
            readability,
            sections,
            targets,
            faq,
            pairs,
            issues,
            intro,
            document,
        };
        let scopes = facts.scopes();
        facts.keyword_count = scopes.map(|(_, words)| facts.occurrences(words)).sum();
        Ok(facts)
    }

    /// The arena.
    pub const fn text(&self) -> &Text {
        &self.document.text
    }

    /// The sentences of the body.
    pub fn body_sentences(&self) -> &[Sentence] {
        self.document.text.sentences(0..self.sentence_count)
    }

    /// The blocks of the body.
    pub fn blocks(&self) -> &[Block] {
        &self.document.blocks
    }

    /// The content words of the keyword that a range of words matches.
    pub fn mask(&self, words: Range<usize>) -> u32 {
        let masks = self.masks.get(words).unwrap_or_default();
        masks.iter().fold(0, |all, mask| all | mask)
    }

    /// Whether a range of words holds every content word of the keyword.
    pub fn has_all_words(&self, words: Range<usize>) -> bool {
        self.keyword
            .as_ref()
            .is_some_and(|keyword| self.mask(words) == keyword.complete())
    }

    /// Whether a range of words holds at least half of the content words of the keyword.
    pub fn has_half(&self, words: Range<usize>) -> bool {
        self.keyword.as_ref().is_some_and(|keyword| {
            let found = self.mask(words).count_ones() as usize;
            found > 0 && found * 2 >= keyword.len()
        })
    }

    /// How often a range of words names the keyword: its phrases, otherwise one when all words are there.
    pub fn occurrences(&self, words: Range<usize>) -> usize {
        let Some(keyword) = &self.keyword else {
            return 0;
        };
        if !self.has_all_words(words.clone()) {
            return 0;
        }
        keyword.phrases(self.text(), words).len().max(1)
    }

    /// The ranges in which the keyword is counted: sentences, and blocks without sentences, headings aside.
    pub fn scopes(&self) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        self.blocks()
            .iter()
            .enumerate()
            .filter(|(_, block)| block.level().is_none())
            .flat_map(|(index, block)| {
                let sentences = self.text().sentences(block.text.sentences.clone());
                let whole = sentences.is_empty().then(|| block.text.words.clone());
                sentences
                    .iter()
                    .map(|sentence| sentence.first..sentence.end)
                    .chain(whole)
                    .map(move |words| (index, words))
            })
    }

    /// Whether the text names the keyword over 3.5 times per 100 words. Places of a keyword that is repeated at random
    /// show nothing about the text.
    pub const fn is_stuffed(&self) -> bool {
        self.words >= DENSITY_WORDS && self.keyword_count * 1_000 > 35 * self.words
    }

    /// Whether the FAQ is shown.
    pub const fn is_faq_on(&self) -> bool {
        self.article.faq_supported && self.article.faq.enabled
    }

    /// The text of a segment.
    pub fn source(&self, segment: &Segment) -> &str {
        self.document.text.source(segment.bytes.clone())
    }

    /// The paragraphs, each with its block.
    pub fn paragraphs(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.blocks()
            .iter()
            .enumerate()
            .filter(|(_, block)| block.is_paragraph() && block.words() > 0)
    }
}

fn masks(text: &Text, keyword: Option<&Keyword>) -> Vec<u32> {
    let Some(keyword) = keyword else {
        return vec![0; text.word_count()];
    };
    let words = text.words(0..text.word_count());
    words.iter().map(|word| keyword.mask(text, word)).collect()
}

/// The first paragraphs until they hold 30 words, at most 100 words.
fn intro(document: &Document) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut count = 0;
    for block in &document.blocks {
        if !matches!(block.kind, BlockKind::Paragraph | BlockKind::Quote) {
            continue;
        }
        let words = block.text.words.clone();
        let room = INTRO_WORDS.end.saturating_sub(count);
        let kept = words.len().min(room);
        ranges.push(words.start..words.start + kept);
        count += kept;
        if count >= INTRO_WORDS.start {
            break;
        }
    }
    ranges
}
