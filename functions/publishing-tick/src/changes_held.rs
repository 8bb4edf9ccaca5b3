//! Notifies author and requester, an hour before the date, of a scheduled post that goes online without the changes
//! made after the client's approval.

use domain::platform::id::UserId;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::Post;
use items::ItemsError;
use jiff::Timestamp;
use platform_store::{PostChange, notification_write};
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

/// The author and the person who requested the last approval, if they are active; else the site's owner.
async fn people(ports: &Ports, post: &Post) -> Result<Vec<UserId>, ItemsError> {
    let round = ports
        .store
        .approval_round(post.id, post.approval_rounds)
        .await?;
    let mut ids = vec![post.user_id];
    ids.extend(
        round
            .map(|round| round.requested_by)
            .filter(|requester| *requester != post.user_id),
    );
    let users = ports.store.users_by_id(&ids).await?;
    let mut people: Vec<_> = users
        .into_iter()
        .flatten()
        .filter(|user| user.active)
        .map(|user| user.id)
        .collect();
    if people.is_empty() {
        people.extend(
            ports
                .store
                .site(post.site_id)
                .await?
                .map(|site| site.user_id),
        );
    }
    Ok(people)
}
