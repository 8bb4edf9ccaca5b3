//! Recipients of notifications to the agency. A deactivated person receives none.
//!
//! Of a client's decision: the author of the post; when the author is deactivated or deleted, the person who requested
//! the publication or approval, then the owner of the site, then the gerentes, then the administrators, of whom one is
//! always active.
//!
//! Of a failed action: the author, else the owner of the site, else the gerentes, else the administrators; and, beside
//! them, the person who started the action. Without one, an absent author's place is also taken by the person who
//! requested the last approval.

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

/// What is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The client's decision on an approval.
    Decision,
    /// The failure of an action.
    Failure,
}

/// The recipients of `notification` about `subject`, for which `requester` is responsible.
pub async fn find(
    ports: &Ports,
    notification: &Notification,
    (post, site): (&Post, &Site),
    requester: Option<UserId>,
    subject: Subject,
) -> Result<Recipients, ItemsError> {
    // A recipient chosen earlier who was deactivated since is replaced by the present choice.
    if let Some(person) = notification.to {
        if let Some(person) = active(ports, person).await? {
            return Ok(Recipients::One(Box::new(person)));
        }
        let people = chosen(ports, post, site, requester, subject).await?;
        return Ok(Recipients::Each(ids(&people)));
    }
    let people = chosen(ports, post, site, requester, subject).await?;
    Ok(match <[User; 1]>::try_from(people) {
        Ok([person]) => Recipients::One(Box::new(person)),
        Err(people) => Recipients::Each(ids(&people)),
    })
}

async fn chosen(
    ports: &Ports,
    post: &Post,
    site: &Site,
    requester: Option<UserId>,
    subject: Subject,
) -> Result<Vec<User>, ItemsError> {
    let author = active(ports, post.user_id).await?;
    let is_gone = author.is_none();
    let requester = match requester {
        Some(requester) => Some(requester),
        None if is_gone => last_requester(ports, post).await?,
        None => None,
    };
    let requester = match requester.filter(|id| *id != post.user_id) {
        Some(requester) => active(ports, requester).await?,
        None => None,
    };
    match subject {
        Subject::Decision => match author.or(requester) {
            Some(person) => Ok(vec![person]),
            None => responsible(ports, site).await,
        },
        Subject::Failure => {
            let mut people = match author {
                Some(author) => vec![author],
                None => responsible(ports, site).await?,
            };
            people.extend(requester);
            people.sort_by_key(|person| person.id);
            people.dedup_by_key(|person| person.id);
            Ok(people)
        }
    }
}

fn ids(people: &[User]) -> Vec<UserId> {
    people.iter().map(|person| person.id).collect()
}

async fn active(ports: &Ports, person: UserId) -> Result<Option<User>, ItemsError> {
    let person = ports.store.user(person).await?;
    Ok(person.filter(|person| person.active))
}

/// The owner of the site, else the gerentes, else the administrators.
async fn responsible(ports: &Ports, site: &Site) -> Result<Vec<User>, ItemsError> {
    if let Some(owner) = active(ports, site.user_id).await? {
        return Ok(vec![owner]);
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
