//! What people do, and where it must end whatever goes wrong.

use domain::event::EventKind;
use domain::post::PostStatus;
use domain::publication::{JobKind, SETTLE_AFTER};
use jiff::SignedDuration;

use super::catalogue::Delivery;
use super::desk::Desk;

/// How far ahead posts are scheduled; further than any scenario takes.
const AHEAD: SignedDuration = SignedDuration::from_hours(48);

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
}

/// Where a story ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The post's state here, and the host's.
    pub status: PostStatus,
    /// How many events of these kinds there are, together.
    pub events: (&'static [EventKind], usize),
    /// Whether the client is told that the post is online.
    pub told: bool,
}

const ONLINE: &[EventKind] = &[EventKind::Published, EventKind::MissedSchedule];

impl Story {
    /// Every story.
    pub const ALL: [Self; 9] = [
        Self::Publish,
        Self::Republish,
        Self::Schedule,
        Self::Settle,
        Self::Missed,
        Self::Unschedule,
        Self::Delete,
        Self::Moved,
        Self::WholeLife,
    ];

    /// Where it ends.
    pub const fn end(self) -> End {
        match self {
            Self::Publish | Self::Settle | Self::Missed | Self::WholeLife => End {
                status: PostStatus::Published,
                events: (ONLINE, 1),
                told: true,
            },
            // The edit renews what is online: that is recorded, and no news for the client.
            Self::Republish => End {
                status: PostStatus::Published,
                events: (ONLINE, 2),
                told: false,
            },
            // It goes online once on each host, and that is news both times.
            Self::Moved => End {
                status: PostStatus::Published,
                events: (ONLINE, 2),
                told: true,
            },
            Self::Schedule => End {
                status: PostStatus::Scheduled,
                events: (&[EventKind::Scheduled], 1),
                told: false,
            },
            Self::Unschedule | Self::Delete => End {
                status: PostStatus::Draft,
                events: (&[EventKind::ScheduleCanceled], 1),
                told: false,
            },
        }
    }

    /// What was there before, without any fault.
    pub async fn prepare(self, desk: &Desk<'_>) -> Result<(), String> {
        match self {
            Self::Publish | Self::Schedule | Self::WholeLife => Ok(()),
            Self::Republish => {
                desk.perform(JobKind::Publish, Delivery::Once).await?;
                desk.edit().await;
                Ok(())
            }
            Self::Moved => {
                desk.perform(JobKind::Publish, Delivery::Once).await?;
                Box::pin(desk.move_host()).await;
                Ok(())
            }
            Self::Settle | Self::Missed | Self::Unschedule | Self::Delete => {
                let at = desk.now() + AHEAD;
                desk.perform(JobKind::Schedule { at }, Delivery::Once)
                    .await?;
                if matches!(self, Self::Settle | Self::Missed) {
                    desk.world.quiet().await;
                    desk.world.clock.set(at + SETTLE_AFTER);
                }
                if self == Self::Settle {
                    desk.world.site.tick().await;
                }
                Ok(())
            }
        }
    }

    /// What is done while things go wrong.
    pub async fn act(self, desk: &Desk<'_>, delivery: Delivery) -> Result<(), String> {
        let at = desk.now() + AHEAD;
        match self {
            Self::Publish | Self::Republish => desk.perform(JobKind::Publish, delivery).await,
            Self::Schedule => desk.perform(JobKind::Schedule { at }, delivery).await,
            Self::Unschedule => desk.perform(JobKind::Unschedule, delivery).await,
            Self::Delete => {
                desk.delete().await;
                desk.perform(JobKind::Unschedule, delivery).await
            }
            Self::Settle | Self::Missed => desk.settle(delivery).await,
            Self::Moved => Box::pin(desk.publish_as_new(delivery)).await,
            Self::WholeLife => {
                desk.perform(JobKind::Schedule { at }, delivery).await?;
                desk.perform(JobKind::Unschedule, delivery).await?;
                desk.perform(JobKind::Publish, delivery).await
            }
        }
    }
}
