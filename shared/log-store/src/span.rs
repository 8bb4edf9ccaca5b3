//! Spans: a bucket, or ten minutes of it, in the order of the index.

use jiff::Timestamp;

use crate::bucket::Bucket;

/// Sorts behind every digit and `#`.
const LAST: char = '~';

/// Parts that entries are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Whole buckets.
    Day,
    /// Ten minutes of a bucket.
    TenMinutes,
}

impl Part {
    /// All parts, the largest first.
    pub(crate) const ALL: [Self; 2] = [Self::Day, Self::TenMinutes];

    /// Length in seconds, of parts of a bucket.
    const fn seconds(self) -> Option<i64> {
        match self {
            Self::Day => None,
            Self::TenMinutes => Some(10 * 60),
        }
    }
}

/// The second of an entry in sort keys.
pub(crate) fn second(at: Timestamp) -> i64 {
    at.as_second().max(0)
}

/// Seconds of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Slot {
    first: i64,
    last: i64,
}

/// A bucket or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) bucket: Bucket,
    slot: Option<Slot>,
}

impl Span {
    /// A whole bucket.
    pub(crate) const fn whole(bucket: Bucket) -> Self {
        Self { bucket, slot: None }
    }

    /// The part of `bucket` in which an entry of the time `at` lies.
    pub(crate) fn around(bucket: Bucket, at: Timestamp, part: Part) -> Self {
        let slot = part.seconds().map(|length| {
            let first = second(at) / length * length;
            Slot {
                first,
                last: first + length - 1,
            }
        });
        Self { bucket, slot }
    }

    /// The span that [`Span::name`] names.
    pub(crate) fn of(name: &str, part: Part) -> Option<Self> {
        let Some(length) = part.seconds() else {
            return Some(Self::whole(name.parse().ok()?));
        };
        let (bucket, first) = name.rsplit_once('#')?;
        let first: i64 = first.parse().ok()?;
        let last = first.checked_add(length - 1)?;
        Some(Self {
            bucket: bucket.parse().ok()?,
            slot: Some(Slot { first, last }),
        })
    }

    /// Sort key of its counters.
    pub(crate) fn name(&self) -> String {
        match self.slot {
            None => self.bucket.to_string(),
            Some(slot) => format!("{}#{:012}", self.bucket, slot.first),
        }
    }

    /// Sorts before every entry of the span and every part of it, or like the first part.
    pub(crate) fn begin(&self) -> String {
        match self.slot {
            None => format!("{}#", self.bucket),
            Some(_) => self.name(),
        }
    }

    /// Sorts behind every entry of the span and every part of it.
    pub(crate) fn end(&self) -> String {
        match self.slot {
            None => format!("{}{LAST}", self.bucket),
            Some(slot) => format!("{}#{:012}{LAST}", self.bucket, slot.last),
        }
    }
}
