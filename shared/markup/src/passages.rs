//! What changed between two versions of a text, for people who read it: the blocks that differ, each with a word diff of
//! its plain text.

use std::collections::HashMap;

use similar::{Algorithm, DiffTag, capture_diff_slices};
use step_budget::Budget;

use crate::diff::{Change, Kind, words_until};
use crate::text;

/// Longest texts, both together in bytes, that are compared block by block. Longer ones are compared by the limited work of
/// [`words_until`].
const COMPARED_BYTES: usize = 200_000;

/// Most blocks of both texts together that are compared block by block: that work grows with their square.
const COMPARED_BLOCKS: usize = 2_000;

/// A block is a changed form of another one when at least this share of its words, of 100, stayed. Otherwise one is shown
/// as removed and the other one as new.
const KEPT_PERCENT: usize = 40;

/// How many removed blocks a new one is compared with.
const CANDIDATES: usize = 8;

/// A block that is not the same in both versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// Word diff of the block; a removed or new block is one change.
    pub changes: Vec<Change>,
    /// Whether unchanged blocks stand before it, after the passage before.
    pub after_gap: bool,
}

/// The passages in which `new` differs from `old`, two HTML texts. Empty when only markup differs. When `caller` is cancelled, what
/// is left is reported as changed.
pub fn between(old: &str, new: &str, caller: &Budget) -> Vec<Passage> {
    let (old, new) = (text::blocks(old), text::blocks(new));
    let bytes: usize = old.iter().chain(&new).map(String::len).sum();
    if bytes > COMPARED_BYTES || old.len() + new.len() > COMPARED_BLOCKS {
        return in_long_texts(&old, &new, caller);
    }
    let mut found = Vec::new();
    let mut after_gap = false;
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (tag, old_range, new_range) = operation.as_tag_tuple();
        if tag == DiffTag::Equal {
            after_gap = true;
            continue;
        }
        let old = old.get(old_range).unwrap_or_default();
        let new = new.get(new_range).unwrap_or_default();
        for changes in changed(old, new, caller) {
            found.push(Passage { changes, after_gap });
            after_gap = false;
        }
    }
    found
}

/// The differences of two runs of blocks. Between two pairs of blocks that are alike, the removed ones come first.
fn changed(old: &[String], new: &[String], caller: &Budget) -> Vec<Vec<Change>> {
    let mut found = Vec::new();
    let mut rest = old.iter();
    let mut added = Vec::new();
    for block in new {
        let mut candidates = rest.clone().take(CANDIDATES);
        let Some(position) = candidates.position(|earlier| is_alike(earlier, block)) else {
            added.push(whole(Kind::Insert, block));
            continue;
        };
        let removed = rest.by_ref().take(position);
        found.extend(removed.map(|removed| whole(Kind::Delete, removed)));
        found.append(&mut added);
        if let Some(earlier) = rest.next() {
            found.push(words_until(earlier, block, caller));
        }
    }
    found.extend(rest.map(|removed| whole(Kind::Delete, removed)));
    found.append(&mut added);
    found
}

fn whole(kind: Kind, text: &str) -> Vec<Change> {
    vec![Change {
        kind,
        text: text.to_owned(),
    }]
}

/// Whether one block is a changed form of the other: judged by the words that both have, in any order.
fn is_alike(old: &str, new: &str) -> bool {
    let (mut counts, mut total) = (HashMap::<&str, usize>::new(), 0);
    for word in old.split(' ') {
        *counts.entry(word).or_default() += 1;
        total += 1;
    }
    let (mut shared, mut own) = (0, 0);
    for word in new.split(' ') {
        own += 1;
        if let Some(left) = counts.get_mut(word).filter(|left| **left > 0) {
            *left -= 1;
            shared += 1;
        }
    }
    shared * 100 >= own.max(total) * KEPT_PERCENT
}

