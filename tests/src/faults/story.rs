//! The stories: what users do with a post, and the state in which it must end under any faults.

use domain::platform::event::EventKind;
use domain::platform::post::{PostStatus, SETTLE_AFTER};
use domain::platform::publication::JobKind;
use jiff::SignedDuration;

use super::catalogue::Delivery;
use super::platform::TestPlatform;

/// How far ahead posts are scheduled: longer than any scenario takes.
const AHEAD: SignedDuration = SignedDuration::from_hours(48);

/// How far ahead a near date is: shorter than the usual pause between two attempts.
const NEAR: SignedDuration = SignedDuration::from_mins(4);

/// What users do with a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Story {
    /// It is published.
    Publish,
    /// It is published again after an edit.
    Republish,
    /// It is scheduled on the host.
    Schedule,
    /// Its date comes, and the host has published it.
    Settle,
    /// Its date comes, and the host has missed it.
    Missed,
    /// Its schedule is cancelled.
    Unschedule,
    /// It is deleted while it is scheduled: the host must not put it online.
    Delete,
    /// The site moves to another host, and the post is published there as new.
    Moved,
    /// It is scheduled, cancelled and published.
    WholeLife,
    /// It is published, and requested again when the first attempt fails.
    Impatient,
    /// It is scheduled for a date that has passed when the host gets it.
    OnlineAtOnce,
    /// Its schedule is cancelled after the host has published it.
    TakenBackTooLate,
    /// It is scheduled for a date a few minutes ahead, and the date comes.
    NearDate,
    /// It cannot be published, and its author is deactivated.
    AuthorGone,
}

/// The end of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Status of the post on the platform and on the host.
    pub status: PostStatus,
    /// Minimum and maximum number of events of these kinds together.
    pub events: (&'static [EventKind], usize, usize),
    /// Number of notifications to the client that the post is online.
    pub client_notices: usize,
}

const ONLINE: &[EventKind] = &[EventKind::Published, EventKind::MissedSchedule];

impl Story {
    /// All stories.
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

    /// The end of the story.
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
                client_notices: 1,
            },
            // The edit updates a published post, which is recorded but not announced to the client.
            Self::Republish => End {
                status: PostStatus::Published,
                events: (ONLINE, 2, 2),
                client_notices: 1,
            },
            Self::Impatient => End {
                status: PostStatus::Published,
                events: (ONLINE, 1, 2),
                client_notices: 1,
            },
            // The post goes online once on each host and is announced both times.
            Self::Moved => End {
                status: PostStatus::Published,
                events: (ONLINE, 2, 2),
                client_notices: 2,
            },
            Self::Schedule => End {
                status: PostStatus::Scheduled,
                events: (&[EventKind::Scheduled], 1, 1),
                client_notices: 0,
            },
            Self::Unschedule | Self::Delete => End {
                status: PostStatus::Draft,
                events: (&[EventKind::ScheduleCanceled], 1, 1),
                client_notices: 0,
            },
            Self::AuthorGone => End {
                status: PostStatus::Draft,
                events: (&[EventKind::PublicationFailed], 1, usize::MAX),
                client_notices: 0,
            },
        }
    }

    /// Creates the initial state, without faults.
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

    /// Runs the story while faults are injected.
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
