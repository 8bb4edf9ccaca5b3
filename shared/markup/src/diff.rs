//! Word diff between two versions of a text.
//!
//! The work is limited by input sizes, not by a timer, so the same two texts always give the same result.

mod anchors;

use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use step_budget::Budget;

/// Upper limit of the parts (both sides together) of one comparison. The work of a comparison is at most
/// about the square of this number.
const COMPARED_PARTS: usize = 5_000;

/// Steps of the comparisons inside a long text, as a sum of such squares: a long text takes no more work than the longest
/// one that is compared at once.
const PASSAGE_STEPS: u64 = (COMPARED_PARTS as u64).pow(2);

/// Longest tag, in bytes, that counts as one word. A `<` that starts a longer tag is treated as a
/// character.
const TAG_BYTES: usize = 1_000;

/// Whether a passage is in both versions or only in one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// In both versions.
    Equal,
    /// In the new version only.
    Insert,
    /// In the old version only.
    Delete,
}

/// A passage of one kind. Adjacent passages differ in kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Whether the passage is unchanged, inserted or deleted.
    pub kind: Kind,
    /// The passage as it stands in the source.
    pub text: String,
}

/// Compares two texts word by word; a tag counts as one word.
///
/// The equal and deleted passages concatenated give `old`, the equal and inserted ones `new`. Texts with
/// more than 5,000 differing parts are first compared sentence by sentence, then word by word inside
/// changed sentences; once the work budget is used up, a changed passage is reported as one deletion and
/// one insertion.
pub fn words(old: &str, new: &str) -> Vec<Change> {
    words_until(old, new, &Budget::unlimited())
}

/// Like [`words`], until `caller` is cancelled: what is not compared by then is reported as changed. The steps of the comparison
/// are its own, so that the same texts have the same result.
pub fn words_until(old: &str, new: &str, caller: &Budget) -> Vec<Change> {
    let (old, new) = (split_words(old), split_words(new));
    let ends = CommonEnds::of(&old, &new);
    let mut passages = Passages::default();
    passages.same(ends.before);
    if comparable(ends.old, ends.new) {
        compare(ends.old, ends.new, &mut passages);
    } else {
        compare_sentences(
            &ends.old.concat(),
            &ends.new.concat(),
            caller,
            &mut passages,
        );
    }
    passages.same(ends.behind);
    passages.into_changes()
}

fn comparable(old: &[&str], new: &[&str]) -> bool {
    old.len() + new.len() <= COMPARED_PARTS
}

/// The common prefix and suffix of two lists of parts, and the differing middle of each.
struct CommonEnds<'a> {
    before: &'a [&'a str],
    old: &'a [&'a str],
    new: &'a [&'a str],
    behind: &'a [&'a str],
}

impl<'a> CommonEnds<'a> {
    fn of(old: &'a [&'a str], new: &'a [&'a str]) -> Self {
        let equal = |(left, right): &(&&str, &&str)| left == right;
        let shared = old.iter().zip(new).take_while(equal).count();
        let (before, old) = old.split_at(shared);
        let new = new.split_at(shared).1;
        let shared = old
            .iter()
            .rev()
            .zip(new.iter().rev())
            .take_while(equal)
            .count();
        let (old, behind) = old.split_at(old.len() - shared);
        let new = new.split_at(new.len() - shared).0;
        Self {
            before,
            old,
            new,
            behind,
        }
    }
}

fn compare(old: &[&str], new: &[&str], passages: &mut Passages) {
    for operation in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, old_range, new_range) = operation.as_tag_tuple();
        let old = old.get(old_range).unwrap_or_default();
        let new = new.get(new_range).unwrap_or_default();
        if tag == DiffTag::Equal {
            passages.same(old);
        } else {
            passages.changed(old, new);
        }
    }
}

/// Compares long texts. Sentences that occur exactly once on both sides, in the same order, are anchors;
/// sentences between anchors are compared first, then the words of the passages that differ.
fn compare_sentences(old: &str, new: &str, caller: &Budget, passages: &mut Passages) {
    let (old, new) = (split_sentences(old), split_sentences(new));
    let (mut old, mut new) = (old.as_slice(), new.as_slice());
    let work = Work {
        steps: Budget::of(PASSAGE_STEPS),
        caller,
    };
    let mut coarse = Passages::default();
    let (mut old_done, mut new_done) = (0, 0);
    for (old_fixed, new_fixed) in anchors::find(old, new) {
        let (old_before, old_rest) = old.split_at(old_fixed - old_done);
        let (new_before, new_rest) = new.split_at(new_fixed - new_done);
        compare_within(old_before, new_before, &work, &mut coarse);
        let (fixed, old_rest) = old_rest.split_at(1);
        coarse.same(fixed);
        (old, new) = (old_rest, new_rest.split_at(1).1);
        (old_done, new_done) = (old_fixed + 1, new_fixed + 1);
    }
    compare_within(old, new, &work, &mut coarse);
    for passage in coarse.list {
        match passage {
            Passage::Same(text) => passages.same(&[&text]),
            Passage::Changed { old, new } => {
                compare_within(&split_words(&old), &split_words(&new), &work, passages);
            }
        }
    }
}

