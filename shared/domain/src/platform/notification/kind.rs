//! Subjects, audiences and channels of notifications.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform::id::{JobId, PostId, UserId};

/// A channel to the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryChannel {
    /// E-mail.
    Email,
    /// The messaging channel.
    Whatsapp,
}

impl DeliveryChannel {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Whatsapp => "whatsapp",
        }
    }
}

/// Subject and audience of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum NotificationKind {
    /// Asks the client for approval; sent to the contacts of the round.
    ApprovalRequest {
        /// The post.
        post_id: PostId,
        /// Number of the approval round.
        round: u32,
    },
    /// Asks the client for approval over the messaging channel; sent to the number of the round.
    ApprovalMessage {
        /// The post.
        post_id: PostId,
        /// Number of the approval round.
        round: u32,
    },
    /// Informs the author of the client's answer; other users if the author can no longer sign in.
    ClientDecision {
        /// The post.
        post_id: PostId,
        /// Number of the approval round.
        round: u32,
        /// Whether the answer started a publication or a schedule. An approval that did not needs the
        /// author's attention.
        under_way: bool,
    },
    /// Informs the author, and the user who requested it, that a publication is parked; other users if the
    /// author can no longer sign in.
    PublicationParked {
        /// The post.
        post_id: PostId,
        /// The parked job.
        job_id: JobId,
        /// The run that parked the job: a job that is retried and parked again causes another notification.
        run: u32,
    },
    /// Informs the client by e-mail that the post is online.
    PostPublished {
        /// The post.
        post_id: PostId,
        /// The job that published it.
        job_id: JobId,
    },
    /// Informs the client over the messaging channel that the post is online.
    PublishedMessage {
        /// The post.
        post_id: PostId,
        /// The job that published it.
        job_id: JobId,
    },
    /// Informs the author, and the user who requested the approval, that the request was not delivered on one
    /// channel, or that its delivery is uncertain.
    RequestUndelivered {
        /// The post.
        post_id: PostId,
        /// Number of the approval round.
        round: u32,
        /// The channel.
        channel: DeliveryChannel,
    },
    /// Informs the author, and the user who requested the publication, that the client's notice was not delivered
    /// on one channel, or that its delivery is uncertain.
    NoticeUndelivered {
        /// The post.
        post_id: PostId,
        /// The job that published it.
        job_id: JobId,
        /// The channel.
        channel: DeliveryChannel,
    },
    /// Informs a user that a scheduled post was changed after the client's approval and will be published
    /// without the changes.
    ChangesHeld {
        /// The post.
        post_id: PostId,
        /// The scheduled date.
        at: Timestamp,
        /// The user.
        user_id: UserId,
    },
}

impl NotificationKind {
    /// The notification's identifier, derived from its content, so that writing the same notification twice
    /// creates one item. It never contains the client's token.
    pub fn id(self) -> String {
        match self {
            Self::ApprovalRequest { post_id, round } => {
                format!("approval-request-{post_id}-{round}")
            }
            Self::ApprovalMessage { post_id, round } => {
                format!("approval-message-{post_id}-{round}")
            }
            Self::ClientDecision { post_id, round, .. } => {
                format!("client-decision-{post_id}-{round}")
            }
            Self::PublicationParked { job_id, run, .. } => {
                format!("publication-parked-{job_id}-{run}")
            }
            Self::PostPublished { job_id, .. } => format!("post-published-{job_id}"),
            Self::PublishedMessage { job_id, .. } => format!("published-message-{job_id}"),
            Self::RequestUndelivered {
                post_id,
                round,
                channel,
            } => format!("request-undelivered-{post_id}-{round}-{}", channel.name()),
            Self::NoticeUndelivered {
                job_id, channel, ..
            } => format!("notice-undelivered-{job_id}-{}", channel.name()),
            Self::ChangesHeld {
                post_id,
                at,
                user_id,
            } => format!("changes-held-{post_id}-{}-{user_id}", at.as_second()),
        }
    }

    /// The post that the notification is about.
    pub const fn post_id(self) -> PostId {
        match self {
            Self::ApprovalRequest { post_id, .. }
            | Self::ApprovalMessage { post_id, .. }
            | Self::ClientDecision { post_id, .. }
            | Self::PublicationParked { post_id, .. }
            | Self::PostPublished { post_id, .. }
            | Self::PublishedMessage { post_id, .. }
            | Self::RequestUndelivered { post_id, .. }
            | Self::NoticeUndelivered { post_id, .. }
            | Self::ChangesHeld { post_id, .. } => post_id,
        }
    }

    /// The channel of a notification to the client; `None` for those to users.
    pub const fn client_channel(self) -> Option<DeliveryChannel> {
        match self {
            Self::ApprovalRequest { .. } | Self::PostPublished { .. } => {
                Some(DeliveryChannel::Email)
            }
            Self::ApprovalMessage { .. } | Self::PublishedMessage { .. } => {
                Some(DeliveryChannel::Whatsapp)
            }
            Self::ClientDecision { .. }
            | Self::PublicationParked { .. }
            | Self::RequestUndelivered { .. }
            | Self::NoticeUndelivered { .. }
            | Self::ChangesHeld { .. } => None,
        }
    }

    /// The notification to users that this one did not reach the client; `None` for those to users.
    pub const fn undelivered(self) -> Option<Self> {
        let Some(channel) = self.client_channel() else {
            return None;
        };
        match self {
            Self::ApprovalRequest { post_id, round } | Self::ApprovalMessage { post_id, round } => {
                Some(Self::RequestUndelivered {
                    post_id,
                    round,
                    channel,
                })
            }
            Self::PostPublished { post_id, job_id }
            | Self::PublishedMessage { post_id, job_id } => Some(Self::NoticeUndelivered {
                post_id,
                job_id,
                channel,
            }),
            _ => None,
        }
    }
}
