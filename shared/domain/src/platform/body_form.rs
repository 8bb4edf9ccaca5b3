//! The form in which a host gets the body of a post: plain HTML, or the markup of its block editor.

use serde::{Deserialize, Serialize};

/// Form of the body on a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyForm {
    /// Plain HTML.
    Html,
    /// Blocks of the host's editor.
    Blocks,
}

/// A site's choice of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyFormChoice {
    /// Blocks where the host's recent posts have blocks, else plain HTML.
    #[default]
    Automatic,
    /// Blocks on any host.
    Blocks,
    /// Plain HTML on any host.
    Html,
}
