//! What a word or phrase is by the word lists: a set of classes.

/// A set of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Classes(u32);

impl Classes {
    /// Function words, which the keyword matching leaves out.
    pub const FUNCTION: Self = Self(1);
    /// Further words without content: pronouns, auxiliary verbs, common adverbs.
    pub const STOP: Self = Self(1 << 1);
    /// Connectors at any place.
    pub const CONNECTOR: Self = Self(1 << 2);
    /// Connectors only at the start of a sentence or after a comma.
    pub const OPENING_CONNECTOR: Self = Self(1 << 3);
    /// Forms of the verb *ser*.
    pub const SER: Self = Self(1 << 4);
    /// Verbs that assert something.
    pub const ASSERTIVE: Self = Self(1 << 5);
    /// Verbs of definitions.
    pub const DEFINING: Self = Self(1 << 6);
    /// Attribution cues with the name behind them.
    pub const CUE: Self = Self(1 << 7);
    /// Attribution verbs, with the name before or behind them.
    pub const CUE_VERB: Self = Self(1 << 8);
    /// Studies and data, a cue when a preposition follows.
    pub const STUDY: Self = Self(1 << 9);
    /// Openers without information.
    pub const OPENER: Self = Self(1 << 10);
    /// Words that refer to an earlier sentence.
    pub const ANAPHOR: Self = Self(1 << 11);
    /// Vague words and phrases.
    pub const VAGUE: Self = Self(1 << 12);
    /// Numerals written as words.
    pub const NUMERAL: Self = Self(1 << 13);
    /// Mil, milhão and the like.
    pub const SCALE: Self = Self(1 << 14);
    /// Units of measurement and money.
    pub const UNIT: Self = Self(1 << 15);
    /// Nouns that number parts of the text, or places in it.
    pub const LABEL: Self = Self(1 << 16);
    /// Months.
    pub const MONTH: Self = Self(1 << 17);
    /// Articles.
    pub const ARTICLE: Self = Self(1 << 18);
    /// Adjectives and adverbs that evaluate; behind *é* they make no definition.
    pub const EVALUATION: Self = Self(1 << 19);
    /// Nouns that the text enumerates (dicas, passos); their number is no statistic.
    pub const ENUMERATED: Self = Self(1 << 20);
    /// A phrase of the lists begins with this word.
    pub const PHRASE_START: Self = Self(1 << 21);
    /// Percent signs written as words.
    pub const PERCENT: Self = Self(1 << 22);
    /// Link texts that do not describe their destination.
    pub const GENERIC_LINK: Self = Self(1 << 23);
    /// Titles of sections that say nothing about the subject.
    pub const GENERIC_HEADING: Self = Self(1 << 24);
    /// Signs of a text that gives instructions.
    pub const STEPS: Self = Self(1 << 25);
    /// Signs of a text that compares or prices.
    pub const COMPARISON: Self = Self(1 << 26);

    /// Whether the sets share a class.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without another one.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
