//! Roles of the site and what each may do (docs/interface/site/access.md#roles-and-capabilities). Extensions add
//! their own capabilities when they come.

use serde::{Deserialize, Serialize};

/// A role. Each role includes the capabilities of the lower ones, so the table needs one line per
/// capability that names the lowest role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Reads content.
    Subscriber,
    /// Writes posts but cannot publish them.
    Contributor,
    /// Writes and publishes own posts.
    Author,
    /// Edits content of all authors.
    Editor,
    /// Administers the site.
    Administrator,
}

impl Role {
    /// Every role, from the highest to the lowest.
    pub const ALL: [Self; 5] = [
        Self::Administrator,
        Self::Editor,
        Self::Author,
        Self::Contributor,
        Self::Subscriber,
    ];

    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Editor => "editor",
            Self::Author => "author",
            Self::Contributor => "contributor",
            Self::Subscriber => "subscriber",
        }
    }

    /// The role with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Whether the role includes `capability`.
    pub fn has(self, capability: Capability) -> bool {
        self >= capability.least_role()
    }
}

macro_rules! capabilities {
    ($($variant:ident = $name:literal: $least:ident;)+) => {
        /// A primitive capability.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Capability {
            $(
                #[doc = concat!("The capability `", $name, "`, included from the role ", stringify!($least), " on.")]
                $variant,
            )+
        }

        impl Capability {
            /// Every capability, in table order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The lowest role that has it.
            pub const fn least_role(self) -> Role {
                match self { $(Self::$variant => Role::$least,)+ }
            }
        }
    };
}

capabilities! {
    SwitchThemes = "switch_themes": Administrator;
    EditThemes = "edit_themes": Administrator;
    ActivatePlugins = "activate_plugins": Administrator;
    EditPlugins = "edit_plugins": Administrator;
    EditUsers = "edit_users": Administrator;
    EditFiles = "edit_files": Administrator;
    ManageOptions = "manage_options": Administrator;
    ModerateComments = "moderate_comments": Editor;
    ManageCategories = "manage_categories": Editor;
    ManageLinks = "manage_links": Editor;
    UploadFiles = "upload_files": Author;
    Import = "import": Administrator;
    UnfilteredHtml = "unfiltered_html": Editor;
    EditPosts = "edit_posts": Contributor;
    EditOthersPosts = "edit_others_posts": Editor;
    EditPublishedPosts = "edit_published_posts": Author;
    PublishPosts = "publish_posts": Author;
    EditPages = "edit_pages": Editor;
    Read = "read": Subscriber;
    EditOthersPages = "edit_others_pages": Editor;
    EditPublishedPages = "edit_published_pages": Editor;
    PublishPages = "publish_pages": Editor;
    DeletePages = "delete_pages": Editor;
    DeleteOthersPages = "delete_others_pages": Editor;
    DeletePublishedPages = "delete_published_pages": Editor;
    DeletePosts = "delete_posts": Contributor;
    DeleteOthersPosts = "delete_others_posts": Editor;
    DeletePublishedPosts = "delete_published_posts": Author;
    DeletePrivatePosts = "delete_private_posts": Editor;
    EditPrivatePosts = "edit_private_posts": Editor;
    ReadPrivatePosts = "read_private_posts": Editor;
    DeletePrivatePages = "delete_private_pages": Editor;
    EditPrivatePages = "edit_private_pages": Editor;
    ReadPrivatePages = "read_private_pages": Editor;
    DeleteUsers = "delete_users": Administrator;
    CreateUsers = "create_users": Administrator;
    UnfilteredUpload = "unfiltered_upload": Administrator;
    EditDashboard = "edit_dashboard": Administrator;
    UpdatePlugins = "update_plugins": Administrator;
    DeletePlugins = "delete_plugins": Administrator;
    InstallPlugins = "install_plugins": Administrator;
    UpdateThemes = "update_themes": Administrator;
    InstallThemes = "install_themes": Administrator;
    UpdateCore = "update_core": Administrator;
    ListUsers = "list_users": Administrator;
    RemoveUsers = "remove_users": Administrator;
    PromoteUsers = "promote_users": Administrator;
    EditThemeOptions = "edit_theme_options": Administrator;
    EditCss = "edit_css": Administrator;
    DeleteThemes = "delete_themes": Administrator;
    Export = "export": Administrator;
}

impl Capability {
    /// The capability with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|capability| capability.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_content_rights() {
        use Capability as C;
        for (role, has, lacks) in [
            (Role::Subscriber, C::Read, C::EditPosts),
            (Role::Contributor, C::DeletePosts, C::PublishPosts),
            (Role::Author, C::UploadFiles, C::EditOthersPosts),
            (Role::Editor, C::UnfilteredHtml, C::ManageOptions),
            (
                Role::Administrator,
                C::EditThemeOptions,
                C::EditThemeOptions,
            ),
        ] {
            assert!(role.has(has), "{role:?} {has:?}");
            assert!(
                role == Role::Administrator || !role.has(lacks),
                "{role:?} {lacks:?}"
            );
        }
    }

    #[test]
    fn names_are_unique_and_found_again() {
        for capability in Capability::ALL {
            assert_eq!(Capability::named(capability.name()), Some(*capability));
        }
        for role in Role::ALL {
            assert_eq!(Role::named(role.name()), Some(role));
        }
    }
}
