//! Which parts of the index hold a page. Counters are enough to decide it: spans before the page are skipped without
//! reading their index records.

use std::collections::{BTreeMap, BTreeSet};

use domain::platform::log::{LogLevel, LogStatus};

use crate::counted::Counted;
use crate::keys;
use crate::span::Span;
use crate::view::View;

/// A partition of the index: status, level, and the channel, or all channels.
type Partition = (LogStatus, LogLevel, Option<String>);

/// A range of spans, and the partitions of the index whose records in that range all match the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) oldest: Span,
    pub(crate) newest: Span,
    /// Partitions with the number of their records in the range.
    pub(crate) partitions: Vec<(String, u64)>,
}

impl Segment {
    /// Number of records in the range.
    pub(crate) fn total(&self) -> u64 {
        self.partitions.iter().map(|(_, n)| n).sum()
    }
}

/// The segments of a page, newest first, and the number of records to skip in the first one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PagePlan {
    pub(crate) segments: Vec<Segment>,
    pub(crate) skip: u64,
}

/// The partitions of one span, divided by whether their records match.
#[derive(Debug, Default)]
struct Division {
    matching: BTreeMap<Partition, u64>,
    others: BTreeSet<Partition>,
    /// Whether a partition of all channels holds both matching and other records here, so that those of single
    /// channels are read instead.
    mixed: bool,
}

impl Division {
    fn of(counted: &Counted, view: &View<'_>) -> Self {
        let mut division = Self::default();
        let mut groups: BTreeMap<_, Vec<(Option<&str>, u64, bool)>> = BTreeMap::new();
        for (class, n) in &counted.classes {
            if !view.filter.has_kind(class.level, &class.channel) {
                continue;
            }
            let matches = view.has(counted.span.bucket, class);
            if view.filter.channel.is_some() {
                let partition = (class.status, class.level, Some(class.channel.clone()));
                division.put(partition, *n, matches);
            } else {
                let group = groups.entry((class.status, class.level)).or_default();
                group.push((class.one_channel(), *n, matches));
            }
        }
        for ((status, level), classes) in groups {
            let matching = classes.iter().filter(|(_, _, matches)| *matches).count();
            if matching == 0 || matching == classes.len() {
                let n = classes.iter().map(|(_, n, _)| n).sum();
                division.put((status, level, None), n, matching > 0);
            } else {
                division.mixed = true;
                for (channel, n, matches) in classes {
                    division.put((status, level, channel.map(str::to_owned)), n, matches);
                }
            }
        }
        division
    }

    fn put(&mut self, partition: Partition, n: u64, matches: bool) {
        if matches {
            self.matching.insert(partition, n);
        } else {
            self.others.insert(partition);
        }
    }

    fn total(&self) -> u64 {
        self.matching.values().sum()
    }
}

/// Segments while they are built from neighbouring spans.
#[derive(Debug)]
struct Building {
    oldest: Span,
    newest: Span,
    matching: BTreeMap<Partition, u64>,
    others: BTreeSet<Partition>,
    mixed: bool,
}

impl Building {
    fn new(span: Span, division: Division) -> Self {
        Self {
            oldest: span,
            newest: span,
            matching: division.matching,
            others: division.others,
            mixed: division.mixed,
        }
    }

    /// Whether no partition holds matching records of one and other records of the other.
    fn fits(&self, division: &Division) -> bool {
        !self.mixed
            && !division.mixed
            && !self
                .matching
                .keys()
                .any(|one| division.others.contains(one))
            && !division
                .matching
                .keys()
                .any(|one| self.others.contains(one))
    }

    fn extend(&mut self, span: Span, division: Division) {
        self.oldest = span;
        for (partition, n) in division.matching {
            *self.matching.entry(partition).or_default() += n;
        }
        self.others.extend(division.others);
    }

    fn done(self) -> Segment {
        let partitions = self
            .matching
            .into_iter()
            .map(|((status, level, channel), n)| {
                (keys::index(status, level, channel.as_deref()), n)
            });
        Segment {
            oldest: self.oldest,
            newest: self.newest,
            partitions: partitions.collect(),
        }
    }
}

