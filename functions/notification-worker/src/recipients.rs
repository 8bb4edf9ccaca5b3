//! Recipients of one notification to the agency. Who they are is the rule of
//! [`PlatformStore::notification_recipients`](platform_store::PlatformStore::notification_recipients).

use domain::platform::id::UserId;
use domain::platform::notification::Notification;
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use domain::platform::user::User;
use items::ItemsError;
use platform_store::NotificationSubject;

use crate::Ports;

/// The recipients of one notification.
pub enum Recipients {
    /// This person, by this notification.
    One(Box<User>),
    /// These people, each by a notification of their own.
    Each(Vec<UserId>),
}

/// The recipients of `notification` about `subject`, for which `requester` is responsible.
pub async fn find(
    ports: &Ports,
    notification: &Notification,
    (post, site): (&Post, &Site),
    requester: Option<UserId>,
    subject: NotificationSubject,
) -> Result<Recipients, ItemsError> {
    // A recipient chosen earlier who was deactivated since is replaced by the present choice.
    let was_chosen = notification.to.is_some();
    if let Some(person) = notification.to
        && let Some(person) = ports.store.active_user(person).await?
    {
        return Ok(Recipients::One(Box::new(person)));
    }
    let owner = Some(site.user_id);
    let people = ports
        .store
        .notification_recipients(post, owner, requester, subject)
        .await?;
    let each = |people: Vec<User>| Recipients::Each(people.iter().map(|one| one.id).collect());
    if was_chosen {
        return Ok(each(people));
    }
    Ok(match <[User; 1]>::try_from(people) {
        Ok([person]) => Recipients::One(Box::new(person)),
        Err(people) => each(people),
    })
}
