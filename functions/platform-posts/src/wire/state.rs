//! The state of a post, and counts of posts by state.

use domain::platform::post_state::PostState;
use jiff::Timestamp;
use platform_store::{PostRow, PostSummary, SiteStates, StateCounts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// State of a post: the first of these that holds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateWord {
    /// The publication stopped and waits for a person.
    Parked,
    /// An attempt to publish failed; another one is due or in progress.
    Retrying,
    /// The post is being sent to its site.
    Sending,
    /// The client was asked and has not answered.
    WithClient,
    /// The client requested adjustments after the last publication.
    Adjustments,
    /// The client rejected the post after the last publication.
    Rejected,
    /// The site holds the post for its date.
    Scheduled,
    /// The site shows the post.
    Published,
    /// The client approved the post.
    Approved,
    /// None of these.
    Draft,
}

impl From<PostState> for StateWord {
    fn from(state: PostState) -> Self {
        match state {
            PostState::Parked => Self::Parked,
            PostState::Retrying => Self::Retrying,
            PostState::Sending => Self::Sending,
            PostState::WithClient => Self::WithClient,
            PostState::Adjustments => Self::Adjustments,
            PostState::Rejected => Self::Rejected,
            PostState::Scheduled => Self::Scheduled,
            PostState::Published => Self::Published,
            PostState::Approved => Self::Approved,
            PostState::Draft => Self::Draft,
        }
    }
}

impl From<StateWord> for PostState {
    fn from(word: StateWord) -> Self {
        match word {
            StateWord::Parked => Self::Parked,
            StateWord::Retrying => Self::Retrying,
            StateWord::Sending => Self::Sending,
            StateWord::WithClient => Self::WithClient,
            StateWord::Adjustments => Self::Adjustments,
            StateWord::Rejected => Self::Rejected,
            StateWord::Scheduled => Self::Scheduled,
            StateWord::Published => Self::Published,
            StateWord::Approved => Self::Approved,
            StateWord::Draft => Self::Draft,
        }
    }
}

/// Number of posts in each state.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct StatePosts {
    /// Posts whose publication stopped.
    pub parked: u64,
    /// Posts that wait for another attempt.
    pub retrying: u64,
    /// Posts that are being sent.
    pub sending: u64,
    /// Posts that are with the client.
    pub with_client: u64,
    /// Posts with requested adjustments.
    pub adjustments: u64,
    /// Rejected posts.
    pub rejected: u64,
    /// Scheduled posts.
    pub scheduled: u64,
    /// Published posts.
    pub published: u64,
    /// Approved posts.
    pub approved: u64,
    /// Drafts.
    pub draft: u64,
}

impl From<&StateCounts> for StatePosts {
    fn from(counts: &StateCounts) -> Self {
        let of = |state| counts.get(&state).copied().unwrap_or_default();
        Self {
            parked: of(PostState::Parked),
            retrying: of(PostState::Retrying),
            sending: of(PostState::Sending),
            with_client: of(PostState::WithClient),
            adjustments: of(PostState::Adjustments),
            rejected: of(PostState::Rejected),
            scheduled: of(PostState::Scheduled),
            published: of(PostState::Published),
            approved: of(PostState::Approved),
            draft: of(PostState::Draft),
        }
    }
}

/// Posts of a site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SitePosts {
    /// Identifier of the site.
    pub site_id: u64,
    /// Number of its posts.
    pub total: u64,
    /// Number of its posts in each state.
    pub states: StatePosts,
}

impl From<&SiteStates> for SitePosts {
    fn from(site: &SiteStates) -> Self {
        Self {
            site_id: site.site.0,
            total: site.states.values().sum(),
            states: (&site.states).into(),
        }
    }
}

/// Post that needs attention.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SummaryPost {
    /// Identifier.
    pub id: u64,
    /// Identifier of its site.
    pub site_id: u64,
    /// Owner.
    pub user_id: u64,
    /// Title.
    pub title: String,
    /// When the client was last asked; null when never.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub approval_requested_at: Option<Timestamp>,
    /// Time of the last edit by a user.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

impl From<PostRow> for SummaryPost {
    fn from(row: PostRow) -> Self {
        Self {
            id: row.id.0,
            site_id: row.site_id.0,
            user_id: row.user_id.0,
            title: row.title,
            approval_requested_at: row.approval_requested_at,
            updated_at: row.updated_at,
        }
    }
}

/// Counts of the posts that the caller may see.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PostsSummary {
    /// Number of the posts.
    pub total: u64,
    /// Number of the posts in each state.
    pub states: StatePosts,
    /// The same for each site with posts, in the order of the identifiers.
    pub sites: Vec<SitePosts>,
    /// Posts that are with the client, the one that waits longest first; at most five.
    pub waiting: Vec<SummaryPost>,
    /// Posts whose publication stopped, the one edited last first; at most five.
    pub parked: Vec<SummaryPost>,
}

impl From<PostSummary> for PostsSummary {
    fn from(summary: PostSummary) -> Self {
        let posts = |rows: Vec<PostRow>| rows.into_iter().map(Into::into).collect();
        Self {
            total: summary.states.values().sum(),
            states: (&summary.states).into(),
            sites: summary.sites.iter().map(Into::into).collect(),
            waiting: posts(summary.waiting),
            parked: posts(summary.parked),
        }
    }
}
