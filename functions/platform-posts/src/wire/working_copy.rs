//! A person's working copy of a post.

use domain::platform::working_copy::{WorkingContent, WorkingCopy};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::faq::FaqBody;

/// Members of a post as its editor has them; members that were not sent are missing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WorkingContentBody {
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    /// Slug on the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<String>,
    /// Summary.
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<String>,
    /// Focus keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus_keyword: Option<String>,
    /// Title for search engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    seo_title: Option<String>,
    /// Description for search engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    meta_description: Option<String>,
    /// Whether a schedule requires the client's approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    approval_required: Option<bool>,
    /// FAQ section.
    #[serde(skip_serializing_if = "Option::is_none")]
    faq_data: Option<FaqBody>,
    /// Categories on the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    host_category_ids: Option<Vec<u64>>,
    /// Author on the site; null is no author.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>, required = false)]
    host_author_id: Option<Option<u64>>,
    /// Tags by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    host_tag_names: Option<Vec<String>>,
}

impl From<WorkingContent> for WorkingContentBody {
    fn from(content: WorkingContent) -> Self {
        Self {
            title: content.title,
            body: content.body,
            slug: content.slug,
            excerpt: content.excerpt,
            focus_keyword: content.focus_keyword,
            seo_title: content.seo_title,
            meta_description: content.meta_description,
            approval_required: content.approval_required,
            faq_data: content.faq_data.map(Into::into),
            host_category_ids: content.host_category_ids,
            host_author_id: content.host_author_id,
            host_tag_names: content.host_tag_names,
        }
    }
}

/// What a person has written and not saved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WorkingCopyBody {
    /// Version of the post that it began from.
    version: u64,
    /// When it was last kept.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    saved_at: Timestamp,
    /// The members that the person's edit would send.
    content: WorkingContentBody,
}

impl From<WorkingCopy> for WorkingCopyBody {
    fn from(copy: WorkingCopy) -> Self {
        Self {
            version: copy.version,
            saved_at: copy.saved_at,
            content: copy.content.into(),
        }
    }
}

/// The caller's working copy of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AutosaveBody {
    /// Number of the post's current version.
    pub current_version: u64,
    /// The working copy; null when there is none.
    pub working_copy: Option<WorkingCopyBody>,
}

/// A working copy that was kept.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct AutosaveReceipt {
    /// Number of the post's current version. When it is greater than `version`, someone else saved meanwhile.
    pub current_version: u64,
    /// Version that the working copy began from.
    pub version: u64,
    /// When it was kept.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub saved_at: Timestamp,
}
