//! Finds anchors of two lists: parts that occur exactly once on each side, in a common order.

use std::collections::HashMap;

/// Positions `(old, new)` of the anchors, ascending on both sides; the longest such sequence. O(n log n).
pub(super) fn find(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let old_places = places(old);
    let new_places = places(new);
    let shared: Vec<(usize, usize)> = old
        .iter()
        .enumerate()
        .filter(|(_, part)| old_places.get(*part).is_some_and(Option::is_some))
        .filter_map(|(position, part)| {
            let place = new_places.get(part).copied().flatten()?;
            Some((position, place))
        })
        .collect();
    longest_rising(&shared)
}

/// Maps each part to its position, or to `None` when it occurs more than once.
fn places<'a>(parts: &[&'a str]) -> HashMap<&'a str, Option<usize>> {
    let mut places = HashMap::with_capacity(parts.len());
    for (position, part) in parts.iter().enumerate() {
        places
            .entry(*part)
            .and_modify(|place| *place = None)
            .or_insert(Some(position));
    }
    places
}

/// The longest subsequence of `pairs` (ascending on the left) that also ascends on the right, by patience
/// sorting: each card remembers the top of the pile to its left.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    struct Card {
        pair: (usize, usize),
        before: Option<usize>,
    }
    let mut cards: Vec<Card> = Vec::with_capacity(pairs.len());
    // The right-hand position of each pile's top card, and the card's index.
    let mut tops: Vec<(usize, usize)> = Vec::new();
    for pair in pairs {
        let pile = tops.partition_point(|(right, _)| *right < pair.1);
        let before = pile
            .checked_sub(1)
            .and_then(|left| tops.get(left))
            .map(|(_, card)| *card);
        let top = (pair.1, cards.len());
        cards.push(Card {
            pair: *pair,
            before,
        });
        match tops.get_mut(pile) {
            Some(place) => *place = top,
            None => tops.push(top),
        }
    }
    let mut chosen = Vec::with_capacity(tops.len());
    let mut next = tops.last().map(|(_, card)| *card);
    while let Some(card) = next.and_then(|card| cards.get(card)) {
        chosen.push(card.pair);
        next = card.before;
    }
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_parts_that_are_unique_on_both_sides_in_order() {
        assert_eq!(
            find(&["a", "b", "c", "d"], &["b", "x", "d"]),
            [(1, 0), (3, 2)]
        );
        assert_eq!(find(&["a", "a", "b"], &["a", "b", "b"]), []);
        assert_eq!(
            find(&["e", "a", "b", "c"], &["a", "b", "c", "e"]),
            [(1, 0), (2, 1), (3, 2)]
        );
        assert_eq!(find(&[], &["a"]), []);
    }
}
