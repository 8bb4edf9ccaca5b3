//! Rights on single items, put together from capabilities, ownership and state
//! (docs/interface/site/access.md#rights-on-items).

use super::capability::{Capability, Role};
use super::kind::Kind;
use super::status::Status;
use super::taxonomy::Taxonomy;

/// The user or anonymous client that makes a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Caller {
    /// Id of the signed-in user; `None` for anonymous requests.
    pub user: Option<u64>,
    /// Roles of the user; empty for anonymous requests.
    pub roles: Vec<Role>,
}

/// An item, reduced to what permission checks need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// Content type.
    pub kind: Kind,
    /// Status.
    pub status: Status,
    /// Status before the item was trashed.
    pub before_trash: Option<Status>,
    /// Author's user id, 0 for none.
    pub author: u64,
}

/// The capabilities that govern one content type.
struct Rights {
    create: Capability,
    edit: Capability,
    edit_others: Capability,
    edit_published: Capability,
    edit_private: Capability,
    publish: Capability,
    delete: Capability,
    delete_others: Capability,
    delete_published: Capability,
    delete_private: Capability,
    read_private: Capability,
}

const POSTS: Rights = Rights {
    create: Capability::EditPosts,
    edit: Capability::EditPosts,
    edit_others: Capability::EditOthersPosts,
    edit_published: Capability::EditPublishedPosts,
    edit_private: Capability::EditPrivatePosts,
    publish: Capability::PublishPosts,
    delete: Capability::DeletePosts,
    delete_others: Capability::DeleteOthersPosts,
    delete_published: Capability::DeletePublishedPosts,
    delete_private: Capability::DeletePrivatePosts,
    read_private: Capability::ReadPrivatePosts,
};

const PAGES: Rights = Rights {
    create: Capability::EditPages,
    edit: Capability::EditPages,
    edit_others: Capability::EditOthersPages,
    edit_published: Capability::EditPublishedPages,
    edit_private: Capability::EditPrivatePages,
    publish: Capability::PublishPages,
    delete: Capability::DeletePages,
    delete_others: Capability::DeleteOthersPages,
    delete_published: Capability::DeletePublishedPages,
    delete_private: Capability::DeletePrivatePages,
    read_private: Capability::ReadPrivatePages,
};

const THEME_OPTIONS: Rights = Rights {
    create: Capability::EditThemeOptions,
    edit: Capability::EditThemeOptions,
    edit_others: Capability::EditThemeOptions,
    edit_published: Capability::EditThemeOptions,
    edit_private: Capability::EditThemeOptions,
    publish: Capability::EditThemeOptions,
    delete: Capability::EditThemeOptions,
    delete_others: Capability::EditThemeOptions,
    delete_published: Capability::EditThemeOptions,
    delete_private: Capability::EditThemeOptions,
    read_private: Capability::EditThemeOptions,
};

const fn rights(kind: Kind) -> Rights {
    match kind {
        Kind::Post => POSTS,
        Kind::Page => PAGES,
        Kind::Attachment => Rights {
            create: Capability::UploadFiles,
            ..POSTS
        },
        Kind::Block => Rights {
            create: Capability::PublishPosts,
            ..POSTS
        },
        Kind::NavMenuItem
        | Kind::Navigation
        | Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => THEME_OPTIONS,
    }
}

impl Caller {
    /// An anonymous caller.
    pub const fn anonymous() -> Self {
        Self {
            user: None,
            roles: Vec::new(),
        }
    }

    /// A signed-in user.
    pub const fn user(id: u64, roles: Vec<Role>) -> Self {
        Self {
            user: Some(id),
            roles,
        }
    }

    /// Whether one of the caller's roles has `capability`.
    pub fn can(&self, capability: Capability) -> bool {
        self.roles.iter().any(|role| role.has(capability))
    }

    /// Whether the caller may create items of this type.
    pub fn may_create(&self, kind: Kind) -> bool {
        self.can(rights(kind).create)
    }

    /// Whether the caller may edit items of this type at all, which also permits the edit context of lists
    /// and the status filter.
    pub fn may_edit_kind(&self, kind: Kind) -> bool {
        self.can(rights(kind).edit)
    }

    /// Whether the caller may edit items of other authors.
    pub fn may_edit_others(&self, kind: Kind) -> bool {
        self.can(rights(kind).edit_others)
    }

    /// Whether the caller may publish items.
    pub fn may_publish(&self, kind: Kind) -> bool {
        self.can(rights(kind).publish)
    }

    /// Whether the caller may list private items of this type.
    pub fn may_read_private(&self, kind: Kind) -> bool {
        self.can(rights(kind).read_private)
    }

    /// Whether the caller may make an item sticky.
    pub fn may_make_sticky(&self, kind: Kind) -> bool {
        self.may_edit_others(kind) || self.may_publish(kind)
    }

