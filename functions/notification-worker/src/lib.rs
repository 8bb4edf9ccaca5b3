//! Sends the platform's notifications by mail and over the messaging channel, and the mails of the content site.
//!
//! A notification is a stored record with its own states; the queue's message holds only its identifier. A
//! message may arrive twice, late or never: the record is leased while it is processed, and the mail is rendered
//! at that moment, so that no mail is sent about a superseded round or a deleted post. What was handed over and
//! whose confirmation was lost is not sent again. Mail systems recognise a repeated mail by its Message-ID;
//! messaging providers recognise nothing, so that the record says that a message is handed over before it is.
//!
//! A mail of the site is a record of the site's table with states of its own ([`site_mail`]).

mod advice;
mod compose;
mod mailbox_transport;
mod outcome;
mod picture;
mod recipients;
mod render;
mod site_mails;

use std::sync::Arc;

use aws_lambda_events::event::sqs::{BatchItemFailure, SqsBatchResponse, SqsEvent, SqsMessage};
use domain::platform::notification::{NotNow, Notification, NotificationState};
use futures_util::future::join_all;
use items::ItemsError;
use jiff::tz::TimeZone;
use platform_store::PlatformStore;
use ports::{Blobs, ClientMessage, Clock, Mail, Messages, Need, WorkMessage, is_last_delivery};
use render::Message;
use settings::Settings;
use site_mailbox::Mailboxes;
pub use site_mails::{SiteMailFailure, send_site_mail};
use site_store::Parts as SiteParts;
use url::Url;
use vault::KeyRing;

/// Ports of the worker.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Pictures of posts.
    pub blobs: Arc<dyn Blobs>,
    /// Records and private files of the site.
    pub site: SiteParts,
    /// Sends mail.
    pub mail: Arc<dyn Mail>,
    /// The settings, which may name the agency that writes the mails.
    pub settings: Settings,
    /// Sends messages over the messaging channel.
    pub messages: Arc<dyn Messages>,
    /// Mailboxes that sites are connected with.
    pub mailboxes: Mailboxes,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens the tokens of the client's links.
    pub keyring: Arc<KeyRing>,
    /// Public address of the platform, for the links of the client's mails.
    pub app_url: Url,
    /// Time zone of days and of the times that people read.
    pub zone: TimeZone,
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsRead,
    Need::SiteItemsRead,
    Need::SiteItemsWrite,
    Need::SitePrivateFiles,
    Need::ConsumeNotification,
    Need::SendMail,
    Need::KeyRing,
];

/// Outcome of processing a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The mail server or the messaging provider accepted it.
    Sent,
    /// It may have been sent; it is not sent again.
    SentUncertain,
    /// It has no recipient, or its subject no longer exists.
    Dropped,
    /// One notification per recipient takes its place; the tick sends them.
    Forwarded,
    /// It was refused, or this was the last attempt.
    Failed,
    /// It is tried again in five minutes.
    Retrying,
    /// It had ended before, another worker holds its lease, or its next attempt is not due.
    NotNow,
    /// No such notification is stored.
    Unknown,
}

impl Outcome {
    /// The outcome of an attempt that left a notification in `state`.
    const fn of_state(state: NotificationState) -> Self {
        match state {
            NotificationState::Sent => Self::Sent,
            NotificationState::SentUncertain => Self::SentUncertain,
            NotificationState::Dropped => Self::Dropped,
            NotificationState::Forwarded => Self::Forwarded,
            NotificationState::Failed => Self::Failed,
            NotificationState::Waiting | NotificationState::Queued | NotificationState::Sending => {
                Self::Retrying
            }
        }
    }
}

/// Processes the messages of a batch concurrently. Only those that failed are delivered again.
pub async fn handle(ports: &Ports, event: SqsEvent) -> SqsBatchResponse {
    let results = join_all(
        event
            .records
            .into_iter()
            .map(|record| deliver(ports, record)),
    )
    .await;
    let mut response = SqsBatchResponse::default();
    response.batch_item_failures = results.into_iter().flatten().collect();
    response
}

