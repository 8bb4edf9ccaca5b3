//! Filters of the lists of posts.

use domain::platform::approval::Label;
use domain::platform::id::{SiteId, UserId};
use domain::platform::post::PostStatus;

/// Filter of the list of posts that are not deleted; all members that are set must match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostFilter {
    /// Only posts of these sites.
    pub sites: Option<Vec<SiteId>>,
    /// Only posts of this owner.
    pub user: Option<UserId>,
    /// Only posts in this state.
    pub status: Option<PostStatus>,
    /// Only posts with this approval label.
    pub approval: Option<Label>,
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
