//! Content types and their features.

use serde::{Deserialize, Serialize};

/// Content type of an item. All types share one sequence of identifiers, so an identifier alone names an
/// item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An article.
    Post,
    /// A page outside the chronological list of posts; pages form a tree.
    Page,
    /// A media file.
    Attachment,
    /// A navigation menu item.
    NavMenuItem,
    /// A reusable block or pattern.
    Block,
    /// A navigation: links that the block editor arranges.
    Navigation,
    /// A template of pages that was customised or added.
    Template,
    /// A part of templates that was customised or added.
    TemplatePart,
    /// The site's changes to colours and type of its theme; a site has at most one.
    GlobalStyles,
    /// A family of fonts.
    FontFamily,
    /// One font of a family, with its files.
    FontFace,
}

impl Kind {
    /// Every content type.
    pub const ALL: [Self; 11] = [
        Self::Post,
        Self::Page,
        Self::Attachment,
        Self::NavMenuItem,
        Self::Block,
        Self::Navigation,
        Self::Template,
        Self::TemplatePart,
        Self::GlobalStyles,
        Self::FontFamily,
        Self::FontFace,
    ];

    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Post => "post",
            Self::Page => "page",
            Self::Attachment => "attachment",
            Self::NavMenuItem => "nav_menu_item",
            Self::Block => "block",
            Self::Navigation => "navigation",
            Self::Template => "template",
            Self::TemplatePart => "template_part",
            Self::GlobalStyles => "global_styles",
            Self::FontFamily => "font_family",
            Self::FontFace => "font_face",
        }
    }

    /// The content type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether deleting without force moves an item to the trash (docs/interface/site/posts.md#trash).
    pub const fn has_trash(self) -> bool {
        matches!(
            self,
            Self::Post
                | Self::Page
                | Self::Block
                | Self::Navigation
                | Self::Template
                | Self::TemplatePart
        )
    }

    /// Whether editors can autosave changes without changing the item.
    pub const fn has_autosaves(self) -> bool {
        !matches!(self, Self::Attachment | Self::GlobalStyles) && !self.is_of_fonts()
    }

    /// Whether creating an item without title, content and excerpt is an error.
    pub const fn needs_text(self) -> bool {
        matches!(
            self,
            Self::Post | Self::Block | Self::Template | Self::TemplatePart
        )
    }

    /// Whether items have an author.
    pub const fn has_author(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Attachment)
    }

    /// Whether items go with their author when the user is deleted and no other user inherits them
    /// (docs/interface/site/users.md#deleting-users). The others belong to the site.
    pub const fn goes_with_author(self) -> bool {
        self.has_author() || matches!(self, Self::Template | Self::TemplatePart)
    }

    /// Whether items accept comments.
    pub const fn has_discussion(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Attachment)
    }

    /// Whether items have a featured image.
    pub const fn has_picture(self) -> bool {
        matches!(self, Self::Post | Self::Page)
    }

    /// Whether items can be password-protected.
    pub const fn has_password(self) -> bool {
        matches!(
            self,
            Self::Post | Self::Page | Self::Block | Self::Navigation
        )
    }

    /// Whether items have revisions.
    pub const fn has_revisions(self) -> bool {
        !matches!(self, Self::Attachment | Self::NavMenuItem) && !self.is_of_fonts()
    }

    /// Whether items have an excerpt.
    pub const fn has_excerpt(self) -> bool {
        !matches!(
            self,
            Self::Attachment | Self::NavMenuItem | Self::Navigation
        ) && !self.is_of_fonts()
    }

    /// Whether representations of items contain their meta fields.
    pub const fn has_meta(self) -> bool {
        !matches!(self, Self::Navigation) && !self.is_of_fonts()
    }

    /// Whether items have a post format and can be sticky.
    pub const fn has_format(self) -> bool {
        matches!(self, Self::Post)
    }

    /// Whether items have a sort order among siblings.
    pub const fn has_menu_order(self) -> bool {
        matches!(self, Self::Page | Self::NavMenuItem)
    }

    /// Whether items have public pages.
    pub const fn is_viewable(self) -> bool {
        matches!(self, Self::Post | Self::Page | Self::Attachment)
    }

    /// Whether representations of items contain rendered texts. The texts of blocks are raw only: they are editing
    /// material.
    pub const fn has_rendered_texts(self) -> bool {
        self.is_viewable() || matches!(self, Self::Navigation)
    }

    /// Whether items form a tree and URLs contain the ancestors' slugs.
    pub const fn is_hierarchical(self) -> bool {
        matches!(self, Self::Page)
    }

    /// Whether items belong to the library of fonts.
    pub const fn is_of_fonts(self) -> bool {
        matches!(self, Self::FontFamily | Self::FontFace)
    }

    /// Whether `parent` is defined: the parent page, the item that a file is attached to, the parent menu item, or the
    /// family of a font.
    pub const fn has_parent(self) -> bool {
        matches!(
            self,
            Self::Page | Self::Attachment | Self::NavMenuItem | Self::FontFace
        )
    }
}

/// Whether comments or pings are accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openness {
    /// Accepted.
    Open,
    /// Not accepted.
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

    /// The value with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Closed]
            .into_iter()
            .find(|value| value.name() == name)
    }
}

/// Post format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// No special format.
    #[default]
    Standard,
    /// An aside.
    Aside,
    /// A conversation.
    Chat,
    /// Several images.
    Gallery,
    /// A link.
    Link,
    /// A single image.
    Image,
    /// A quotation.
    Quote,
    /// A short status.
    Status,
    /// A video.
    Video,
    /// An audio file.
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

    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}
