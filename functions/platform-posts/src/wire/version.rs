//! Versions of a post and their differences.

use domain::platform::post::PostVersion;
use jiff::Timestamp;
use markup::diff::{Change, Kind};
use platform_store::VersionHead;
use serde::Serialize;
use step_budget::Budget;
use utoipa::ToSchema;

/// Version in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct VersionItem {
    /// Number, from 1 without gaps.
    pub number: u64,
    /// Title.
    pub title: String,
    /// User who made the edit.
    pub user_id: u64,
    /// Time.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl From<VersionHead> for VersionItem {
    fn from(version: VersionHead) -> Self {
        Self {
            number: version.number,
            title: version.title,
            user_id: version.user_id.0,
            created_at: version.created_at,
        }
    }
}

/// Version of title and body.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct VersionBody {
    /// Number, from 1 without gaps.
    pub number: u64,
    /// Title.
    pub title: String,
    /// HTML.
    pub body: String,
    /// User who made the edit.
    pub user_id: u64,
    /// Time.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl From<PostVersion> for VersionBody {
    fn from(version: PostVersion) -> Self {
        Self {
            number: version.number,
            title: version.title,
            body: version.body,
            user_id: version.user_id.0,
            created_at: version.created_at,
        }
    }
}

/// Kind of a passage.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DiffKind {
    /// In both versions.
    Equal,
    /// In the later one only.
    Insert,
    /// In the earlier one only.
    Delete,
}

/// Passage of one kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DiffPart {
    /// Kind.
    pub kind: DiffKind,
    /// Text of the passage.
    pub text: String,
}

impl From<Change> for DiffPart {
    fn from(change: Change) -> Self {
        Self {
            kind: match change.kind {
                Kind::Equal => DiffKind::Equal,
                Kind::Insert => DiffKind::Insert,
                Kind::Delete => DiffKind::Delete,
            },
            text: change.text,
        }
    }
}

/// Word diff of two versions. Equal and deleted passages form the first text, equal and inserted ones the
/// second. A tag of the body counts as one word.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DiffBody {
    /// First version.
    pub from: u64,
    /// Second version.
    pub to: u64,
    /// Difference of the titles.
    pub title: Vec<DiffPart>,
    /// Difference of the bodies.
    pub body: Vec<DiffPart>,
}

impl DiffBody {
    /// Compares two versions for `caller`.
    pub(crate) fn between(from: &PostVersion, to: &PostVersion, caller: &Budget) -> Self {
        let parts = |old: &str, new: &str| {
            let changes = markup::diff::words_until(old, new, caller);
            changes.into_iter().map(Into::into).collect()
        };
        Self {
            from: from.number,
            to: to.number,
            title: parts(&from.title, &to.title),
            body: parts(&from.body, &to.body),
        }
    }
}
