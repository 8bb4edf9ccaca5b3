//! Looks words and phrases up in the word lists.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::classes::Classes;
use super::lists;

/// A phrase of the lists behind its first word.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The folded words after the first.
    pub rest: Vec<&'static str>,
    /// What the phrase is.
    pub classes: Classes,
}

#[derive(Debug, Default)]
struct Lexicon {
    words: HashMap<&'static str, Classes>,
    phrases: HashMap<&'static str, Vec<Entry>>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon::default();
    for (classes, list) in lists::ALL {
        for entry in list.split(',').map(str::trim) {
            let mut words = entry.split(' ');
            let Some(first) = words.next().filter(|first| !first.is_empty()) else {
                continue;
            };
            let rest: Vec<_> = words.collect();
            let known = lexicon.words.entry(first).or_default();
            if rest.is_empty() {
                *known = known.with(*classes);
            } else {
                *known = known.with(Classes::PHRASE_START);
                let phrases = lexicon.phrases.entry(first).or_default();
                match phrases.iter_mut().find(|own| own.rest == rest) {
                    Some(own) => own.classes = own.classes.with(*classes),
                    None => phrases.push(Entry {
                        rest,
                        classes: *classes,
                    }),
                }
            }
        }
    }
    lexicon
});

/// The classes of a folded word. `accented` tells whether it is written with an accent, which distinguishes *é* from
/// *e* and *está* from *esta*.
pub(crate) fn classes(folded: &str, accented: bool) -> Classes {
    let classes = LEXICON.words.get(folded).copied().unwrap_or_default();
    match (folded, accented) {
        ("e", true) => classes
            .with(Classes::SER)
            .with(Classes::ASSERTIVE)
            .with(Classes::DEFINING),
        ("esta" | "estas", true) => classes
            .without(Classes::ANAPHOR)
            .without(Classes::FUNCTION)
            .with(Classes::STOP),
        _ => classes,
    }
}

/// The phrases that begin with a folded word.
pub(crate) fn phrases_from(first: &str) -> &'static [Entry] {
    LEXICON.phrases.get(first).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::characters::folded;

    #[test]
    fn the_lists_are_folded() {
        for (_, list) in lists::ALL {
            assert_eq!(folded(list), *list);
        }
    }

    #[test]
    fn accents_distinguish_verbs() {
        assert!(classes("e", true).has(Classes::SER));
        assert!(!classes("e", false).has(Classes::SER));
        assert!(classes("esta", false).has(Classes::ANAPHOR));
        assert!(!classes("esta", true).has(Classes::ANAPHOR));
    }

    #[test]
    fn phrases_are_found_by_their_first_word() {
        let found = phrases_from("de")
            .iter()
            .find(|entry| entry.rest == ["acordo", "com"]);
        assert!(found.is_some_and(
            |entry| entry.classes.has(Classes::CUE) && entry.classes.has(Classes::CONNECTOR)
        ));
    }
}
