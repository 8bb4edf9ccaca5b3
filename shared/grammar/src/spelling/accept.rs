//! Decides whether a word is accepted.

use spellbook::Dictionary;

use super::Words;
use crate::long_words::is_too_long;

/// Pronouns behind a verb's hyphen.
const ENCLITICS: [&str; 25] = [
    "me", "te", "se", "lhe", "lhes", "nos", "vos", "o", "a", "os", "as", "lo", "la", "los", "las",
    "no", "na", "nas", "mo", "ma", "to", "ta", "ei", "á", "ão",
];

/// Endings of the future around a pronoun: dar-lhe-ei.
const MESOCLITIC_ENDINGS: [&str; 11] = [
    "ei", "ás", "á", "emos", "eis", "ão", "ia", "ias", "íamos", "íeis", "iam",
];

/// Prefixes that join without a hyphen; `r` and `s` double after a vowel.
const PREFIXES: [&str; 55] = [
    "aero", "agro", "ante", "anti", "arqui", "audio", "auto", "bi", "bio", "ciber", "contra",
    "eco", "eletro", "euro", "extra", "fono", "foto", "geo", "hetero", "hidro", "hiper", "homo",
    "infra", "inter", "intra", "macro", "maxi", "mega", "meta", "micro", "mini", "moto", "multi",
    "nano", "neo", "neuro", "pluri", "poli", "pre", "proto", "pseudo", "psico", "re", "retro",
    "semi", "sobre", "socio", "sub", "super", "tele", "termo", "tri", "ultra", "uni", "video",
];

/// Prefixes that take a hyphen before every word.
const HYPHENATED: [&str; 20] = [
    "ex", "vice", "pré", "pós", "pró", "recém", "além", "aquém", "sem", "não", "quase", "grã",
    "grão", "bem", "mal", "sub", "anglo", "luso", "afro", "franco",
];

/// Looks words up in the dictionary and the lists, and knows how words are derived.
pub(crate) struct Accept<'a> {
    pub dictionary: &'a Dictionary,
    pub words: &'a Words,
}

