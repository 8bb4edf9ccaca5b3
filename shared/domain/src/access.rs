//! Who may do what: one table of roles, permissions and reach, asked by every route and walked by
//! the authorization tests.

use serde::{Deserialize, Serialize};

use crate::id::{SiteId, UserId};
use crate::post::Post;

/// A person's role on the platform (docs/interface/platform/access.md#roles).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the installation: people, settings, everything.
    Admin,
    /// Runs the agency's work: everything but people, settings and clearing history.
    Gerente,
    /// Writes, publishes, schedules and deletes on own sites.
    Editor,
    /// Writes own posts on own sites.
    Redator,
}

impl Role {
    /// Every role, in descending order of reach.
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

/// How far a permission reaches for a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Not at all: 403.
    None,
    /// Own posts on own sites; another's post is answered as if it did not exist.
    OwnPosts,
    /// Everything on own sites (owned or member of); a foreign site is answered as if it did not exist.
    OwnSites,
    /// Everything.
    All,
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal: $admin:ident $gerente:ident $editor:ident $redator:ident;)+) => {
        /// What a person may be allowed to do. The name is stable: it is shown by `GET /auth/me`
        /// and carried by every operation of the API description as `x-permission`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Permission { $($(#[$doc])* $variant,)+ }

        impl Permission {
            /// Every permission, in table order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// How far this permission reaches for `role`.
            pub const fn reach(self, role: Role) -> Reach {
                match (self, role) {
                    $(
                        (Self::$variant, Role::Admin) => Reach::$admin,
                        (Self::$variant, Role::Gerente) => Reach::$gerente,
                        (Self::$variant, Role::Editor) => Reach::$editor,
                        (Self::$variant, Role::Redator) => Reach::$redator,
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
    /// See the pictures of a post.
    MediaRead = "media.read":                     All   All     OwnSites OwnPosts;
    /// Add, describe and remove pictures of a post.
    MediaEdit = "media.edit":                     All   All     OwnSites OwnPosts;
    /// See sites and what their hosts answer (categories, authors, capabilities).
    SitesRead = "sites.read":                     All   All     OwnSites OwnSites;
    /// Add a site.
    SitesCreate = "sites.create":                 All   All     OwnSites None;
    /// Change a site, its credentials and contacts; test its connection.
    SitesEdit = "sites.edit":                     All   All     OwnSites None;
    /// Remove a site.
    SitesDelete = "sites.delete":                 All   All     None     None;
    /// Administer people.
    UsersManage = "users.manage":                 All   None    None     None;
    /// See the publication queue.
    QueueRead = "queue.read":                     All   All     None     None;
    /// Keep one's own session, password and second factor.
    AccountManage = "account.manage":             All   All     All      All;
}

/// A signed-in person, as the rules see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The person.
    pub id: UserId,
    /// Their role now (not the one when the token was made).
    pub role: Role,
    /// The sites they own or are a member of. Empty for roles that reach all sites.
    pub own_sites: Vec<SiteId>,
}

/// Why something is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The role may never do this: 403.
    #[error("the role does not include this permission")]
    Role,
    /// The role may do this, but not on this site or post: answered as unknown, 404, so that
    /// nobody learns which identifiers exist.
    #[error("outside the caller's reach")]
    Foreign,
}

impl Actor {
    /// How far `permission` reaches for this person.
    pub const fn reach(&self, permission: Permission) -> Reach {
        permission.reach(self.role)
    }

    /// Whether the role includes `permission` at all, for routes without a site or post.
    pub fn may(&self, permission: Permission) -> Result<(), Refusal> {
        match self.reach(permission) {
            Reach::None => Err(Refusal::Role),
            _ => Ok(()),
        }
    }

    /// Whether this person may use `permission` on `site`.
    pub fn may_on_site(&self, permission: Permission, site: SiteId) -> Result<(), Refusal> {
        match self.reach(permission) {
            Reach::None => Err(Refusal::Role),
            Reach::All => Ok(()),
            Reach::OwnSites | Reach::OwnPosts if self.own_sites.contains(&site) => Ok(()),
            Reach::OwnSites | Reach::OwnPosts => Err(Refusal::Foreign),
        }
    }

    /// Whether this person may use `permission` on a post of `site` owned by `owner`.
    pub fn may_on_post(
        &self,
        permission: Permission,
        site: SiteId,
        owner: UserId,
    ) -> Result<(), Refusal> {
        self.may_on_site(permission, site)?;
        match self.reach(permission) {
            Reach::OwnPosts if owner != self.id => Err(Refusal::Foreign),
            _ => Ok(()),
        }
    }

    /// Whether this person may use `permission` on `post` as it is. A deleted post exists, with all
    /// that belongs to it, only for those who may restore it.
    pub fn may_on_stored_post(&self, permission: Permission, post: &Post) -> Result<(), Refusal> {
        self.may_on_post(permission, post.site_id, post.user_id)?;
        let restores = self.may_on_post(Permission::PostsDelete, post.site_id, post.user_id);
        if post.is_deleted() && restores.is_err() {
            return Err(Refusal::Foreign);
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
    fn admin_and_gerente_reach_foreign_sites() {
        for role in [Role::Admin, Role::Gerente] {
            assert_eq!(
                actor(role).may_on_post(Permission::PostsPublish, SiteId(9), UserId(1)),
                Ok(())
            );
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
            Err(Refusal::Foreign)
        );
        assert_eq!(
            redator.may_on_post(Permission::PostsEdit, SiteId(2), UserId(7)),
            Err(Refusal::Foreign)
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
    fn a_deleted_post_exists_for_those_who_may_restore_it() {
        let (id, now) = (crate::id::PostId(1), jiff::Timestamp::UNIX_EPOCH);
        let fields = crate::post::PostFields::default();
        let mut post = Post::draft(id, UserId(7), SiteId(1), fields, 0, now);
        for role in Role::ALL {
            let may = |post: &Post| actor(role).may_on_stored_post(Permission::MediaRead, post);
            assert_eq!(may(&post), Ok(()));
            post.deleted_at = Some(now);
            let expected = match role {
                Role::Redator => Err(Refusal::Foreign),
                _ => Ok(()),
            };
            assert_eq!(may(&post), expected, "{role:?}");
            post.deleted_at = None;
        }
    }

    #[test]
    fn only_admin_manages_people() {
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
