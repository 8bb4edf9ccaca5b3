//! Block types of the site.
//!
//! [`all`] lists them by name. Their facts are data files that are read once; a test holds that they are complete.
//! [`Renderer`] renders those that show records of the site. [`patterns`] lists blocks with sample texts that an editor offers,
//! and [`icons`] the icons of the block `core/icon`.

#![warn(missing_docs)]

mod attributes;
pub mod block_tree;
mod feeds;
mod icons;
mod initials;
mod item_classes;
mod links;
mod names;
mod navigation;
mod patterns;
mod render;
mod types;

pub use feeds::{FeedFault, FeedItem, FeedReader, NoFeeds};
pub use icons::{ICON_COLLECTION, Icon, icon, icons};
pub use initials::initials;
pub use item_classes::item_classes;
pub use navigation::{NavigationEntry, NavigationLink, navigation_entries};
pub use patterns::{Pattern, PatternCategory, pattern_categories, patterns};
pub use render::{Renderer, is_rendered, may_contain};
pub use types::{BlockStyle, BlockType, all, named};