async fn deliver(ports: &Ports, record: SqsMessage) -> Option<BatchItemFailure> {
    let message = record
        .body
        .as_deref()
        .and_then(|body| serde_json::from_str(body).ok());
    // A separate task, so that a panic in one message does not affect the others.
    let (task, id) = match message {
        Some(WorkMessage::Notification { notification_id }) => {
            let (ports, id) = (ports.clone(), notification_id.clone());
            let work = async move { process(&ports, &id).await.map(drop).map_err(words) };
            (tokio::spawn(work), notification_id)
        }
        Some(WorkMessage::SiteMail { tenant, mail_id }) => {
            let (ports, id) = (ports.clone(), mail_id.clone());
            let work = async move {
                let sent = send_site_mail(&ports, &tenant, &id).await;
                sent.map(drop).map_err(words)
            };
            (tokio::spawn(work), mail_id)
        }
        _ => {
            tracing::error!(target: "notification", severity = "critical", id = record.message_id, "a malformed notification message was left for the dead-letter queue");
            return Some(left(record.message_id));
        }
    };
    let error = match task.await {
        Ok(Ok(())) => return None,
        Ok(Err(error)) => error,
        Err(fault) => words(fault),
    };
    if is_last_delivery(&record.attributes) {
        tracing::error!(target: "notification", severity = "critical", notification_id = id, error, "a notification message failed five times and is moved to the dead-letter queue");
    } else {
        tracing::error!(target: "notification", notification_id = id, error, "a notification message failed and will be delivered again");
    }
    Some(left(record.message_id))
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Leaves a message in the queue: it is delivered again and, after the last delivery, moved to the
/// dead-letter queue.
fn left(message_id: Option<String>) -> BatchItemFailure {
    let mut failure = BatchItemFailure::default();
    failure.item_identifier = message_id.unwrap_or_default();
    failure
}

/// Processes one notification: sends it if it is due.
///
/// # Errors
/// The store failed. Processing the notification again is safe.
pub async fn process(ports: &Ports, notification_id: &str) -> Result<Outcome, ItemsError> {
    let Some(stored) = ports.store.notification(notification_id).await? else {
        tracing::warn!(target: "notification", notification_id, "no such notification");
        return Ok(Outcome::Unknown);
    };
    let Some(mut notification) = take(ports, stored).await? else {
        return Ok(Outcome::NotNow);
    };
    let mut from_revision = notification.revision;
    let outcome = match render::render(ports, &notification).await? {
        Message::Mail(message) => {
            let sent = ports.mail.send(&message).await;
            outcome::of_mail(&mut notification, sent, ports.clock.now_seconds())
        }
        Message::Text(message) => {
            match send_text(ports, &mut notification, &message).await? {
                Some(stored) => from_revision = stored,
                None => return Ok(Outcome::NotNow),
            }
            Outcome::of_state(notification.state)
        }
        Message::PerPerson(people) => {
            let now = ports.clock.now_seconds();
            for person in people {
                let own = notification.for_person(person, now);
                ports.store.add_notification(&own).await?;
            }
            notification.forward(now);
            Outcome::Forwarded
        }
        Message::Dropped(reason) => {
            notification.drop_because(reason, ports.clock.now_seconds());
            Outcome::Dropped
        }
        Message::Defect(error) => {
            notification.fail(&error, false, ports.clock.now_seconds());
            Outcome::Failed
        }
    };
    outcome::save(ports, &notification, from_revision).await?;
    match outcome {
        Outcome::Failed | Outcome::SentUncertain => {
            tracing::error!(target: "notification", notification_id, error = notification.error, ?outcome, "a notification was not delivered");
        }
        Outcome::Retrying => {
            tracing::warn!(target: "notification", notification_id, error = notification.error, "a notification will be retried");
        }
        _ => tracing::info!(target: "notification", notification_id, ?outcome, "notification"),
    }
    Ok(outcome)
}

/// Records that `message` is handed over, and sends it. Returns the stored revision; none when another worker took the
/// notification meanwhile.
async fn send_text(
    ports: &Ports,
    notification: &mut Notification,
    message: &ClientMessage,
) -> Result<Option<u64>, ItemsError> {
    let leased = notification.revision;
    notification.hand_over(ports.clock.now_seconds());
    match ports.store.save_notification(notification, leased).await {
        Ok(()) => {}
        Err(ItemsError::Conflict { .. }) => return Ok(None),
        Err(error) => return Err(error),
    }
    let stored = notification.revision;
    let sent = ports.messages.send(message).await;
    outcome::of_message(notification, sent, ports.clock.now_seconds());
    Ok(Some(stored))
}

/// Leases the notification; none if it has ended, is leased or is not due.
async fn take(
    ports: &Ports,
    mut notification: Notification,
) -> Result<Option<Notification>, ItemsError> {
    let from_revision = notification.revision;
    match notification.begin(ports.clock.now_seconds()) {
        Err(NotNow::Held | NotNow::NotDue) => return Ok(None),
        // Ended before, or ended now because its lease expired for the third time.
        Err(NotNow::Over) if notification.revision == from_revision => return Ok(None),
        Err(NotNow::Over) | Ok(()) => {}
    }
    match outcome::save(ports, &notification, from_revision).await {
        Ok(()) if notification.state == NotificationState::Sending => Ok(Some(notification)),
        Ok(()) => {
            tracing::error!(target: "notification", notification_id = notification.id, error = notification.error, "a notification was interrupted");
            Ok(None)
        }
        // Another worker took the lease first.
        Err(ItemsError::Conflict { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
