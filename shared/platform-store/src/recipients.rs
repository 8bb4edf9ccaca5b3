//! Users who are notified about a post. A deactivated user is not notified.
//!
//! Of a client's decision: the author of the post; when the author is deactivated or deleted, the person who requested
//! the publication or approval, then the owner of the site, then the gerentes, then the administrators, of whom one is
//! always active.
//!
//! Of what fails or needs attention: the author, else the owner of the site, else the gerentes, else the
//! administrators; and, beside them, the person who started the action. Without one, an absent author's place is also
//! taken by the person who requested the last approval.

use domain::platform::access::Role;
use domain::platform::id::UserId;
use domain::platform::post::Post;
use domain::platform::user::User;
use items::ItemsError;

use crate::PlatformStore;

/// Largest number of users in place of one; the earliest accounts are chosen.
const MOST: usize = 20;

/// What a notification is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationSubject {
    /// The client's decision on an approval.
    Decision,
    /// An action that failed, or a post that needs attention before its date.
    Attention,
}

impl PlatformStore {
    /// User `id`, unless deactivated or deleted.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn active_user(&self, id: UserId) -> Result<Option<User>, ItemsError> {
        Ok(self.user(id).await?.filter(|user| user.active))
    }

    /// The user who requested the last approval of `post`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn last_approval_requester(&self, post: &Post) -> Result<Option<UserId>, ItemsError> {
        if post.approval_rounds == 0 {
            return Ok(None);
        }
        let round = self.approval_round(post.id, post.approval_rounds).await?;
        Ok(round.map(|round| round.requested_by))
    }

    /// The users who are notified about `post` on a site of `owner`; `requester` started the action. At least one,
    /// and each of them once.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn notification_recipients(
        &self,
        post: &Post,
        owner: Option<UserId>,
        requester: Option<UserId>,
        subject: NotificationSubject,
    ) -> Result<Vec<User>, ItemsError> {
        let author = self.active_user(post.user_id).await?;
        let requester = match requester {
            Some(requester) => Some(requester),
            // The person requested what the client's approval or the tick started.
            None if author.is_none() => self.last_approval_requester(post).await?,
            None => None,
        };
        let requester = match requester.filter(|id| *id != post.user_id) {
            Some(requester) => self.active_user(requester).await?,
            None => None,
        };
        match subject {
            NotificationSubject::Decision => match author.or(requester) {
                Some(person) => Ok(vec![person]),
                None => self.responsible_users(owner).await,
            },
            NotificationSubject::Attention => {
                let mut people = match author {
                    Some(author) => vec![author],
                    None => self.responsible_users(owner).await?,
                };
                people.extend(requester);
                people.sort_by_key(|person| person.id);
                people.dedup_by_key(|person| person.id);
                Ok(people)
            }
        }
    }

    /// The owner of a site, else the gerentes, else the administrators.
    async fn responsible_users(&self, owner: Option<UserId>) -> Result<Vec<User>, ItemsError> {
        if let Some(owner) = owner
            && let Some(owner) = self.active_user(owner).await?
        {
            return Ok(vec![owner]);
        }
        let everyone = self.users().await?;
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
}
