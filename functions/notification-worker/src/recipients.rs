//! Recipients of notifications to the agency: the author of the post; when the author is deactivated or deleted,
//! the person who requested the publication or approval, then the owner of the site, then the gerentes, then the
//! administrators, of whom one is always active. A deactivated person receives no notification.

use domain::platform::access::Role;
use domain::platform::id::UserId;
use domain::platform::notification::Notification;
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use domain::platform::user::User;
use items::ItemsError;

use crate::Ports;

/// Largest number of recipients in place of one; the earliest accounts are chosen.
const MOST: usize = 20;

/// The recipients of one notification.
pub enum Recipients {
    /// This person, by this notification.
    One(Box<User>),
    /// These people, each by a notification of their own.
    Each(Vec<UserId>),
}

/// The recipients of `notification`, whose fact `requester` asked for.
pub async fn find(
    ports: &Ports,
    notification: &Notification,
    post: &Post,
    site: &Site,
    requester: Option<UserId>,
) -> Result<Recipients, ItemsError> {
    // A recipient chosen earlier who was deactivated since is replaced by the present choice.
    if let Some(person) = notification.to {
        if let Some(person) = active(ports, person).await? {
            return Ok(Recipients::One(Box::new(person)));
        }
        let people = first_active(ports, post, site, requester).await?;
        return Ok(Recipients::Each(ids(&people)));
    }
    let people = first_active(ports, post, site, requester).await?;
    Ok(match <[User; 1]>::try_from(people) {
        Ok([person]) => Recipients::One(Box::new(person)),
        Err(people) => Recipients::Each(ids(&people)),
    })
}

fn ids(people: &[User]) -> Vec<UserId> {
    people.iter().map(|person| person.id).collect()
}

async fn active(ports: &Ports, person: UserId) -> Result<Option<User>, ItemsError> {
    let person = ports.store.user(person).await?;
    Ok(person.filter(|person| person.active))
}

/// The first of author, requester, owner, gerentes and administrators who is active.
async fn first_active(
    ports: &Ports,
    post: &Post,
    site: &Site,
    requester: Option<UserId>,
) -> Result<Vec<User>, ItemsError> {
    if let Some(author) = active(ports, post.user_id).await? {
        return Ok(vec![author]);
    }
    let requester = match requester {
        Some(requester) => Some(requester),
        None => last_requester(ports, post).await?,
    };
    for person in requester.into_iter().chain([site.user_id]) {
        if let Some(person) = active(ports, person).await? {
            return Ok(vec![person]);
        }
    }
    let everyone = ports.store.users().await?;
    let with = |role| {
        let people = everyone.iter();
        let people = people.filter(move |person| person.active && person.role == role);
        people.take(MOST).cloned().collect::<Vec<_>>()
    };
    let gerentes = with(Role::Gerente);
    Ok(if gerentes.is_empty() {
        with(Role::Admin)
    } else {
        gerentes
    })
}

/// The person who requested the last approval: they requested what the client's approval or the tick started.
async fn last_requester(ports: &Ports, post: &Post) -> Result<Option<UserId>, ItemsError> {
    if post.approval_rounds == 0 {
        return Ok(None);
    }
    let round = ports
        .store
        .approval_round(post.id, post.approval_rounds)
        .await?;
    Ok(round.map(|round| round.requested_by))
}
