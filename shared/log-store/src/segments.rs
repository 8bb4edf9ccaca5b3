//! Which parts of the index hold a page. Counters are enough to decide it: spans before the page are skipped without
//! reading their index records.

use std::collections::BTreeMap;

use domain::platform::log::{LogLevel, LogStatus};

use crate::counted::Counted;
use crate::keys;
use crate::span::Span;
use crate::view::View;

/// A partition of the index: status, level, and the channel, or all channels.
type Partition = (LogStatus, LogLevel, Option<String>);

/// A partition of the index that is read for a range of spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) status: LogStatus,
    pub(crate) level: LogLevel,
    /// None reads all channels together.
    pub(crate) channel: Option<String>,
    /// Number of matching records in the range.
    pub(crate) n: u64,
    /// Channels whose records in the range do not match, with their number. They are among those of all channels, with
    /// the same sort keys.
    pub(crate) without: Vec<(String, u64)>,
}

impl Source {
    /// Name of the partition.
    pub(crate) fn partition(&self) -> String {
        keys::index(self.status, self.level, self.channel.as_deref())
    }

    /// Number of records of the partition in the range that do not match.
    pub(crate) fn others(&self) -> u64 {
        self.without.iter().map(|(_, n)| n).sum()
    }
}

/// A range of spans, and what is read of the index for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) oldest: Span,
    pub(crate) newest: Span,
    pub(crate) sources: Vec<Source>,
}

impl Segment {
    /// Number of matching records in the range.
    pub(crate) fn total(&self) -> u64 {
        self.sources.iter().map(|source| source.n).sum()
    }
}

/// The segments of a page, newest first, and the number of records to skip in the first one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PagePlan {
    pub(crate) segments: Vec<Segment>,
    pub(crate) skip: u64,
}

/// The numbers of records of one span, divided by whether they match. A class without a channel counts those that no
/// other class counts.
#[derive(Debug, Default)]
struct Division {
    matching: BTreeMap<Partition, u64>,
    others: BTreeMap<Partition, u64>,
}

impl Division {
    fn of(counted: &Counted, view: &View<'_>) -> Self {
        let mut division = Self::default();
        for (class, n) in &counted.classes {
            if !view.filter.has_kind(class.level, &class.channel) {
                continue;
            }
            let channel = class.one_channel().map(str::to_owned);
            let partition = (class.status, class.level, channel);
            if view.has(counted.span.bucket, class) {
                division.matching.insert(partition, *n);
            } else {
                division.others.insert(partition, *n);
            }
        }
        division
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
    division: Division,
}

impl Building {
    const fn new(span: Span, division: Division) -> Self {
        Self {
            oldest: span,
            newest: span,
            division,
        }
    }

    /// Whether no class has matching records in one and other records in the other.
    fn fits(&self, division: &Division) -> bool {
        let own = &self.division;
        let among = |keys: &BTreeMap<Partition, u64>, others: &BTreeMap<Partition, u64>| {
            keys.keys().any(|one| others.contains_key(one))
        };
        !among(&own.matching, &division.others) && !among(&division.matching, &own.others)
    }

    fn extend(&mut self, span: Span, division: Division) {
        self.oldest = span;
        let own = &mut self.division;
        for (sums, numbers) in [
            (&mut own.matching, division.matching),
            (&mut own.others, division.others),
        ] {
            for (partition, n) in numbers {
                *sums.entry(partition).or_default() += n;
            }
        }
    }

    fn done(self) -> Segment {
        let Division { matching, others } = self.division;
        let mut sources: Vec<Source> = Vec::new();
        // The class without a channel is the first of its status and level.
        for ((status, level, channel), n) in matching {
            let of_class = |source: &&mut Source| {
                source.channel.is_none() && (source.status, source.level) == (status, level)
            };
            if let Some(all) = sources.iter_mut().find(of_class) {
                all.n += n;
                continue;
            }
            sources.push(Source {
                status,
                level,
                channel,
                n,
                without: Vec::new(),
            });
        }
        for source in sources.iter_mut().filter(|one| one.channel.is_none()) {
            let of_class = others.iter().filter(|((status, level, _), _)| {
                (*status, *level) == (source.status, source.level)
            });
            let left_out = of_class.filter_map(|((_, _, channel), n)| Some((channel.clone()?, *n)));
            source.without = left_out.collect();
        }
        Segment {
            oldest: self.oldest,
            newest: self.newest,
            sources,
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

    fn partitions(plan: &PagePlan) -> Vec<Vec<(String, u64)>> {
        let of = |segment: &Segment| {
            let sources = segment.sources.iter();
            sources.map(|one| (one.partition(), one.n)).collect()
        };
        plan.segments.iter().map(of).collect()
    }

    fn left_out(segment: &Segment) -> Vec<(&str, u64)> {
        let sources = segment.sources.iter();
        let without = sources.flat_map(|one| &one.without);
        without.map(|(name, n)| (name.as_str(), *n)).collect()
    }

    #[test]
    fn days_before_the_page_are_skipped_and_days_of_the_page_are_one_range() {
        let buckets = [
            counted(5, 0, &[(OPEN, "", 4)]),
            counted(4, 0, &[(OPEN, "", 5)]),
            counted(3, 0, &[(OPEN, "", 6)]),
            counted(2, 0, &[(OPEN, "", 9)]),
        ];
        let (state, filter) = (State::default(), LogFilter::default());
        let view = View {
            state: &state,
            filter: &filter,
        };
        let page = plan(&buckets, &view, 6, 8);
        assert_eq!(page.skip, 2);
        assert_eq!(partitions(&page), [[("BY#aberto#error".to_owned(), 11)]]);
        let segment = &page.segments[0];
        let days = (segment.oldest.bucket.day, segment.newest.bucket.day);
        assert_eq!(days, (date(2026, 11, 3), date(2026, 11, 4)));
        assert_eq!(plan(&buckets, &view, 24, 5).segments, []);
    }

    #[test]
    fn a_pending_clearing_of_a_channel_is_left_out_of_all_channels() {
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
            counted(5, 0, &[(OPEN, "a", 3), (OPEN, "", 2)]),
            counted(4, 0, &[(OPEN, "a", 7)]),
            counted(3, 0, &[(OPEN, "", 1)]),
        ];
        let filter = LogFilter {
            status: Some(OPEN),
            ..LogFilter::default()
        };
        let open = View {
            state: &state,
            filter: &filter,
        };
        let page = plan(&buckets, &open, 0, 50);
        let (a, all) = ("BY#aberto#error#a".to_owned(), "BY#aberto#error".to_owned());
        assert_eq!(partitions(&page), [[(a.clone(), 4)], [(all.clone(), 3)]]);
        assert_eq!(left_out(&page.segments[0]), []);
        assert_eq!(left_out(&page.segments[1]), [("a", 10)]);
        let filter = LogFilter {
            status: Some(LogStatus::Cleared),
            ..LogFilter::default()
        };
        let cleared = View {
            state: &state,
            filter: &filter,
        };
        assert_eq!(partitions(&plan(&buckets, &cleared, 0, 50)), [[(a, 10)]]);
        let counts = cleared.status_counts(&buckets);
        assert_eq!((counts.open, counts.resolved, counts.cleared), (7, 0, 10));
        // Without the status, all of them match.
        let filter = LogFilter::default();
        let whole = View {
            state: &state,
            filter: &filter,
        };
        assert_eq!(partitions(&plan(&buckets, &whole, 0, 50)), [[(all, 17)]]);
    }
}