    /// Whether an item offers the sticky action to the caller. Stricter than [`Self::may_make_sticky`], as
    /// in deployed WordPress sites: authors may make their own posts sticky, but are not offered the
    /// action.
    pub fn may_pin(&self, kind: Kind) -> bool {
        self.may_edit_others(kind) && self.may_publish(kind)
    }

    fn owns(&self, item: Subject) -> bool {
        item.author != 0 && self.user == Some(item.author)
    }

    /// Whether the caller may edit `item`.
    pub fn may_edit(&self, item: Subject) -> bool {
        let rights = rights(item.kind);
        let status = item.judged_status();
        if self.owns(item) {
            return match status {
                Status::Publish | Status::Future => self.can(rights.edit_published),
                _ => self.can(rights.edit),
            };
        }
        self.can(rights.edit_others)
            && match item.status {
                Status::Publish | Status::Future => self.can(rights.edit_published),
                Status::Private => self.can(rights.edit_private),
                _ => true,
            }
    }

    /// Whether the caller may delete `item`. Deleting the front page or the posts page additionally needs
    /// the capability to manage options, which the calling function must check.
    pub fn may_delete(&self, item: Subject) -> bool {
        let rights = rights(item.kind);
        if self.owns(item) {
            return match item.judged_status() {
                Status::Publish | Status::Future => self.can(rights.delete_published),
                _ => self.can(rights.delete),
            };
        }
        self.can(rights.delete_others)
            && match item.status {
                Status::Publish | Status::Future => self.can(rights.delete_published),
                Status::Private => self.can(rights.delete_private),
                _ => true,
            }
    }

    /// Whether the caller may read `item`. Media with [`Status::Inherit`] have the visibility of the item
    /// they are attached to: pass that item's status.
    pub fn may_read(&self, item: Subject) -> bool {
        match item.kind {
            // These are editing material, so the public cannot read them.
            Kind::NavMenuItem if item.status == Status::Publish => return self.may_read_menus(),
            Kind::Block | Kind::Template | Kind::TemplatePart | Kind::GlobalStyles
                if !self.can(Capability::EditPosts) =>
            {
                return false;
            }
            Kind::FontFamily | Kind::FontFace => return self.can(Capability::EditThemeOptions),
            _ => {}
        }
        match item.status {
            Status::Publish | Status::Inherit => true,
            // Authors may read their own items in any status, even without permission to edit them.
            _ if self.owns(item) && self.can(Capability::Read) => true,
            Status::Private => self.can(rights(item.kind).read_private),
            _ => self.may_edit(item),
        }
    }

    /// Whether the caller may read menus and their items, which requires `edit_posts`.
    pub fn may_read_menus(&self) -> bool {
        self.can(Capability::EditPosts)
    }

    /// Whether the caller may assign terms of this taxonomy.
    pub fn may_assign(&self, taxonomy: Taxonomy) -> bool {
        match taxonomy {
            Taxonomy::NavMenu => self.can(Capability::EditThemeOptions),
            _ => self.can(Capability::EditPosts),
        }
    }

    /// Whether the caller may edit or delete terms of this taxonomy.
    pub fn may_edit_terms(&self, taxonomy: Taxonomy) -> bool {
        match taxonomy {
            Taxonomy::NavMenu => self.can(Capability::EditThemeOptions),
            _ => self.can(Capability::ManageCategories),
        }
    }

    /// Whether the caller may create terms of this taxonomy. In a flat taxonomy, the capability to assign
    /// terms suffices.
    pub fn may_create_terms(&self, taxonomy: Taxonomy) -> bool {
        if taxonomy.is_hierarchical() {
            self.may_edit_terms(taxonomy)
        } else {
            self.may_assign(taxonomy)
        }
    }

    /// Whether the caller may edit this user and their application passwords.
    pub fn may_edit_user(&self, user: u64) -> bool {
        self.user == Some(user) || self.can(Capability::EditUsers)
    }
}

