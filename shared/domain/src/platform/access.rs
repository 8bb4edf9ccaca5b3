//! Permissions of the platform: one table maps roles and permissions to scopes. Every route consults it,
//! and the authorization tests iterate over it.

use serde::{Deserialize, Serialize};

use crate::platform::id::{SiteId, UserId};
use crate::platform::post::Post;

/// A user's role on the platform (docs/interface/platform/access.md#roles).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Administers the installation: users, settings, and everything that other roles may do.
    Admin,
    /// Manages the agency's work: everything except users, settings and clearing history.
    Gerente,
    /// Writes, publishes, schedules and deletes on own sites.
    Editor,
    /// Writes own posts on own sites.
    Redator,
}

impl Role {
    /// Every role, from the widest scope to the narrowest.
    pub const ALL: [Self; 4] = [Self::Admin, Self::Gerente, Self::Editor, Self::Redator];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Gerente => "gerente",
            Self::Editor => "editor",
            Self::Redator => "redator",
        }
    }
}

/// The records that a permission covers for a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Not at all: 403.
    None,
    /// Own posts on own sites; for another user's post the API responds 404.
    OwnPosts,
    /// Everything on own sites (as owner or member); for any other site the API responds 404.
    OwnSites,
    /// All objects.
    All,
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal: $admin:ident $gerente:ident $editor:ident $redator:ident;)+) => {
        /// A permission. Its name is stable: `GET /auth/me` returns it, and every operation of the OpenAPI
        /// document carries it as `x-permission`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Permission { $($(#[$doc])* $variant,)+ }

        impl Permission {
            /// Every permission, in table order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The scope of this permission for `role`.
            pub const fn scope(self, role: Role) -> Scope {
                match (self, role) {
                    $(
                        (Self::$variant, Role::Admin) => Scope::$admin,
                        (Self::$variant, Role::Gerente) => Scope::$gerente,
                        (Self::$variant, Role::Editor) => Scope::$editor,
                        (Self::$variant, Role::Redator) => Scope::$redator,
                    )+
                }
            }
        }
    };
}

permissions! {
    //                                            admin gerente editor   redator
    /// Read a post, its versions, validation, events, approvals and checklist.
    PostsRead = "posts.read":                     All   All     OwnSites OwnPosts;
    /// Create a post on an own site.
    PostsCreate = "posts.create":                 All   All     OwnSites OwnSites;
    /// Change a post's content, revert it to a version.
    PostsEdit = "posts.edit":                     All   All     OwnSites OwnPosts;
    /// Delete a post softly, and restore it.
    PostsDelete = "posts.delete":                 All   All     OwnSites None;
    /// Publish, schedule, cancel a schedule, retry a parked publication.
    PostsPublish = "posts.publish":               All   All     OwnSites None;
    /// Ask the client for approval.
    PostsRequestApproval = "posts.request_approval": All All    OwnSites OwnPosts;
    /// See the images of a post.
    MediaRead = "media.read":                     All   All     OwnSites OwnPosts;
    /// Add, describe and remove images of a post.
    MediaEdit = "media.edit":                     All   All     OwnSites OwnPosts;
    /// See the history of all posts.
    HistoryRead = "history.read":                 All   All     All      All;
    /// Clear the events of all posts.
    HistoryClear = "history.clear":               All   None    None     None;
    /// See sites and what their hosts return (categories, authors, capabilities).
    SitesRead = "sites.read":                     All   All     OwnSites OwnSites;
    /// Add a site.
    SitesCreate = "sites.create":                 All   All     OwnSites None;
    /// Change a site, its credentials and contacts; test its connection.
    SitesEdit = "sites.edit":                     All   All     OwnSites None;
    /// Remove a site.
    SitesDelete = "sites.delete":                 All   All     None     None;
    /// Administer users.
    UsersManage = "users.manage":                 All   None    None     None;
    /// See and change settings: API keys, mail server, messaging channel, default AI providers.
    SettingsManage = "settings.manage":           All   None    None     None;
    /// See the publication queue.
    QueueRead = "queue.read":                     All   All     None     None;
    /// See the central log.
    LogsRead = "logs.read":                       All   All     None     None;
    /// Resolve and clear entries of the central log.
    LogsEdit = "logs.edit":                       All   All     None     None;
    /// See the monthly reports of sites.
    ReportsRead = "reports.read":                 All   All     OwnSites OwnSites;
    /// Manage one's own session, password and second factor.
    AccountManage = "account.manage":             All   All     All      All;
}

/// An authenticated user, reduced to what permission checks need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The user's id.
    pub id: UserId,
    /// The current role (not the one in the access token).
    pub role: Role,
    /// The sites that the user owns or is a member of. Empty for roles with [`Scope::All`].
    pub own_sites: Vec<SiteId>,
}

/// Why an operation is not permitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The role does not include the permission: 403.
    #[error("the role does not include this permission")]
    Role,
    /// The role includes the permission, but not for this site or post: 404, so that a response does not
    /// reveal which identifiers exist.
    #[error("outside the scope of the permission")]
    OutOfScope,
}

