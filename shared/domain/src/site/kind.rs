//! Kinds of content and their traits.

use serde::{Deserialize, Serialize};

use super::taxonomy::Taxonomy;

/// What a content item is. Posts, pages, media, menu items and blocks share one sequence of
/// identifiers, so an identifier alone names an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An article.
    Post,
    /// A page outside the stream of articles; pages form a tree.
    Page,
    /// A media file.
    Attachment,
    /// An entry of a navigation menu.
    NavMenuItem,
    /// A reusable block or pattern.
    Block,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Post,
        Self::Page,
        Self::Attachment,
        Self::NavMenuItem,
        Self::Block,
    ];

    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Post => "post",
            Self::Page => "page",
            Self::Attachment => "attachment",
            Self::NavMenuItem => "nav_menu_item",
            Self::Block => "block",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether deleting without force moves an item to the trash (docs/interface/site/posts.md#trash).
    pub const fn has_trash(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Block)
    }

    /// Whether an editor may put unfinished work beside an item without changing it.
    pub const fn has_autosaves(self) -> bool {
        !matches!(self, Self::Attachment)
    }

    /// Whether an item without title, content and excerpt is refused.
    pub const fn needs_text(self) -> bool {
        matches!(self, Self::Post | Self::Block)
    }

    /// Whether items name an author.
    pub const fn has_author(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Attachment)
    }

    /// Whether readers can comment on items.
    pub const fn has_discussion(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Attachment)
    }

    /// Whether a picture can stand for an item.
    pub const fn has_picture(self) -> bool {
        matches!(self, Self::Post | Self::Page)
    }

    /// Whether a password can keep an item's text from readers.
    pub const fn has_password(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Block)
    }

    /// Whether items keep their earlier versions.
    pub const fn has_revisions(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Block)
    }

    /// Whether items have a form, and can stay on top of the list.
    pub const fn has_format(self) -> bool {
        matches!(self, Self::Post)
    }

    /// Whether items have a place among their siblings.
    pub const fn has_menu_order(self) -> bool {
        matches!(self, Self::Page | Self::NavMenuItem)
    }

    /// Whether items have pages that readers can open. Others are material for editors, answered
    /// raw.
    pub const fn is_viewable(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Attachment)
    }

    /// Whether items form a tree whose branches are part of their addresses.
    pub const fn is_hierarchical(self) -> bool {
        matches!(self, Self::Page)
    }

    /// Whether `parent` means something: a page above, the item a file is attached to, the menu
    /// item above.
    pub const fn has_parent(self) -> bool {
        matches!(self, Self::Page | Self::Attachment | Self::NavMenuItem)
    }

    /// The taxonomies whose terms an item may carry.
    pub const fn taxonomies(self) -> &'static [Taxonomy] {
        match self {
            Self::Post => &[Taxonomy::Category, Taxonomy::PostTag],
            Self::NavMenuItem => &[Taxonomy::NavMenu],
            Self::Block => &[Taxonomy::PatternCategory],
            Self::Page | Self::Attachment => &[],
        }
    }
}

/// Whether comments or pings are taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openness {
    /// They are.
    Open,
    /// They are not.
    #[default]
    Closed,
}

impl Openness {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }

    /// The value of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Closed]
            .into_iter()
            .find(|value| value.name() == name)
    }
}

/// The form of a post.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// No special form.
    #[default]
    Standard,
    /// An aside.
    Aside,
    /// A conversation.
    Chat,
    /// Pictures.
    Gallery,
    /// A link.
    Link,
    /// One picture.
    Image,
    /// A quotation.
    Quote,
    /// A short status.
    Status,
    /// A video.
    Video,
    /// A sound.
    Audio,
}

impl Format {
    /// Every format, in the order of the interface.
    pub const ALL: [Self; 10] = [
        Self::Standard,
        Self::Aside,
        Self::Chat,
        Self::Gallery,
        Self::Link,
        Self::Image,
        Self::Quote,
        Self::Status,
        Self::Video,
        Self::Audio,
    ];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Aside => "aside",
            Self::Chat => "chat",
            Self::Gallery => "gallery",
            Self::Link => "link",
            Self::Image => "image",
            Self::Quote => "quote",
            Self::Status => "status",
            Self::Video => "video",
            Self::Audio => "audio",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}