/// The segments that hold `take` records of the view after the first `skip`. `spans` are newest first.
pub(crate) fn plan(spans: &[Counted], view: &View<'_>, skip: u64, take: u64) -> PagePlan {
    let mut plan = PagePlan {
        skip,
        ..PagePlan::default()
    };
    let mut wanted = take;
    let mut begun = false;
    let mut building: Option<Building> = None;
    for counted in spans
        .iter()
        .filter(|one| view.filter.has_day(one.span.bucket.day))
    {
        let division = Division::of(counted, view);
        let total = division.total();
        if !begun {
            if total <= plan.skip {
                plan.skip -= total;
                continue;
            }
            begun = true;
            wanted += plan.skip;
        }
        match &mut building {
            Some(segment) if segment.fits(&division) => segment.extend(counted.span, division),
            // A span without matching records begins no segment.
            present => {
                plan.segments.extend(present.take().map(Building::done));
                if total > 0 {
                    building = Some(Building::new(counted.span, division));
                }
            }
        }
        if total >= wanted {
            break;
        }
        wanted -= total;
    }
    plan.segments.extend(building.map(Building::done));
    plan
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::bucket::{Bucket, Class};
    use crate::filter::LogFilter;
    use crate::state::{Clearing, State};

    fn counted(day: i8, generation: u64, classes: &[(LogStatus, &str, u64)]) -> Counted {
        let classes = classes.iter().map(|(status, channel, n)| {
            let class = Class {
                status: *status,
                level: LogLevel::Error,
                channel: (*channel).to_owned(),
            };
            (class, *n)
        });
        Counted {
            span: Span::whole(Bucket {
                day: date(2026, 11, day),
                generation,
            }),
            classes: classes.collect(),
        }
    }

    const OPEN: LogStatus = LogStatus::Open;

    fn partitions(plan: &PagePlan) -> Vec<Vec<(&str, u64)>> {
        let of = |segment: &'_ Segment| segment.partitions.clone();
        let all: Vec<_> = plan.segments.iter().map(of).collect();
        assert_eq!(all.len(), plan.segments.len());
        plan.segments
            .iter()
            .map(|one| {
                one.partitions
                    .iter()
                    .map(|(name, n)| (name.as_str(), *n))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn days_before_the_page_are_skipped_and_days_of_the_page_are_one_range() {
        let buckets = [
            counted(5, 0, &[(OPEN, "a", 4)]),
            counted(4, 0, &[(OPEN, "a", 3), (OPEN, "b", 2)]),
            counted(3, 0, &[(OPEN, "b", 6)]),
            counted(2, 0, &[(OPEN, "a", 9)]),
        ];
        let (state, filter) = (State::default(), LogFilter::default());
        let view = View {
            state: &state,
            filter: &filter,
        };
        let page = plan(&buckets, &view, 6, 8);
        assert_eq!(page.skip, 2);
        assert_eq!(partitions(&page), [[("BY#aberto#error", 11)]]);
        let segment = &page.segments[0];
        let days = (segment.oldest.bucket.day, segment.newest.bucket.day);
        assert_eq!(days, (date(2026, 11, 3), date(2026, 11, 4)));
        assert_eq!(plan(&buckets, &view, 24, 5).segments, []);
    }

    #[test]
    fn a_clearing_of_one_channel_divides_the_days_that_it_concerns() {
        let state = State {
            generation: 1,
            clearings: vec![Clearing {
                generation: 0,
                filter: LogFilter {
                    channel: Some("a".to_owned()),
                    ..LogFilter::default()
                },
                at: jiff::Timestamp::UNIX_EPOCH,
            }],
        };
        let buckets = [
            counted(5, 1, &[(OPEN, "a", 4)]),
            counted(5, 0, &[(OPEN, "a", 3), (OPEN, "b", 2)]),
            counted(4, 0, &[(OPEN, "a", 7)]),
            counted(3, 0, &[(OPEN, "b", 1)]),
        ];
        let filter = LogFilter {
            status: Some(OPEN),
            ..LogFilter::default()
        };
        let open = View {
            state: &state,
            filter: &filter,
        };
        assert_eq!(
            partitions(&plan(&buckets, &open, 0, 50)),
            [
                [("BY#aberto#error", 4)],
                [("BY#aberto#error#b", 2)],
                [("BY#aberto#error", 1)],
            ]
        );
        let filter = LogFilter {
            status: Some(LogStatus::Cleared),
            ..LogFilter::default()
        };
        let cleared = View {
            state: &state,
            filter: &filter,
        };
        assert_eq!(
            partitions(&plan(&buckets, &cleared, 0, 50)),
            [[("BY#aberto#error#a", 3)], [("BY#aberto#error", 7)]]
        );
        let counts = cleared.status_counts(&buckets);
        assert_eq!((counts.open, counts.resolved, counts.cleared), (7, 0, 10));
    }
}
