//! Filters of the lists of posts.

use domain::platform::approval::Label;
use domain::platform::id::{SiteId, UserId};
use domain::platform::post::PostStatus;
use domain::platform::post_state::PostState;
use jiff::civil::Date;

/// Days from the first to the last, both included; an end that is missing is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Days {
    /// First day.
    pub from: Option<Date>,
    /// Last day.
    pub to: Option<Date>,
}

/// Filter of the list of posts that are not deleted; all members that are set must match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostFilter {
    /// Only posts of these sites.
    pub sites: Option<Vec<SiteId>>,
    /// Only posts of this owner.
    pub user: Option<UserId>,
    /// Only posts with this status.
    pub status: Option<PostStatus>,
    /// Only posts in one of these states.
    pub states: Option<Vec<PostState>>,
    /// Only posts with this approval label.
    pub approval: Option<Label>,
    /// Only posts created on these days of the platform's time zone.
    pub created: Option<Days>,
    /// Only posts with a planned publication on these days.
    pub scheduled: Option<Days>,
    /// Only posts published on these days.
    pub published: Option<Days>,
    /// Only posts whose title contains this text, ignoring case.
    pub title: Option<String>,
}

/// Filter of the history, which also has deleted posts; all members that are set must match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HistoryFilter {
    /// Only posts created in this year of the platform's time zone.
    pub year: Option<i16>,
    /// Only posts created in this month, 1 to 12, of any year.
    pub month: Option<i8>,
    /// Only posts created on this day of the month, 1 to 31.
    pub day: Option<i8>,
    /// Only posts in this state.
    pub status: Option<PostStatus>,
    /// Only posts of this site.
    pub site: Option<SiteId>,
    /// Only deleted posts, or only posts that are not.
    pub deleted: Option<bool>,
}