/// What ends the comparisons inside a long text.
struct Work<'a> {
    /// Steps that are left.
    steps: Budget,
    /// The caller, who may be gone.
    caller: &'a Budget,
}

impl Work<'_> {
    /// Takes the steps of comparing this number of parts. A shorter comparison may follow one that does not fit.
    fn allows(&self, parts: usize) -> bool {
        let steps = (parts as u64).pow(2);
        self.caller.check().is_ok() && steps <= self.steps.left() && self.steps.spend(steps).is_ok()
    }
}

/// Compares as far as `work` allows; beyond it, all of `old` is replaced by all of `new`.
fn compare_within(old: &[&str], new: &[&str], work: &Work<'_>, passages: &mut Passages) {
    if comparable(old, new) && work.allows(old.len() + new.len()) {
        compare(old, new, passages);
    } else {
        passages.changed(old, new);
    }
}

enum Passage {
    Same(String),
    Changed { old: String, new: String },
}

/// Passages in order. Adjacent passages of the same sort are merged on insertion.
#[derive(Default)]
struct Passages {
    list: Vec<Passage>,
}

impl Passages {
    fn same(&mut self, parts: &[&str]) {
        if parts.is_empty() {
            return;
        }
        if let Some(Passage::Same(text)) = self.list.last_mut() {
            text.extend(parts.iter().copied());
        } else {
            self.list.push(Passage::Same(parts.concat()));
        }
    }

    fn changed(&mut self, old_parts: &[&str], new_parts: &[&str]) {
        if old_parts.is_empty() && new_parts.is_empty() {
            return;
        }
        if let Some(Passage::Changed { old, new }) = self.list.last_mut() {
            old.extend(old_parts.iter().copied());
            new.extend(new_parts.iter().copied());
        } else {
            self.list.push(Passage::Changed {
                old: old_parts.concat(),
                new: new_parts.concat(),
            });
        }
    }

    /// Converts to changes. Whitespace between two changes becomes part of both, so that a changed phrase
    /// is one change.
    fn into_changes(self) -> Vec<Change> {
        let mut joined = Self::default();
        let mut source = self.list.into_iter().peekable();
        while let Some(passage) = source.next() {
            match passage {
                Passage::Same(text) => {
                    let between = !joined.list.is_empty() && source.peek().is_some();
                    if between && text.chars().all(char::is_whitespace) {
                        joined.changed(&[&text], &[&text]);
                    } else {
                        joined.same(&[&text]);
                    }
                }
                Passage::Changed { old, new } => joined.changed(&[&old], &[&new]),
            }
        }
        let mut changes = Vec::with_capacity(joined.list.len() * 2);
        let mut push = |kind, text: String| {
            if !text.is_empty() {
                changes.push(Change { kind, text });
            }
        };
        for passage in joined.list {
            match passage {
                Passage::Same(text) => push(Kind::Equal, text),
                Passage::Changed { old, new } => {
                    push(Kind::Delete, old);
                    push(Kind::Insert, new);
                }
            }
        }
        changes
    }
}

/// Splits into words, tags, runs of whitespace, and single other characters.
fn split_words(text: &str) -> Vec<&str> {
    split(text, |rest, first| {
        if first == '<' {
            tag_length(rest).unwrap_or(1)
        } else if first.is_alphanumeric() {
            run(rest, char::is_alphanumeric)
        } else if first.is_whitespace() {
            run(rest, char::is_whitespace)
        } else {
            first.len_utf8()
        }
    })
}

/// Splits into sentences: each ends at a line break, at the end of a tag, or at the space after `.`, `!`,
/// `?` or `;`.
fn split_sentences(text: &str) -> Vec<&str> {
    split(text, |rest, _| {
        let mut previous = ' ';
        for (position, character) in rest.char_indices() {
            let ended = matches!(character, '\n' | '>')
                || (character == ' ' && matches!(previous, '.' | '!' | '?' | ';'));
            if ended {
                return position + character.len_utf8();
            }
            previous = character;
        }
        rest.len()
    })
}

/// Splits `text` into parts; `length` returns the length of the next part from the rest and its first
/// character.
fn split(text: &str, length: impl Fn(&str, char) -> usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let Some((part, behind)) = rest.split_at_checked(length(rest, first)) else {
            break;
        };
        parts.push(part);
        rest = behind;
    }
    parts
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|character| !belongs(character))
        .unwrap_or(text.len())
}

