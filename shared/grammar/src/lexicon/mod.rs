//! Readings of word forms: gender, number, tense and person, from the dictionary's entries and flags.

mod closed;
mod irregular;
mod nominals;
mod verbs;

use std::collections::{HashMap, HashSet};

pub(crate) use closed::is_function_word;
pub(crate) use verbs::{Person, Tense, VerbReading};

/// Readings as bits, so that rules can combine them.
pub(crate) mod bits {
    /// Nominal readings by gender and number.
    pub const MS: u32 = 1;
    pub const FS: u32 = 1 << 1;
    pub const MP: u32 = 1 << 2;
    pub const FP: u32 = 1 << 3;
    /// A noun of one fixed gender.
    pub const NOUN: u32 = 1 << 4;
    /// Inflects for gender: adjective, or noun for persons.
    pub const FLEX: u32 = 1 << 5;
    pub const INFINITIVE: u32 = 1 << 6;
    pub const GERUND: u32 = 1 << 7;
    pub const PARTICIPLE: u32 = 1 << 8;
    /// Any finite form.
    pub const FINITE: u32 = 1 << 9;
    /// A word of a closed class: article, pronoun, preposition, conjunction, adverb.
    pub const CLOSED: u32 = 1 << 10;
    pub const SINGULAR: u32 = MS | FS;
    pub const PLURAL: u32 = MP | FP;
    pub const MASCULINE: u32 = MS | MP;
    pub const FEMININE: u32 = FS | FP;
    pub const NOMINAL: u32 = SINGULAR | PLURAL;
}

/// Every known reading of a word form.
#[derive(Debug, Default, Clone)]
pub(crate) struct Morphology {
    pub bits: u32,
    /// Gender and number of a determiner, as one nominal bit; 0 for other words.
    pub determiner: u32,
    pub verbs: Vec<VerbReading>,
}

impl Morphology {
    pub fn has(&self, bit: u32) -> bool {
        self.bits & bit != 0
    }

    /// Whether the form is only nominal: no verb form and no function word.
    pub fn only_nominal(&self) -> bool {
        self.has(bits::NOMINAL)
            && !self.has(bits::FINITE | bits::INFINITIVE | bits::GERUND | bits::CLOSED)
    }

    /// Whether the form is a finite verb and nothing else.
    pub fn only_finite(&self) -> bool {
        self.has(bits::FINITE) && !self.has(bits::NOMINAL | bits::CLOSED | bits::INFINITIVE)
    }

    /// Whether every nominal reading has one of these bits.
    pub fn nominal_within(&self, allowed: u32) -> bool {
        let nominal = self.bits & bits::NOMINAL;
        nominal != 0 && nominal & !allowed == 0
    }

    /// Whether a finite reading has this person.
    pub fn has_person(&self, person: Person) -> bool {
        self.verbs
            .iter()
            .any(|reading| reading.person == Some(person))
    }

    /// Whether a reading belongs to this verb.
    pub fn is_form_of(&self, lemma: &str) -> bool {
        self.verbs.iter().any(|reading| reading.lemma == lemma)
    }
}

/// The dictionary's stems with their flags, the list of noun genders and the irregular verbs.
pub(crate) struct Lexicon {
    /// Entries of the dictionary in byte order, one a line: `word/FLAGS`.
    entries: String,
    /// Byte offset of every line.
    lines: Vec<u32>,
    genders: HashMap<&'static str, char>,
    /// Infinitives in use.
    common: HashSet<&'static str>,
    /// Words in use.
    words: HashSet<&'static str>,
    irregular: irregular::Irregular,
}