impl Accept<'_> {
    /// Whether a word as written is accepted: as listed, or derived by the rules of the language.
    pub fn accepts(&self, word: &str) -> bool {
        let word = word.replace(['’', '‑'], "'").replace('\u{00AD}', "");
        let word = word.as_str();
        let lower = word.to_lowercase();
        // Old spellings that the dictionary still holds are listed as misspellings.
        if self.words.misspellings.contains_key(lower.as_str()) {
            return false;
        }
        if is_wrongly_hyphenated(word) {
            return false;
        }
        self.is_listed(word, &lower)
            || self.words.english.contains(lower.as_str())
            || is_roman(word)
            || self.is_derived(&lower)
            || self.is_compound(word)
    }

    fn is_listed(&self, word: &str, lower: &str) -> bool {
        if is_too_long(lower) {
            return false;
        }
        self.words.frequency.contains_key(lower)
            || self.words.supplement.contains(lower)
            || self.words.names.contains(word)
            || self.dictionary.check(word)
            || (word != lower && self.dictionary.check(lower))
    }

    fn knows(&self, lower: &str) -> bool {
        !is_too_long(lower) && self.is_known(lower)
    }

    fn is_known(&self, lower: &str) -> bool {
        self.words.frequency.contains_key(lower)
            || self.words.supplement.contains(lower)
            || self.dictionary.check(lower)
    }

    /// Words with hyphens or an apostrophe whose parts are accepted.
    fn is_compound(&self, word: &str) -> bool {
        if let Some((before, behind)) = word.split_once('\'') {
            return matches!(
                before.to_lowercase().as_str(),
                "d" | "n" | "l" | "o" | "s" | "m" | "p"
            ) && !behind.is_empty()
                || behind == "s";
        }
        let Some((first, rest)) = word.split_once('-') else {
            return false;
        };
        let (first, rest) = (first.to_lowercase(), rest.to_lowercase());
        self.is_enclitic(&first, &rest) || self.is_hyphenated(&first, &rest)
    }

    /// A verb with pronouns: dá-lo, disse-me-lhe, dar-lhe-ei.
    fn is_enclitic(&self, verb: &str, pronouns: &str) -> bool {
        let parts: Vec<&str> = pronouns.split('-').collect();
        let clitics = parts.iter().enumerate().all(|(index, part)| {
            ENCLITICS.contains(part) || (index > 0 && MESOCLITIC_ENDINGS.contains(part))
        });
        if !clitics {
            return false;
        }
        let before_l = parts
            .first()
            .is_some_and(|part| matches!(*part, "lo" | "la" | "los" | "las"));
        if !before_l {
            return self.knows(verb) || (verb.ends_with("mo") && self.knows(&format!("{verb}s")));
        }
        let restored = match verb.chars().next_back() {
            Some('á') => verb.strip_suffix('á').map(|stem| {
                [
                    format!("{stem}ar"),
                    format!("{stem}az"),
                    format!("{stem}ás"),
                ]
            }),
            Some('ê') => verb.strip_suffix('ê').map(|stem| {
                [
                    format!("{stem}er"),
                    format!("{stem}ez"),
                    format!("{stem}ês"),
                ]
            }),
            Some('ô') => verb.strip_suffix('ô').map(|stem| {
                [
                    format!("{stem}or"),
                    format!("{stem}ôr"),
                    format!("{stem}ôs"),
                ]
            }),
            Some('í') => verb.strip_suffix('í').map(|stem| {
                [
                    format!("{stem}ir"),
                    format!("{stem}ir"),
                    format!("{stem}is"),
                ]
            }),
            _ => Some([format!("{verb}r"), format!("{verb}z"), format!("{verb}s")]),
        };
        restored.is_some_and(|forms| forms.iter().any(|form| self.knows(form)))
    }

    fn is_hyphenated(&self, first: &str, rest: &str) -> bool {
        let known = |part: &str| {
            self.knows(part)
                || self.words.names.contains(capitalised(part).as_str())
                || (!is_too_long(part) && self.dictionary.check(&capitalised(part)))
        };
        let all_known = |rest: &str| {
            rest.split('-')
                .all(|part| part.chars().all(|letter| letter.is_ascii_digit()) || known(part))
        };
        if HYPHENATED.contains(&first) {
            return all_known(rest);
        }
        if PREFIXES.contains(&super::plain_word(first).as_str()) {
            // The hyphen stands before h and before the vowel or consonant with which the prefix ends.
            let meets = rest.chars().next().map(super::plain_letter);
            let ends = first.chars().next_back().map(super::plain_letter);
            return all_known(rest)
                && (meets == Some('h') || meets == ends || rest.starts_with(char::is_uppercase));
        }
        let long =
            |part: &str| part.chars().count() > 2 || super::super::lexicon::is_function_word(part);
        long(first) && known(first) && all_known(rest) && rest.split('-').all(long)
    }

    /// The word with its prefix joined or hyphenated as the orthography of 1990 asks: `auto-escola` → `autoescola`,
    /// `microondas` → `micro-ondas`.
    pub fn with_prefix(&self, lower: &str) -> Option<String> {
        if let Some((first, rest)) = lower.split_once('-') {
            let doubled = match rest.chars().next() {
                Some(letter @ ('r' | 's')) if first.ends_with(['a', 'e', 'i', 'o', 'u']) => {
                    format!("{first}{letter}{rest}")
                }
                Some('h') if first == "co" || first == "re" => {
                    format!("{first}{}", rest.strip_prefix('h').unwrap_or(rest))
                }
                _ => format!("{first}{rest}"),
            };
            return self.knows(&doubled).then_some(doubled).or_else(|| {
                let separate = format!("{first} {}", rest.replace('-', " "));
                let joined = (PREFIXES.contains(&first) || first == "co") && self.knows(rest);
                joined.then(|| separate.replacen(' ', "", 1))
            });
        }
        PREFIXES.iter().find_map(|prefix| {
            let rest = lower.strip_prefix(prefix)?;
            let meets = prefix.chars().next_back() == rest.chars().next() || rest.starts_with('h');
            (meets && rest.chars().count() > 3 && self.knows(rest))
                .then(|| format!("{prefix}-{rest}"))
        })
    }

    /// Words with a prefix or a suffix of degree that the dictionary does not list.
    fn is_derived(&self, lower: &str) -> bool {
        if is_too_long(lower) {
            return false;
        }
        PREFIXES.iter().any(|prefix| {
            lower.strip_prefix(prefix).is_some_and(|base| {
                let base = ["rr", "ss"]
                    .iter()
                    .find_map(|double| {
                        base.strip_prefix(double)
                            .map(|rest| format!("{}{rest}", &double.get(..1).unwrap_or_default()))
                    })
                    .unwrap_or_else(|| {
                        if prefix.ends_with(['a', 'e', 'i', 'o', 'u'])
                            && base.starts_with(['r', 's', 'h'])
                        {
                            String::new()
                        } else {
                            base.to_owned()
                        }
                    });
                base.chars().count() > 4
                    && (base.chars().next() != prefix.chars().next_back() || prefix.len() == 2)
                    && self.is_frequent(&base)
            })
        }) || self.has_degree(lower)
    }

    /// Derivations are accepted only from words in use, so that misspellings do not pass as derivations of rare ones.
    fn is_frequent(&self, word: &str) -> bool {
        self.words
            .frequency
            .get(word)
            .is_some_and(|rank| *rank < 25_000)
    }

    /// Diminutives, superlatives and adverbs in -mente.
    fn has_degree(&self, lower: &str) -> bool {
        // Derived words lose the accent of their base: cafezinho, facilmente.
        let accented = |stem: &str| stem.chars().any(|letter| "áéíóúâêô".contains(letter));
        let single = lower.strip_suffix('s').unwrap_or(lower);
        for (ending, bases) in [
            ("zinho", ["", "o"]),
            ("zinha", ["", "a"]),
            ("inho", ["o", ""]),
            ("inha", ["a", ""]),
            ("íssimo", ["o", "e"]),
            ("íssima", ["o", "e"]),
        ] {
            if let Some(stem) = single.strip_suffix(ending)
                && stem.chars().count() > 2
                && !accented(stem)
                && bases
                    .iter()
                    .any(|base| self.is_frequent(&format!("{stem}{base}")))
            {
                return true;
            }
        }
        lower.strip_suffix("mente").is_some_and(|stem| {
            stem.chars().count() > 3 && !accented(stem) && self.is_frequent(stem)
        })
    }
}

/// The word with a capital first letter.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Roman numerals in capitals.
fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| "IVXLCDM".contains(letter))
}

/// A prefix with a hyphen where the orthography of 1990 joins it: `auto-escola`, `anti-social`.
fn is_wrongly_hyphenated(word: &str) -> bool {
    let Some((first, rest)) = word.split_once('-') else {
        return false;
    };
    let first = first.to_lowercase();
    let ends = first.chars().next_back();
    let meets = rest.chars().next().map(super::plain_letter);
    // `co-piloto`, `re-eleição`, `sub-sede`
    let joined = matches!(first.as_str(), "co" | "re")
        || first == "sub" && !rest.starts_with(['b', 'r', 'h']);
    if joined && rest.starts_with(char::is_lowercase) && rest.chars().count() > 3 {
        return true;
    }
    rest.starts_with(char::is_lowercase)
        && first.chars().count() > 3
        && PREFIXES.contains(&first.as_str())
        && meets != Some('h')
        && meets != ends
        && !(first.ends_with('b') && meets == Some('r'))
}