fn tag_length(text: &str) -> Option<usize> {
    let end = text.bytes().take(TAG_BYTES).position(|byte| byte == b'>')?;
    let named = text
        .as_bytes()
        .get(1)
        .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(*byte, b'/' | b'!'));
    named.then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marked_up(old: &str, new: &str) -> String {
        words(old, new)
            .into_iter()
            .map(|change| match change.kind {
                Kind::Equal => change.text,
                Kind::Insert => format!("[+{}]", change.text),
                Kind::Delete => format!("[-{}]", change.text),
            })
            .collect()
    }

    fn sides(changes: &[Change]) -> (String, String) {
        let side = |other| {
            changes
                .iter()
                .filter(|change| change.kind != other)
                .map(|change| change.text.as_str())
                .collect()
        };
        (side(Kind::Insert), side(Kind::Delete))
    }

    #[test]
    fn marks_words() {
        assert_eq!(
            marked_up("o gato dorme", "o cão dorme"),
            "o [-gato][+cão] dorme"
        );
        assert_eq!(marked_up("a b", "a b c"), "a b[+ c]");
        assert_eq!(marked_up("a b c", "a c"), "a [-b ]c");
        assert_eq!(marked_up("igual", "igual"), "igual");
        assert_eq!(marked_up("", ""), "");
        assert_eq!(marked_up("", "novo"), "[+novo]");
    }

    #[test]
    fn merges_changes_separated_by_whitespace() {
        assert_eq!(
            marked_up("é um dia bom.", "é uma noite bom."),
            "é [-um dia][+uma noite] bom."
        );
    }

    #[test]
    fn treats_a_tag_as_one_word() {
        assert_eq!(
            marked_up("<p>Olá</p>", "<h2>Olá</h2>"),
            "[-<p>][+<h2>]Olá[-</p>][+</h2>]"
        );
        assert_eq!(
            marked_up("<a href=\"x\">y</a>", "<a href=\"z\">y</a>"),
            "[-<a href=\"x\">][+<a href=\"z\">]y</a>"
        );
    }

    #[test]
    fn serialises_kinds_in_lower_case() {
        let change = words("", "x");
        assert_eq!(
            serde_json::to_value(change).unwrap(),
            serde_json::json!([{"kind": "insert", "text": "x"}])
        );
    }

    #[test]
    fn a_long_text_with_one_change_shows_that_change() {
        let paragraph =
            |number: usize| format!("<p>Parágrafo {number} com algumas palavras. E mais.</p>\n");
        let old: String = (0..5_000).map(paragraph).collect();
        let new = old
            .replace("Parágrafo 10 com", "Trecho 10 com")
            .replace("Parágrafo 4900 com", "Trecho 4900 com");
        let changes = words(&old, &new);
        assert_eq!(sides(&changes), (old, new));
        let marked: Vec<_> = changes
            .iter()
            .filter(|change| change.kind != Kind::Equal)
            .collect();
        assert_eq!(marked.len(), 4);
        assert!(
            marked
                .iter()
                .all(|change| matches!(change.text.as_str(), "Parágrafo" | "Trecho"))
        );
    }

    #[test]
    fn a_cancelled_comparison_of_long_texts_reports_the_rest_as_changed() {
        let old = "um. dois. ".repeat(3_000);
        let new = "dois. três. ".repeat(3_000);
        let caller = Budget::unlimited();
        drop(caller.cancel_on_drop());
        let changes = words_until(&old, &new, &caller);
        let marked = changes.iter().filter(|change| change.kind != Kind::Equal);
        assert_eq!(marked.count(), 2);
        assert_eq!(sides(&changes), (old, new));
    }

    #[test]
    fn huge_texts_without_common_words_are_compared() {
        let text = |seed: usize| -> String {
            (0..60_000)
                .map(|number| format!("{} ", (number * 7_919 + seed) % 10_007))
                .collect()
        };
        let (old, new) = (text(1), text(2));
        let changes = words(&old, &new);
        assert_eq!(sides(&changes), (old, new));
    }

    proptest! {
        #[test]
        fn old_and_new_text_are_recoverable(old in "([a-c]| |<b>|\n|é|\\PC){0,80}", new in "([a-c]| |<b>|\n|é|\\PC){0,80}") {
            let changes = words(&old, &new);
            prop_assert_eq!(sides(&changes), (old, new));
            prop_assert!(changes.iter().all(|change| !change.text.is_empty()));
            prop_assert!(changes.windows(2).all(|pair| pair[0].kind != pair[1].kind));
        }

        #[test]
        fn old_and_new_text_are_recoverable_from_sentences(old in "([a-c]| |[.] |<b>|\n){0,80}", new in "([a-c]| |[.] |<b>|\n){0,80}") {
            let mut passages = Passages::default();
            compare_sentences(&old, &new, &Budget::unlimited(), &mut passages);
            prop_assert_eq!(sides(&passages.into_changes()), (old, new));
        }
    }
}