/// The passages of long texts, whose words are compared as those of one block.
fn in_long_texts(old: &[String], new: &[String], caller: &Budget) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut open = Passage::default();
    let differs = |change: &Change| change.kind != Kind::Equal;
    for change in words_until(&old.join("\n"), &new.join("\n"), caller) {
        for (index, line) in change.text.split('\n').enumerate() {
            if index > 0 {
                let done = std::mem::take(&mut open);
                if done.changes.iter().any(differs) {
                    found.push(done);
                } else {
                    open.after_gap = true;
                }
            }
            if !line.is_empty() {
                open.changes.extend(whole(change.kind, line));
            }
        }
    }
    if open.changes.iter().any(differs) {
        found.push(open);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(old: &str, new: &str) -> Vec<String> {
        let mark = |change: Change| match change.kind {
            Kind::Equal => change.text,
            Kind::Insert => format!("[+{}]", change.text),
            Kind::Delete => format!("[-{}]", change.text),
        };
        let passages = between(old, new, &Budget::unlimited()).into_iter();
        passages
            .map(|passage| {
                let gap = if passage.after_gap { "… " } else { "" };
                let words: String = passage.changes.into_iter().map(mark).collect();
                format!("{gap}{words}")
            })
            .collect()
    }

    #[test]
    fn only_blocks_that_differ_are_passages() {
        let old = "<h2>Um</h2><p>O pão custa dez reais.</p><p>Fim.</p>";
        let new = "<h2>Um</h2><p>O pão custa <b>doze</b> reais.</p><p>Fim.</p>";
        assert_eq!(shown(old, new), ["… O pão custa [-dez][+doze] reais."]);
        assert_eq!(shown(old, old), [""; 0]);
        assert_eq!(
            shown("<p>Um dois.</p>", "<h3>Um <b>dois</b>.</h3>"),
            [""; 0]
        );
    }

    #[test]
    fn removed_and_new_blocks_are_whole() {
        let old = "<p>a a</p><p>Sobre o trigo e o moinho.</p><p>c c</p>";
        let new = "<p>a a</p><p>c c</p><p>A massa descansa oito horas.</p>";
        assert_eq!(
            shown(old, new),
            [
                "… [-Sobre o trigo e o moinho.]",
                "… [+A massa descansa oito horas.]"
            ]
        );
        let replaced = "<p>a a</p><p>A massa descansa oito horas.</p><p>c c</p>";
        assert_eq!(
            shown(old, replaced),
            [
                "… [-Sobre o trigo e o moinho.]",
                "[+A massa descansa oito horas.]"
            ]
        );
    }

    #[test]
    fn a_changed_block_beside_a_new_one_is_compared_with_its_own() {
        let old = "<p>O pão de leite pede manteiga.</p>";
        let new = "<p>Um parágrafo inteiramente diverso.</p><p>O pão de leite pede mel.</p>";
        assert_eq!(
            shown(old, new),
            [
                "[+Um parágrafo inteiramente diverso.]",
                "O pão de leite pede [-manteiga][+mel]."
            ]
        );
    }

    #[test]
    fn long_texts_show_their_changes_too() {
        let paragraph = |number: usize| format!("<p>Parágrafo {number} com algumas palavras.</p>");
        let old: String = (0..5_000).map(paragraph).collect();
        let new = old.replace("Parágrafo 10 com", "Trecho 10 com");
        assert_eq!(
            shown(&old, &new),
            ["… [-Parágrafo][+Trecho] 10 com algumas palavras."]
        );
    }

    proptest! {
        #[test]
        fn every_new_word_is_shown_and_no_passage_is_empty(
            old in prop::collection::vec("[a-d]{1,2}( [a-d]{1,2}){0,5}", 0..8),
            new in prop::collection::vec("[a-d]{1,2}( [a-d]{1,2}){0,5}", 0..8),
        ) {
            let html = |blocks: &[String]| blocks.iter().map(|block| format!("<p>{block}</p>")).collect::<String>();
            let passages = between(&html(&old), &html(&new), &Budget::unlimited());
            for passage in &passages {
                prop_assert!(passage.changes.iter().any(|change| change.kind != Kind::Equal));
            }
            let side = |other: Kind| -> Vec<String> {
                let text = |passage: &Passage| passage.changes.iter().filter(|change| change.kind != other).map(|change| change.text.as_str()).collect::<String>();
                passages.iter().map(text).filter(|text| !text.is_empty()).collect()
            };
            prop_assert!(side(Kind::Delete).iter().all(|block| new.contains(block)));
            prop_assert!(side(Kind::Insert).iter().all(|block| old.contains(block)));
            prop_assert_eq!(passages.is_empty(), old == new);
        }
    }
}
