//! Look of the public pages.

use serde::{Deserialize, Serialize};

/// Look of the public pages, as the site's settings have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Theme {
    /// Colour of links and buttons: `#` and six hexadecimal digits; that of the design when empty.
    pub accent: String,
    /// Typeface of titles and texts.
    pub typeface: Typeface,
    /// Ground of the pages.
    pub color_scheme: ColorScheme,
    /// Layout of the front page.
    pub front: FrontLayout,
}

/// Typeface of titles and texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Typeface {
    /// A book face.
    #[default]
    Serif,
    /// The face of the reader's system.
    Sans,
}

/// Ground of the pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorScheme {
    /// That of the reader's system.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Layout of the posts on the front page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrontLayout {
    /// The first story large, the others in columns.
    #[default]
    Magazine,
    /// One below the other.
    List,
}