impl Lexicon {
    /// Reads a dictionary file whose entries are sorted, and `word gender` lines.
    pub fn new(dictionary: String, genders: &'static str, words: HashSet<&'static str>) -> Self {
        let common = words
            .iter()
            .copied()
            .filter(|word| is_conjugated(word, &words))
            .collect();
        let mut lines: Vec<u32> = vec![0];
        lines.extend(
            dictionary
                .bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .filter_map(|(at, _)| u32::try_from(at + 1).ok()),
        );
        lines.pop();
        // The first line holds the number of entries.
        if !lines.is_empty() {
            lines.remove(0);
        }
        let genders = genders
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(word, gender)| Some((word, gender.chars().next()?)))
            .collect();
        Self {
            entries: dictionary,
            lines,
            genders,
            common,
            words,
            irregular: irregular::Irregular::new(),
        }
    }

    fn line(&self, start: u32) -> (&str, &str) {
        let rest = self.entries.get(start as usize..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        line.split_once('/').unwrap_or((line, ""))
    }

    /// The flags of the entries for `word`, `None` without an entry.
    pub fn flags(&self, word: &str) -> Option<String> {
        let from = self
            .lines
            .partition_point(|start| self.line(*start).0 < word);
        let mut flags: Option<String> = None;
        for start in self.lines.iter().skip(from) {
            let (own, own_flags) = self.line(*start);
            if own != word {
                break;
            }
            flags.get_or_insert_default().push_str(own_flags);
        }
        flags
    }

    /// Whether `word` is the infinitive of a verb.
    pub fn is_infinitive(&self, word: &str) -> bool {
        word.ends_with(['r'])
            && (self.irregular.is_lemma(word)
                || self.common.contains(word)
                || self.flags(word).is_some_and(|flags| {
                    flags.contains(['a', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 't', 'u', 'w'])
                }))
    }

    /// Whether `word` is one of the frequent words.
    pub fn is_in_use(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Every reading of a form in lower case.
    pub fn analyse(&self, form: &str) -> Morphology {
        let mut morphology = Morphology::default();
        if is_function_word(form) {
            morphology.bits |= bits::CLOSED;
        }
        morphology.determiner = closed::determiner(form);
        let nominal = nominals::readings(self, form);
        morphology.verbs = verbs::readings(self, form);
        for reading in &morphology.verbs {
            morphology.bits |= match reading.tense {
                Tense::Infinitive => bits::INFINITIVE,
                Tense::Gerund => bits::GERUND,
                Tense::Participle => bits::PARTICIPLE,
                _ if nominal & bits::NOMINAL != 0 && self.is_remote(reading) => 0,
                _ => bits::FINITE,
            };
        }
        morphology.bits |= nominal;
        morphology
    }

    /// Whether a reading as a verb may be left aside where the form is a noun: the second person, and verbs out of use.
    fn is_remote(&self, reading: &VerbReading) -> bool {
        matches!(reading.person, Some(Person::S2 | Person::P2))
            || !self.common.contains(reading.lemma.as_str())
    }

    /// The form of a verb, `None` where the conjugation is not known.
    pub fn conjugate(&self, lemma: &str, tense: Tense, person: Person) -> Option<String> {
        self.irregular
            .form(lemma, tense, person)
            .or_else(|| verbs::conjugate(self, lemma, tense, person))
    }

    /// The plural of a noun or adjective as the regular rules form it.
    pub fn plural(&self, word: &str) -> Option<String> {
        nominals::plural(self, word)
    }

    /// The singular of a noun or adjective that the dictionary knows.
    pub fn singular(&self, word: &str) -> Option<String> {
        nominals::singulars(word)
            .into_iter()
            .find(|single| nominals::readings(self, single) & bits::SINGULAR != 0)
    }

    /// The form of the other gender.
    pub fn other_gender(&self, word: &str) -> Option<String> {
        nominals::other_gender(self, word)
    }
}

/// Whether a word looks like an infinitive of which other forms are in use.
fn is_conjugated(word: &str, words: &HashSet<&'static str>) -> bool {
    word.strip_suffix('r').is_some_and(|stem| {
        let past = match stem.chars().next_back() {
            Some('a') => format!("{}ou", stem.strip_suffix('a').unwrap_or_default()),
            Some('e' | 'i') => format!("{stem}u"),
            _ => return false,
        };
        words.contains(format!("{stem}ndo").as_str()) || words.contains(past.as_str())
    })
}
