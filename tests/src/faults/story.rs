//! What people do, and where it must end whatever goes wrong.

use domain::platform::event::EventKind;
use domain::platform::post::PostStatus;
use domain::platform::publication::{JobKind, SETTLE_AFTER};
use jiff::SignedDuration;

use super::catalogue::Delivery;
use super::platform::TestPlatform;

/// How far ahead posts are scheduled; further than any scenario takes.
const AHEAD: SignedDuration = SignedDuration::from_hours(48);

/// How far ahead a date is that is nearer than the usual pause between two attempts.
const NEAR: SignedDuration = SignedDuration::from_mins(4);

/// What is done with one post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Story {
    /// It is published.
    Publish,
    /// It is published once more after an edit.
    Republish,
    /// It is handed to the host for a later time.
    Schedule,
    /// Its time comes, and the host has honoured it.
    Settle,
    /// Its time comes, and the host has missed it.
    Missed,
    /// Its schedule is taken back.
    Unschedule,
    /// It is deleted while it is scheduled: the host must not put it online.
    Delete,
    /// The site's address leads to another host, and it is published there as new.
    Moved,
    /// All of it: scheduled, taken back, published.
    WholeLife,
    /// It is published, and asked for again when the first attempt does not get through.
    Impatient,
    /// It is handed to the host for a time that has passed when the host gets it.
    OnlineAtOnce,
    /// Its schedule is taken back after the host has honoured it.
    TakenBackTooLate,
    /// It is handed to the host for a time a few minutes ahead, and the time comes.
    NearDate,
    /// It cannot be published, and its author is gone.
    AuthorGone,
}

/// Where a story ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The post's state here, and the host's.
    pub status: PostStatus,
    /// How many events of these kinds there are, together: at least, and at most.
    pub events: (&'static [EventKind], usize, usize),
    /// How often the client is told that the post is online.
    pub told: usize,
}

const ONLINE: &[EventKind] = &[EventKind::Published, EventKind::MissedSchedule];

impl Story {
    /// Every story.
    pub const ALL: [Self; 14] = [
        Self::Publish,
        Self::Republish,
        Self::Schedule,
        Self::Settle,
        Self::Missed,
        Self::Unschedule,
        Self::Delete,
        Self::Moved,
        Self::WholeLife,
        Self::Impatient,
        Self::OnlineAtOnce,
        Self::TakenBackTooLate,
        Self::NearDate,
        Self::AuthorGone,
    ];

    /// Where it ends.
    pub const fn end(self) -> End {
        match self {
            Self::Publish
            | Self::Settle
            | Self::Missed
            | Self::WholeLife
            | Self::OnlineAtOnce
            | Self::TakenBackTooLate
            | Self::NearDate => End {
                status: PostStatus::Published,
                events: (ONLINE, 1, 1),
                told: 1,
            },
            // The edit renews what is online: that is recorded, and no news for the client.
            Self::Republish => End {
                status: PostStatus::Published,
                events: (ONLINE, 2, 2),
                told: 1,
            },
            Self::Impatient => End {
                status: PostStatus::Published,
                events: (ONLINE, 1, 2),
                told: 1,
            },
            // It goes online once on each host, and that is news both times.
            Self::Moved => End {
                status: PostStatus::Published,
                events: (ONLINE, 2, 2),
                told: 2,
            },
            Self::Schedule => End {
                status: PostStatus::Scheduled,
                events: (&[EventKind::Scheduled], 1, 1),
                told: 0,
            },
            Self::Unschedule | Self::Delete => End {
                status: PostStatus::Draft,
                events: (&[EventKind::ScheduleCanceled], 1, 1),
                told: 0,
            },
            Self::AuthorGone => End {
                status: PostStatus::Draft,
                events: (&[EventKind::PublicationFailed], 1, usize::MAX),
                told: 0,
            },
        }
    }

    /// What was there before, without any fault.
    pub async fn prepare(self, platform: &TestPlatform<'_>) -> Result<(), String> {
        match self {
            Self::Publish
            | Self::Schedule
            | Self::WholeLife
            | Self::Impatient
            | Self::OnlineAtOnce
            | Self::NearDate => Ok(()),
            Self::AuthorGone => {
                platform.lose_picture().await;
                platform.dismiss_author().await;
                Ok(())
            }
            Self::Republish => {
                platform.perform(JobKind::Publish, Delivery::Once).await?;
                platform.edit().await;
                Ok(())
            }
            Self::Moved => {
                platform.perform(JobKind::Publish, Delivery::Once).await?;
                Box::pin(platform.move_host()).await;
                Ok(())
            }
            Self::Settle
            | Self::Missed
            | Self::Unschedule
            | Self::Delete
            | Self::TakenBackTooLate => {
                let at = platform.now() + AHEAD;
                platform
                    .perform(JobKind::Schedule { at }, Delivery::Once)
                    .await?;
                if matches!(self, Self::Settle | Self::Missed) {
                    platform.hosts.quiet().await;
                    platform.hosts.clock.set(at + SETTLE_AFTER);
                }
                if self == Self::TakenBackTooLate {
                    platform.hosts.quiet().await;
                    platform.hosts.clock.set(at);
                }
                if matches!(self, Self::Settle | Self::TakenBackTooLate) {
                    platform.hosts.site.tick().await;
                }
                Ok(())
            }
        }
    }

    /// What is done while things go wrong.
    pub async fn act(self, platform: &TestPlatform<'_>, delivery: Delivery) -> Result<(), String> {
        let at = platform.now() + AHEAD;
        match self {
            Self::Publish | Self::Republish => platform.perform(JobKind::Publish, delivery).await,
            Self::Schedule => platform.perform(JobKind::Schedule { at }, delivery).await,
            Self::Unschedule => platform.perform(JobKind::Unschedule, delivery).await,
            Self::Delete => {
                platform.delete().await;
                platform.perform(JobKind::Unschedule, delivery).await
            }
            Self::Settle | Self::Missed => platform.settle(delivery).await,
            Self::Moved => Box::pin(platform.publish_as_new(delivery)).await,
            Self::Impatient => Box::pin(platform.insist(JobKind::Publish, delivery)).await,
            Self::OnlineAtOnce => {
                let at = platform.now();
                platform.perform(JobKind::Schedule { at }, delivery).await
            }
            Self::TakenBackTooLate => Box::pin(platform.take_back_too_late(delivery)).await,
            Self::NearDate => {
                let at = platform.now() + NEAR;
                Box::pin(platform.perform_by(at, delivery)).await?;
                platform.hosts.quiet().await;
                let after = (at + SETTLE_AFTER).max(platform.now());
                platform.hosts.clock.set(after);
                platform.hosts.site.tick().await;
                Box::pin(platform.settle(delivery)).await
            }
            Self::AuthorGone => Box::pin(platform.park(delivery)).await,
            Self::WholeLife => {
                platform.perform(JobKind::Schedule { at }, delivery).await?;
                platform.perform(JobKind::Unschedule, delivery).await?;
                platform.perform(JobKind::Publish, delivery).await
            }
        }
    }
}
