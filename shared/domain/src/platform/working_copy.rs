//! What a person has written in a post and not saved (docs/interface/platform/posts.md#working-copies).

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};

use crate::faq::FaqData;
use crate::platform::id::{PostId, UserId};

/// A person's working copy of a post. It is no edit: the post, its versions and the lists do not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkingCopy {
    /// The post.
    pub post_id: PostId,
    /// The person.
    pub user_id: UserId,
    /// Version of the post that it began from.
    pub version: u64,
    /// When it was last kept.
    pub saved_at: Timestamp,
    /// What the person's edit would send.
    pub content: WorkingContent,
}

/// The members of a post that an edit would send; members that it would not send are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WorkingContent {
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Sanitised HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Slug on the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Excerpt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Focus keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus_keyword: Option<String>,
    /// Title for search engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seo_title: Option<String>,
    /// Description for search engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta_description: Option<String>,
    /// Whether a schedule takes effect only after the client's approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_required: Option<bool>,
    /// FAQ section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faq_data: Option<FaqData>,
    /// Category ids on the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_category_ids: Option<Vec<u64>>,
    /// Author id on the host; `Some(None)` is no author.
    #[serde(deserialize_with = "sent", skip_serializing_if = "Option::is_none")]
    pub host_author_id: Option<Option<u64>>,
    /// Tag names on the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_tag_names: Option<Vec<String>>,
}

/// A member that is there, also when it is null.
fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_member_is_not_a_missing_one() {
        for (content, json) in [
            (WorkingContent::default(), "{}"),
            (
                WorkingContent {
                    title: Some(String::new()),
                    host_author_id: Some(None),
                    host_category_ids: Some(Vec::new()),
                    ..WorkingContent::default()
                },
                r#"{"title":"","host_category_ids":[],"host_author_id":null}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&content).unwrap(), json);
            let read: WorkingContent = serde_json::from_str(json).unwrap();
            assert_eq!(read, content);
        }
    }
}
