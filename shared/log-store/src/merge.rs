//! Reads a segment of the index: several partitions, each sorted, as one sorted list.

use std::collections::HashSet;

use futures_util::future::try_join_all;
use items::{Cursor, ItemsError, Query, Table};

use crate::keys;
use crate::segments::Segment;

/// Records that are read of each partition beside its share of the page. A request for some more costs as much as one
/// without them, and saves a second request when the partition has more than its share at the front.
const AHEAD: u64 = 8;

/// Records of one partition that were read so far.
#[derive(Debug)]
struct Run {
    query: Query,
    /// Number to read with the next request.
    chunk: u64,
    places: Vec<String>,
    next: Option<Cursor>,
    ended: bool,
}

impl Run {
    /// A run through `n` records of a partition, of which about `share` are expected to be needed.
    fn of(segment: &Segment, partition: &str, n: u64, share: u64) -> Self {
        Self {
            query: keys::index_between(partition, segment.oldest, segment.newest),
            // One more than there are shows the end without a second request.
            chunk: share.saturating_add(AHEAD).min(n.saturating_add(1)),
            places: Vec::new(),
            next: None,
            ended: false,
        }
    }

    async fn read_on(&mut self, table: &Table) -> Result<(), ItemsError> {
        let chunk = i32::try_from(self.chunk).unwrap_or(i32::MAX);
        let query = self.query.clone().limit(chunk);
        let page = table.key_page(&query, self.next.as_ref()).await?;
        self.places.extend(page.keys.into_iter().map(|key| key.sk));
        self.ended = page.next.is_none();
        self.next = page.next;
        self.chunk = self.chunk.saturating_mul(2);
        Ok(())
    }

    /// The last record read, when there may be more behind it.
    fn edge(&self) -> Option<&String> {
        self.places.last().filter(|_| !self.ended)
    }
}

/// The runs through the records that match, and those through the records that are left out.
fn runs(segment: &Segment, most: u64) -> (Vec<Run>, Vec<Run>) {
    let total = segment.total().max(1);
    let share = |n: u64| most.min(total).saturating_mul(n).div_ceil(total);
    let (mut matching, mut left_out) = (Vec::new(), Vec::new());
    for source in &segment.sources {
        let n = source.n.saturating_add(source.others());
        matching.push(Run::of(segment, &source.partition(), n, share(n)));
        for (channel, n) in &source.without {
            let partition = keys::index(source.status, source.level, Some(channel));
            left_out.push(Run::of(segment, &partition, *n, share(*n)));
        }
    }
    (matching, left_out)
}

/// The first `most` sort keys of a segment, newest first.
pub(crate) async fn first_places(
    table: &Table,
    segment: &Segment,
    most: u64,
) -> Result<Vec<String>, ItemsError> {
    let (mut matching, mut left_out) = runs(segment, most);
    let all = matching.iter_mut().chain(&mut left_out);
    try_join_all(all.map(|run| run.read_on(table))).await?;
    loop {
        // What is not newer than the edge of a partition may be preceded by a record that was not read, or be left out by
        // one.
        let edge = matching.iter().chain(&left_out).filter_map(Run::edge).max();
        let edge = edge.cloned();
        let without: HashSet<&String> = left_out.iter().flat_map(|run| &run.places).collect();
        let mut places: Vec<&String> = matching
            .iter()
            .flat_map(|run| &run.places)
            .filter(|place| edge.as_ref().is_none_or(|edge| *place >= edge))
            .filter(|place| !without.contains(place))
            .collect();
        let wanted = usize::try_from(most).unwrap_or(usize::MAX);
        if places.len() >= wanted || edge.is_none() {
            places.sort_unstable_by(|a, b| b.cmp(a));
            return Ok(places.into_iter().take(wanted).cloned().collect());
        }
        let all = matching.iter_mut().chain(&mut left_out);
        let behind = all.filter(|run| run.edge() == edge.as_ref());
        try_join_all(behind.map(|run| run.read_on(table))).await?;
    }
}
