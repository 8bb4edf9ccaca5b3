//! Notifies author and requester, an hour before the date, of a scheduled post that goes online without the changes
//! made after the client's approval.

use domain::platform::id::UserId;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::Post;
use items::ItemsError;
use jiff::Timestamp;
use platform_store::{NotificationSubject, PostChange, notification_write};
use ports::WorkMessage;

use crate::{Ports, send};

/// Enqueues the notifications if they are due at `now`, and returns whether they were. The post records the date in
/// the same transaction, so that each notification is sent once.
pub(crate) async fn announce(
    ports: &Ports,
    post: &Post,
    now: Timestamp,
) -> Result<bool, ItemsError> {
    let due = post.changes_announced_at().is_some_and(|due| due <= now);
    let Some(at) = post.scheduled_at.filter(|at| due && *at > now) else {
        return Ok(false);
    };
    let mut change = PostChange::of(post, |post| post.changes_announced_for = Some(at));
    let notifications: Vec<_> = people(ports, post)
        .await?
        .into_iter()
        .map(|user_id| NotificationKind::ChangesHeld {
            post_id: post.id,
            at,
            user_id,
        })
        .collect();
    let ids: Vec<_> = notifications.iter().map(|kind| kind.id()).collect();
    let stored = ports.store.notifications(&ids).await?;
    let mut announced = Vec::new();
    // A date that was changed and changed back was announced before.
    for (kind, _) in notifications
        .into_iter()
        .zip(stored)
        .filter(|(_, stored)| stored.is_none())
    {
        let notification = Notification::new(kind, now);
        change = change.also(notification_write(&notification)?);
        announced.push(notification.id);
    }
    match ports.store.save_post(change).await {
        Ok(_) => {}
        // The post changed meanwhile: the next tick handles it.
        Err(ItemsError::Conflict { .. }) => return Ok(false),
        Err(error) => return Err(error),
    }
    for notification_id in announced {
        let message = WorkMessage::Notification { notification_id };
        send(&*ports.notifications, &message).await;
    }
    Ok(true)
}

/// The author and the person who requested the last approval; who takes an absent author's place is the rule of all
/// notifications.
async fn people(ports: &Ports, post: &Post) -> Result<Vec<UserId>, ItemsError> {
    let requester = ports.store.last_approval_requester(post).await?;
    let site = ports.store.site(post.site_id).await?;
    let owner = site.map(|site| site.user_id);
    let subject = NotificationSubject::Attention;
    let people = ports
        .store
        .notification_recipients(post, owner, requester, subject)
        .await?;
    Ok(people.iter().map(|person| person.id).collect())
}
