//! Counters as they are read: the entries of a span in each class.

use std::collections::BTreeMap;

use items::Numbers;

use crate::bucket::Class;
use crate::span::{Part, Span};

/// The number of entries of a span in each class; classes without entries are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) span: Span,
    pub(crate) classes: BTreeMap<Class, u64>,
}

impl Counted {
    /// The sums of a month, whose counters name their channel. Names that this release does not know are skipped.
    pub(crate) fn of_month(numbers: &Numbers) -> Option<Self> {
        let bucket = numbers.key.sk.parse().ok()?;
        Some(Self {
            span: Span::whole(bucket),
            classes: classes(numbers).collect(),
        })
    }

    /// The counters of a part of the days, in one channel or in all together.
    pub(crate) fn of_part(numbers: &Numbers, part: Part, channel: Option<&str>) -> Option<Self> {
        let span = Span::of(&numbers.key.sk, part)?;
        let classes = classes(numbers).map(|(class, n)| (class.in_channel(channel), n));
        Some(Self {
            span,
            classes: classes.collect(),
        })
    }
}

/// The counters that are not zero.
fn classes(numbers: &Numbers) -> impl Iterator<Item = (Class, u64)> {
    numbers.iter().filter_map(|(name, n)| {
        let n = u64::try_from(n).ok().filter(|n| *n > 0)?;
        Some((name.parse::<Class>().ok()?, n))
    })
}
