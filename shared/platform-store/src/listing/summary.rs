//! Counts of the posts by state, and those that wait for the client longest.

use std::collections::{BTreeMap, BTreeSet};

use domain::platform::id::{PostId, SiteId};
use domain::platform::post_state::PostState;
use jiff::Timestamp;

use super::row::PostRow;

/// Number of posts by state; states without posts are missing.
pub type StateCounts = BTreeMap<PostState, u64>;

/// Posts of one site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteStates {
    /// The site.
    pub site: SiteId,
    /// Its posts by state.
    pub states: StateCounts,
}

/// Counts of the posts of a filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostSummary {
    /// Posts by state.
    pub states: StateCounts,
    /// The same by site, for the sites with posts, in the order of their identifiers.
    pub sites: Vec<SiteStates>,
    /// Posts that are with the client, the one that waits longest first.
    pub waiting: Vec<PostRow>,
    /// Posts whose publication is parked, the one that was edited last first.
    pub parked: Vec<PostRow>,
}

/// The posts that are with the client, in the order in which the clients were asked.
#[derive(Debug, Default)]
pub(super) struct Waiting(BTreeSet<(Timestamp, PostId)>);

/// Place of a post that is with the client. Rows of earlier releases lack the time of the request.
fn place(row: &PostRow) -> Option<(Timestamp, PostId)> {
    (row.deleted_at.is_none() && row.state() == PostState::WithClient)
        .then(|| (row.approval_requested_at.unwrap_or(row.updated_at), row.id))
}

impl Waiting {
    /// Replaces the row `before` of a post, if it had one, by `row`.
    pub(super) fn set(&mut self, before: Option<&PostRow>, row: &PostRow) {
        if let Some(place) = before.and_then(place) {
            self.0.remove(&place);
        }
        self.0.extend(place(row));
    }

    /// The posts, the one that waits longest first.
    pub(super) fn posts(&self) -> impl Iterator<Item = PostId> + '_ {
        self.0.iter().map(|(_, id)| *id)
    }
}
