//! Outcomes of attempts, and what is stored with them.

use domain::platform::event::EventKind;
use domain::platform::notification::{Notification, NotificationKind, NotificationState};
use items::{ItemsError, Write};
use jiff::Timestamp;
use platform_store::{content_event, event_write, notification_write};
use ports::{MailError, MessageSendError};
use serde_json::json;

use crate::{Outcome, Ports};

const NO_MAIL_SERVER: &str = "O envio de e-mail não está configurado na Pauta.";

/// Records the result of sending a mail.
pub(crate) fn of_mail(
    notification: &mut Notification,
    sent: Result<(), MailError>,
    now: Timestamp,
) -> Outcome {
    match sent {
        Ok(()) => notification.sent(now),
        Err(MailError::UnknownOutcome(words)) => notification.sent_uncertain(&words, now),
        Err(MailError::Refused(words)) => notification.fail(&words, false, now),
        Err(MailError::Temporary(words)) => notification.fail(&words, true, now),
        Err(MailError::NotConfigured) => notification.fail(NO_MAIL_SERVER, true, now),
    }
    Outcome::of_state(notification.state)
}

/// Records the result of sending a message.
pub(crate) fn of_message(
    notification: &mut Notification,
    sent: Result<String, MessageSendError>,
    now: Timestamp,
) {
    match sent {
        Ok(message_id) => {
            tracing::info!(target: "notification", notification_id = notification.id, message_id, "the messaging provider accepted a message");
            notification.sent(now);
        }
        Err(MessageSendError::UnknownOutcome(words)) => notification.sent_uncertain(&words, now),
        Err(MessageSendError::Refused(words)) => notification.fail(&words, false, now),
        Err(MessageSendError::NotConfigured(words)) => notification.fail(&words, true, now),
        Err(MessageSendError::Temporary {
            words,
            attempts,
            retry_after,
        }) => {
            notification.fail(&words, notification.attempts < attempts, now);
            let wait = retry_after.and_then(|wait| wait.try_into().ok());
            if let Some(wait) = wait {
                notification.wait_for(wait, now);
            }
        }
    }
}

/// Saves the outcome. What became of a message to the client is an event of the post, and users are told when it was not
/// delivered or may not have been; both are part of the transaction. The tick sends the notification of the users.
pub(crate) async fn save(
    ports: &Ports,
    notification: &Notification,
    from_revision: u64,
) -> Result<(), ItemsError> {
    let also = consequences(notification)?;
    if also.is_empty() {
        let saved = ports.store.save_notification(notification, from_revision);
        return saved.await;
    }
    ports
        .store
        .save_notification_with(notification, from_revision, also)
        .await
}

fn consequences(notification: &Notification) -> Result<Vec<Write>, ItemsError> {
    let Some(channel) = notification.kind.client_channel() else {
        return Ok(Vec::new());
    };
    let (post_id, at) = (notification.kind.post_id(), notification.updated_at);
    match notification.state {
        NotificationState::Sent => {
            let (NotificationKind::PostPublished { job_id, .. }
            | NotificationKind::PublishedMessage { job_id, .. }) = notification.kind
            else {
                return Ok(Vec::new());
            };
            let event = content_event(
                post_id,
                EventKind::ClientNotified,
                None,
                json!({ "job_id": job_id, "channel": channel }),
                at,
                &format!("job-{job_id}-client-notified-{}", channel.name()),
            );
            Ok(vec![event_write(&event)?])
        }
        NotificationState::Failed | NotificationState::SentUncertain => {
            let about = match notification.kind {
                NotificationKind::ApprovalRequest { round, .. }
                | NotificationKind::ApprovalMessage { round, .. } => {
                    json!({ "about": "approval_request", "round": round })
                }
                NotificationKind::PostPublished { job_id, .. }
                | NotificationKind::PublishedMessage { job_id, .. } => {
                    json!({ "about": "publication", "job_id": job_id })
                }
                _ => json!({}),
            };
            let mut detail = json!({
                "channel": channel,
                "uncertain": notification.state == NotificationState::SentUncertain,
                "error": notification.error,
            });
            if let (Some(detail), Some(about)) = (detail.as_object_mut(), about.as_object()) {
                detail.extend(about.clone());
            }
            let event = content_event(
                post_id,
                EventKind::NotificationFailed,
                None,
                detail,
                at,
                &format!("{}-failed", notification.id),
            );
            let mut writes = vec![event_write(&event)?];
            if let Some(kind) = notification.kind.undelivered() {
                let mut told = Notification::new(kind, at);
                told.next_at = Some(at);
                writes.push(notification_write(&told)?);
            }
            Ok(writes)
        }
        _ => Ok(Vec::new()),
    }
}
