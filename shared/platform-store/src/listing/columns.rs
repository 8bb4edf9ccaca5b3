//! Sets of posts by the values that lists filter by. The members of a set are the posts' places in the order of one
//! list, so a page is found by counting members from the end, whatever lies before it.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, btree_map};
use std::hash::Hash;
use std::ops::Bound;

use jiff::civil::Date;
use roaring::RoaringTreemap;

use super::filter::Days;

/// Sets of posts by a value.
pub(super) type Column<K> = HashMap<K, RoaringTreemap>;

pub(super) fn put<K: Hash + Eq>(column: &mut Column<K>, value: K, place: u64) {
    column.entry(value).or_default().insert(place);
}

pub(super) fn drop_from<K: Hash + Eq>(column: &mut Column<K>, value: K, place: u64) {
    if let Entry::Occupied(mut set) = column.entry(value) {
        set.get_mut().remove(place);
        if set.get().is_empty() {
            set.remove();
        }
    }
}

/// The posts with one of `values`.
pub(super) fn union<K: Hash + Eq>(column: &Column<K>, values: &[K]) -> RoaringTreemap {
    values
        .iter()
        .filter_map(|value| column.get(value))
        .fold(RoaringTreemap::new(), |union, set| union | set)
}

/// Sets of posts by a day. Posts without the day are in none.
#[derive(Debug, Default)]
pub(super) struct DayColumn(BTreeMap<Date, RoaringTreemap>);

impl DayColumn {
    pub(super) fn put(&mut self, day: Option<Date>, place: u64) {
        if let Some(day) = day {
            self.0.entry(day).or_default().insert(place);
        }
    }

    pub(super) fn drop_from(&mut self, day: Option<Date>, place: u64) {
        let set = day.map(|day| self.0.entry(day));
        if let Some(btree_map::Entry::Occupied(mut set)) = set {
            set.get_mut().remove(place);
            if set.get().is_empty() {
                set.remove();
            }
        }
    }

    /// The posts with one of `days`; none when the last day is before the first.
    pub(super) fn union(&self, days: Days) -> RoaringTreemap {
        let from = days.from.map_or(Bound::Unbounded, Bound::Included);
        let to = days.to.map_or(Bound::Unbounded, Bound::Included);
        if days.from.zip(days.to).is_some_and(|(from, to)| to < from) {
            return RoaringTreemap::new();
        }
        self.0
            .range((from, to))
            .fold(RoaringTreemap::new(), |union, (_, set)| union | set)
    }
}

/// The posts of `all` that are in each of `sets`, of which a missing one is empty. A single set is not copied.
pub(super) fn intersection<'a>(
    sets: Vec<Option<&'a RoaringTreemap>>,
    all: &'a RoaringTreemap,
) -> Cow<'a, RoaringTreemap> {
    let Some(mut sets) = sets.into_iter().collect::<Option<Vec<_>>>() else {
        return Cow::Owned(RoaringTreemap::new());
    };
    // The smallest set first keeps the intermediate results small.
    sets.sort_by_key(|set| set.len());
    let mut sets = sets.into_iter();
    match (sets.next(), sets.next()) {
        (Some(first), Some(second)) => {
            Cow::Owned(sets.fold(first & second, |found, set| found & set))
        }
        (Some(only), None) => Cow::Borrowed(only),
        (None, _) => Cow::Borrowed(all),
    }
}

/// The members of `found` from the greatest down: at most `take` after the first `skip`.
pub(super) fn page(found: &RoaringTreemap, skip: u64, take: u64) -> impl Iterator<Item = u64> + '_ {
    let place = found
        .len()
        .checked_sub(skip)
        .and_then(|left| left.checked_sub(1));
    let first = place.and_then(|place| found.select(place));
    first.into_iter().flat_map(move |first| {
        let mut members = found.iter();
        members.advance_back_to(first);
        members
            .rev()
            .take(usize::try_from(take).unwrap_or(usize::MAX))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_counted_from_the_greatest_member() {
        // Members on both sides of a border between the parts of a set.
        let members = [1, 5, 70_000, (1 << 32) - 1, 1 << 32, (1 << 32) + 70_000];
        let found: RoaringTreemap = members.into_iter().collect();
        let descending: Vec<u64> = members.into_iter().rev().collect();
        for skip in 0..8 {
            for take in 0..8 {
                let expected: Vec<u64> = descending
                    .iter()
                    .copied()
                    .skip(usize::try_from(skip).unwrap())
                    .take(usize::try_from(take).unwrap())
                    .collect();
                let found: Vec<u64> = page(&found, skip, take).collect();
                assert_eq!(found, expected, "{skip} {take}");
            }
        }
        assert_eq!(page(&found, u64::MAX, u64::MAX).count(), 0);
    }

    #[test]
    fn sets_are_intersected_and_a_missing_one_is_empty() {
        let all: RoaringTreemap = (1..100).collect();
        let even: RoaringTreemap = (1..50).map(|n| n * 2).collect();
        let third: RoaringTreemap = (1..33).map(|n| n * 3).collect();
        assert_eq!(*intersection(vec![], &all), all);
        assert_eq!(*intersection(vec![Some(&even)], &all), even);
        let sixth: RoaringTreemap = (1..17).map(|n| n * 6).collect();
        assert_eq!(*intersection(vec![Some(&even), Some(&third)], &all), sixth);
        assert!(intersection(vec![Some(&even), None], &all).is_empty());
    }
}
