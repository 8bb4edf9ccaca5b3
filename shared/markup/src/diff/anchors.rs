//! Fixed points of two lists: parts that each side holds exactly once, in a common order.

use std::collections::HashMap;

/// Positions `(old, new)` of the fixed points, rising on both sides; the longest such choice. Takes
/// n log n time.
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

/// Where each part stands, or nothing for one that stands in several places.
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

/// The longest choice of `pairs` (rising on the left) that rises on the right too, by patience
/// sorting: each pile's top remembers the top of the pile before it.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    struct Card {
        pair: (usize, usize),
        before: Option<usize>,
    }
    let mut cards: Vec<Card> = Vec::with_capacity(pairs.len());
    // The right side of each pile's top, and its card.
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
    fn finds_what_stands_once_on_both_sides_in_order() {
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
