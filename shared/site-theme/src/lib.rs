//! The theme of the site's public pages, as data and rules without I/O: its templates and parts, its colours and type in
//! the form of `theme.json`, and what a changed template or style means for a page
//! (docs/interface/site/templates.md, docs/interface/site/global-styles.md).

#![warn(missing_docs)]

pub mod hierarchy;
pub mod layout;
pub mod styles;
pub mod templates;
pub mod theme_json;

/// Name of the theme in addresses.
pub const STYLESHEET: &str = "pauta";

/// Display name of the theme and of its author.
pub const NAME: &str = "Pauta";