impl Subject {
    /// The status for ownership rules: for a trashed item, the status before it was trashed.
    fn judged_status(self) -> Status {
        match (self.status, self.before_trash) {
            (Status::Trash, Some(before)) => before,
            (status, _) => status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: u64 = 7;

    fn caller(role: Role) -> Caller {
        Caller::user(ME, vec![role])
    }

    fn post(status: Status, author: u64) -> Subject {
        Subject {
            kind: Kind::Post,
            status,
            before_trash: None,
            author,
        }
    }

    /// The lowest role that may edit, delete and read, for one's own and for another user's post.
    #[test]
    fn posts_by_status_and_owner() {
        use Role::{Author, Contributor, Editor, Subscriber};
        for (status, own_edit, own_delete, own_read, other_write, other_read) in [
            (
                Status::Publish,
                Author,
                Author,
                Subscriber,
                Editor,
                Subscriber,
            ),
            (Status::Future, Author, Author, Subscriber, Editor, Editor),
            (
                Status::Draft,
                Contributor,
                Contributor,
                Subscriber,
                Editor,
                Editor,
            ),
            (
                Status::Pending,
                Contributor,
                Contributor,
                Subscriber,
                Editor,
                Editor,
            ),
            (
                Status::Private,
                Contributor,
                Contributor,
                Subscriber,
                Editor,
                Editor,
            ),
        ] {
            for role in Role::ALL {
                let caller = caller(role);
                let own = post(status, ME);
                let other = post(status, 8);
                let case = format!("{role:?} {status:?}");
                assert_eq!(caller.may_edit(own), role >= own_edit, "{case}");
                assert_eq!(caller.may_delete(own), role >= own_delete, "{case}");
                assert_eq!(caller.may_read(own), role >= own_read, "{case}");
                assert_eq!(caller.may_edit(other), role >= other_write, "{case}");
                assert_eq!(caller.may_delete(other), role >= other_write, "{case}");
                assert_eq!(caller.may_read(other), role >= other_read, "{case}");
            }
        }
    }

    #[test]
    fn trashed_items_keep_their_former_status_rules() {
        let trashed = |before| Subject {
            before_trash: Some(before),
            ..post(Status::Trash, ME)
        };
        let contributor = caller(Role::Contributor);
        assert!(contributor.may_delete(trashed(Status::Draft)));
        assert!(!contributor.may_delete(trashed(Status::Publish)));
        assert!(caller(Role::Author).may_edit(trashed(Status::Publish)));
    }

    #[test]
    fn anonymous_callers_read_published_items() {
        let public = Caller::anonymous();
        for status in Status::ALL {
            let readable = matches!(status, Status::Publish | Status::Inherit);
            assert_eq!(public.may_read(post(status, 1)), readable, "{status:?}");
            assert!(!public.may_edit(post(status, 0)));
        }
        let block = Subject {
            kind: Kind::Block,
            ..post(Status::Publish, 1)
        };
        assert!(!public.may_read(block));
        assert!(caller(Role::Contributor).may_read(block));
        let entry = |status| Subject {
            kind: Kind::NavMenuItem,
            ..post(status, 1)
        };
        assert!(!public.may_read(entry(Status::Publish)));
        assert!(caller(Role::Contributor).may_read(entry(Status::Publish)));
        assert!(!caller(Role::Editor).may_read(entry(Status::Draft)));
        assert!(caller(Role::Administrator).may_read(entry(Status::Draft)));
        let navigation = |status| Subject {
            kind: Kind::Navigation,
            ..post(status, 1)
        };
        assert!(public.may_read(navigation(Status::Publish)));
        assert!(!public.may_read(navigation(Status::Draft)));
        assert!(!caller(Role::Editor).may_read(navigation(Status::Draft)));
        assert!(!caller(Role::Editor).may_edit(navigation(Status::Publish)));
        assert!(caller(Role::Administrator).may_edit(navigation(Status::Publish)));
        for kind in [Kind::FontFamily, Kind::FontFace] {
            let font = Subject {
                kind,
                ..post(Status::Publish, ME)
            };
            assert!(!public.may_read(font) && !caller(Role::Editor).may_read(font));
            assert!(caller(Role::Administrator).may_read(font));
        }
    }

    #[test]
    fn creation() {
        use Role::{Administrator, Author, Contributor, Editor};
        for (kind, least) in [
            (Kind::Post, Contributor),
            (Kind::Page, Editor),
            (Kind::Attachment, Author),
            (Kind::Block, Author),
            (Kind::NavMenuItem, Administrator),
            (Kind::Navigation, Administrator),
            (Kind::Template, Administrator),
            (Kind::TemplatePart, Administrator),
            (Kind::GlobalStyles, Administrator),
            (Kind::FontFamily, Administrator),
            (Kind::FontFace, Administrator),
        ] {
            for role in Role::ALL {
                assert_eq!(caller(role).may_create(kind), role >= least);
            }
        }
    }

    #[test]
    fn terms() {
        let contributor = caller(Role::Contributor);
        assert!(contributor.may_create_terms(Taxonomy::PostTag));
        assert!(!contributor.may_create_terms(Taxonomy::Category));
        assert!(!contributor.may_edit_terms(Taxonomy::PostTag));
        assert!(caller(Role::Editor).may_edit_terms(Taxonomy::Category));
        assert!(!caller(Role::Editor).may_assign(Taxonomy::NavMenu));
    }

    #[test]
    fn users_edit_themselves() {
        assert!(caller(Role::Subscriber).may_edit_user(ME));
        assert!(!caller(Role::Editor).may_edit_user(8));
        assert!(caller(Role::Administrator).may_edit_user(8));
        assert!(!Caller::anonymous().may_edit_user(0));
    }
}