impl Actor {
    /// The scope of `permission` for this person.
    pub const fn scope(&self, permission: Permission) -> Scope {
        permission.scope(self.role)
    }

    /// Checks that the role includes `permission` at all, for routes without a site or post.
    pub fn may(&self, permission: Permission) -> Result<(), Refusal> {
        match self.scope(permission) {
            Scope::None => Err(Refusal::Role),
            _ => Ok(()),
        }
    }

    /// Checks `permission` for `site`.
    pub fn may_on_site(&self, permission: Permission, site: SiteId) -> Result<(), Refusal> {
        match self.scope(permission) {
            Scope::None => Err(Refusal::Role),
            Scope::All => Ok(()),
            Scope::OwnSites | Scope::OwnPosts if self.own_sites.contains(&site) => Ok(()),
            Scope::OwnSites | Scope::OwnPosts => Err(Refusal::OutOfScope),
        }
    }

    /// Whether this person may change who works on a site, and its address and login: the site's owner, and roles that edit
    /// all sites. Members use the site as it is (docs/interface/platform/sites.md#owner-and-members).
    pub fn administers_site(&self, owner: UserId) -> bool {
        match self.scope(Permission::SitesEdit) {
            Scope::All => true,
            Scope::OwnSites => owner == self.id,
            Scope::OwnPosts | Scope::None => false,
        }
    }

    /// Checks `permission` for a post of `site` owned by `owner`.
    pub fn may_on_post(
        &self,
        permission: Permission,
        site: SiteId,
        owner: UserId,
    ) -> Result<(), Refusal> {
        self.may_on_site(permission, site)?;
        match self.scope(permission) {
            Scope::OwnPosts if owner != self.id => Err(Refusal::OutOfScope),
            _ => Ok(()),
        }
    }

    /// Checks `permission` for a stored post. A deleted post, with its media and rounds, is visible only to
    /// users who may restore it.
    pub fn may_on_stored_post(&self, permission: Permission, post: &Post) -> Result<(), Refusal> {
        self.may_on_post(permission, post.site_id, post.user_id)?;
        let restores = self.may_on_post(Permission::PostsDelete, post.site_id, post.user_id);
        if post.is_deleted() && restores.is_err() {
            return Err(Refusal::OutOfScope);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(role: Role) -> Actor {
        Actor {
            id: UserId(7),
            role,
            own_sites: vec![SiteId(1)],
        }
    }

    #[test]
    fn admin_and_gerente_have_access_to_all_sites() {
        for role in [Role::Admin, Role::Gerente] {
            assert_eq!(
                actor(role).may_on_post(Permission::PostsPublish, SiteId(9), UserId(1)),
                Ok(())
            );
        }
    }

    #[test]
    fn sites_are_administered_by_their_owner_and_leaders() {
        for role in Role::ALL {
            let leads = matches!(role, Role::Admin | Role::Gerente);
            let owns = leads || role == Role::Editor;
            assert_eq!(actor(role).administers_site(UserId(7)), owns, "{role:?}");
            assert_eq!(actor(role).administers_site(UserId(8)), leads, "{role:?}");
        }
    }

    #[test]
    fn redator_writes_own_posts_only() {
        let redator = actor(Role::Redator);
        assert_eq!(
            redator.may_on_post(Permission::PostsEdit, SiteId(1), UserId(7)),
            Ok(())
        );
        assert_eq!(
            redator.may_on_post(Permission::PostsEdit, SiteId(1), UserId(8)),
            Err(Refusal::OutOfScope)
        );
        assert_eq!(
            redator.may_on_post(Permission::PostsEdit, SiteId(2), UserId(7)),
            Err(Refusal::OutOfScope)
        );
    }

    #[test]
    fn redator_never_publishes_schedules_or_deletes() {
        let redator = actor(Role::Redator);
        for permission in [Permission::PostsPublish, Permission::PostsDelete] {
            assert_eq!(
                redator.may_on_post(permission, SiteId(1), UserId(7)),
                Err(Refusal::Role)
            );
        }
    }

    #[test]
    fn a_deleted_post_is_visible_to_users_who_may_restore_it() {
        let (id, now) = (crate::platform::id::PostId(1), jiff::Timestamp::UNIX_EPOCH);
        let fields = crate::platform::post::PostFields::default();
        let mut post = Post::draft(id, UserId(7), SiteId(1), fields, 0, now);
        for role in Role::ALL {
            let may = |post: &Post| actor(role).may_on_stored_post(Permission::MediaRead, post);
            assert_eq!(may(&post), Ok(()));
            post.deleted_at = Some(now);
            let expected = match role {
                Role::Redator => Err(Refusal::OutOfScope),
                _ => Ok(()),
            };
            assert_eq!(may(&post), expected, "{role:?}");
            post.deleted_at = None;
        }
    }

    #[test]
    fn only_admin_manages_users() {
        for role in Role::ALL {
            assert_eq!(
                actor(role).may(Permission::UsersManage).is_ok(),
                role == Role::Admin
            );
        }
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::BTreeSet<_> =
            Permission::ALL.iter().map(|p| p.name()).collect();
        assert_eq!(names.len(), Permission::ALL.len());
    }
}
