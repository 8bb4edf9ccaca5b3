//! States of content and which state a write ends in (docs/interface/site/posts.md#statuses).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// An item whose date is at least this far in the future is scheduled instead of published.
pub const FUTURE_MARGIN: SignedDuration = SignedDuration::from_secs(60);

/// Status of a content item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Published.
    Publish,
    /// Scheduled; published at its date.
    Future,
    /// In progress.
    Draft,
    /// Awaiting review by a user who may publish.
    Pending,
    /// Visible only to users who may read private items.
    Private,
    /// Trashed; can be restored.
    Trash,
    /// Created by an editor, never saved.
    AutoDraft,
    /// Media: has the visibility of the item it is attached to.
    Inherit,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 8] = [
        Self::Publish,
        Self::Future,
        Self::Draft,
        Self::Pending,
        Self::Private,
        Self::Trash,
        Self::AutoDraft,
        Self::Inherit,
    ];

    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Future => "future",
            Self::Draft => "draft",
            Self::Pending => "pending",
            Self::Private => "private",
            Self::Trash => "trash",
            Self::AutoDraft => "auto-draft",
            Self::Inherit => "inherit",
        }
    }

    /// The status with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether an item with this status and without a date of its own uses the current time.
    pub const fn is_floating(self) -> bool {
        matches!(self, Self::Draft | Self::Pending | Self::AutoDraft)
    }

    /// Whether the list filter `any` includes this status.
    pub const fn is_in_any(self) -> bool {
        !matches!(self, Self::Trash | Self::AutoDraft)
    }

    /// Whether setting this status requires the capability to publish.
    pub const fn needs_publish_right(self) -> bool {
        matches!(self, Self::Publish | Self::Future | Self::Private)
    }
}

/// The status that results from a write of `asked`, for an item whose date is the instant `date`.
pub fn settle(kind: Kind, asked: Status, date: Timestamp, now: Timestamp) -> Status {
    match (kind, asked) {
        (Kind::Attachment, Status::Private | Status::Trash) => asked,
        (Kind::Attachment, _) => Status::Inherit,
        (Kind::NavMenuItem, Status::Publish | Status::Trash) => asked,
        (Kind::NavMenuItem, _) => Status::Draft,
        (_, Status::Publish | Status::Future) if date.duration_since(now) >= FUTURE_MARGIN => {
            Status::Future
        }
        (_, Status::Publish | Status::Future | Status::Inherit) => Status::Publish,
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + seconds).unwrap()
    }

    #[test]
    fn the_date_decides_between_publish_and_future() {
        for asked in [Status::Publish, Status::Future] {
            for (seconds, settled) in [
                (-86_400, Status::Publish),
                (0, Status::Publish),
                (59, Status::Publish),
                (60, Status::Future),
                (86_400, Status::Future),
            ] {
                assert_eq!(settle(Kind::Post, asked, at(seconds), at(0)), settled);
                assert_eq!(settle(Kind::Block, asked, at(seconds), at(0)), settled);
            }
        }
    }

    #[test]
    fn other_states_stay() {
        for asked in [
            Status::Draft,
            Status::Pending,
            Status::Private,
            Status::Trash,
        ] {
            for seconds in [-5, 0, 500] {
                assert_eq!(settle(Kind::Page, asked, at(seconds), at(0)), asked);
            }
        }
    }

    #[test]
    fn media_and_menu_items_know_few_states() {
        for asked in Status::ALL {
            let media = settle(Kind::Attachment, asked, at(500), at(0));
            assert!(matches!(
                media,
                Status::Inherit | Status::Private | Status::Trash
            ));
            let item = settle(Kind::NavMenuItem, asked, at(500), at(0));
            assert!(matches!(
                item,
                Status::Publish | Status::Draft | Status::Trash
            ));
        }
        assert_eq!(
            settle(Kind::NavMenuItem, Status::Private, at(0), at(0)),
            Status::Draft
        );
    }

    #[test]
    fn names_are_found_again() {
        for status in Status::ALL {
            assert_eq!(Status::named(status.name()), Some(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}
